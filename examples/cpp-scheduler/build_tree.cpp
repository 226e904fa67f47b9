#include "build_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "order.hpp"
#include "place_values.hpp"

namespace scheduler {
namespace {

/// The innermost block around both, or one of the two where it is around the other.
BlockId common(const LoopTree& tree, BlockId a, BlockId b) {
  while (a != b) {
    BlockId& inner = tree.blocks[a].depth > tree.blocks[b].depth ? a : b;
    inner = tree.blocks[inner].around;
  }
  return a;
}

Exit exit_of(const ValueLoops& loops, int loop) {
  const auto axis = loops.axes.find(loop);
  if (axis == loops.axes.end()) return Exit::Last;
  return axis->second == AxisRole::Reduction ? Exit::Sum : Exit::Collect;
}

/// The block where a value arrives that has left every loop it escapes.
BlockId escaped_to(const LoopTree& tree, const ValueLoops& loops, BlockId built_in) {
  BlockId arrives = built_in;
  for (BlockId block = built_in; block != kOutside; block = tree.blocks[block].around) {
    const int loop = tree.blocks[block].loop;
    if (std::count(loops.escapes.begin(), loops.escapes.end(), loop) != 0) arrives = tree.blocks[block].around;
  }
  return arrives;
}

}  // namespace

LoopTree build_tree(const Problem& problem, const LoopChain& chain, const std::vector<int>& passes) {
  auto [tree, built_in] = place_values(problem, chain, passes);
  std::vector<BlockId> leaves_to = built_in;  // by value
  for (std::size_t value = 0; value < leaves_to.size(); ++value) {
    leaves_to[value] =
        readers_of(problem, value).empty() ? kOutside : escaped_to(tree, chain.of(value), built_in[value]);
  }
  for (Block& block : tree.blocks) {
    for (Step& step : block.steps) {
      Build* build = std::get_if<Build>(&step);
      if (build == nullptr) continue;
      for (const std::size_t operand : operands_of(problem, build->value)) {
        const BlockId from = common(tree, built_in[build->value], built_in[operand]);
        build->reads.push_back({operand, from});
        leaves_to[operand] = common(tree, leaves_to[operand], from);
      }
    }
  }
  for (const std::size_t value : dependency_order(problem)) {
    for (BlockId block = built_in[value]; block != leaves_to[value]; block = tree.blocks[block].around) {
      tree.blocks[block].leaving.push_back({value, exit_of(chain.of(value), tree.blocks[block].loop)});
    }
  }
  return std::move(tree);
}

}  // namespace scheduler
