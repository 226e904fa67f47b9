// forcedsplit::Error: every fault that SPEC, Bad input names, as a C++ host sees it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::compute;
using forcedsplit::Error;
using forcedsplit::Graph;
using forcedsplit::GraphBuilder;
using forcedsplit::Role;

static_assert(std::is_nothrow_copy_constructible_v<Error>, "an exception's copy must not throw");
static_assert(std::is_base_of_v<std::runtime_error, Error>);

template <typename Call>
Error error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return Error(FSL_OK, "");
}

TEST(Errors, ACycleIsNamedInItsOrder) {
  GraphBuilder builder;
  for (const std::uint64_t id : {12u, 9u, 7u}) builder.add_value(id, {});
  builder.add_operand(7, 9);
  builder.add_operand(9, 12);
  builder.add_operand(12, 7);
  const Graph graph = builder.finish();
  const Error error = error_of([&] { compute(graph); });
  EXPECT_EQ(error.status(), FSL_ERROR_CYCLE);
  ASSERT_EQ(error.values().size(), 3u);
  const auto reads = [](std::uint64_t id) { return id == 7 ? 9 : id == 9 ? 12 : 7; };
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(error.values()[(i + 1) % 3], static_cast<std::uint64_t>(reads(error.values()[i])));
  }
  EXPECT_NE(std::string(error.what()).find("7 reads 9"), std::string::npos) << error.what();
}

TEST(Errors, AMissingPredicateIsToldWithTheFirstEdgeToAskAbout) {
  GraphBuilder builder;
  builder.add_value(100, {Role::Reduction});
  builder.add_value(50, {});
  builder.add_value(60, {});
  builder.add_operand(60, 100);
  builder.add_operand(50, 100);
  const Graph graph = builder.finish();
  for (const Error& error : {error_of([&] { compute(graph); }), error_of([&] { compute(graph, nullptr); })}) {
    EXPECT_EQ(error.status(), FSL_ERROR_PREDICATE_REQUIRED);
    EXPECT_EQ(error.values(), (std::vector<std::uint64_t>{50, 100}));
  }
}

TEST(Errors, BytesThatAreNoGraphAreMalformed) {
  const auto inside = [](std::size_t, std::size_t) { return true; };
  EXPECT_EQ(error_of([] { compute(std::string_view("not a FlatBuffer at all")); }).status(), FSL_ERROR_MALFORMED_GRAPH);
  EXPECT_EQ(error_of([&] { compute(std::vector<std::byte>(64), inside); }).status(), FSL_ERROR_MALFORMED_GRAPH);
  GraphBuilder builder;
  builder.add_value(0, {});
  const Graph graph = builder.finish();
  const std::vector<std::uint8_t> cut(graph.data(), graph.data() + graph.size() / 2);
  EXPECT_EQ(error_of([&] { compute(cut); }).status(), FSL_ERROR_MALFORMED_GRAPH);
}

TEST(Errors, AnUnknownRoleIsMalformed) {
  GraphBuilder builder;
  builder.add_value(31, {static_cast<Role>(9)});
  const Graph graph = builder.finish();
  const Error error = error_of([&] { compute(graph); });
  EXPECT_EQ(error.status(), FSL_ERROR_MALFORMED_GRAPH);
  EXPECT_NE(std::string(error.what()).find("31"), std::string::npos) << error.what();
}

TEST(Errors, MalformedComesBeforeACycleAndACycleBeforeAMissingPredicate) {
  GraphBuilder builder;
  builder.add_value(0, {Role::Reduction});
  builder.add_value(1, {});
  builder.add_value(2, {});
  builder.add_operand(1, 0);  // a question
  builder.add_operand(2, 2);  // a cycle
  const Graph cyclic = builder.finish();
  EXPECT_EQ(error_of([&] { compute(cyclic); }).status(), FSL_ERROR_CYCLE);
  builder.add_value(0, {static_cast<Role>(200)});
  builder.add_operand(0, 0);
  const Graph malformed = builder.finish();
  EXPECT_EQ(error_of([&] { compute(malformed); }).status(), FSL_ERROR_MALFORMED_GRAPH);
}

TEST(Errors, NobodyIsAskedAboutAGraphThatIsRefused) {
  GraphBuilder builder;
  builder.add_value(0, {Role::Reduction});
  builder.add_value(1, {});
  builder.add_operand(1, 0);
  builder.add_operand(0, 1);
  const Graph graph = builder.finish();
  int asked = 0;
  const auto inside = [&](std::size_t, std::size_t) { return ++asked > 0; };
  EXPECT_EQ(error_of([&] { compute(graph, inside); }).status(), FSL_ERROR_CYCLE);
  EXPECT_EQ(asked, 0);
}

TEST(Errors, CopiesShareTheValuesAndOutliveTheOriginal) {
  std::vector<Error> kept;
  {
    const Error error(FSL_ERROR_CYCLE, "1 reads 2 reads 1", {1, 2});
    kept.push_back(error);
  }
  EXPECT_EQ(kept[0].values(), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_STREQ(kept[0].what(), "1 reads 2 reads 1");
}

}  // namespace
