// The schedules that examples/cpp-scheduler builds: one small graph for each idea, with the schedule written by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "build_tree.hpp"
#include "conflicts.hpp"
#include "cpp_scheduler_programs.hpp"
#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::Axis;
using forcedsplit::GraphBuilder;
using forcedsplit::Role;
using programs::Program;

/// Loops i and K of nest 0, i around K, and m of nest 1; value 0 is a leaf.
class SmallGraph {
 public:
  SmallGraph() {
    i_ = builder_.add_loop("i", 0, 0);
    k_ = builder_.add_loop("K", 0, 0);
    m_ = builder_.add_loop("m", 0, 1);
    builder_.add_value(0, {});
  }

  SmallGraph& value(std::uint64_t id, const std::vector<Axis>& axes, const std::vector<std::uint64_t>& operands) {
    builder_.add_value(id, axes);
    return reads(id, operands);
  }

  SmallGraph& unclassified(std::uint64_t id, const std::vector<std::uint64_t>& operands) {
    builder_.add_unclassified(id);
    return reads(id, operands);
  }

  Axis i(Role role) const { return {role, "i", i_}; }
  Axis k(Role role) const { return {role, "K", k_}; }
  Axis m(Role role) const { return {role, "m", m_}; }

  Program program() { return Program(builder_.finish()); }

  /// The schedule, with values by number alone.
  std::string schedule() {
    const Program p = program();
    refuse_conflicts(p.problem, p.bytes);
    std::ostringstream out;
    print(out, p.problem, build_tree(p.problem, p.chain, p.passes));
    std::string text = out.str();
    for (std::size_t at; (at = text.find(" value ")) != std::string::npos;) {
      text.erase(at, text.find('\n', at) - at);
    }
    return text;
  }

 private:
  SmallGraph& reads(std::uint64_t id, const std::vector<std::uint64_t>& operands) {
    for (const std::uint64_t operand : operands) builder_.add_operand(id, operand);
    return *this;
  }

  GraphBuilder builder_;
  std::int32_t i_, k_, m_;
};

TEST(CppSchedulerTree, ANestHasACopyForEveryPass) {
  SmallGraph g;
  g.value(1, {g.k(Role::Reduction)}, {0}).value(2, {g.k(Role::LoopLocal)}, {0, 1});
  EXPECT_EQ(g.schedule(), R"(for K[0] of nest 0 in pass 0
  build #1
  sum #1
for K[0] of nest 0 in pass 1
  build #2
  collect #2
)");
}

TEST(CppSchedulerTree, AValueLeavesEveryLoopThatItEscapes) {
  SmallGraph g;
  g.value(1, {g.i(Role::LoopCarried), g.k(Role::Reduction)}, {0});
  g.value(2, {g.i(Role::LoopLocal), g.k(Role::LoopLocal)}, {1});
  g.value(3, {g.i(Role::Reduction), g.k(Role::Reduction)}, {2});
  EXPECT_EQ(g.schedule(), R"(for i[0] of nest 0 in pass 0
  for K[0] of nest 0 in pass 0
    build #1
    sum #1
  collect #1
for i[0] of nest 0 in pass 1
  for K[0] of nest 0 in pass 1
    build #2
    build #3
    sum #3
  sum #3
)");
}

// 2 is summed over K for 3, which lives in i alone: it is complete on K there, and still a slice on i.
TEST(CppSchedulerTree, AValueMayBeCompleteInTheLoopAround) {
  SmallGraph g;
  g.value(1, {g.i(Role::LoopLocal), g.k(Role::LoopLocal)}, {0});
  g.value(2, {g.i(Role::LoopLocal), g.k(Role::Reduction)}, {1});
  g.value(3, {g.i(Role::Reduction)}, {2});
  EXPECT_EQ(g.schedule(), R"(for i[0] of nest 0 in pass 0
  for K[0] of nest 0 in pass 0
    build #1
    build #2
    sum #2
  build #3
  sum #3
)");
}

TEST(CppSchedulerTree, WhatALaterPassReadsIsMaterialized) {
  SmallGraph g;
  g.value(1, {g.k(Role::LoopLocal)}, {0}).value(2, {g.k(Role::Reduction)}, {1});
  g.value(3, {g.k(Role::LoopLocal)}, {1, 2}).value(4, {g.k(Role::Reduction)}, {3});
  EXPECT_EQ(g.schedule(), R"(for K[0] of nest 0 in pass 0
  build #1
  build #2
  collect #1
  sum #2
for K[0] of nest 0 in pass 1
  build #3
  build #4
  sum #4
)");
}

TEST(CppSchedulerTree, WhatOnlyALaterPassReadsIsBuiltThere) {
  SmallGraph g;
  g.value(1, {g.k(Role::LoopLocal)}, {0}).value(2, {g.k(Role::Reduction)}, {0});
  g.value(3, {g.k(Role::Reduction)}, {1, 2});
  EXPECT_EQ(g.schedule(), R"(for K[0] of nest 0 in pass 0
  build #2
  sum #2
for K[0] of nest 0 in pass 1
  build #1
  build #3
  sum #3
)");
}

// 2 is in no loop, so nobody asks for a second pass; but it stands between the loop that it waits for and the one that
// reads it. 4 goes with its reader, and needs not be kept.
TEST(CppSchedulerTree, APassTakesAnotherCopyBehindAValueOutside) {
  SmallGraph g;
  g.value(1, {g.k(Role::Reduction)}, {0}).value(2, {}, {1});
  g.value(3, {g.k(Role::Reduction)}, {2, 4}).value(4, {g.k(Role::LoopLocal)}, {0});
  EXPECT_EQ(g.schedule(), R"(for K[0] of nest 0 in pass 0
  build #1
  sum #1
build #2
for K[0] of nest 0 in pass 0
  build #4
  build #3
  sum #3
)");
}

// 1 and 4 could both be built at once; but then nest 1 would need a copy before and one after nest 0.
TEST(CppSchedulerTree, NestsStandInTheOrderOfTheirValues) {
  SmallGraph g;
  g.value(1, {g.m(Role::LoopLocal)}, {0}).value(2, {g.k(Role::Reduction)}, {0});
  g.value(3, {g.m(Role::Reduction)}, {1, 2}).value(4, {g.k(Role::LoopCarried)}, {0});
  EXPECT_EQ(g.schedule(), R"(for K[0] of nest 0 in pass 0
  build #2
  build #4
  sum #2
  collect #4
for m[0] of nest 1 in pass 0
  build #1
  build #3
  sum #3
)");
}

TEST(CppSchedulerTree, WhatDoesNotDependOnALoopAroundItIsKeptFromTheLastTrip) {
  SmallGraph g;
  g.value(1, {g.k(Role::Reduction)}, {0}).value(2, {g.i(Role::LoopLocal), g.k(Role::LoopInvariant)}, {0});
  EXPECT_EQ(g.schedule(), R"(for i[0] of nest 0 in pass 0
  build #2
  for K[0] of nest 0 in pass 0
    build #1
    sum #1
  keep #1
  collect #2
)");
}

// 2 has not the loop i, on which 1 is a slice: it can only read 1 whole.
TEST(CppSchedulerTree, ASliceIsCollectedForAReaderWithoutItsLoop) {
  SmallGraph g;
  g.value(1, {g.i(Role::LoopLocal), g.k(Role::LoopLocal)}, {0}).value(2, {g.k(Role::Reduction)}, {1});
  EXPECT_EQ(g.schedule(), R"(for i[0] of nest 0 in pass 0
  for K[0] of nest 0 in pass 0
    build #1
    collect #1
  collect #1
for K[0] of nest 0 in pass 0
  build #2
  sum #2
)");
}

TEST(CppSchedulerTree, AValueWithoutALegalityCellIsBuiltOnceItsOperandsAre) {
  SmallGraph g;
  g.value(1, {g.k(Role::LoopCarried)}, {0}).value(2, {g.k(Role::LoopCarried)}, {1});
  g.unclassified(3, {2}).value(4, {g.k(Role::Reduction)}, {3});
  EXPECT_EQ(g.schedule(), R"(for K[0] of nest 0 in pass 0
  build #1
  collect #1
for K[0] of nest 0 in pass 1
  build #2
  collect #2
build #3
for K[0] of nest 0 in pass 2
  build #4
  sum #4
)");
}

// 2 holds 1 in pass 0, in nest 0; 4 waits for 3 and reads 1 in nest 1.
TEST(CppSchedulerTree, AConflictIsRefused) {
  SmallGraph g;
  g.value(1, {g.k(Role::LoopLocal)}, {0}).value(2, {g.k(Role::Reduction)}, {1});
  g.value(3, {g.m(Role::LoopCarried)}, {0}).value(4, {g.m(Role::LoopLocal)}, {1, 3});
  try {
    g.schedule();
    FAIL() << "not refused";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "#1 value 1 stays inside K[0] of nest 0, but a later pass of another nest reads it: #4 value 4");
  }
}

}  // namespace
