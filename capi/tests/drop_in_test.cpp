// forced_split_levels: only the shape of the host's types counts.
#include <gtest/gtest.h>

#include <cstdint>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"
#include "hosts.hpp"
#include "reference.hpp"

namespace {

using forcedsplit::Error;
using forcedsplit::forced_split_levels;
using forcedsplit::ForcedSplitLevels;
using reference::Edge;

void expect_same(const ForcedSplitLevels& levels, const reference::Answer& expected) {
  EXPECT_EQ(std::set<std::size_t>(levels.carried.begin(), levels.carried.end()), expected.carried);
  EXPECT_EQ(std::set<std::size_t>(levels.pinned.begin(), levels.pinned.end()), expected.pinned);
  EXPECT_EQ((std::map<std::size_t, int>(levels.pass_of.begin(), levels.pass_of.end())), expected.pass_of);
  EXPECT_EQ(levels.max_pass, expected.max_pass);
}

/// 0 is reduced over a loop, 1 reads it, 2 reads 1.
plain_host::Host reduction_chain() {
  using reference::Role;
  return plain_host::from({{{0, {{Role::Reduction}}}, {1, {{}}}, {2, {{}}}}, {{1, 0}, {2, 1}}, {}});
}

template <typename Inside>
ForcedSplitLevels levels_of(const plain_host::Host& host, Inside&& inside) {
  return forced_split_levels(host.rich, host.legality, host.dep_graph, std::forward<Inside>(inside));
}

TEST(DropIn, TwoUnlikeHostsGetTheReferencesAnswerAndQuestions) {
  std::mt19937 random(20240607);
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE(round);
    const reference::Case c = reference::random_case(random);
    const reference::Answer expected = reference::levels(c);
    std::vector<Edge> asked;
    const auto inside = [&](std::size_t reader, std::size_t source) {
      asked.push_back({reader, source});
      return c.inside.count({reader, source}) != 0;
    };
    const plain_host::Host plain = plain_host::from(c);
    expect_same(forced_split_levels(plain.rich, plain.legality, plain.dep_graph, inside), expected);
    EXPECT_EQ(asked, expected.asked);
    asked.clear();
    const slice_host::Host slices = slice_host::from(c);
    expect_same(forced_split_levels(slices.rich, slices.legality, slices.dep_graph, inside), expected);
    EXPECT_EQ(asked, expected.asked);
    if (HasFailure()) return;
  }
}

TEST(DropIn, AnEmptyScheduleHasNoPasses) {
  const ForcedSplitLevels levels = levels_of(plain_host::Host(), [](std::size_t, std::size_t) { return true; });
  EXPECT_TRUE(levels.pass_of.empty());
  EXPECT_EQ(levels.max_pass, 0);
  EXPECT_EQ(levels.pass(0), 0);
}

TEST(DropIn, TheStructAnswersZeroForAValueThatIsNotListed) {
  plain_host::Host host = reduction_chain();
  host.legality.cells.pop_back();  // value 2
  const ForcedSplitLevels levels = levels_of(host, [](std::size_t, std::size_t) { return true; });
  EXPECT_EQ(levels.pass(1), 1);
  EXPECT_EQ(levels.pass(2), 0);
  EXPECT_EQ(levels.pass_of.count(2), 0u);
  EXPECT_EQ(levels.pass(77), 0);
}

TEST(DropIn, ACellOfUnknownHashIsSkipped) {
  plain_host::Host host = reduction_chain();
  host.legality.cells.insert(host.legality.cells.begin(), {12345, {{"K", plain_host::Role::LoopCarried}}});
  const ForcedSplitLevels levels = levels_of(host, [](std::size_t, std::size_t) { return false; });
  EXPECT_TRUE(levels.carried.empty());
  EXPECT_EQ(levels.pass_of.size(), 3u);
}

TEST(DropIn, SeveralCellsOfAValueAddUp) {
  plain_host::Host host = reduction_chain();
  host.dep_graph.value_id_of[99] = 0;  // a second hash of value 0
  host.legality.cells.push_back({99, {{"i", plain_host::Role::LoopCarried}}});
  host.legality.cells.push_back({99, {}});
  const ForcedSplitLevels levels = levels_of(host, nullptr);  // carried: nothing is asked
  EXPECT_EQ(levels.carried.count(0), 1u);
  EXPECT_EQ(levels.pass(1), 1);
}

enum OldRole { Reduction = 3, Whatever = 5, LoopCarried = 1000000 };  // unscoped, sparse
struct OldAxis {
  OldRole role;
};
struct OldCell {
  int hash;
  OldAxis per_axis[2];
};
struct OldHost {
  std::vector<OldCell> cells;
  std::map<int, long> value_id_of;
  std::map<unsigned, std::set<std::uint64_t>> depends_on;
};

TEST(DropIn, AnUnscopedEnumArraysAndOrderedMapsDo) {
  OldHost host;
  host.cells = {{-1, {{Whatever}, {LoopCarried}}}, {-2, {{Whatever}, {Whatever}}}};
  host.value_id_of = {{-1, 0}, {-2, 1}};
  host.depends_on[1] = {0};
  const ForcedSplitLevels levels = forced_split_levels(host, host, host, nullptr);
  EXPECT_EQ(levels.pass(0), 0);
  EXPECT_EQ(levels.pass(1), 1);
}

TEST(DropIn, RangesNeedNotTellTheirSize) {
  plain_host::Host host = reduction_chain();
  struct {
    decltype(host.dep_graph.value_id_of) value_id_of;
    std::map<int, std::forward_list<int>> depends_on;
  } by_map{host.dep_graph.value_id_of, {{1, {0}}, {2, {1}}}};
  struct {
    decltype(host.dep_graph.value_id_of) value_id_of;
    std::vector<std::forward_list<int>> depends_on;
  } by_place{host.dep_graph.value_id_of, {{}, {0}, {1}}};
  const auto inside = [](std::size_t, std::size_t) { return true; };
  for (const ForcedSplitLevels& levels : {forced_split_levels(host.rich, host.legality, by_map, inside),
                                          forced_split_levels(host.rich, host.legality, by_place, inside)}) {
    EXPECT_EQ((std::map<std::size_t, int>(levels.pass_of.begin(), levels.pass_of.end())),
              (std::map<std::size_t, int>{{0, 0}, {1, 1}, {2, 1}}));
  }
}

TEST(DropIn, RowsOfDependsOnMayBeFewerThanValues) {
  slice_host::Host host = slice_host::from({{{0, {{}}}, {1, {{reference::Role::LoopCarried}}}}, {{0, 1}}, {}});
  host.dep_graph.depends_on.resize(1);
  EXPECT_EQ(forced_split_levels(host.rich, host.legality, host.dep_graph, nullptr).pass(0), 1);
}

bool never(std::size_t, std::size_t) { return false; }

TEST(DropIn, AnyCallableIsAPredicate) {
  const plain_host::Host host = reduction_chain();
  EXPECT_EQ(levels_of(host, never).pass(1), 0);
  EXPECT_EQ(levels_of(host, &never).pass(1), 0);
  const std::function<bool(std::size_t, std::size_t)> function = [](std::size_t, std::size_t) { return true; };
  EXPECT_EQ(levels_of(host, function).pass(1), 1);
  EXPECT_EQ(
      levels_of(host, [owned = std::make_unique<bool>(true)](std::size_t, std::size_t) { return *owned; }).pass(1), 1);
  EXPECT_EQ(levels_of(host, [](auto...) { return 2; }).pass(1), 1);
  int calls = 0;
  levels_of(host, [calls = 0, &out = calls](std::size_t, std::size_t) mutable { return (out = ++calls) != 0; });
  EXPECT_EQ(calls, 1);
  struct Explicit {
    explicit operator bool() const { return true; }
  };
  EXPECT_EQ(levels_of(host, [](std::size_t, std::size_t) { return Explicit(); }).pass(1), 1);
}

TEST(DropIn, AnEmptyFunctionIsAskedForOnlyIfThereIsAQuestion) {
  const std::function<bool(std::size_t, std::size_t)> none;
  bool (*null)(std::size_t, std::size_t) = nullptr;
  const plain_host::Host silent = plain_host::from({{{0, {{}}}, {1, {{}}}}, {{1, 0}}, {}});
  EXPECT_EQ(levels_of(silent, none).pass_of.size(), 2u);
  EXPECT_EQ(levels_of(silent, null).pass_of.size(), 2u);
  const plain_host::Host asking = reduction_chain();
  for (const auto& call : {std::function<void()>([&] { levels_of(asking, none); }),
                           std::function<void()>([&] { levels_of(asking, null); })}) {
    try {
      call();
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), FSL_ERROR_PREDICATE_REQUIRED);
      EXPECT_EQ(error.values(), (std::vector<std::uint64_t>{1, 0}));
    }
  }
}

template <typename Host>
void expect_unknown_id(const Host& host, std::uint64_t id, const char* text) {
  try {
    forced_split_levels(host.rich, host.legality, host.dep_graph, never);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), FSL_ERROR_MALFORMED_GRAPH);
    EXPECT_EQ(error.values(), std::vector<std::uint64_t>{id});
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TEST(DropIn, AnIdOutsideTheScheduleIsRefusedWhereverItStands) {
  plain_host::Host host = reduction_chain();
  host.dep_graph.depends_on[2].push_back(3);
  expect_unknown_id(host, 3, " 3;");
  host = reduction_chain();
  host.dep_graph.depends_on[70];  // a row without operands is a value too
  expect_unknown_id(host, 70, " 70;");
  host = reduction_chain();
  host.dep_graph.value_id_of[plain_host::hash_of(1)] = 8;
  expect_unknown_id(host, 8, " 8;");

  const std::int16_t negative[] = {-4};
  slice_host::Host slices = slice_host::from({{{0, {{}}}, {1, {{}}}}, {}, {}});
  slices.dep_graph.depends_on[1] = {negative, negative + 1};
  expect_unknown_id(slices, static_cast<std::uint64_t>(-4), " -4;");
  slices.dep_graph.depends_on = {{}, {}, {}, {negative, negative + 1}};
  expect_unknown_id(slices, 3, " 3;");
}

TEST(DropIn, ACycleIsToldInTheHostsIds) {
  const plain_host::Host host = plain_host::from({{{0, {{}}}, {1, {{}}}, {2, {{}}}}, {{1, 2}, {2, 1}, {0, 1}}, {}});
  try {
    levels_of(host, never);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), FSL_ERROR_CYCLE);
    EXPECT_EQ(std::set<std::uint64_t>(error.values().begin(), error.values().end()), (std::set<std::uint64_t>{1, 2}));
  }
}

}  // namespace
