/// Every value after its operands.
#ifndef CPP_SCHEDULER_ORDER_HPP
#define CPP_SCHEDULER_ORDER_HPP

#include <cstddef>
#include <vector>

#include "schedule.hpp"

namespace scheduler {

/// The operands of a value; a value without any is a leaf.
const std::vector<std::size_t>& operands_of(const Problem& problem, std::size_t value);

/// The values that read a value.
const std::vector<std::size_t>& readers_of(const Problem& problem, std::size_t value);

/// All values, each after its operands, and the smallest id first where that leaves a choice.
std::vector<std::size_t> dependency_order(const Problem& problem);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_ORDER_HPP
