// Errors as values, beside exceptions: Result, and the calls named try_*. Programs without exceptions are in
// errors_as_values/.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"
#include "hosts.hpp"
#include "reference.hpp"

namespace {

using forcedsplit::Error;
using forcedsplit::Graph;
using forcedsplit::GraphBuilder;
using forcedsplit::Levels;
using forcedsplit::Result;
using forcedsplit::Role;
using forcedsplit::try_compute;

static_assert(std::is_nothrow_move_constructible_v<Result<Levels>>);
static_assert(!std::is_copy_constructible_v<Result<Levels>>, "a result owns its value");
static_assert(!std::is_convertible_v<Result<int>, bool>, "only `if (result)` asks");

/// 9 reads 7, which is reduced: one question.
Graph asking_graph() {
  GraphBuilder builder;
  builder.add_value(7, {Role::Reduction});
  builder.add_value(9, {});
  builder.add_operand(9, 7);
  return builder.finish();
}

TEST(Result, HoldsAValueOrAnError) {
  Result<std::string> value(std::string("text"));
  EXPECT_TRUE(value.has_value());
  EXPECT_TRUE(static_cast<bool>(value));
  EXPECT_EQ(*value, "text");
  EXPECT_EQ(value->size(), 4u);
  *value += "s";
  EXPECT_EQ(value.value(), "texts");
  EXPECT_EQ(std::as_const(value).value(), "texts");

  const Result<std::string> error(Error(FSL_ERROR_CYCLE, "1 reads 1", {1}));
  EXPECT_FALSE(error.has_value());
  EXPECT_FALSE(static_cast<bool>(error));
  EXPECT_EQ(error.error().status(), FSL_ERROR_CYCLE);
  EXPECT_STREQ(error.error().what(), "1 reads 1");
  EXPECT_EQ(error.error().values(), std::vector<std::uint64_t>{1});
}

TEST(Result, GivesUpAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> owned = *std::move(result);
  EXPECT_EQ(*owned, 5);
  EXPECT_EQ(*Result<std::unique_ptr<int>>(std::make_unique<int>(6)).value(), 6);
}

TEST(Result, ValueThrowsTheErrorWhereThereIsNone) {
  Result<int> error(Error(FSL_ERROR_TOO_LARGE, "over the limit", {3}));
  const auto expect_thrown = [](auto&& call) {
    try {
      call();
      ADD_FAILURE() << "nothing thrown";
    } catch (const Error& thrown) {
      EXPECT_EQ(thrown.status(), FSL_ERROR_TOO_LARGE);
      EXPECT_STREQ(thrown.what(), "over the limit");
      EXPECT_EQ(thrown.values(), std::vector<std::uint64_t>{3});
    }
  };
  expect_thrown([&] { return error.value(); });
  expect_thrown([&] { return std::as_const(error).value(); });
  expect_thrown([&] { return std::move(error).value(); });
}

TEST(TryCompute, GivesLevelsOrTheErrorThatComputeThrows) {
  const Graph graph = asking_graph();
  const Result<Levels> levels = try_compute(graph, [](std::size_t, std::size_t) { return true; });
  ASSERT_TRUE(levels);
  EXPECT_EQ(levels->pass(9), 1);

  const Result<Levels> none = try_compute(graph);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().status(), FSL_ERROR_PREDICATE_REQUIRED);
  EXPECT_EQ(none.error().values(), (std::vector<std::uint64_t>{9, 7}));
  EXPECT_EQ(try_compute(graph, nullptr).error().status(), FSL_ERROR_PREDICATE_REQUIRED);
  EXPECT_EQ(try_compute(std::string_view("no graph")).error().status(), FSL_ERROR_MALFORMED_GRAPH);
}

TEST(TryCompute, LetsTheHostsExceptionOutUnchanged) {
  struct Pinned {  // neither copied nor moved: only the object itself can arrive
    explicit Pinned(const Pinned** at) { *at = this; }
    Pinned(const Pinned&) = delete;
  };
  const Graph graph = asking_graph();
  const Pinned* thrown = nullptr;
  try {
    const auto result = try_compute(graph, [&](std::size_t, std::size_t) -> bool { throw Pinned(&thrown); });
    ADD_FAILURE() << "nothing thrown, " << result.has_value();
  } catch (const Pinned& caught) {
    EXPECT_EQ(&caught, thrown);
  }
}

TEST(TryFinish, GivesTheGraphOrTheErrorAndStaysAsItWas) {
  GraphBuilder builder;
  builder.add_value(1, {});
  builder.add_operand(1, 2);
  const Result<Graph> missing = builder.try_finish();
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().status(), FSL_ERROR_MALFORMED_GRAPH);
  EXPECT_EQ(missing.error().values(), (std::vector<std::uint64_t>{1, 2}));
  builder.add_value(2, {Role::LoopCarried});
  const Result<Graph> graph = builder.try_finish();
  ASSERT_TRUE(graph);
  EXPECT_EQ(try_compute(*graph)->pass(1), 1);
}

TEST(TryForcedSplitLevels, GivesTheStructOrTheErrorThatTheDropInThrows) {
  plain_host::Host host = plain_host::from({{{0, {{reference::Role::Reduction}}}, {1, {{}}}}, {{1, 0}}, {}});
  const auto levels_of = [&](auto&& inside) {
    return forcedsplit::try_forced_split_levels(host.rich, host.legality, host.dep_graph, inside);
  };
  const auto levels = levels_of([](std::size_t, std::size_t) { return true; });
  ASSERT_TRUE(levels);
  EXPECT_EQ(levels->pass(1), 1);
  EXPECT_EQ(levels_of(nullptr).error().status(), FSL_ERROR_PREDICATE_REQUIRED);
  EXPECT_THROW(static_cast<void>(levels_of([](std::size_t, std::size_t) -> bool { throw 3; })), int);

  host.dep_graph.depends_on[1] = {0, 17, 18};
  const auto unknown = levels_of(nullptr);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().values(), std::vector<std::uint64_t>{17}) << "the first of them";
}

}  // namespace
