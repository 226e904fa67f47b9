#include "place_values.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "order.hpp"

namespace scheduler {
namespace {

using Values = std::vector<std::size_t>;  // in dependency order
using Nest = std::optional<unsigned>;     // none: outside of the loops that are still to be opened

class Placer {
 public:
  Placer(const Problem& problem, const LoopChain& chain) : problem_(problem), chain_(chain) {
    placement_.built_in.assign(problem.rich.cells.size(), kOutside);
    placement_.tree.blocks.emplace_back();
  }

  /// Places values of one pass that belong inside a block.
  void fill(BlockId block, int pass, const Values& values) {
    std::set<std::size_t> missing(values.begin(), values.end());
    while (!missing.empty()) {
      for (const std::size_t value : ready(block, std::nullopt, values, missing)) {
        placement_.tree.blocks[block].steps.push_back(Build{value, {}});
        placement_.built_in[value] = block;
        missing.erase(value);
      }
      if (missing.empty()) return;
      const Values inner = next_copy(block, values, missing);
      for (const std::size_t value : inner) missing.erase(value);
      fill(open(block, pass, inner), pass, inner);
    }
  }

  Placement take() { return std::move(placement_); }

 private:
  /// The outermost loop inside a block that the value depends on; kUnresolved if it belongs to the block itself. A
  /// value is in the loops of one nest, that of its production depth: to loops of another it is whole.
  int next_loop(BlockId block, std::size_t value) const {
    const ValueLoops& loops = chain_.of(value);
    for (const auto& [loop, role] : loops.axes) {
      const bool opened = loop <= placement_.tree.blocks[block].loop;
      if (!opened && chain_.nest(loop) == chain_.nest(loops.production)) return loop;
    }
    return kUnresolved;
  }

  Nest nest_within(BlockId block, std::size_t value) const {
    const int loop = next_loop(block, value);
    return loop == kUnresolved ? Nest() : Nest(chain_.nest(loop));
  }

  /// Must the loops around the operand have closed before the reader is built? So it is where only one of them is in a
  /// nest within the block, or they are in two; and where the operand is a slice on a loop that the reader has not, and
  /// is thus read whole.
  bool apart(BlockId block, std::size_t operand, std::size_t reader) const {
    if (nest_within(block, operand) != nest_within(block, reader)) return true;
    const int loop = next_loop(block, operand);
    return loop < next_loop(block, reader) && chain_.of(operand).axes.at(loop) == AxisRole::LoopLocal;
  }

  /// The missing values of a nest within the block (none: of the block itself) that can stand in one copy of it now.
  Values ready(BlockId block, Nest nest, const Values& values, const std::set<std::size_t>& missing) const {
    Values found;
    std::set<std::size_t> here;
    for (const std::size_t value : values) {
      if (missing.count(value) == 0 || nest_within(block, value) != nest) continue;
      const Values& operands = operands_of(problem_, value);
      const bool waits = std::any_of(operands.begin(), operands.end(), [&](std::size_t operand) {
        return missing.count(operand) != 0 && (here.count(operand) == 0 || apart(block, operand, value));
      });
      if (waits) continue;
      found.push_back(value);
      here.insert(value);
    }
    return found;
  }

  /// The values of the next copy of a nest within the block: of a nest that waits for nothing else, all of them. Where
  /// there is none, those that somebody waits for who cannot be in the same copy; the rest comes with a later one.
  Values next_copy(BlockId block, const Values& values, const std::set<std::size_t>& missing) const {
    std::map<unsigned, std::size_t> sizes;
    for (const std::size_t value : missing) {
      if (const Nest nest = nest_within(block, value)) ++sizes[*nest];
    }
    const std::set<std::size_t> wanted = awaited(block, values, missing);
    Values copy;
    for (const auto& [nest, size] : sizes) {
      const Values found = ready(block, nest, values, missing);
      if (found.size() == size) return found;
      if (!copy.empty()) continue;
      std::copy_if(found.begin(), found.end(), std::back_inserter(copy),
                   [&](std::size_t value) { return wanted.count(value) != 0; });
    }
    return copy;
  }

  /// The missing values that, by way of their readers, one waits for who must stand apart.
  std::set<std::size_t> awaited(BlockId block, const Values& values, const std::set<std::size_t>& missing) const {
    std::set<std::size_t> wanted;
    for (auto value = values.rbegin(); value != values.rend(); ++value) {
      const Values& readers = readers_of(problem_, *value);
      const bool is_wanted = std::any_of(readers.begin(), readers.end(), [&](std::size_t reader) {
        return missing.count(reader) != 0 && (wanted.count(reader) != 0 || apart(block, *value, reader));
      });
      if (missing.count(*value) != 0 && is_wanted) wanted.insert(*value);
    }
    return wanted;
  }

  /// Opens a copy of the outermost loop that some of the values depend on.
  BlockId open(BlockId around, int pass, const Values& values) {
    std::vector<Block>& blocks = placement_.tree.blocks;
    Block inner;
    inner.loop = next_loop(around, values.front());
    for (const std::size_t value : values) inner.loop = std::min(inner.loop, next_loop(around, value));
    inner.pass = pass;
    inner.around = around;
    inner.depth = blocks[around].depth + 1;
    blocks[around].steps.push_back(Run{blocks.size()});
    blocks.push_back(inner);
    return blocks.size() - 1;
  }

  const Problem& problem_;
  const LoopChain& chain_;
  Placement placement_;
};

/// The values that are built, by pass.
std::map<int, Values> by_pass(const Problem& problem, std::vector<int> passes) {
  std::set<std::size_t> listed;
  for (const LegalityCell& cell : problem.legality.cells) listed.insert(problem.dep_graph.value_id_of.at(cell.hash));
  std::map<int, Values> built;
  for (const std::size_t value : dependency_order(problem)) {
    const Values& operands = operands_of(problem, value);
    if (listed.count(value) == 0) {
      passes[value] = 0;
      for (const std::size_t operand : operands) passes[value] = std::max(passes[value], passes[operand]);
    }
    if (!operands.empty()) built[passes[value]].push_back(value);  // a leaf is given
  }
  return built;
}

}  // namespace

Placement place_values(const Problem& problem, const LoopChain& chain, const std::vector<int>& passes) {
  Placer placer(problem, chain);
  for (const auto& [pass, values] : by_pass(problem, passes)) placer.fill(kOutside, pass, values);
  return placer.take();
}

}  // namespace scheduler
