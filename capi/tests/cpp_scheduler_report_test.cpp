// What examples/cpp-scheduler splits and builds, against the library's own report of the split.
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "build_tree.hpp"
#include "cpp_scheduler_programs.hpp"
#include "forcedsplit/forced_split_levels.hpp"
#include "order.hpp"
#include "soak.h"
#include "split_nests.hpp"

namespace {

using programs::Program;

/// By nest and pass, the values.
using Stages = std::map<std::pair<unsigned, int>, std::set<std::size_t>>;

Stages reported(const forcedsplit::Split& split) {
  Stages stages;
  for (std::size_t i = 0; i < split->stage_count; ++i) {
    const fsl_stage& stage = split->stages[i];
    stages[{stage.nest, stage.pass}] = {stage.values, stage.values + stage.value_count};
  }
  return stages;
}

Stages split_by_hand(const Program& p) {
  Stages stages;
  for (const auto& [nest, passes] : split_nests(p.problem, p.chain, p.passes).nests) {
    for (const auto& [pass, values] : passes) stages[{nest, pass}] = {values.begin(), values.end()};
  }
  return stages;
}

Stages built_in_loops(const Program& p, const scheduler::LoopTree& tree) {
  Stages stages;
  for (const scheduler::Block& block : tree.blocks) {
    for (const scheduler::Step& step : block.steps) {
      const auto* build = std::get_if<scheduler::Build>(&step);
      if (build == nullptr || block.loop == scheduler::kUnresolved) continue;
      stages[{p.chain.nest(block.loop), block.pass}].insert(build->value);
    }
  }
  return stages;
}

/// The values that leave all loops around them.
std::set<std::size_t> whole(const scheduler::LoopTree& tree) {
  std::set<std::size_t> values;
  for (std::size_t id = 1; id < tree.blocks.size(); ++id) {
    if (tree.blocks[id].around != scheduler::kOutside) continue;
    for (const scheduler::Leaving& leaving : tree.blocks[id].leaving) values.insert(leaving.value);
  }
  return values;
}

void expect_the_librarys_report(const Program& p) {
  const forcedsplit::Split split = forcedsplit::split_report(p.bytes);
  EXPECT_EQ(split_by_hand(p), reported(split));
  const scheduler::LoopTree tree = build_tree(p.problem, p.chain, p.passes);
  EXPECT_EQ(built_in_loops(p, tree), reported(split));
  const std::set<std::size_t> kept = whole(tree);
  for (std::size_t i = 0; i < split->materialized_count; ++i) {
    const std::size_t value = split->materialized[i].value;
    const bool is_leaf = operands_of(p.problem, value).empty();  // is given, and needs not be kept
    EXPECT_EQ(kept.count(value), is_leaf ? 0u : 1u) << value;
  }
}

TEST(CppSchedulerReport, IsTheLibrarysOnRandomPrograms) {
  programs::Random random(6);
  std::size_t materialized = 0;
  for (int round = rounds_of(20000, 500); round > 0; --round) {
    const Program p = programs::random_program(false, random);
    materialized += forcedsplit::split_report(p.bytes)->materialized_count;
    expect_the_librarys_report(p);
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(materialized, 0u);
}

TEST(CppSchedulerReport, IsTheLibrarysOnRealGraphs) {
  for (const std::string& path : programs::real_graphs()) {
    SCOPED_TRACE(path);
    const Program p(scheduler::read_file(path));
    EXPECT_EQ(forcedsplit::split_report(p.bytes)->conflict_count, 0u);
    expect_the_librarys_report(p);
  }
}

}  // namespace
