// Value graphs for the tests of the example scheduler: small ones by hand, and random ones.
#ifndef FORCEDSPLIT_TESTS_CPP_SCHEDULER_PROGRAMS_HPP
#define FORCEDSPLIT_TESTS_CPP_SCHEDULER_PROGRAMS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "execute.hpp"
#include "forcedsplit/forced_split_levels.hpp"
#include "load_graph.hpp"
#include "loop_chain.hpp"
#include "passes.hpp"

namespace programs {

/// A graph as the scheduler has it, and the passes that forcedsplit gives.
struct Program {
  explicit Program(std::vector<std::uint8_t> graph)
      : bytes(std::move(graph)),
        problem(scheduler::load_graph(bytes)),
        chain(problem),
        passes(passes_of(problem, chain)) {}
  explicit Program(const forcedsplit::Graph& graph)
      : Program(std::vector<std::uint8_t>(graph.data(), graph.data() + graph.size())) {}

  std::vector<std::uint8_t> bytes;
  scheduler::Problem problem;
  scheduler::LoopChain chain;
  std::vector<int> passes;
};

/// The graphs of examples/data, which the test program is told as FORCEDSPLIT_EXAMPLE_DATA when it is compiled.
inline std::vector<std::string> real_graphs() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(FORCEDSPLIT_EXAMPLE_DATA)) {
    if (entry.path().extension() == ".fslg") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

using Random = std::mt19937;

inline std::size_t below(std::size_t n, Random& random) {
  return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
}

/// Batches of every loop: more than one trip, the last of which is shorter.
inline std::vector<scheduler::Batches> random_batches(std::size_t loops, Random& random) {
  static const std::vector<scheduler::Batches> kUneven = {{3, 2}, {5, 2}, {4, 3}, {7, 3}};
  std::vector<scheduler::Batches> batches;
  while (batches.size() < loops) batches.push_back(kUneven[below(kUneven.size(), random)]);
  return batches;
}

/// The nest of every loop: up to three nests of one to three loops, five loops at the most, which may alternate.
inline std::vector<unsigned> random_nests(Random& random) {
  std::vector<unsigned> nests;
  for (unsigned nest = 0; nest < 1 + below(3, random); ++nest)
    nests.insert(nests.end(), 1 + below(3, random), 4 + nest);
  if (nests.size() > 5) nests.resize(5);
  if (below(2, random) == 0) std::shuffle(nests.begin(), nests.end(), random);
  return nests;
}

/// What a value is to the loops of one nest, and, where `stray`, now and then to any loop or one that is not resolved.
inline std::vector<forcedsplit::Axis> random_axes(const std::vector<unsigned>& nests, bool stray, Random& random) {
  using forcedsplit::Role;
  static const std::vector<Role> kRoles = {Role::LoopLocal, Role::LoopLocal,   Role::LoopLocal,    Role::Reduction,
                                           Role::Reduction, Role::LoopCarried, Role::LoopInvariant};
  std::vector<forcedsplit::Axis> axes;
  const unsigned nest = nests[below(nests.size(), random)];
  for (std::size_t loop = 0; loop < nests.size(); ++loop) {
    if (nests[loop] != nest || below(3, random) == 0) continue;
    axes.push_back({kRoles[below(kRoles.size(), random)], "s", static_cast<std::int32_t>(loop)});
  }
  if (stray && below(10, random) == 0) {
    const auto loop = static_cast<std::int32_t>(below(nests.size() + 1, random)) - 1;
    axes.push_back({kRoles[below(kRoles.size(), random)], "s", loop});
  }
  return axes;
}

/// A random tensor program: up to 26 values, of which the first are leaves, with positions that are in no order.
inline Program random_program(bool stray, Random& random) {
  const std::vector<unsigned> nests = random_nests(random);
  forcedsplit::GraphBuilder builder;
  for (std::size_t loop = 0; loop < nests.size(); ++loop) builder.add_loop("s", static_cast<int>(loop), nests[loop]);
  const std::size_t count = 4 + below(23, random);
  std::vector<std::uint64_t> id;  // by place in an order of dependency
  for (std::uint64_t value = 0; value < count; ++value) id.push_back(value);
  std::shuffle(id.begin(), id.end(), random);
  for (std::uint64_t value = 0; value < count; ++value) {
    if (below(10, random) == 0) {
      builder.add_unclassified(value);
    } else if (below(6, random) == 0) {
      builder.add_value(value, {});
    } else {
      builder.add_value(value, random_axes(nests, stray, random));
    }
  }
  for (std::size_t reader = 2; reader < count; ++reader) {
    for (std::size_t operands = 1 + below(3, random); operands > 0; --operands) {
      const std::size_t near = reader > 6 && below(2, random) == 0 ? reader - 6 : 0;
      builder.add_operand(id[reader], id[near + below(reader - near, random)]);
    }
  }
  return Program(builder.finish());
}

}  // namespace programs

#endif  // FORCEDSPLIT_TESTS_CPP_SCHEDULER_PROGRAMS_HPP
