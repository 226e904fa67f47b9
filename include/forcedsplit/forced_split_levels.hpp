/// forced_split_levels.hpp - pass levels of a value graph for C++17: what a scheduler includes.
///
/// A scheduler that holds its own schedule, legality and dependency graph changes one line:
///
///     forcedsplit::ForcedSplitLevels levels = forcedsplit::forced_split_levels(
///         rich, legality, dep_graph, [&](std::size_t reader, std::size_t source) { return loops.inside(reader,
///         source); });
///
/// Others build a graph and ask for its levels:
///
///     forcedsplit::GraphBuilder builder;
///     builder.add_value(0, {forcedsplit::Role::LoopCarried});
///     builder.add_value(1, {});
///     builder.add_operand(1, 0);
///     forcedsplit::Graph graph = builder.finish();
///     forcedsplit::Levels levels = forcedsplit::compute(graph);
///     levels.pass(1);  // 1: it needs value 0 whole
///
/// and for more than numbers (answers.hpp):
///
///     forcedsplit::explain(graph, 1).json();  // {"value":1,"listed":true,"pass":1,...: the chain that forces it there
///
/// These throw Error. Each has a twin that gives it as a value (result.hpp), which is all there is under
/// -fno-exceptions: try_forced_split_levels, try_compute, try_explain and so on, GraphBuilder::try_finish,
/// try_configure_runtime. RTTI is not needed.
///
/// "SPEC" is the README's section "What is computed"; forcedsplit.h says what holds for ownership, threads, forks and
/// signals. Link with forcedsplit::forcedsplit (CMake) or `pkg-config --libs forcedsplit`.
#ifndef FORCEDSPLIT_FORCED_SPLIT_LEVELS_HPP
#define FORCEDSPLIT_FORCED_SPLIT_LEVELS_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "forcedsplit/answers.hpp"
#include "forcedsplit/compute.hpp"
#include "forcedsplit/error.hpp"
#include "forcedsplit/graph.hpp"
#include "forcedsplit/graph_builder.hpp"
#include "forcedsplit/levels.hpp"
#include "forcedsplit/result.hpp"
#include "forcedsplit/runtime.hpp"
#include "forcedsplit/session.hpp"

namespace forcedsplit {
namespace detail {

/// A host's ids as the positions that they must be: any integers below `count`. Remembers the first that is none, by
/// its own value; its position is `count`, one behind the last, where columns by position have a spare element.
class Positions {
 public:
  explicit Positions(std::size_t count) noexcept : count_(count) {}

  template <typename Id>
  std::uint32_t of(Id id, const char* where) {
    const auto wide = static_cast<std::uint64_t>(id);
    if (wide < count_) return static_cast<std::uint32_t>(wide);
    refuse(wide, std::to_string(id), where);
    return static_cast<std::uint32_t>(count_);
  }

  const std::optional<Error>& fault() const noexcept { return fault_; }

 private:
  void refuse(std::uint64_t id, const std::string& shown, const char* where) {
    if (fault_) return;
    fault_.emplace(
        FSL_ERROR_MALFORMED_GRAPH,
        std::string(where) + " names the value " + shown + "; the schedule has " + std::to_string(count_) + " values",
        std::vector<std::uint64_t>{id});
  }

  std::size_t count_;
  std::optional<Error> fault_;
};

template <typename Range, typename = void>
struct HasSize : std::false_type {};
template <typename Range>
struct HasSize<Range, std::void_t<decltype(std::size(std::declval<const Range&>()))>> : std::true_type {};

/// The number of elements of a range, counted where it does not tell.
template <typename Range>
std::size_t length_of(const Range& range) {
  if constexpr (HasSize<Range>::value) {
    return static_cast<std::size_t>(std::size(range));
  } else {
    return static_cast<std::size_t>(std::distance(std::begin(range), std::end(range)));
  }
}

template <typename Container, typename = void>
struct IsMap : std::false_type {};
template <typename Container>
struct IsMap<Container, std::void_t<typename Container::mapped_type>> : std::true_type {};

/// depends_on's rows by id, whatever holds them: a map from id to row, or a sequence of rows.
template <typename DependsOn, bool = IsMap<DependsOn>::value>
class OperandRows {
 public:
  OperandRows(const DependsOn& depends_on, std::size_t count, Positions& positions) : depends_on_(depends_on) {
    const std::size_t rows = length_of(depends_on);
    for (std::size_t id = count; id < rows; ++id) {
      if (length_of(depends_on[id]) != 0) positions.of(id, "depends_on");
    }
    count_ = rows < count ? rows : count;
    for (std::size_t id = 0; id < count_; ++id) operands_ += length_of(depends_on[id]);
  }

  std::size_t operands() const noexcept { return operands_; }

  template <typename Visit>
  void visit(std::size_t id, Visit&& operand) const {
    if (id >= count_) return;
    for (const auto& o : depends_on_[id]) operand(o);
  }

 private:
  const DependsOn& depends_on_;
  std::size_t count_ = 0;
  std::size_t operands_ = 0;
};

template <typename Map>
class OperandRows<Map, true> {
 public:
  OperandRows(const Map& depends_on, std::size_t count, Positions& positions) : rows_(count + 1, nullptr) {
    for (const auto& [id, row] : depends_on) {
      rows_[positions.of(id, "depends_on")] = &row;
      operands_ += length_of(row);
    }
  }

  std::size_t operands() const noexcept { return operands_; }

  template <typename Visit>
  void visit(std::size_t id, Visit&& operand) const {
    if (rows_[id] == nullptr) return;
    for (const auto& o : *rows_[id]) operand(o);
  }

 private:
  std::vector<const typename Map::mapped_type*> rows_;
  std::size_t operands_ = 0;
};

/// What of a value's legality cells matters to its pass.
enum HostRoles : std::uint8_t { kNoCell = 0, kHasCell = 1, kReduces = 2, kCarries = 4 };

/// HostRoles by id. Cells of the same value add up; a cell whose hash no value has is skipped.
template <typename Legality, typename DepGraph>
std::vector<std::uint8_t> host_roles(const Legality& legality, const DepGraph& dep_graph, std::size_t count,
                                     Positions& positions) {
  std::vector<std::uint8_t> roles(count + 1, kNoCell);
  for (const auto& cell : legality.cells) {
    const auto found = dep_graph.value_id_of.find(cell.hash);
    if (found == dep_graph.value_id_of.end()) continue;
    unsigned value = kHasCell;
    for (const auto& axis : cell.per_axis) {
      using HostRole = std::decay_t<decltype(axis.role)>;
      if (axis.role == HostRole::LoopCarried) value |= kCarries;
      if (axis.role == HostRole::Reduction) value |= kReduces;
    }
    std::uint8_t& all = roles[positions.of(found->second, "value_id_of")];
    all = static_cast<std::uint8_t>(all | value);
  }
  roles.pop_back();  // the spare element
  return roles;
}

/// The host's graph as FSLG. Ids are positions, and only the roles that matter are written.
template <typename Legality, typename DepGraph>
Result<Graph> host_graph(std::size_t count, const Legality& legality, const DepGraph& dep_graph) {
  Positions positions(count);
  const std::vector<std::uint8_t> roles = host_roles(legality, dep_graph, count, positions);
  using DependsOn = std::decay_t<decltype(dep_graph.depends_on)>;
  const OperandRows<DependsOn> rows(dep_graph.depends_on, count, positions);
  if (positions.fault()) return *positions.fault();

  GraphShape shape;
  shape.values = count;
  shape.operands = rows.operands();
  for (const std::uint8_t role : roles) {
    if ((role & kReduces) != 0) ++shape.axes;
    if ((role & kCarries) != 0) ++shape.axes;
    if (role == kNoCell) ++shape.unclassified;
  }
  const Result<std::size_t> capacity = capacity_of(shape);
  if (!capacity) return capacity.error();
  GraphWriter writer(shape, *capacity);
  std::uint32_t operand = 0;
  std::uint32_t axis = 0;
  std::uint32_t unclassified = 0;
  for (std::uint32_t id = 0; id < count; ++id) {
    writer.operand_offsets[id] = operand;
    rows.visit(id, [&](auto o) { writer.operands[operand++] = positions.of(o, "depends_on"); });
    writer.axis_offsets[id] = axis;
    if ((roles[id] & kReduces) != 0) writer.axis_roles[axis++] = static_cast<std::uint8_t>(Role::Reduction);
    if ((roles[id] & kCarries) != 0) writer.axis_roles[axis++] = static_cast<std::uint8_t>(Role::LoopCarried);
    if (roles[id] == kNoCell) writer.unclassified[unclassified++] = id;
  }
  writer.operand_offsets[count] = operand;
  writer.axis_offsets[count] = axis;
  if (positions.fault()) return *positions.fault();
  return writer.finish();
}

}  // namespace detail

/// The levels of a host's own schedule, whose types matter by their shape only:
///   rich       rich.cells: what has a size(), the number of values. Ids are 0..size-1.
///   legality   legality.cells: a range of cells with `hash` and `per_axis`, a range of axes with `role`, of any enum
///              that has the enumerators Reduction and LoopCarried; others have no effect on passes. A cell whose
///              hash is unknown to the graph is skipped; several cells of one value add up.
///   dep_graph  dep_graph.value_id_of: a map from hash to id. dep_graph.depends_on: a map from id to a range of the ids
///              of direct operands, or what has such ranges at [id] and a size(). (consumers_of is its mirror image and
///              is not looked at.) Ids are of any integer types.
///   inside     as try_compute() takes it
/// Nothing is kept or changed. A value without a legality cell takes part, but is not listed in pass_of.
/// Gives an Error as try_compute() does, and FSL_ERROR_MALFORMED_GRAPH with an id that is not in 0..size-1.
template <typename Rich, typename Legality, typename DepGraph, typename Inside, typename HostGuard = detail::Guard>
Result<ForcedSplitLevels> try_forced_split_levels(const Rich& rich, const Legality& legality, const DepGraph& dep_graph,
                                                  Inside&& inside) {
  const std::size_t count = detail::length_of(rich.cells);
  const Result<Graph> graph = detail::host_graph(count, legality, dep_graph);
  if (!graph) return graph.error();
  const Result<Levels> levels = try_compute<Graph, Inside&, HostGuard>(*graph, inside);
  if (!levels) return levels.error();
  return levels->to_struct();
}

#ifdef __cpp_exceptions

/// try_forced_split_levels() that throws its Error. Not declared under -fno-exceptions.
template <typename Rich, typename Legality, typename DepGraph, typename Inside>
ForcedSplitLevels forced_split_levels(const Rich& rich, const Legality& legality, const DepGraph& dep_graph,
                                      Inside&& inside) {
  return try_forced_split_levels(rich, legality, dep_graph, inside).value();
}

#endif

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_FORCED_SPLIT_LEVELS_HPP
