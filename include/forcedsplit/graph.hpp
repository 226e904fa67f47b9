/// graph.hpp - forcedsplit::Graph, the bytes of a value graph, and how this library's own code writes them.
#ifndef FORCEDSPLIT_GRAPH_HPP
#define FORCEDSPLIT_GRAPH_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "forcedsplit/error.hpp"
#include "forcedsplit/fslg_generated.h"
#include "forcedsplit/result.hpp"

namespace forcedsplit {

/// What an axis is to a value (SPEC, Input). The numbers are those of the wire format.
enum class Role : std::uint8_t { LoopLocal = 0, Reduction = 1, LoopCarried = 2, LoopInvariant = 3 };

/// Owns the FSLG FlatBuffer of one value graph. Move-only; after a move the source is empty.
class Graph {
 public:
  explicit Graph(flatbuffers::DetachedBuffer bytes) noexcept : bytes_(std::move(bytes)) {}
  Graph(Graph&&) noexcept = default;
  Graph& operator=(Graph&&) noexcept = default;

  const std::uint8_t* data() const noexcept { return bytes_.data(); }
  std::size_t size() const noexcept { return bytes_.size(); }

 private:
  flatbuffers::DetachedBuffer bytes_;
};

namespace detail {

/// What fixes the length of every column of a graph.
struct GraphShape {
  std::size_t values = 0;
  std::size_t operands = 0;
  std::size_t axes = 0;
  std::size_t unclassified = 0;
  bool has_ids = false;
  bool has_axis_spaces = false;
  bool has_axis_loops = false;
  std::size_t label_bytes = 0;  // of what finish() adds: loops and spaces
};

/// An upper bound of the bytes that a graph of this shape takes, so that the builder never moves the columns while they
/// are filled; or FSL_ERROR_TOO_LARGE where they would not be addressable.
inline Result<std::size_t> capacity_of(const GraphShape& shape) {
  constexpr std::size_t kLimit = 0x7fffffff;  // FlatBuffers' own
  constexpr std::size_t kFrame = 1024;        // table, lengths and padding
  const std::size_t per_value = 2 * sizeof(std::uint32_t) + (shape.has_ids ? sizeof(std::uint64_t) : 0);
  const std::size_t per_axis =
      1 + (shape.has_axis_spaces ? sizeof(std::uint16_t) : 0) + (shape.has_axis_loops ? sizeof(std::int32_t) : 0);
  const bool countable = shape.values < kLimit && shape.operands < kLimit && shape.axes < kLimit &&
                         shape.unclassified < kLimit && shape.label_bytes < kLimit;
  const std::size_t bytes = kFrame + shape.values * per_value + shape.axes * per_axis +
                            (shape.operands + shape.unclassified) * sizeof(std::uint32_t) + shape.label_bytes;
  if (countable && bytes <= kLimit) return bytes;
  return Error(FSL_ERROR_TOO_LARGE, "a graph of " + std::to_string(shape.values) + " values, " +
                                        std::to_string(shape.operands) + " operands and " + std::to_string(shape.axes) +
                                        " axes does not fit into the limit of " + std::to_string(kLimit) + " bytes");
}

/// Lays out the columns of a graph in one allocation, to be filled in place, each element exactly once.
/// The pointers are valid until finish(); those of absent columns are null. Expects a little-endian machine.
class GraphWriter {
 public:
  /// `capacity` is what capacity_of(shape) gave.
  GraphWriter(const GraphShape& shape, std::size_t capacity) : value_count_(shape.values), builder_(capacity) {
    // Wide columns first: no padding in between.
    if (shape.has_ids) ids = column(shape.values, ids_at_);
    operand_offsets = column(shape.values + 1, operand_offsets_at_);
    operands = column(shape.operands, operands_at_);
    axis_offsets = column(shape.values + 1, axis_offsets_at_);
    if (shape.has_axis_loops) axis_loops = column(shape.axes, axis_loops_at_);
    if (shape.unclassified != 0) unclassified = column(shape.unclassified, unclassified_at_);
    if (shape.has_axis_spaces) axis_spaces = column(shape.axes, axis_spaces_at_);
    axis_roles = column(shape.axes, axis_roles_at_);
  }

  std::uint64_t* ids = nullptr;
  std::uint32_t* operand_offsets = nullptr;
  std::uint32_t* operands = nullptr;
  std::uint32_t* axis_offsets = nullptr;
  std::uint8_t* axis_roles = nullptr;
  std::uint16_t* axis_spaces = nullptr;
  std::int32_t* axis_loops = nullptr;
  std::uint32_t* unclassified = nullptr;

  /// The graph, with these loop instances and space names. Null: the graph does not tell them.
  Graph finish(const std::vector<fslg::LoopInstance>* loops = nullptr,
               const std::vector<std::string>* spaces = nullptr) {
    const flatbuffers::uoffset_t loops_at = loops != nullptr ? builder_.CreateVectorOfStructs(*loops).o : 0;
    const flatbuffers::uoffset_t spaces_at = spaces != nullptr ? builder_.CreateVectorOfStrings(*spaces).o : 0;
    fslg::GraphBuilder table(builder_);
    table.add_value_count(static_cast<std::uint32_t>(value_count_));
    table.add_ids(ids_at_);
    table.add_operand_offsets(operand_offsets_at_);
    table.add_operands(operands_at_);
    table.add_axis_offsets(axis_offsets_at_);
    table.add_axis_roles(axis_roles_at_.o);  // flatc's releases differ in this column's C++ type
    table.add_axis_spaces(axis_spaces_at_);
    table.add_axis_loops(axis_loops_at_);
    table.add_unclassified(unclassified_at_);
    table.add_loops(loops_at);
    table.add_spaces(spaces_at);
    fslg::FinishGraphBuffer(builder_, table.Finish());
    return Graph(builder_.Release());
  }

 private:
  template <typename T>
  using Column = flatbuffers::Offset<flatbuffers::Vector<T>>;

  template <typename T>
  T* column(std::size_t length, Column<T>& at) {
    T* begin = nullptr;
    at = builder_.CreateUninitializedVector<T>(length, &begin);
    return begin;
  }

  std::size_t value_count_;
  flatbuffers::FlatBufferBuilder builder_;
  Column<std::uint64_t> ids_at_;
  Column<std::uint32_t> operand_offsets_at_;
  Column<std::uint32_t> operands_at_;
  Column<std::uint32_t> axis_offsets_at_;
  Column<std::uint8_t> axis_roles_at_;
  Column<std::uint16_t> axis_spaces_at_;
  Column<std::int32_t> axis_loops_at_;
  Column<std::uint32_t> unclassified_at_;
};

}  // namespace detail
}  // namespace forcedsplit

#endif  // FORCEDSPLIT_GRAPH_HPP
