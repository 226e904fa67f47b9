#include "split_nests.hpp"

#include <algorithm>
#include <set>

namespace scheduler {
namespace {

/// Does a later pass of the value's own nest read it, so that it has to be kept whole for that pass?
bool is_materialized(std::size_t value, const Problem& problem, const LoopChain& chain,
                     const std::vector<int>& passes) {
  const int home = chain.of(value).home;
  const auto consumers = problem.dep_graph.consumers_of.find(value);
  if (home == kUnresolved || consumers == problem.dep_graph.consumers_of.end()) return false;
  return std::any_of(consumers->second.begin(), consumers->second.end(), [&](std::size_t reader) {
    const int production = chain.of(reader).production;
    return passes[reader] > passes[value] && production != kUnresolved && chain.nest(production) == chain.nest(home);
  });
}

/// The nests that build a value.
std::set<unsigned> nests_of(std::size_t value, const Problem& problem, const LoopChain& chain,
                            const std::vector<int>& passes) {
  const ValueLoops& loops = chain.of(value);
  std::set<unsigned> nests;
  for (const int escape : loops.escapes) nests.insert(chain.nest(escape));
  int built_at = loops.escapes.empty() ? loops.home : kUnresolved;
  if (is_materialized(value, problem, chain, passes)) {
    built_at = loops.home;
    for (const int escape : loops.escapes) built_at = std::max(built_at, escape);
  }
  if (built_at != kUnresolved) nests.insert(chain.nest(built_at));
  return nests;
}

void print_passes(std::ostream& out, const Problem& problem, const Passes& passes) {
  for (const auto& [pass, values] : passes) {
    out << "  pass " << pass << " builds " << values.size() << '\n';
    // The id too: values of the same shape have the same name.
    for (const std::size_t value : values) out << "    #" << value << ' ' << problem.rich.cells[value].name << '\n';
  }
}

}  // namespace

SplitNests split_nests(const Problem& problem, const LoopChain& chain, const std::vector<int>& passes) {
  SplitNests split;
  for (const Loop& loop : problem.loops) split.nests[loop.nest];
  for (std::size_t value = 0; value < problem.rich.cells.size(); ++value) {
    if (problem.dep_graph.depends_on.count(value) == 0) {
      ++split.leaves;
      continue;
    }
    const std::set<unsigned> nests = nests_of(value, problem, chain, passes);
    for (const unsigned nest : nests) split.nests[nest][passes[value]].push_back(value);
    if (nests.empty()) split.outside[passes[value]].push_back(value);
  }
  return split;
}

void print(std::ostream& out, const Problem& problem, const SplitNests& split) {
  out << (problem.name.empty() ? "a graph" : problem.name) << ": " << problem.rich.cells.size() << " values, "
      << split.leaves << " of them leaves\n";
  for (const auto& [nest, passes] : split.nests) {
    out << "nest " << nest << ", loops";
    for (const Loop& loop : problem.loops) {
      if (loop.nest == nest) out << ' ' << loop.space << '[' << loop.slot << ']';
    }
    out << ", " << passes.size() << (passes.size() == 1 ? " pass\n" : " passes\n");
    print_passes(out, problem, passes);
  }
  if (!split.outside.empty()) {
    out << "outside of any nest\n";
    print_passes(out, problem, split.outside);
  }
  for (const auto& [nest, passes] : split.nests) {
    out << "total: nest " << nest << " is emitted " << passes.size() << (passes.size() == 1 ? " time\n" : " times\n");
  }
}

}  // namespace scheduler
