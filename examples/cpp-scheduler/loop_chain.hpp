/// The loop nests as this scheduler sees them: which loop every value is produced in, and what it reduces over.
#ifndef CPP_SCHEDULER_LOOP_CHAIN_HPP
#define CPP_SCHEDULER_LOOP_CHAIN_HPP

#include <cstddef>
#include <map>
#include <vector>

#include "schedule.hpp"

namespace scheduler {

/// The loops of one value, as indices into Problem::loops. kUnresolved: there is none.
struct ValueLoops {
  int production = kUnresolved;  // the deepest loop around the value
  int home = kUnresolved;        // the deepest loop that it is local to
  std::vector<int> reductions;   // the loops that it sums over
  std::vector<int> escapes;      // the loops whose end it waits for: reductions and loop-carried axes
  std::map<int, AxisRole> axes;  // what it is on each loop that it depends on; of several roles the strongest
};

class LoopChain {
 public:
  explicit LoopChain(const Problem& problem);

  const ValueLoops& of(std::size_t value) const { return loops_of_[value]; }
  unsigned nest(int loop) const { return nests_[static_cast<std::size_t>(loop)]; }

  /// Is `reader` produced inside a loop that `source` reduces over? What forcedsplit asks.
  bool inside(std::size_t reader, std::size_t source) const;

 private:
  std::vector<unsigned> nests_;       // by loop
  std::vector<ValueLoops> loops_of_;  // by value id
};

}  // namespace scheduler

#endif  // CPP_SCHEDULER_LOOP_CHAIN_HPP
