#include "loop_chain.hpp"

#include <algorithm>

namespace scheduler {
namespace {

void add_axis(const AxisLegality& axis, ValueLoops& loops) {
  if (axis.loop == kUnresolved) return;
  loops.production = std::max(loops.production, axis.loop);
  if (axis.role == AxisRole::LoopLocal) loops.home = std::max(loops.home, axis.loop);
  if (axis.role == AxisRole::Reduction) loops.reductions.push_back(axis.loop);
  if (axis.role == AxisRole::Reduction || axis.role == AxisRole::LoopCarried) loops.escapes.push_back(axis.loop);
  if (axis.role == AxisRole::LoopInvariant) return;
  const auto [known, is_new] = loops.axes.emplace(axis.loop, axis.role);
  if (!is_new) known->second = std::max(known->second, axis.role);
}

}  // namespace

LoopChain::LoopChain(const Problem& problem) : loops_of_(problem.rich.cells.size()) {
  for (const Loop& loop : problem.loops) nests_.push_back(loop.nest);
  for (const LegalityCell& cell : problem.legality.cells) {
    ValueLoops& loops = loops_of_[problem.dep_graph.value_id_of.at(cell.hash)];
    for (const AxisLegality& axis : cell.per_axis) add_axis(axis, loops);
  }
}

bool LoopChain::inside(std::size_t reader, std::size_t source) const {
  const int produced_in = loops_of_[reader].production;
  if (produced_in == kUnresolved) return false;
  const std::vector<int>& reductions = loops_of_[source].reductions;
  return std::any_of(reductions.begin(), reductions.end(),
                     [&](int reduction) { return produced_in >= reduction && nest(produced_in) == nest(reduction); });
}

}  // namespace scheduler
