/// Splits loop nests into passes, once every value has its own.
#ifndef CPP_SCHEDULER_SPLIT_NESTS_HPP
#define CPP_SCHEDULER_SPLIT_NESTS_HPP

#include <cstddef>
#include <map>
#include <ostream>
#include <vector>

#include "loop_chain.hpp"
#include "schedule.hpp"

namespace scheduler {

/// The values that each pass builds, by pass.
using Passes = std::map<int, std::vector<std::size_t>>;

struct SplitNests {
  std::map<unsigned, Passes> nests;  // by nest; one without values has no passes
  Passes outside;                    // of values that no nest builds
  std::size_t leaves = 0;            // values without operands: nobody builds them
};

/// For every nest its passes and what each builds: the values that wait for one of its loops to close, and those that
/// live in it. A value that waits for loops of two nests stands in both. `passes` is by value id.
SplitNests split_nests(const Problem& problem, const LoopChain& chain, const std::vector<int>& passes);

/// Prints them for people.
void print(std::ostream& out, const Problem& problem, const SplitNests& split);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_SPLIT_NESTS_HPP
