#include "passes.hpp"

#include <cstddef>

#include "forcedsplit/forced_split_levels.hpp"

namespace scheduler {

std::vector<int> passes_of(const Problem& problem, const LoopChain& chain) {
  const forcedsplit::ForcedSplitLevels levels = forcedsplit::forced_split_levels(
      problem.rich, problem.legality, problem.dep_graph,
      [&](std::size_t reader, std::size_t source) { return chain.inside(reader, source); });
  std::vector<int> passes;
  for (std::size_t v = 0; v < problem.rich.cells.size(); ++v) passes.push_back(levels.pass(v));
  return passes;
}

std::vector<int> passes_by_loop_facts(const std::vector<std::uint8_t>& bytes) {
  const forcedsplit::Levels levels = forcedsplit::compute(bytes);
  std::vector<int> passes;
  for (std::size_t v = 0; v < levels.size(); ++v) passes.push_back(levels.pass(levels.id_at(v)));
  return passes;
}

}  // namespace scheduler
