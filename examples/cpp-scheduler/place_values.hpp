/// Places every value in a copy of its nest.
#ifndef CPP_SCHEDULER_PLACE_VALUES_HPP
#define CPP_SCHEDULER_PLACE_VALUES_HPP

#include <vector>

#include "loop_chain.hpp"
#include "loop_tree.hpp"
#include "schedule.hpp"

namespace scheduler {

struct Placement {
  LoopTree tree;                  // without reads and exits
  std::vector<BlockId> built_in;  // by value id; a leaf is outside of every loop
};

/// A nest gets one copy for every pass that builds something in it; the copies stand in the order of the passes, and a
/// value stands inside all loops that it depends on, after its operands of the same pass.
///
/// Passes alone may not be enough: a value outside of a loop can read what is complete after the loop and be read in
/// the loop, all in one pass. Then that pass has one more copy of the loop, behind that value. So it has where a value
/// that does not depend on a loop reads a slice on it, and thus needs the whole.
///
/// `passes` is by value id. A value without a legality cell has no pass of its own, and is built once its operands are.
Placement place_values(const Problem& problem, const LoopChain& chain, const std::vector<int>& passes);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_PLACE_VALUES_HPP
