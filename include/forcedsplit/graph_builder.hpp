/// graph_builder.hpp - forcedsplit::GraphBuilder: a value graph, value by value and edge by edge.
#ifndef FORCEDSPLIT_GRAPH_BUILDER_HPP
#define FORCEDSPLIT_GRAPH_BUILDER_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "forcedsplit/error.hpp"
#include "forcedsplit/graph.hpp"
#include "forcedsplit/result.hpp"

namespace forcedsplit {

/// An index space: by its name, or by its number in a list that the host keeps, 0..65535. For people only.
class Space {
 public:
  template <typename Name, std::enable_if_t<std::is_convertible_v<const Name&, std::string_view>, int> = 0>
  Space(const Name& name) : name_(std::string_view(name)) {}  // NOLINT: "K" is a space

  template <typename Number,
            std::enable_if_t<
                std::is_integral_v<Number> && !std::is_same_v<Number, bool> && !std::is_same_v<Number, char>, int> = 0>
  Space(Number number) : is_number_(true) {  // NOLINT: 3 is a space
    number_ = static_cast<std::uint16_t>(number);
    if (number < 0 || static_cast<std::make_unsigned_t<Number>>(number) != number_) name_ = std::to_string(number);
  }

  bool is_number() const noexcept { return is_number_; }
  std::uint16_t number() const noexcept { return number_; }

  /// The name; of a number that is not in 0..65535 its digits, so that an error can name it.
  const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
  std::uint16_t number_ = 0;
  bool is_number_ = false;
};

/// One entry of a legality cell: a role, or (role, space, loop). `loop` is what add_loop() returned, or -1 where no
/// loop instance realizes the axis.
struct Axis {
  Axis(Role axis_role) : role(axis_role), space(std::string_view()) {}  // NOLINT: Role::Reduction is an axis
  Axis(Role axis_role, Space axis_space, std::int32_t axis_loop)
      : role(axis_role), space(std::move(axis_space)), loop(axis_loop) {}

  Role role;
  Space space;
  std::int32_t loop = -1;
};

/// Collects a value graph in any order and writes it as FSLG. Edges may name values that are added later.
/// Values stand in the graph in the order they were added; where the k-th has the id k (from 0), that costs no look-up.
/// One builder is used by one thread at a time.
class GraphBuilder {
 public:
  /// A value with a legality cell: {} for an empty one, {Role::Reduction}, or {{Role::Reduction, "K", loop}, ...}.
  void add_value(std::uint64_t id, std::initializer_list<Axis> axes) { add_value_of(id, axes); }

  /// The same from any range of Role, of Axis, or of tuples (role, space, loop).
  template <typename Axes, typename = decltype(std::begin(std::declval<const Axes&>()))>
  void add_value(std::uint64_t id, const Axes& axes) {
    add_value_of(id, axes);
  }

  /// A value without a legality cell.
  void add_unclassified(std::uint64_t id) {
    unclassified_.push_back(static_cast<std::uint32_t>(ids_.size()));
    end_value(id);
  }

  /// The value `reader` reads the value `operand` directly. The same edge given twice is one edge.
  void add_operand(std::uint64_t reader, std::uint64_t operand) { edges_.push_back({reader, operand}); }

  /// A realized loop instance, outermost first; instances of different nests never enclose one another. `slot` says
  /// which loop of its space it is. Returns its index, for Axis::loop. Once there is one, the graph answers inside()
  /// itself (SPEC, Without a callback).
  std::int32_t add_loop(const Space& space, std::int32_t slot, std::uint32_t nest) {
    loops_.emplace_back(space_number(space), slot, nest);
    return static_cast<std::int32_t>(loops_.size() - 1);
  }

  /// Writes the graph and leaves the builder empty, ready for the next one.
  /// Or gives the first fault: FSL_ERROR_INVALID_ARGUMENT for a space's number that is not in 0..65535,
  /// FSL_ERROR_MALFORMED_GRAPH with the id that was added twice or with reader and operand of an edge that names an
  /// unknown value, FSL_ERROR_TOO_LARGE for more than 2^31 - 1 bytes or 65536 names of spaces. Then the builder is as
  /// it was.
  Result<Graph> try_finish();

#ifdef __cpp_exceptions
  /// try_finish() that throws its Error. Not declared under -fno-exceptions.
  Graph finish() { return try_finish().value(); }
#endif

 private:
  struct Edge {
    std::uint64_t reader;
    std::uint64_t operand;
  };
  struct Located {
    std::uint64_t id;
    std::uint32_t position;
  };
  struct AxisEntry {
    std::int32_t loop;
    std::int32_t space;  // kNoSpace until finish() knows which other spaces there are
    Role role;
  };

  static constexpr std::int32_t kNoSpace = -1;

  template <typename Axes>
  void add_value_of(std::uint64_t id, const Axes& axes) {
    axes_.resize(axis_ends_.empty() ? 0 : axis_ends_.back());  // drops what a throwing add_value left behind
    for (const auto& axis : axes) axes_.push_back(entry_of(axis));
    end_value(id);
  }

  void end_value(std::uint64_t id) {
    dense_ = dense_ && id == ids_.size();
    ids_.push_back(id);
    axis_ends_.push_back(axes_.size());
  }

  static AxisEntry entry_of(Role role) noexcept { return {-1, kNoSpace, role}; }

  AxisEntry entry_of(const Axis& axis) {
    const bool named = axis.space.is_number() || !axis.space.name().empty();
    return {axis.loop, named ? space_number(axis.space) : kNoSpace, axis.role};
  }

  template <typename AnySpace, typename Loop>
  AxisEntry entry_of(const std::tuple<Role, AnySpace, Loop>& axis) {
    return entry_of(Axis(std::get<0>(axis), std::get<1>(axis), static_cast<std::int32_t>(std::get<2>(axis))));
  }

  std::uint16_t space_number(const Space& space);
  std::uint16_t number_for_no_space();
  std::vector<Located> locate_ids() const;
  std::optional<Error> write_operands(detail::GraphWriter& writer) const;
  void write_axes(detail::GraphWriter& writer);

  std::vector<std::uint64_t> ids_;
  bool dense_ = true;  // every id is its position
  std::vector<std::uint32_t> unclassified_;
  std::vector<Edge> edges_;
  std::vector<std::size_t> axis_ends_;  // one per value
  std::vector<AxisEntry> axes_;
  std::vector<fslg::LoopInstance> loops_;
  std::vector<std::string> spaces_;
  std::unordered_map<std::string, std::uint16_t> space_numbers_;
  std::optional<Error> fault_;  // of a space
};

inline std::uint16_t GraphBuilder::space_number(const Space& space) {
  if (space.is_number()) {
    if (!space.name().empty() && !fault_) {
      fault_.emplace(FSL_ERROR_INVALID_ARGUMENT, "space " + space.name() + " is not in 0..65535");
    }
    return space.number();
  }
  const auto known = space_numbers_.find(space.name());
  if (known != space_numbers_.end()) return known->second;
  constexpr std::size_t kLimit = 65536;
  if (spaces_.size() == kLimit) {
    if (!fault_) fault_.emplace(FSL_ERROR_TOO_LARGE, "more than 65536 names of spaces");
    return 0;
  }
  const auto number = static_cast<std::uint16_t>(spaces_.size());
  spaces_.push_back(space.name());
  space_numbers_.emplace(space.name(), number);
  return number;
}

/// What stands in axis_spaces for a plain role: the name "" among names, an unused number among numbers.
inline std::uint16_t GraphBuilder::number_for_no_space() {
  if (!spaces_.empty()) return space_number(Space(""));
  std::int32_t largest = -1;
  for (const AxisEntry& axis : axes_) largest = std::max(largest, axis.space);
  for (const fslg::LoopInstance& loop : loops_) largest = std::max<std::int32_t>(largest, loop.space());
  return static_cast<std::uint16_t>(std::min(largest + 1, 0xffff));
}

/// The ids in ascending order with their positions.
inline std::vector<GraphBuilder::Located> GraphBuilder::locate_ids() const {
  std::vector<Located> located;
  located.reserve(ids_.size());
  for (const std::uint64_t id : ids_) located.push_back({id, static_cast<std::uint32_t>(located.size())});
  const auto by_id = [](const Located& a, const Located& b) { return a.id < b.id; };
  if (!std::is_sorted(located.begin(), located.end(), by_id)) std::sort(located.begin(), located.end(), by_id);
  return located;
}

/// Edges in any order to rows by reader: a counting sort, which keeps the order of a reader's operands. Refuses an id
/// that was added twice, and an edge of a value that was not.
inline std::optional<Error> GraphBuilder::write_operands(detail::GraphWriter& writer) const {
  const std::vector<Located> located = dense_ ? std::vector<Located>() : locate_ids();
  const auto twice = std::adjacent_find(located.begin(), located.end(),
                                        [](const Located& a, const Located& b) { return a.id == b.id; });
  if (twice != located.end()) {
    return Error(FSL_ERROR_MALFORMED_GRAPH, "value " + std::to_string(twice->id) + " was added twice", {twice->id});
  }
  constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
  const auto position_of = [&](std::uint64_t id) {
    if (dense_) return id < ids_.size() ? static_cast<std::uint32_t>(id) : kUnknown;
    const auto found = std::lower_bound(located.begin(), located.end(), id,
                                        [](const Located& value, std::uint64_t wanted) { return value.id < wanted; });
    return found != located.end() && found->id == id ? found->position : kUnknown;
  };
  const auto unknown = [](const Edge& edge, std::uint64_t id) {
    return Error(FSL_ERROR_MALFORMED_GRAPH,
                 "value " + std::to_string(edge.reader) + " reads " + std::to_string(edge.operand) +
                     ": no value has the id " + std::to_string(id),
                 {edge.reader, edge.operand});
  };
  std::vector<std::uint32_t> readers;
  readers.reserve(edges_.size());
  std::fill_n(writer.operand_offsets, ids_.size() + 1, 0u);
  for (const Edge& edge : edges_) {
    const std::uint32_t reader = position_of(edge.reader);
    if (reader == kUnknown) return unknown(edge, edge.reader);
    readers.push_back(reader);
    ++writer.operand_offsets[reader + 1];
  }
  // offsets[v + 1] holds the size of row v; make it the row's begin, move it on with each operand, end at its end.
  std::uint32_t begin = 0;
  for (std::size_t v = 0; v < ids_.size(); ++v) {
    begin += std::exchange(writer.operand_offsets[v + 1], begin);
  }
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const std::uint32_t operand = position_of(edges_[e].operand);
    if (operand == kUnknown) return unknown(edges_[e], edges_[e].operand);
    writer.operands[writer.operand_offsets[readers[e] + 1]++] = operand;
  }
  return std::nullopt;
}

inline void GraphBuilder::write_axes(detail::GraphWriter& writer) {
  writer.axis_offsets[0] = 0;
  for (std::size_t v = 0; v < axis_ends_.size(); ++v) {
    writer.axis_offsets[v + 1] = static_cast<std::uint32_t>(axis_ends_[v]);
  }
  const bool some_untold =
      std::any_of(axes_.begin(), axes_.end(), [](const AxisEntry& axis) { return axis.space == kNoSpace; });
  const std::uint16_t no_space =
      writer.axis_spaces != nullptr && some_untold ? number_for_no_space() : std::uint16_t{0};
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const AxisEntry& axis = axes_[a];
    writer.axis_roles[a] = static_cast<std::uint8_t>(axis.role);
    if (writer.axis_loops != nullptr) writer.axis_loops[a] = axis.loop;
    if (writer.axis_spaces != nullptr) {
      writer.axis_spaces[a] = axis.space == kNoSpace ? no_space : static_cast<std::uint16_t>(axis.space);
    }
  }
}

inline Result<Graph> GraphBuilder::try_finish() {
  if (fault_) return *fault_;
  axes_.resize(axis_ends_.empty() ? 0 : axis_ends_.back());
  const bool names_loops =
      std::any_of(axes_.begin(), axes_.end(), [](const AxisEntry& axis) { return axis.loop != -1; });
  detail::GraphShape shape;
  shape.values = ids_.size();
  shape.operands = edges_.size();
  shape.axes = axes_.size();
  shape.unclassified = unclassified_.size();
  shape.has_ids = !dense_;
  shape.has_axis_spaces =
      std::any_of(axes_.begin(), axes_.end(), [](const AxisEntry& axis) { return axis.space != kNoSpace; });
  shape.has_axis_loops = !loops_.empty() || names_loops;
  shape.label_bytes = loops_.size() * sizeof(fslg::LoopInstance);
  for (const std::string& space : spaces_) shape.label_bytes += space.size() + 16;

  const Result<std::size_t> capacity = detail::capacity_of(shape);
  if (!capacity) return capacity.error();
  detail::GraphWriter writer(shape, *capacity);
  if (!dense_) std::copy(ids_.begin(), ids_.end(), writer.ids);
  std::copy(unclassified_.begin(), unclassified_.end(), writer.unclassified);
  if (std::optional<Error> fault = write_operands(writer)) return *std::move(fault);
  write_axes(writer);
  if (fault_) return *fault_;  // of the name "" for plain roles
  Graph graph = writer.finish(shape.has_axis_loops ? &loops_ : nullptr, spaces_.empty() ? nullptr : &spaces_);
  *this = GraphBuilder();
  return graph;
}

}  // namespace forcedsplit

#endif  // FORCEDSPLIT_GRAPH_BUILDER_HPP
