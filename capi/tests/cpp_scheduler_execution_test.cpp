// The schedules of examples/cpp-scheduler, run in batches on random programs and on the real graphs of examples/data:
// the numbers are those of the same values without loops, and with a wrong pass they are not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "build_tree.hpp"
#include "conflicts.hpp"
#include "cpp_scheduler_programs.hpp"
#include "execute.hpp"
#include "forcedsplit/forced_split_levels.hpp"
#include "order.hpp"
#include "soak.h"

namespace {

using forcedsplit::GraphBuilder;
using forcedsplit::Role;
using programs::Program;
using scheduler::Batches;
using scheduler::BlockId;
using scheduler::LoopTree;
using scheduler::Results;

constexpr double kTolerance = 1e-12;  // numbers are around 1, and sums are added up in another order
constexpr double kWrong = 1e-9;       // no test may see a difference between the two

/// 1 = sum over K of sin(phase of 1 + leaf 0); 2, local to K, reads 1. The formulas of arithmetic.hpp by hand, for
/// three positions: phase of v at k is 0.7 (v + 1) + 1.3 (k + 1).
TEST(CppSchedulerExecution, ComputesWhatTheFormulaSays) {
  GraphBuilder builder;
  const std::int32_t k = builder.add_loop("K", 0, 0);
  builder.add_value(0, {});
  builder.add_value(1, {{Role::Reduction, "K", k}});
  builder.add_value(2, {{Role::LoopLocal, "K", k}});
  builder.add_operand(1, 0);
  builder.add_operand(2, 1);
  const Program p(builder.finish());
  const std::vector<Batches> batches = {{3, 2}};
  double sum = 0;
  for (int position = 1; position <= 3; ++position) {
    sum += std::sin(1.4 + 1.3 * position + std::sin(2.3 * (0.7 + 1.3 * position)));
  }
  for (const Results& results : {evaluate(p.problem, p.chain, batches),
                                 execute(p.problem, p.chain, batches, build_tree(p.problem, p.chain, p.passes))}) {
    EXPECT_NEAR(results.at(1).at({0}), sum, kTolerance);
    for (std::size_t position = 0; position < 3; ++position) {
      const double phase = 2.1 + 1.3 * static_cast<double>(position + 1);
      EXPECT_NEAR(results.at(2).at({position}), std::sin(phase + sum), kTolerance);
    }
  }
}

/// The tensors know what they cover.
TEST(CppSchedulerExecution, WhatIsNotThereIsNotANumber) {
  const scheduler::Tensor slice({{0, {2, 4}}}, 1.5);
  EXPECT_EQ(slice.at({3}), 1.5);
  EXPECT_TRUE(std::isnan(slice.at({1})));
  EXPECT_TRUE(std::isnan(slice.at({4})));
  scheduler::Tensor whole({{0, {0, 4}}}, std::nan(""));
  whole.put(slice);
  EXPECT_EQ(whole.at({2}), 1.5);
  EXPECT_TRUE(std::isnan(whole.at({0})));
  EXPECT_TRUE(std::isinf(whole.difference(whole)));
}

/// Is the block `around`, or within it?
bool is_within(const LoopTree& tree, BlockId block, BlockId around) {
  while (block != around && block != scheduler::kOutside) block = tree.blocks[block].around;
  return block == around;
}

/// Every value's block, and its place in the order in which the tree builds.
struct Built {
  std::vector<BlockId> block;
  std::vector<std::size_t> when;
};

void list_builds(const LoopTree& tree, BlockId block, Built& built, std::size_t& clock) {
  for (const scheduler::Step& step : tree.blocks[block].steps) {
    if (const auto* run = std::get_if<scheduler::Run>(&step)) {
      list_builds(tree, run->block, built, clock);
      continue;
    }
    const std::size_t value = std::get<scheduler::Build>(step).value;
    built.block[value] = block;
    built.when[value] = ++clock;
  }
}

/// Does a step read what is not built yet, or stand in the very loop whose end its operand waits for? Found by looking
/// at the tree, without any number.
bool reads_too_early(const Program& p, const LoopTree& tree) {
  const std::size_t count = p.problem.rich.cells.size();
  Built built{std::vector<BlockId>(count), std::vector<std::size_t>(count)};
  std::size_t clock = 0;
  list_builds(tree, scheduler::kOutside, built, clock);
  for (std::size_t reader = 0; reader < count; ++reader) {
    for (const std::size_t operand : operands_of(p.problem, reader)) {
      if (operands_of(p.problem, operand).empty()) continue;
      if (built.when[operand] > built.when[reader]) return true;
      for (BlockId b = built.block[operand]; b != scheduler::kOutside; b = tree.blocks[b].around) {
        const std::vector<int>& escapes = p.chain.of(operand).escapes;
        const bool escaped = std::count(escapes.begin(), escapes.end(), tree.blocks[b].loop) != 0;
        if (escaped && is_within(tree, built.block[reader], b)) return true;
      }
    }
  }
  return false;
}

double difference(const Program& p, const std::vector<Batches>& batches, const std::vector<int>& passes,
                  const Results& expected) {
  return largest_difference(execute(p.problem, p.chain, batches, build_tree(p.problem, p.chain, passes)), expected);
}

/// Passes with one value lowered to that of an operand that it waits for; the last has no split at all.
std::vector<std::vector<int>> wrong_passes(const Program& p) {
  std::set<std::vector<int>> wrong;
  for (const scheduler::LegalityCell& cell : p.problem.legality.cells) {
    const std::size_t value = p.problem.dep_graph.value_id_of.at(cell.hash);
    for (const std::size_t operand : operands_of(p.problem, value)) {
      if (p.passes[operand] >= p.passes[value] || operands_of(p.problem, operand).empty()) continue;
      std::vector<int> passes = p.passes;
      passes[value] = p.passes[operand];
      wrong.insert(passes);
    }
  }
  std::vector<std::vector<int>> all(wrong.begin(), wrong.end());
  all.push_back(std::vector<int>(p.passes.size(), 0));
  return all;
}

/// Builds and runs a schedule with wrong passes. A wrong number must come out if and only if the schedule reads too
/// early. Not every wrong pass makes it do so: where the reader is not in the loop that its operand waits for, or a
/// value outside stands between them, the builder takes another copy of the loop in any case. Returns whether it is
/// wrong.
bool expect_noticed(const Program& p, const std::vector<Batches>& batches, const std::vector<int>& passes,
                    const Results& expected) {
  const bool too_early = reads_too_early(p, build_tree(p.problem, p.chain, passes));
  const double found = difference(p, batches, passes, expected);
  if (too_early) {
    EXPECT_GT(found, kWrong) << "not noticed: " << testing::PrintToString(passes);
  } else {
    EXPECT_LT(found, kTolerance) << testing::PrintToString(passes);
  }
  return too_early;
}

void expect_the_unbatched(const Program& p, const std::vector<Batches>& batches, const Results& expected) {
  EXPECT_FALSE(reads_too_early(p, build_tree(p.problem, p.chain, p.passes)));
  EXPECT_LT(difference(p, batches, p.passes, expected), kTolerance);
}

TEST(CppSchedulerExecution, RandomProgramsGiveTheNumbersOfTheUnbatchedAndWrongPassesDoNot) {
  programs::Random random(2026);
  const int rounds = rounds_of(20000, 400);
  int refused = 0, split = 0, with_wrong_numbers = 0;
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const Program p = programs::random_program(true, random);
    const std::vector<Batches> batches = programs::random_batches(p.problem.loops.size(), random);
    try {
      refuse_conflicts(p.problem, p.bytes);
    } catch (const std::runtime_error&) {
      ++refused;
      continue;
    }
    const Results expected = evaluate(p.problem, p.chain, batches);
    expect_the_unbatched(p, batches, expected);
    bool any_wrong = false;
    for (const std::vector<int>& passes : wrong_passes(p)) {
      any_wrong = expect_noticed(p, batches, passes, expected) || any_wrong;
    }
    split += *std::max_element(p.passes.begin(), p.passes.end()) > 0 ? 1 : 0;
    with_wrong_numbers += any_wrong ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(split, rounds / 2);
  EXPECT_GT(with_wrong_numbers, split * 3 / 4);
}

TEST(CppSchedulerExecution, RealGraphsGiveTheNumbersOfTheUnbatchedAndWrongPassesDoNot) {
  programs::Random random(9);
  for (const std::string& path : programs::real_graphs()) {
    SCOPED_TRACE(path);
    const Program p(scheduler::read_file(path));
    const std::vector<Batches> batches(p.problem.loops.size());
    const Results expected = evaluate(p.problem, p.chain, batches);
    refuse_conflicts(p.problem, p.bytes);
    expect_the_unbatched(p, batches, expected);
    std::vector<std::vector<int>> wrong = wrong_passes(p);
    const bool is_split = *std::max_element(p.passes.begin(), p.passes.end()) > 0;
    EXPECT_EQ(expect_noticed(p, batches, wrong.back(), expected), is_split) << "without any split";
    std::shuffle(wrong.begin(), wrong.end(), random);
    wrong.resize(std::min<std::size_t>(wrong.size(), static_cast<std::size_t>(rounds_of(100, 10))));
    for (const std::vector<int>& passes : wrong) expect_noticed(p, batches, passes, expected);
  }
}

}  // namespace
