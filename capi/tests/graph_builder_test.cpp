// GraphBuilder: what is added stands in the FlatBuffer, seen through FlatBuffers' own accessors.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <list>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::Axis;
using forcedsplit::Error;
using forcedsplit::Graph;
using forcedsplit::GraphBuilder;
using forcedsplit::Role;

/// The table in the bytes, which must be a valid FSLG buffer.
const fslg::Graph& table_of(const Graph& graph) {
  flatbuffers::Verifier verifier(graph.data(), graph.size());
  EXPECT_TRUE(fslg::VerifyGraphBuffer(verifier));
  return *fslg::GetGraph(graph.data());
}

template <typename T = std::int64_t, typename Column>
std::vector<T> list_of(const Column* column) {
  std::vector<T> result;
  if (column == nullptr) return {static_cast<T>(-99)};  // told apart from an empty one
  for (const auto element : *column) result.push_back(static_cast<T>(element));
  return result;
}

std::vector<std::string> strings_of(const flatbuffers::Vector<flatbuffers::Offset<flatbuffers::String>>* column) {
  std::vector<std::string> result;
  for (const auto* element : *column) result.push_back(element->str());
  return result;
}

using List = std::vector<std::int64_t>;

TEST(GraphBuilder, WithoutValuesMakesTheEmptyGraph) {
  const Graph graph = GraphBuilder().finish();
  EXPECT_EQ(table_of(graph).value_count(), 0u);
  EXPECT_EQ(forcedsplit::compute(graph).size(), 0u);
}

TEST(GraphBuilder, RolesAndEdgesBecomeRows) {
  GraphBuilder builder;
  builder.add_operand(2, 1);  // edges may come before their values
  builder.add_operand(2, 0);
  builder.add_operand(1, 0);
  builder.add_value(0, {Role::LoopCarried});
  builder.add_value(1, {});
  builder.add_value(2, {Role::Reduction, Role::LoopInvariant});
  const Graph graph = builder.finish();
  const fslg::Graph& table = table_of(graph);
  EXPECT_EQ(table.value_count(), 3u);
  EXPECT_EQ(list_of(table.operand_offsets()), (List{0, 0, 1, 3}));
  EXPECT_EQ(list_of(table.operands()), (List{0, 1, 0}));
  EXPECT_EQ(list_of(table.axis_offsets()), (List{0, 1, 1, 3}));
  EXPECT_EQ(list_of(table.axis_roles()), (List{2, 1, 3}));
}

TEST(GraphBuilder, WritesNoColumnThatSaysNothing) {
  GraphBuilder builder;
  builder.add_value(0, {Role::LoopLocal});
  builder.add_value(1, {});
  const Graph graph = builder.finish();
  const fslg::Graph& table = table_of(graph);
  EXPECT_EQ(table.ids(), nullptr);
  EXPECT_EQ(table.axis_spaces(), nullptr);
  EXPECT_EQ(table.axis_loops(), nullptr);
  EXPECT_EQ(table.unclassified(), nullptr);
  EXPECT_EQ(table.loops(), nullptr);
  EXPECT_EQ(table.spaces(), nullptr);
}

TEST(GraphBuilder, IdsThatAreNotPositionsAreKeptAndFoundInEdges) {
  const std::uint64_t huge = 0xffffffffffffffffu;
  for (const std::vector<std::uint64_t>& ids : {std::vector<std::uint64_t>{5, 9, huge}, {huge, 5, 9}, {0, 1, 3}}) {
    GraphBuilder builder;
    for (const std::uint64_t id : ids) builder.add_value(id, {});
    builder.add_operand(ids[2], ids[0]);
    builder.add_operand(ids[1], ids[2]);
    const Graph graph = builder.finish();
    EXPECT_EQ(list_of<std::uint64_t>(table_of(graph).ids()), ids);
    EXPECT_EQ(list_of(table_of(graph).operand_offsets()), (List{0, 0, 1, 2}));
    EXPECT_EQ(list_of(table_of(graph).operands()), (List{2, 0}));
  }
}

TEST(GraphBuilder, UnclassifiedValuesAreListedByPosition) {
  GraphBuilder builder;
  builder.add_value(10, {});
  builder.add_unclassified(20);
  builder.add_value(30, {Role::Reduction});
  builder.add_unclassified(40);
  const Graph graph = builder.finish();
  EXPECT_EQ(list_of(table_of(graph).unclassified()), (List{1, 3}));
  EXPECT_EQ(list_of(table_of(graph).axis_offsets()), (List{0, 0, 0, 1, 1}));
}

TEST(GraphBuilder, AxesCarrySpacesAndLoops) {
  GraphBuilder builder;
  const std::int32_t outer = builder.add_loop("K", 0, 4);
  const std::int32_t inner = builder.add_loop(std::string("i"), 2, 4);
  EXPECT_EQ(outer, 0);
  EXPECT_EQ(inner, 1);
  builder.add_value(0, {{Role::Reduction, "K", outer}, {Role::LoopLocal, "i", inner}});
  builder.add_value(1, {{Role::LoopCarried, "a", -1}});
  builder.add_value(2, {Role::LoopInvariant});
  const Graph graph = builder.finish();
  const fslg::Graph& table = table_of(graph);
  EXPECT_EQ(list_of(table.axis_roles()), (List{1, 0, 2, 3}));
  EXPECT_EQ(list_of(table.axis_loops()), (List{0, 1, -1, -1}));
  const std::vector<std::string> spaces = strings_of(table.spaces());
  std::vector<std::string> named;
  for (const std::int64_t space : list_of(table.axis_spaces()))
    named.push_back(spaces.at(static_cast<std::size_t>(space)));
  EXPECT_EQ(named, (std::vector<std::string>{"K", "i", "a", ""}));
  ASSERT_EQ(table.loops()->size(), 2u);
  EXPECT_EQ(spaces.at(table.loops()->Get(1)->space()), "i");
  EXPECT_EQ(table.loops()->Get(1)->slot(), 2);
  EXPECT_EQ(table.loops()->Get(1)->nest(), 4u);
}

TEST(GraphBuilder, NumbersOfSpacesAreKeptAsTheyAre) {
  GraphBuilder builder;
  builder.add_loop(3, 0, 0);
  builder.add_value(0, {{Role::Reduction, 0, 0}, {Role::LoopLocal, std::uint64_t{65535}, -1}});
  const Graph graph = builder.finish();
  EXPECT_EQ(list_of(table_of(graph).axis_spaces()), (List{0, 65535}));
  EXPECT_EQ(table_of(graph).loops()->Get(0)->space(), 3);
  EXPECT_EQ(table_of(graph).spaces(), nullptr);
}

TEST(GraphBuilder, ASpaceThatIsNoNumberOf16BitsIsToldByFinish) {
  const auto told = [](auto number, bool of_a_loop) {
    GraphBuilder builder;
    if (of_a_loop) builder.add_loop(number, 0, 0);
    builder.add_value(0, {{Role::Reduction, number, -1}});
    builder.add_loop(-77, 0, 0);  // the first fault is the one that is told
    const forcedsplit::Result<Graph> graph = builder.try_finish();
    EXPECT_FALSE(graph);
    EXPECT_EQ(graph.error().status(), FSL_ERROR_INVALID_ARGUMENT);
    EXPECT_THROW(builder.finish(), Error);
    return std::string(graph.error().what());
  };
  for (const bool of_a_loop : {false, true}) {
    EXPECT_EQ(told(-1, of_a_loop), "space -1 is not in 0..65535");
    EXPECT_EQ(told(65536, of_a_loop), "space 65536 is not in 0..65535");
    EXPECT_EQ(told(std::uint64_t{1} << 32, of_a_loop), "space 4294967296 is not in 0..65535");
  }
}

TEST(GraphBuilder, MoreNamesOfSpacesThanNumbersAreToldByFinish) {
  GraphBuilder builder;
  for (int k = 0; k < 65536; ++k) builder.add_loop(std::to_string(k), 0, 0);
  builder.add_loop("one more", 0, 0);
  const forcedsplit::Result<Graph> graph = builder.try_finish();
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().status(), FSL_ERROR_TOO_LARGE);
}

TEST(GraphBuilder, EveryNumberMayHaveAName) {
  GraphBuilder builder;
  for (int k = 0; k < 65536; ++k) builder.add_loop(std::to_string(k), 0, 0);
  builder.add_value(0, {{Role::Reduction, "65535", 0}});
  const Graph named = builder.finish();
  EXPECT_EQ(list_of(table_of(named).axis_spaces()), List{65535});

  for (int k = 0; k < 65536; ++k) builder.add_loop(std::to_string(k), 0, 0);
  builder.add_value(0, {Role::Reduction});  // plain roles have no space at all: no name is needed
  const Graph plain = builder.finish();
  EXPECT_EQ(table_of(plain).axis_spaces(), nullptr);

  for (int k = 0; k < 65536; ++k) builder.add_loop(std::to_string(k), 0, 0);
  builder.add_value(0, {{Role::Reduction, "0", 0}, Role::LoopLocal});  // beside others they need the name ""
  const forcedsplit::Result<Graph> graph = builder.try_finish();
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().status(), FSL_ERROR_TOO_LARGE);
}

TEST(GraphBuilder, OnlyNamedSpacesAreNamed) {
  GraphBuilder builder;
  const std::int32_t loop = builder.add_loop("K", 0, 0);
  builder.add_value(0, {{Role::Reduction, "K", loop}});
  const Graph graph = builder.finish();
  EXPECT_EQ(strings_of(table_of(graph).spaces()), std::vector<std::string>{"K"});
}

TEST(GraphBuilder, TakesAxesFromAnyRange) {
  GraphBuilder builder;
  const Role roles[] = {Role::Reduction, Role::LoopLocal};
  builder.add_value(0, roles);
  builder.add_value(1, std::vector<Role>{Role::LoopCarried});
  builder.add_value(2, std::list<Axis>{Role::LoopInvariant, {Role::Reduction, "K", 7}});
  builder.add_value(3, std::vector<std::tuple<Role, std::string, int>>{{Role::Reduction, "i", 1}});
  builder.add_value(4, std::array<std::tuple<Role, int, std::size_t>, 1>{{{Role::LoopLocal, 1, 2}}});
  builder.add_value(5, std::vector<Role>());
  const Graph graph = builder.finish();
  EXPECT_EQ(list_of(table_of(graph).axis_offsets()), (List{0, 2, 3, 5, 6, 7, 7}));
  EXPECT_EQ(list_of(table_of(graph).axis_roles()), (List{1, 0, 2, 3, 1, 1, 0}));
  EXPECT_EQ(list_of(table_of(graph).axis_loops()), (List{-1, -1, -1, -1, 7, 1, 2}));
}

TEST(GraphBuilder, LoopFactsAnswerWithoutAPredicate) {
  for (const std::int32_t reader_loop : {0, -1}) {
    GraphBuilder builder;
    builder.add_loop("K", 0, 0);
    builder.add_value(0, {{Role::Reduction, "K", 0}});
    builder.add_value(1, {{Role::LoopLocal, "K", reader_loop}});
    builder.add_operand(1, 0);
    const Graph graph = builder.finish();
    EXPECT_EQ(forcedsplit::compute(graph).pass(1), reader_loop == 0 ? 1 : 0);
    // A predicate wins over them.
    EXPECT_EQ(forcedsplit::compute(graph, [](std::size_t, std::size_t) { return true; }).pass(1), 1);
    EXPECT_EQ(forcedsplit::compute(graph, [](std::size_t, std::size_t) { return false; }).pass(1), 0);
  }
}

TEST(GraphBuilder, SpacesAloneAreNoLoopFacts) {
  GraphBuilder builder;
  builder.add_value(0, {{Role::Reduction, "K", -1}});
  builder.add_value(1, {});
  builder.add_operand(1, 0);
  const Graph graph = builder.finish();
  EXPECT_THROW(forcedsplit::compute(graph), Error);
}

TEST(GraphBuilder, AnAxisOnALoopThatNobodyAddedIsRefused) {
  GraphBuilder builder;
  builder.add_value(0, {{Role::Reduction, "K", 0}});
  const Graph graph = builder.finish();
  EXPECT_THROW(forcedsplit::compute(graph), Error);
}

TEST(GraphBuilder, RefusesAnIdThatIsAddedTwice) {
  GraphBuilder builder;
  for (const std::uint64_t id : {4u, 8u, 4u}) builder.add_value(id, {});
  try {
    builder.finish();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), FSL_ERROR_MALFORMED_GRAPH);
    EXPECT_EQ(error.values(), std::vector<std::uint64_t>{4});
  }
}

TEST(GraphBuilder, RefusesAnEdgeOfAnUnknownValueAndStaysAsItWas) {
  for (const std::uint64_t first : {0u, 70u}) {
    GraphBuilder builder;
    builder.add_value(first, {});
    builder.add_operand(first, 99);
    try {
      builder.finish();
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), FSL_ERROR_MALFORMED_GRAPH);
      EXPECT_EQ(error.values(), (std::vector<std::uint64_t>{first, 99}));
    }
    builder.add_value(99, {Role::LoopCarried});  // what was missing
    EXPECT_EQ(forcedsplit::compute(builder.finish()).pass(first), 1);
  }
}

/// A host's range whose second role cannot be had.
struct ThrowingRange {
  struct Iterator {
    int at;
    Role operator*() const { return at == 0 ? Role::LoopCarried : throw 5; }
    Iterator& operator++() { return ++at, *this; }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  Iterator begin() const { return {0}; }
  Iterator end() const { return {2}; }
};

TEST(GraphBuilder, AFailedAddValueLeavesNothingBehind) {
  GraphBuilder builder;
  builder.add_value(0, {});
  EXPECT_THROW(builder.add_value(1, ThrowingRange()), int);
  builder.add_value(1, {Role::Reduction});
  const Graph graph = builder.finish();
  EXPECT_EQ(table_of(graph).value_count(), 2u);
  EXPECT_EQ(list_of(table_of(graph).axis_roles()), List{1});
}

TEST(GraphBuilder, IsEmptyAfterFinish) {
  GraphBuilder builder;
  builder.add_loop("K", 0, 0);
  builder.add_value(7, {{Role::LoopCarried, "K", 0}});
  builder.add_operand(7, 7);
  builder.finish();
  builder.add_value(0, {});
  const Graph graph = builder.finish();
  EXPECT_EQ(table_of(graph).value_count(), 1u);
  EXPECT_EQ(table_of(graph).ids(), nullptr);
  EXPECT_EQ(table_of(graph).operands()->size(), 0u);
  EXPECT_EQ(table_of(graph).loops(), nullptr);
  EXPECT_EQ(table_of(graph).spaces(), nullptr);
}

TEST(GraphBuilder, TheGraphOutlivesItsBuilderAndMoves) {
  static_assert(!std::is_copy_constructible_v<Graph> && std::is_nothrow_move_constructible_v<Graph>);
  Graph moved = [] {
    GraphBuilder builder;
    builder.add_value(3, {});
    return builder.finish();
  }();
  const Graph graph = std::move(moved);
  EXPECT_EQ(list_of(table_of(graph).ids()), List{3});
}

TEST(GraphBuilder, ColumnsAreAlignedForReadingInPlace) {
  for (std::uint64_t values = 0; values < 20; ++values) {
    GraphBuilder builder;
    for (std::uint64_t v = 0; v < values; ++v) builder.add_value(v + 1, {{Role::LoopLocal, "K", -1}});
    const Graph graph = builder.finish();
    const fslg::Graph& table = table_of(graph);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table.ids() != nullptr ? table.ids()->data() : nullptr) % 8, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(table.operand_offsets()->data()) % 4, 0u);
  }
}

TEST(GraphBuilder, MoreThanTwoGigabytesAreRefusedBeforeAnythingIsWritten) {
  forcedsplit::detail::GraphShape shape;
  shape.operands = std::size_t{1} << 29;  // 2^31 bytes
  const auto capacity = forcedsplit::detail::capacity_of(shape);
  ASSERT_FALSE(capacity);
  EXPECT_EQ(capacity.error().status(), FSL_ERROR_TOO_LARGE);
  EXPECT_NE(std::string(capacity.error().what()).find("2147483647"), std::string::npos) << capacity.error().what();
  shape.operands = ~std::size_t{0} / 4;  // must not wrap around
  EXPECT_FALSE(forcedsplit::detail::capacity_of(shape));
}

}  // namespace
