/// The pass of every value, from forcedsplit.
#ifndef CPP_SCHEDULER_PASSES_HPP
#define CPP_SCHEDULER_PASSES_HPP

#include <cstdint>
#include <vector>

#include "loop_chain.hpp"
#include "schedule.hpp"

namespace scheduler {

/// By value id, from this scheduler's own types; its loop chain answers the library's questions.
/// Throws forcedsplit::Error.
std::vector<int> passes_of(const Problem& problem, const LoopChain& chain);

/// The same from the graph's bytes alone: the loop facts in them answer, and nobody is called. Throws
/// forcedsplit::Error.
std::vector<int> passes_by_loop_facts(const std::vector<std::uint8_t>& bytes);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_PASSES_HPP
