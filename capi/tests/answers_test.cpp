// The answers beside the numbers, as a C++ host gets them: explain, explain_pass, verify, split_report, stats, draw,
// and compute within a budget. What is expected is derived by hand.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::Axis;
using forcedsplit::Drawing;
using forcedsplit::Error;
using forcedsplit::Explanation;
using forcedsplit::Graph;
using forcedsplit::GraphBuilder;
using forcedsplit::Picture;
using forcedsplit::Role;
using forcedsplit::Split;
using forcedsplit::Stats;
using forcedsplit::Verdict;

using HostInside = std::function<bool(std::size_t, std::size_t)>;
using Ids = std::vector<std::uint64_t>;
using Passes = std::vector<std::int32_t>;

template <typename Owner>
constexpr bool kMovesOnly = std::is_nothrow_move_constructible_v<Owner>&& std::is_nothrow_move_assignable_v<Owner> &&
                            !std::is_copy_constructible_v<Owner> && !std::is_copy_assignable_v<Owner>;
static_assert(kMovesOnly<Explanation> && kMovesOnly<Verdict> && kMovesOnly<Split> && kMovesOnly<Stats> &&
              kMovesOnly<Drawing>);

const HostInside yes = [](std::size_t, std::size_t) { return true; };

/// 10 carried; 11 reads 10 and is reduced; 12 reads 11, which is a question, and 13, which nothing keeps from coming
/// along; 14, without a legality cell, reads 12. With yes for the question their levels are 0, 1, 2, 0, 2.
Graph chain_graph() {
  GraphBuilder builder;
  builder.add_value(10, {Role::LoopCarried});
  builder.add_value(11, {Role::Reduction});
  builder.add_value(12, {});
  builder.add_value(13, {});
  builder.add_unclassified(14);
  for (const auto& [reader, operand] :
       std::array<std::pair<int, int>, 5>{{{11, 10}, {12, 11}, {12, 13}, {12, 11}, {14, 12}}}) {
    builder.add_operand(static_cast<std::uint64_t>(reader), static_cast<std::uint64_t>(operand));
  }
  return builder.finish();
}

/// Two nests, 7 and 3. Both 1 and 4 are at home in nest 7 and carried to nest 3: 1 is read in nest 7, 4 in nest 3
/// alone.
Graph nest_graph() {
  GraphBuilder builder;
  const std::int32_t seven = builder.add_loop("K", 0, 7);
  const std::int32_t three = builder.add_loop("L", 0, 3);
  const std::array<Axis, 2> both{{{Role::LoopLocal, "K", seven}, {Role::LoopCarried, "L", three}}};
  builder.add_value(0, {});
  builder.add_value(1, both);
  builder.add_value(2, {{Role::LoopLocal, "K", seven}});
  builder.add_value(4, both);
  builder.add_value(5, {{Role::LoopLocal, "L", three}});
  builder.add_operand(1, 0);
  builder.add_operand(2, 1);
  builder.add_operand(5, 4);
  return builder.finish();
}

Ids ids(std::size_t count, const std::uint64_t* values) { return Ids(values, values + count); }

TEST(Answers, AValuesChainIsExplainedFromLevelZeroUp) {
  const Explanation why = forcedsplit::explain(chain_graph(), 12, yes);
  EXPECT_EQ(why->value, 12u);
  EXPECT_EQ(why->listed, 1);
  EXPECT_EQ(why->pass, 2);
  EXPECT_EQ(why->level, 2);
  EXPECT_EQ(why->lift, FSL_LIFT_NONE);
  ASSERT_EQ(why->chain_count, 2u);
  EXPECT_EQ(why->chain[0].operand, 10u);
  EXPECT_EQ(why->chain[0].reader, 11u);
  EXPECT_EQ(why->chain[0].reason, FSL_REASON_CARRIED);
  EXPECT_EQ(why->chain[1].operand, 11u);
  EXPECT_EQ((*why).chain[1].reader, 12u);
  EXPECT_EQ(why->chain[1].reason, FSL_REASON_INSIDE);
  EXPECT_EQ(why.json(),
            R"({"value":12,"listed":true,"pass":2,"level":2,"chain":[{"reader":11,"operand":10,"reason":"carried"},)"
            R"({"reader":12,"operand":11,"reason":"reduction, inside the loop"}],"lift":"none","by":null})");
  EXPECT_EQ(why.json().data()[why.json().size()], '\0');
}

TEST(Answers, LiftedAndHeldValuesAreToldWithTheReader) {
  const Graph graph = chain_graph();
  const Explanation lifted = forcedsplit::explain(graph, 13, yes);
  EXPECT_EQ(lifted->level, 0);
  EXPECT_EQ(lifted->pass, 2);
  EXPECT_EQ(lifted->lift, FSL_LIFT_LIFTED);
  EXPECT_EQ(lifted->lift_reader, 12u);
  EXPECT_EQ(lifted->chain_count, 0u);
  const Explanation held = forcedsplit::explain(graph, 11, yes);
  EXPECT_EQ(held->lift, FSL_LIFT_HELD);
  EXPECT_EQ(held->lift_reader, 12u);
  const Explanation unlisted = forcedsplit::explain(graph, 14, yes);
  EXPECT_EQ(unlisted->listed, 0);
  EXPECT_EQ(unlisted->pass, 2);
}

TEST(Answers, WhatForcesAPassToExistIsExplained) {
  const Graph graph = chain_graph();
  EXPECT_EQ(forcedsplit::explain_pass(graph, 0, yes)->value, 10u);
  EXPECT_EQ(forcedsplit::explain_pass(graph, 1, yes)->value, 11u);
  EXPECT_EQ(forcedsplit::explain_pass(graph, 2, yes)->value, 12u);
}

TEST(Answers, AnybodysPassesAreVerified) {
  const Graph graph = chain_graph();
  const Verdict verdict = forcedsplit::verify(graph, Passes{0, 0, 0, 1, -1}, yes);
  EXPECT_EQ(verdict->legal, 0);
  EXPECT_EQ(verdict->assignment, 0);
  EXPECT_EQ(verdict.json(),
            R"({"legal":false,"assignment":false,"violations":[)"
            R"({"reader":11,"operand":10,"reason":"carried","reader_pass":0,"operand_pass":0},)"
            R"({"reader":12,"operand":11,"reason":"reduction, inside the loop","reader_pass":0,"operand_pass":0},)"
            R"({"reader":12,"operand":13,"reason":"plain","reader_pass":0,"operand_pass":1}],)"
            R"("differing":[{"value":11,"given":0,"expected":1},{"value":12,"given":0,"expected":2},)"
            R"({"value":13,"given":1,"expected":2}]})");
  ASSERT_EQ(verdict->violation_count, 3u);
  EXPECT_EQ(verdict->violations[2].operand_pass, 1);
  ASSERT_EQ(verdict->difference_count, 3u);
  EXPECT_EQ(verdict->differences[1].expected, 2);
}

TEST(Answers, PassesComeInAnyContainer) {
  const Graph graph = chain_graph();
  const std::array<int, 5> legal{0, 1, 2, 0, -1};  // 13 need not come along
  const Verdict verdict = forcedsplit::verify(graph, legal, yes);
  EXPECT_EQ(verdict->legal, 1);
  EXPECT_EQ(verdict->assignment, 0);
  const forcedsplit::Levels levels = forcedsplit::compute(graph, yes);
  EXPECT_EQ(forcedsplit::verify(graph, levels.passes(), yes)->assignment, 1);
  EXPECT_EQ(forcedsplit::verify(GraphBuilder().finish(), Passes{})->assignment, 1);
}

TEST(Answers, TheSplitIsReportedFromLoopFacts) {
  const Split split = forcedsplit::split_report(nest_graph());
  EXPECT_EQ(split.json(), R"({"nests":[{"nest":3,"passes":[{"pass":0,"values":[1]},{"pass":1,"values":[5]}]},)"
                          R"({"nest":7,"passes":[{"pass":1,"values":[2]}]}],)"
                          R"("materialized":[{"value":1,"nest":7,"pass":0,"bytes":null,"readers":[2]}],)"
                          R"("conflicts":[{"value":4,"nest":7,"loop":0,"readers":[5]}],"boundaries":null})");
  ASSERT_EQ(split->stage_count, 3u);
  EXPECT_EQ(split->stages[1].nest, 3u);
  EXPECT_EQ(split->stages[1].pass, 1);
  EXPECT_EQ(ids(split->stages[1].value_count, split->stages[1].values), Ids{5});
  ASSERT_EQ(split->materialized_count, 1u);
  EXPECT_EQ(split->materialized[0].value, 1u);
  EXPECT_EQ(ids(split->materialized[0].reader_count, split->materialized[0].readers), Ids{2});
  ASSERT_EQ(split->conflict_count, 1u);
  EXPECT_EQ(split->conflicts[0].loop, 0);
  EXPECT_EQ(split->has_sizes, 0);
  EXPECT_EQ(split->boundary_count, 0u);
}

TEST(Answers, StatisticsCount) {
  const Stats stats = forcedsplit::stats(chain_graph(), yes);
  EXPECT_EQ(stats.json(), R"({"values":5,"edges":4,"questions":1,"yes":1,"longest_chain":3,"lifted":1,"pinned":2,)"
                          R"("values_per_pass":[1,1,2]})");
  EXPECT_EQ(ids(stats->pass_count, stats->values_per_pass), (Ids{1, 1, 2}));
  EXPECT_EQ(forcedsplit::stats(nest_graph())->questions, 0u);
}

TEST(Answers, PicturesAreText) {
  const Graph graph = chain_graph();
  const Drawing dot = forcedsplit::draw(graph, Picture::Dot, yes);
  EXPECT_NE(dot.text().find("digraph"), std::string_view::npos);
  EXPECT_EQ(dot.text(), std::string(dot->text));
  EXPECT_EQ(dot.text(), forcedsplit::draw(graph, Picture::Dot, yes).text());
  const Drawing page = forcedsplit::draw(graph, Picture::Page, yes);
  EXPECT_NE(page.text().find("<html"), std::string_view::npos);
}

TEST(Answers, ABudgetIsKeptOrToldWithTheChainBeyondIt) {
  const Graph graph = chain_graph();
  EXPECT_EQ(forcedsplit::compute_within(graph, 3, yes).max_pass(), 2);
  EXPECT_EQ(forcedsplit::compute_within(graph, 0, yes).max_pass(), 2) << "0 is no budget";
  const auto beyond = forcedsplit::try_compute_within(graph, 2, yes);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().status(), FSL_ERROR_TOO_MANY_PASSES);
  EXPECT_EQ(beyond.error().values(), (Ids{10, 11, 12}));
  EXPECT_THROW(forcedsplit::compute_within(graph, 1, yes), Error);
  EXPECT_EQ(forcedsplit::compute_within(nest_graph(), 2).max_pass(), 1);
}

TEST(Answers, OutliveTheGraphAndMove) {
  Explanation why = [] { return forcedsplit::explain(chain_graph(), 12, yes); }();
  const std::string line(why.json());
  Explanation other = std::move(why);
  EXPECT_EQ(other.json(), line);
  other = forcedsplit::explain(chain_graph(), 13, yes);  // releases the first
  EXPECT_EQ(other->value, 13u);
  why = std::move(other);
  EXPECT_EQ(why->value, 13u);
  forcedsplit::Result<Stats> stats = forcedsplit::try_stats(chain_graph(), yes);
  const Stats taken = *std::move(stats);
  EXPECT_EQ(taken->values, 5u);
}

TEST(Answers, MovedFromOnesReadAsNothing) {
  Explanation why = forcedsplit::explain(chain_graph(), 12, yes);
  const Explanation other = std::move(why);
  EXPECT_EQ(why->chain_count, 0u);   // NOLINT: what is promised of a moved-from object
  EXPECT_EQ((*why).chain, nullptr);  // NOLINT
  EXPECT_TRUE(why.json().empty());   // NOLINT
  Drawing picture = forcedsplit::draw(nest_graph(), Picture::Dot);
  const Drawing taken = std::move(picture);
  EXPECT_TRUE(picture.text().empty());  // NOLINT
  EXPECT_FALSE(taken.text().empty());
}

template <typename T>
void expect_refused(const forcedsplit::Result<T>& result, fsl_status status, const Ids& values) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().status(), status) << result.error().what();
  EXPECT_EQ(result.error().values(), values);
}

TEST(Answers, ToAskForWhatIsNotThereIsAnInvalidArgument) {
  const Graph graph = chain_graph();
  expect_refused(forcedsplit::try_explain(graph, 15, yes), FSL_ERROR_INVALID_ARGUMENT, {15});
  expect_refused(forcedsplit::try_explain_pass(graph, 3, yes), FSL_ERROR_INVALID_ARGUMENT, {});
  expect_refused(forcedsplit::try_explain_pass(graph, -1, yes), FSL_ERROR_INVALID_ARGUMENT, {});
  expect_refused(forcedsplit::try_verify(graph, Passes{0, 1, 2, 2}, yes), FSL_ERROR_INVALID_ARGUMENT, {});
  EXPECT_EQ(forcedsplit::try_verify(graph, Passes{0, -1, 2, 2, 0}, yes).error().status(), FSL_ERROR_INVALID_ARGUMENT);
  expect_refused(forcedsplit::try_split_report(graph, yes), FSL_ERROR_INVALID_ARGUMENT, {});
}

/// Each of the calls, as its try_ form and as the one that throws.
struct Door {
  const char* name;
  fsl_status (*tried)(const Graph&, const HostInside&);
  void (*thrown)(const Graph&, const HostInside&);
};

template <typename T>
fsl_status status_of(const forcedsplit::Result<T>& result) {
  return result ? FSL_OK : result.error().status();
}

const Passes anybodys(5, 0);

const std::array<Door, 7> kDoors{{
    {"explain", [](const Graph& g, const HostInside& inside) { return status_of(try_explain(g, 11, inside)); },
     [](const Graph& g, const HostInside& inside) { explain(g, 11, inside); }},
    {"explain_pass", [](const Graph& g, const HostInside& inside) { return status_of(try_explain_pass(g, 0, inside)); },
     [](const Graph& g, const HostInside& inside) { explain_pass(g, 0, inside); }},
    {"verify", [](const Graph& g, const HostInside& inside) { return status_of(try_verify(g, anybodys, inside)); },
     [](const Graph& g, const HostInside& inside) { verify(g, anybodys, inside); }},
    {"split_report", [](const Graph& g, const HostInside& inside) { return status_of(try_split_report(g, inside)); },
     [](const Graph& g, const HostInside& inside) { split_report(g, inside); }},
    {"stats", [](const Graph& g, const HostInside& inside) { return status_of(try_stats(g, inside)); },
     [](const Graph& g, const HostInside& inside) { stats(g, inside); }},
    {"draw", [](const Graph& g, const HostInside& inside) { return status_of(try_draw(g, Picture::Dot, inside)); },
     [](const Graph& g, const HostInside& inside) { draw(g, Picture::Dot, inside); }},
    {"compute_within",
     [](const Graph& g, const HostInside& inside) { return status_of(try_compute_within(g, 9, inside)); },
     [](const Graph& g, const HostInside& inside) { compute_within(g, 9, inside); }},
}};

class EveryAnswer : public testing::TestWithParam<Door> {};

/// 11 to 14 read 10, which is reduced: four questions. It has loop facts, so that there is a split to report, but no
/// value is in the loop.
Graph asking_graph() {
  GraphBuilder builder;
  builder.add_loop("K", 0, 0);
  builder.add_value(10, {Role::Reduction});
  builder.add_value(11, {});
  for (std::uint64_t id = 12; id < 15; ++id) {
    builder.add_value(id, {});
    builder.add_operand(id, 10);
  }
  builder.add_operand(11, 10);
  return builder.finish();
}

TEST_P(EveryAnswer, AsksOnceAndInOrder) {
  std::vector<std::pair<std::size_t, std::size_t>> asked;
  const HostInside inside = [&](std::size_t reader, std::size_t source) {
    asked.emplace_back(reader, source);
    return false;
  };
  EXPECT_EQ(GetParam().tried(asking_graph(), inside), FSL_OK);
  EXPECT_EQ(asked, (std::vector<std::pair<std::size_t, std::size_t>>{{11, 10}, {12, 10}, {13, 10}, {14, 10}}));
}

/// Neither copied nor moved: only the object that was thrown can arrive.
struct Unique {
  Unique(const Unique** at, int& alive) : alive_(alive) {
    ++alive_;
    *at = this;
  }
  Unique(const Unique&) = delete;
  ~Unique() { --alive_; }
  int& alive_;
};

TEST_P(EveryAnswer, ThrowsWhatThePredicateThrowsTheSameObject) {
  const Graph graph = asking_graph();
  const Unique* thrown = nullptr;
  int alive = 0;
  int asked = 0;
  const HostInside throws = [&](std::size_t, std::size_t) -> bool {
    if (++asked % 2 == 1) return true;
    throw Unique(&thrown, alive);
  };
  const std::array<std::function<void()>, 2> calls{[&] { GetParam().thrown(graph, throws); },
                                                   [&] { GetParam().tried(graph, throws); }};
  for (const auto& call : calls) {
    try {
      call();
      ADD_FAILURE() << "nothing thrown";
    } catch (const Unique& caught) {
      EXPECT_EQ(&caught, thrown);
      EXPECT_EQ(alive, 1);
    }
    EXPECT_EQ(alive, 0) << "the exception leaks";
  }
  EXPECT_EQ(asked, 4) << "asked on after the exception";
  EXPECT_EQ(GetParam().tried(graph, yes), FSL_OK) << "the library works on";
}

TEST_P(EveryAnswer, MayBeAskedForInThePredicateOfAnother) {
  const Graph graph = asking_graph();
  int asked = 0;
  const HostInside outer = [&](std::size_t, std::size_t) {
    for (const Door& door : kDoors) EXPECT_EQ(door.tried(graph, yes), FSL_OK) << door.name;
    return ++asked > 0;
  };
  GetParam().thrown(graph, outer);
  EXPECT_EQ(asked, 4);
}

TEST_P(EveryAnswer, ThrowsTheGraphsOwnFaultsAsErrors) {
  const HostInside nothing;
  const Graph unanswered = chain_graph();
  EXPECT_EQ(GetParam().tried(unanswered, nothing), FSL_ERROR_PREDICATE_REQUIRED) << "an empty function is not given";
  try {
    GetParam().thrown(unanswered, nothing);
    ADD_FAILURE() << "nothing thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), FSL_ERROR_PREDICATE_REQUIRED);
    EXPECT_EQ(error.values(), (Ids{12, 11}));
  }
  GraphBuilder builder;
  builder.add_value(11, {});
  builder.add_operand(11, 11);
  EXPECT_EQ(GetParam().tried(builder.finish(), yes), FSL_ERROR_CYCLE);
  builder.add_value(11, {static_cast<Role>(9)});
  EXPECT_EQ(GetParam().tried(builder.finish(), yes), FSL_ERROR_MALFORMED_GRAPH);
}

INSTANTIATE_TEST_SUITE_P(Doors, EveryAnswer, testing::ValuesIn(kDoors),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Answers, TakeBytesOfAnyKindAndNoPredicate) {
  EXPECT_EQ(forcedsplit::try_stats(std::string_view("no graph")).error().status(), FSL_ERROR_MALFORMED_GRAPH);
  const Graph graph = nest_graph();
  const std::vector<std::byte> bytes(reinterpret_cast<const std::byte*>(graph.data()),
                                     reinterpret_cast<const std::byte*>(graph.data()) + graph.size());
  EXPECT_EQ(forcedsplit::stats(bytes)->values, 5u);
  EXPECT_EQ(forcedsplit::stats(bytes, nullptr)->values, 5u);
  bool (*const no_function)(std::size_t, std::size_t) = nullptr;
  EXPECT_EQ(forcedsplit::explain(bytes, 2, no_function)->pass, 1);
}

TEST(Answers, TakePredicatesThatChangeAndAreNotCopied) {
  struct Counting {
    Counting() = default;
    Counting(const Counting&) = delete;
    bool operator()(std::size_t, std::size_t) { return ++asked > 0; }
    int asked = 0;
  };
  Counting counting;
  EXPECT_EQ(forcedsplit::explain(chain_graph(), 12, counting)->level, 2);
  EXPECT_EQ(counting.asked, 1);
  EXPECT_EQ(forcedsplit::stats(chain_graph(), Counting())->yes, 1u);
}

}  // namespace
