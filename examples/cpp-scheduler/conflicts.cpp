#include "conflicts.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "forcedsplit/forced_split_levels.hpp"

namespace scheduler {

void refuse_conflicts(const Problem& problem, const std::vector<std::uint8_t>& bytes) {
  const forcedsplit::Split split = forcedsplit::split_report(bytes);
  if (split->conflict_count == 0) return;
  const auto named = [&](std::uint64_t hash) {
    const std::size_t value = problem.dep_graph.value_id_of.at(hash);
    return "#" + std::to_string(value) + " " + problem.rich.cells[value].name;
  };
  const fsl_conflict& conflict = split->conflicts[0];
  const Loop& loop = problem.loops[static_cast<std::size_t>(conflict.loop)];
  throw std::runtime_error(named(conflict.value) + " stays inside " + loop.space + "[" + std::to_string(loop.slot) +
                           "] of nest " + std::to_string(conflict.nest) +
                           ", but a later pass of another nest reads it: " + named(conflict.readers[0]));
}

}  // namespace scheduler
