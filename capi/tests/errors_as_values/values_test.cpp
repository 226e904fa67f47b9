// The smaller surface of a program that was compiled with -fno-exceptions, -fno-rtti, both or neither: errors are
// values, and what would throw them is not declared.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check.h"
#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::Error;
using forcedsplit::ForcedSplitLevels;
using forcedsplit::Graph;
using forcedsplit::GraphBuilder;
using forcedsplit::Levels;
using forcedsplit::Result;
using forcedsplit::Role;
using forcedsplit::try_compute;
using forcedsplit::try_forced_split_levels;

using Ids = std::vector<std::uint64_t>;

/// Value 2k+1 reads value 2k, which is reduced.
Graph asking_graph(std::uint64_t questions) {
  GraphBuilder builder;
  for (std::uint64_t k = 0; k < questions; ++k) {
    builder.add_value(2 * k, {Role::Reduction});
    builder.add_value(2 * k + 1, {});
    builder.add_operand(2 * k + 1, 2 * k);
  }
  return *builder.try_finish();
}

void a_graph_is_built_and_computed() {
  GraphBuilder builder;
  const std::int32_t loop = builder.add_loop("K", 0, 0);
  builder.add_value(7, {{Role::Reduction, "K", loop}});
  builder.add_value(9, {{Role::LoopLocal, "K", loop}});
  builder.add_unclassified(11);
  builder.add_operand(9, 7);
  const Result<Graph> graph = builder.try_finish();
  CHECK(graph.has_value());
  const Result<Levels> by_loop_facts = try_compute(*graph);
  CHECK(by_loop_facts.has_value());
  CHECK_INT(by_loop_facts->pass(9), 1);
  const Result<Levels> by_predicate = try_compute(*graph, [](std::size_t, std::size_t) { return false; });
  CHECK_INT(by_predicate->pass(9), 0);
  CHECK_INT(by_predicate->to_struct().pass_of.size(), 2);
}

void every_question_is_asked_once_in_order() {
  std::vector<std::pair<std::size_t, std::size_t>> asked;
  const auto inside = [&](std::size_t reader, std::size_t source) {
    asked.emplace_back(reader, source);
    return reader == 3;
  };
  const Result<Levels> levels = try_compute(asking_graph(3), inside);
  CHECK(asked == (std::vector<std::pair<std::size_t, std::size_t>>{{1, 0}, {3, 2}, {5, 4}}));
  CHECK_INT(levels->pass(3), 1);
  CHECK_INT(levels->pass(5), 0);
}

void a_predicate_may_compute() {
  const Graph graph = asking_graph(4);
  const auto inner = [](std::size_t, std::size_t) { return true; };
  const auto outer = [&](std::size_t, std::size_t) { return try_compute(graph, inner)->max_pass() == 1; };
  CHECK_INT(try_compute(graph, outer)->max_pass(), 1);
}

void expect_error(const Error& error, fsl_status status, const Ids& values, const char* part) {
  CHECK_INT(error.status(), status);
  CHECK(error.values() == values);
  CHECK_TEXT(error.what(), part);
}

void errors_of_compute_are_values() {
  const Result<Levels> unanswered = try_compute(asking_graph(1));
  CHECK(!unanswered);
  expect_error(unanswered.error(), FSL_ERROR_PREDICATE_REQUIRED, {1, 0}, "value 1 ");
  const std::function<bool(std::size_t, std::size_t)> nothing;
  CHECK_INT(try_compute(asking_graph(1), nothing).error().status(), FSL_ERROR_PREDICATE_REQUIRED);
  CHECK_INT(try_compute(std::string_view("no graph")).error().status(), FSL_ERROR_MALFORMED_GRAPH);
  GraphBuilder builder;
  builder.add_value(0, {});
  builder.add_value(1, {});
  builder.add_operand(1, 0);
  builder.add_operand(0, 1);
  CHECK_INT(try_compute(*builder.try_finish()).error().status(), FSL_ERROR_CYCLE);
  CHECK_INT(Levels::adopt(nullptr).error().status(), FSL_ERROR_INVALID_HANDLE);
}

void errors_of_the_builder_are_values() {
  GraphBuilder unknown;
  unknown.add_value(4, {});
  unknown.add_operand(4, 5);
  expect_error(unknown.try_finish().error(), FSL_ERROR_MALFORMED_GRAPH, {4, 5}, "no value has the id 5");
  unknown.add_value(5, {});
  CHECK(unknown.try_finish().has_value());

  GraphBuilder twice;
  for (const std::uint64_t id : {8u, 3u, 8u}) twice.add_value(id, {});
  expect_error(twice.try_finish().error(), FSL_ERROR_MALFORMED_GRAPH, {8}, "8 was added twice");

  GraphBuilder space;
  space.add_value(0, {{Role::Reduction, 70000, -1}});
  expect_error(space.try_finish().error(), FSL_ERROR_INVALID_ARGUMENT, {}, "space 70000");

  forcedsplit::detail::GraphShape shape;
  shape.operands = std::size_t{1} << 29;  // 2^31 bytes
  const Result<std::size_t> capacity = forcedsplit::detail::capacity_of(shape);
  CHECK(!capacity);
  CHECK_INT(capacity.error().status(), FSL_ERROR_TOO_LARGE);
}

void answers_are_values_and_so_are_their_errors() {
  const auto yes = [](std::size_t, std::size_t) { return true; };
  const Graph graph = asking_graph(2);
  CHECK_INT((*forcedsplit::try_explain(graph, 3, yes))->level, 1);
  CHECK_INT((*forcedsplit::try_explain_pass(graph, 1, yes))->value, 1);
  CHECK_INT((*forcedsplit::try_verify(graph, std::vector<std::int32_t>(4), yes))->violation_count, 2);
  CHECK_INT((*forcedsplit::try_stats(graph, yes))->yes, 2);
  CHECK(!forcedsplit::try_draw(graph, forcedsplit::Picture::Dot, yes)->text().empty());
  CHECK_INT(forcedsplit::try_compute_within(graph, 2, yes)->max_pass(), 1);

  expect_error(forcedsplit::try_explain(graph, 9, yes).error(), FSL_ERROR_INVALID_ARGUMENT, {9}, "9");
  CHECK_INT(forcedsplit::try_explain_pass(graph, 2, yes).error().status(), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(forcedsplit::try_verify(graph, std::vector<std::int32_t>(3), yes).error().status(),
            FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(forcedsplit::try_split_report(graph, yes).error().status(), FSL_ERROR_INVALID_ARGUMENT);
  expect_error(forcedsplit::try_stats(graph).error(), FSL_ERROR_PREDICATE_REQUIRED, {1, 0}, "value 1 ");
  expect_error(forcedsplit::try_compute_within(graph, 1, yes).error(), FSL_ERROR_TOO_MANY_PASSES, {0, 1}, "1 reads 0");
}

void an_error_of_the_runtimes_options_is_a_value() {
  forcedsplit::RuntimeOptions options;
  options.max_threads = -1;
  expect_error(forcedsplit::try_configure_runtime(options).error(), FSL_ERROR_INVALID_ARGUMENT, {}, "max_threads");
}

enum class HostRole { LoopCarried, Reduction, Other };
struct Axis {
  HostRole role;
};
struct Cell {
  int hash;
  std::vector<Axis> per_axis;
};
struct Host {
  std::vector<Cell> cells;
  std::unordered_map<int, int> value_id_of;
  std::unordered_map<int, std::vector<int>> depends_on;
};

Result<ForcedSplitLevels> levels_of(const Host& host) {
  return try_forced_split_levels(host, host, host, [](std::size_t, std::size_t) { return true; });
}

void the_drop_in_gives_levels_or_an_error() {
  const Host host = {{{10, {{HostRole::Reduction}}}, {11, {}}}, {{10, 0}, {11, 1}}, {{1, {0}}}};
  CHECK_INT(levels_of(host)->pass(1), 1);

  Host bad = host;
  bad.depends_on[1].push_back(2);
  expect_error(levels_of(bad).error(), FSL_ERROR_MALFORMED_GRAPH, {2}, "depends_on names the value 2");
  bad = host;
  bad.depends_on[7].push_back(0);
  expect_error(levels_of(bad).error(), FSL_ERROR_MALFORMED_GRAPH, {7}, "depends_on names the value 7");
  bad = host;
  bad.value_id_of[11] = -1;
  expect_error(levels_of(bad).error(), FSL_ERROR_MALFORMED_GRAPH, {~std::uint64_t{0}},
               "value_id_of names the value -1");
  bad = {{}, {}, {{0, {0}}}};  // no values at all
  CHECK(!levels_of(bad));
}

// What the compiler finds declared, by argument-dependent look-up.
template <typename T, typename = void>
constexpr bool kHasCompute = false;
template <typename T>
constexpr bool kHasCompute<T, std::void_t<decltype(compute(std::declval<T>()))>> = true;
template <typename T, typename = void>
constexpr bool kHasStats = false;
template <typename T>
constexpr bool kHasStats<T, std::void_t<decltype(stats(std::declval<T>()))>> = true;
template <typename T, typename = void>
constexpr bool kHasFinish = false;
template <typename T>
constexpr bool kHasFinish<T, std::void_t<decltype(std::declval<T>().finish())>> = true;
template <typename T, typename = void>
constexpr bool kHasValue = false;
template <typename T>
constexpr bool kHasValue<T, std::void_t<decltype(std::declval<T>().value())>> = true;
template <typename T, typename = void>
constexpr bool kHasConfigure = false;
template <typename T>
constexpr bool kHasConfigure<T, std::void_t<decltype(configure_runtime(std::declval<T>()))>> = true;
template <typename T, typename = void>
constexpr bool kHasDropIn = false;
template <typename T>
constexpr bool kHasDropIn<T, std::void_t<decltype(forced_split_levels(std::declval<Host>(), std::declval<Host>(),
                                                                      std::declval<Host>(), T()))>> = true;
struct NamesTheNamespace : forcedsplit::ForcedSplitLevels {
  bool operator()(std::size_t, std::size_t) const { return true; }
};

void what_throws_is_declared_only_where_there_are_exceptions() {
#ifdef __cpp_exceptions
  constexpr bool kExpected = true;
#else
  constexpr bool kExpected = false;
#endif
  CHECK_INT(kHasCompute<Graph>, kExpected);
  CHECK_INT(kHasStats<Graph>, kExpected);
  CHECK_INT(kHasFinish<GraphBuilder>, kExpected);
  CHECK_INT(kHasValue<Result<Graph>>, kExpected);
  CHECK_INT(kHasConfigure<forcedsplit::RuntimeOptions>, kExpected);
  CHECK_INT(kHasDropIn<NamesTheNamespace>, kExpected);
}

}  // namespace

int main() {
  RUN(a_graph_is_built_and_computed);
  RUN(every_question_is_asked_once_in_order);
  RUN(a_predicate_may_compute);
  RUN(errors_of_compute_are_values);
  RUN(errors_of_the_builder_are_values);
  RUN(answers_are_values_and_so_are_their_errors);
  RUN(an_error_of_the_runtimes_options_is_a_value);
  RUN(the_drop_in_gives_levels_or_an_error);
  RUN(what_throws_is_declared_only_where_there_are_exceptions);
  return check_done();
}
