/// Runs schedules on small tensors.
#ifndef CPP_SCHEDULER_EXECUTE_HPP
#define CPP_SCHEDULER_EXECUTE_HPP

#include <cstddef>
#include <map>
#include <vector>

#include "loop_chain.hpp"
#include "loop_tree.hpp"
#include "schedule.hpp"
#include "tensor.hpp"

namespace scheduler {

/// The length of a loop's axis, and how much of it one trip takes; the last trip takes what is left.
struct Batches {
  std::size_t extent = 3;
  std::size_t batch = 2;
};

/// Whole values, by id.
using Results = std::map<std::size_t, Tensor>;

/// Every value, without any loop. `batches` are by loop.
Results evaluate(const Problem& problem, const LoopChain& chain, const std::vector<Batches>& batches);

/// What is left of a schedule that ran in batches: the values that are built outside of the loops or leave them. It
/// does what the tree says and nothing else: what a step reads too early is not there, or not complete.
Results execute(const Problem& problem, const LoopChain& chain, const std::vector<Batches>& batches,
                const LoopTree& tree);

/// The largest difference between an element in `results` and the same in `expected`; infinite where one is not a
/// number.
double largest_difference(const Results& results, const Results& expected);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_EXECUTE_HPP
