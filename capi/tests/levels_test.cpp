// forcedsplit::Levels: owns its results and tells them by id and by position.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::compute;
using forcedsplit::Graph;
using forcedsplit::GraphBuilder;
using forcedsplit::Levels;
using forcedsplit::Role;

static_assert(!std::is_copy_constructible_v<Levels> && !std::is_copy_assignable_v<Levels>);
static_assert(std::is_nothrow_move_constructible_v<Levels> && std::is_nothrow_move_assignable_v<Levels>);

/// 40 is carried, 30 reads it, 20 has no legality cell and reads 30, 10 is a reduction that 30 reads.
Graph small_graph() {
  GraphBuilder builder;
  builder.add_value(30, {});
  builder.add_value(40, {Role::LoopCarried});
  builder.add_unclassified(20);
  builder.add_value(10, {Role::Reduction});
  builder.add_operand(30, 40);
  builder.add_operand(20, 30);
  builder.add_operand(30, 10);
  return builder.finish();
}

Levels small_levels() {
  return compute(small_graph(), [](std::size_t, std::size_t) { return true; });
}

TEST(Levels, AnswersById) {
  const Levels levels = small_levels();
  EXPECT_EQ(levels.size(), 4u);
  EXPECT_EQ(levels.max_pass(), 1);
  EXPECT_EQ(levels.pass(30), 1);
  EXPECT_EQ(levels.pass(40), 0);
  EXPECT_EQ(levels.pass(20), 0);
  EXPECT_EQ(levels.pass(12345), 0);
  EXPECT_TRUE(levels.is_carried(40));
  EXPECT_TRUE(levels.is_pinned(40));
  EXPECT_FALSE(levels.is_carried(10));
  EXPECT_TRUE(levels.is_pinned(10));
  EXPECT_FALSE(levels.is_pinned(30));
  EXPECT_FALSE(levels.is_pinned(12345));
}

TEST(Levels, AnswersByPosition) {
  const Levels levels = small_levels();
  const forcedsplit::ColumnView<std::int32_t> passes = levels.passes();
  EXPECT_EQ(std::vector<std::int32_t>(passes.begin(), passes.end()),
            (std::vector<std::int32_t>{1, 0, FSL_PASS_ABSENT, 0}));
  EXPECT_EQ(passes.size(), 4u);
  EXPECT_EQ(passes[0], 1);
  EXPECT_EQ(passes.data(), passes.begin());
  EXPECT_EQ(levels.id_at(0), 30u);
  EXPECT_EQ(levels.id_at(3), 10u);
}

TEST(Levels, AnswersByPositionWhereIdsArePositions) {
  GraphBuilder builder;
  builder.add_value(0, {Role::LoopCarried});
  builder.add_value(1, {});
  builder.add_operand(1, 0);
  const Levels levels = compute(builder.finish());
  EXPECT_EQ(levels.id_at(1), 1u);
  EXPECT_EQ(levels.passes()[1], 1);
}

TEST(Levels, BecomesTheStructOfSchedulers) {
  const forcedsplit::ForcedSplitLevels levels = small_levels().to_struct();
  EXPECT_EQ(levels.carried, (std::unordered_set<std::size_t>{40}));
  EXPECT_EQ(levels.pinned, (std::unordered_set<std::size_t>{40, 10}));
  EXPECT_EQ(levels.pass_of, (std::unordered_map<std::size_t, int>{{30, 1}, {40, 0}, {10, 0}}));
  EXPECT_EQ(levels.max_pass, 1);
  EXPECT_EQ(levels.pass(30), 1);
  EXPECT_EQ(levels.pass(20), 0);
}

TEST(Levels, MoveAndLeaveAnEmptyOneBehind) {
  Levels source = small_levels();
  const std::int32_t* passes = source.passes().data();
  Levels levels = std::move(source);
  EXPECT_EQ(levels.passes().data(), passes) << "a view outlives the move";
  EXPECT_EQ(levels.pass(30), 1);
  EXPECT_EQ(source.size(), 0u);  // NOLINT: what a moved-from object answers is promised
  EXPECT_EQ(source.pass(30), 0);
  EXPECT_EQ(source.max_pass(), 0);
  EXPECT_TRUE(source.passes().empty());
  EXPECT_TRUE(source.to_struct().pass_of.empty());
  levels = compute(GraphBuilder().finish());
  EXPECT_EQ(levels.size(), 0u);
  source = small_levels();
  EXPECT_EQ(source.pass(30), 1);
}

TEST(Levels, TakeOverAHandleOfTheCInterface) {
  const Graph graph = small_graph();
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = graph.data();
  args.graph_size = graph.size();
  args.inside = [](void*, std::uint64_t, std::uint64_t) -> std::int32_t { return 0; };
  fsl_levels* handle = nullptr;
  ASSERT_EQ(fsl_levels_create(&args, &handle, nullptr), FSL_OK);
  { EXPECT_EQ(Levels::adopt(handle).value().pass(30), 1); }
  EXPECT_EQ(fsl_levels_destroy(handle), FSL_ERROR_INVALID_HANDLE) << "not released";
  const forcedsplit::Result<Levels> dead = Levels::adopt(handle);
  ASSERT_FALSE(dead);
  EXPECT_EQ(dead.error().status(), FSL_ERROR_INVALID_HANDLE);
}

TEST(Compute, ReadsBytesOfAnyContainerAtAnyAlignment) {
  const Graph graph = small_graph();
  const auto inside = [](std::size_t, std::size_t) { return true; };
  const auto* chars = reinterpret_cast<const char*>(graph.data());
  EXPECT_EQ(compute(std::string_view(chars, graph.size()), inside).pass(30), 1);
  std::vector<std::byte> bytes(graph.size() + 8);
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::memcpy(bytes.data() + shift, graph.data(), graph.size());
    const auto* begin = reinterpret_cast<const char*>(bytes.data() + shift);
    EXPECT_EQ(compute(std::string_view(begin, graph.size()), inside).pass(30), 1) << shift;
  }
  bytes.resize(graph.size());
  std::memcpy(bytes.data(), graph.data(), graph.size());
  EXPECT_EQ(compute(bytes, inside).pass(30), 1);
}

TEST(Compute, TheResultKeepsNothingOfTheGraph) {
  std::vector<std::uint8_t> bytes;
  {
    const Graph graph = small_graph();
    bytes.assign(graph.data(), graph.data() + graph.size());
  }
  const Levels levels = compute(bytes, [](std::size_t, std::size_t) { return true; });
  bytes.assign(bytes.size(), 0xff);
  EXPECT_EQ(levels.id_at(0), 30u);
  EXPECT_EQ(levels.pass(30), 1);
}

}  // namespace
