/// Refuses what no schedule can satisfy.
#ifndef CPP_SCHEDULER_CONFLICTS_HPP
#define CPP_SCHEDULER_CONFLICTS_HPP

#include <cstdint>
#include <vector>

#include "schedule.hpp"

namespace scheduler {

/// Throws std::runtime_error that names value and nest, where the graph has a value that is to stay inside a loop of
/// its nest while a later pass reads it in another nest. forcedsplit finds them, by the graph's loop facts.
void refuse_conflicts(const Problem& problem, const std::vector<std::uint8_t>& bytes);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_CONFLICTS_HPP
