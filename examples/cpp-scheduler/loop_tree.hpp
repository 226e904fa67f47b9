/// The schedule that is built: a tree of loops, in the order in which everything happens.
#ifndef CPP_SCHEDULER_LOOP_TREE_HPP
#define CPP_SCHEDULER_LOOP_TREE_HPP

#include <cstddef>
#include <ostream>
#include <variant>
#include <vector>

#include "schedule.hpp"

namespace scheduler {

/// An index into LoopTree::blocks. A block keeps what is built in one trip through it, and what leaves the loops in it.
using BlockId = std::size_t;
inline constexpr BlockId kOutside = 0;  // of every loop: nothing there is forgotten

/// Which kept form of an operand is read: the one in this block, which is the reader's own or one around it.
struct Read {
  std::size_t operand;
  BlockId from;  // does not matter for a leaf: that is an input, and can be had everywhere
};

/// Build this value from its operands.
struct Build {
  std::size_t value;
  std::vector<Read> reads;
};

/// Run this block once for every batch of its loop's axis.
struct Run {
  BlockId block;
};

using Step = std::variant<Build, Run>;

/// How a value leaves a loop at the end of a trip, into the block around it.
enum class Exit {
  Sum,      // its Reduction ends here: the trips add up
  Collect,  // every trip has a slice of the whole
  Last,     // it does not depend on the loop: the trips are all alike
};

struct Leaving {
  std::size_t value;
  Exit exit;
};

/// One copy of one loop.
struct Block {
  int loop = kUnresolved;  // an index into Problem::loops
  int pass = 0;
  BlockId around = kOutside;
  std::size_t depth = 0;  // how many loops are around its steps
  std::vector<Step> steps;
  std::vector<Leaving> leaving;
};

struct LoopTree {
  std::vector<Block> blocks;  // the first is the outside of every loop
};

/// Prints it for people, an indented line for every loop, value and exit.
void print(std::ostream& out, const Problem& problem, const LoopTree& tree);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_LOOP_TREE_HPP
