/// Builds the schedule, once every value has its pass.
#ifndef CPP_SCHEDULER_BUILD_TREE_HPP
#define CPP_SCHEDULER_BUILD_TREE_HPP

#include <vector>

#include "loop_chain.hpp"
#include "loop_tree.hpp"
#include "schedule.hpp"

namespace scheduler {

/// Places the values in copies of their nests (place_values.hpp), and says what they read and how they leave:
///
///     for K[0] of nest 0 in pass 0
///       build #1 a
///       sum #1 a                      a Reduction over K: complete behind the loop
///     for K[0] of nest 0 in pass 1
///       build #2 b                    reads a
///
/// A value leaves every loop that it escapes (a Reduction is summed, a LoopCarried value collected). Where it is read
/// further out, in a later copy, or by nobody, because it is a result, it leaves as far as that needs: a value that is
/// local to a loop is then collected too, which is what makes it materialized.
///
/// The passes are believed: with wrong ones the schedule computes something else. `passes` is by value id.
LoopTree build_tree(const Problem& problem, const LoopChain& chain, const std::vector<int>& passes);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_BUILD_TREE_HPP
