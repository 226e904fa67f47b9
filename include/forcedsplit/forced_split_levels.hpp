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
///     forcedsplit::Levels levels = forcedsplit::compute(builder.finish());
///     levels.pass(1);  // 1: it needs value 0 whole
///
/// "SPEC" is the README's section "What is computed"; forcedsplit.h says what holds for ownership, threads, forks and
/// signals. Link with forcedsplit::forcedsplit (CMake) or `pkg-config --libs forcedsplit`.
#ifndef FORCEDSPLIT_FORCED_SPLIT_LEVELS_HPP
#define FORCEDSPLIT_FORCED_SPLIT_LEVELS_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "forcedsplit/error.hpp"
#include "forcedsplit/graph.hpp"
#include "forcedsplit/graph_builder.hpp"
#include "forcedsplit/levels.hpp"

namespace forcedsplit {
namespace detail {

/// A host's id as the position that it must be: any integer type below `count`. Refuses others, by their own value.
template <typename Id>
std::uint32_t checked_id(Id id, std::size_t count, const char* where) {
  const auto wide = static_cast<std::uint64_t>(id);
  if (wide < count) return static_cast<std::uint32_t>(wide);
  throw Error(FSL_ERROR_MALFORMED_GRAPH,
              std::string(where) + " names the value " + std::to_string(id) + "; the schedule has " +
                  std::to_string(count) + " values",
              {wide});
}

template <typename Container, typename = void>
struct IsMap : std::false_type {};
template <typename Container>
struct IsMap<Container, std::void_t<typename Container::mapped_type>> : std::true_type {};

/// depends_on's rows by id, whatever holds them: a map from id to row, or a sequence of rows.
template <typename DependsOn, bool = IsMap<DependsOn>::value>
class OperandRows {
 public:
  OperandRows(const DependsOn& depends_on, std::size_t count) : depends_on_(depends_on) {
    const std::size_t rows = std::size(depends_on);
    for (std::size_t id = count; id < rows; ++id) {
      if (std::size(depends_on[id]) != 0) checked_id(id, count, "depends_on");
    }
    count_ = rows < count ? rows : count;
    for (std::size_t id = 0; id < count_; ++id) operands_ += std::size(depends_on[id]);
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
  OperandRows(const Map& depends_on, std::size_t count) : rows_(count, nullptr) {
    for (const auto& [id, row] : depends_on) {
      rows_[checked_id(id, count, "depends_on")] = &row;
      operands_ += std::size(row);
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
std::vector<std::uint8_t> host_roles(const Legality& legality, const DepGraph& dep_graph, std::size_t count) {
  std::vector<std::uint8_t> roles(count, kNoCell);
  for (const auto& cell : legality.cells) {
    const auto found = dep_graph.value_id_of.find(cell.hash);
    if (found == dep_graph.value_id_of.end()) continue;
    unsigned value = kHasCell;
    for (const auto& axis : cell.per_axis) {
      using HostRole = std::decay_t<decltype(axis.role)>;
      if (axis.role == HostRole::LoopCarried) value |= kCarries;
      if (axis.role == HostRole::Reduction) value |= kReduces;
    }
    std::uint8_t& all = roles[checked_id(found->second, count, "value_id_of")];
    all = static_cast<std::uint8_t>(all | value);
  }
  return roles;
}

/// The host's graph as FSLG. Ids are positions, and only the roles that matter are written.
template <typename Legality, typename DepGraph>
Graph host_graph(std::size_t count, const Legality& legality, const DepGraph& dep_graph) {
  const std::vector<std::uint8_t> roles = host_roles(legality, dep_graph, count);
  using DependsOn = std::decay_t<decltype(dep_graph.depends_on)>;
  const OperandRows<DependsOn> rows(dep_graph.depends_on, count);

  GraphShape shape;
  shape.values = count;
  shape.operands = rows.operands();
  for (const std::uint8_t role : roles) {
    if ((role & kReduces) != 0) ++shape.axes;
    if ((role & kCarries) != 0) ++shape.axes;
    if (role == kNoCell) ++shape.unclassified;
  }
  GraphWriter writer(shape);
  std::uint32_t operand = 0;
  std::uint32_t axis = 0;
  std::uint32_t unclassified = 0;
  for (std::uint32_t id = 0; id < count; ++id) {
    writer.operand_offsets[id] = operand;
    rows.visit(id, [&](auto o) { writer.operands[operand++] = checked_id(o, count, "depends_on"); });
    writer.axis_offsets[id] = axis;
    if ((roles[id] & kReduces) != 0) writer.axis_roles[axis++] = static_cast<std::uint8_t>(Role::Reduction);
    if ((roles[id] & kCarries) != 0) writer.axis_roles[axis++] = static_cast<std::uint8_t>(Role::LoopCarried);
    if (roles[id] == kNoCell) writer.unclassified[unclassified++] = id;
  }
  writer.operand_offsets[count] = operand;
  writer.axis_offsets[count] = axis;
  return writer.finish();
}

}  // namespace detail

/// The levels of a host's own schedule, whose types matter by their shape only:
///   rich       rich.cells: what has a size(), the number of values. Ids are 0..size-1.
///   legality   legality.cells: a range of cells with `hash` and `per_axis`, a range of axes with `role`, of any enum
///              that has the enumerators Reduction and LoopCarried; others have no effect on passes. A cell whose
///              hash is unknown to the graph is skipped; several cells of one value add up.
///   dep_graph  dep_graph.value_id_of: a map from hash to id. dep_graph.depends_on: a map from id to a range of the ids
///              of direct operands, or a sequence of such ranges by id. (consumers_of is its mirror image and is not
///              looked at.) Ids are of any integer types.
///   inside     as compute() takes it
/// Nothing is kept or changed. A value without a legality cell takes part, but is not listed in pass_of.
/// Throws what inside throws, and Error: FSL_ERROR_MALFORMED_GRAPH with an id that is not in 0..size-1, and as
/// compute().
template <typename Rich, typename Legality, typename DepGraph, typename Inside>
ForcedSplitLevels forced_split_levels(const Rich& rich, const Legality& legality, const DepGraph& dep_graph,
                                      Inside&& inside) {
  const Graph graph = detail::host_graph(static_cast<std::size_t>(std::size(rich.cells)), legality, dep_graph);
  return compute(graph, inside).to_struct();
}

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_FORCED_SPLIT_LEVELS_HPP
