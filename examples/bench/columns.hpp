// The graphs that are measured: the bytes of an FSLG file, the same in plain columns, and in a scheduler's own maps, as
// the drop-in takes them.
#pragma once

#include <forcedsplit/fslg_generated.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bench {

enum class Role : std::uint8_t { LoopLocal, Reduction, LoopCarried, LoopInvariant };

// A value graph in columns. The id of a value is its position.
struct Columns {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> operand_offsets{0}, operands;
  std::vector<std::uint32_t> axis_offsets{0};
  std::vector<std::uint8_t> axis_roles;
  std::vector<std::uint32_t> unclassified;  // rising
};

// A graph as the file has it, with its size in front where the file has that, and in columns.
struct Graph {
  std::vector<std::uint8_t> bytes;  // operator new aligns them for every column
  Columns columns;
};

template <class T, class Element>
void copy_column(std::vector<T>& to, flatbuffers::Vector<Element> const* from) {
  static_assert(sizeof(T) == sizeof(Element), "a column as it lies in the file, which is little-endian");
  if (from == nullptr) return;
  T const* const begin = reinterpret_cast<T const*>(from->Data());
  to.assign(begin, begin + from->size());
}

inline Columns columns_of(fslg::Graph const& graph) {
  if (graph.ids() != nullptr || (graph.value_count() != 0 && graph.operand_offsets() == nullptr)) {
    throw std::runtime_error("a graph to measure has operands, and positions as ids");
  }
  Columns columns;
  columns.count = graph.value_count();
  copy_column(columns.operand_offsets, graph.operand_offsets());
  copy_column(columns.operands, graph.operands());
  copy_column(columns.axis_offsets, graph.axis_offsets());
  copy_column(columns.axis_roles, graph.axis_roles());
  copy_column(columns.unclassified, graph.unclassified());
  return columns;
}

// Everything in a file, as elements of T.
template <class T = std::uint8_t>
std::vector<T> read_file(std::string const& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<T> elements(static_cast<std::size_t>(file.tellg()) / sizeof(T));
  file.seekg(0).read(reinterpret_cast<char*>(elements.data()),
                     static_cast<std::streamsize>(elements.size() * sizeof(T)));
  return elements;
}

// The graphs of a file: one, or several in a row, each with its size in front and padded to 8 bytes.
inline std::vector<Graph> read_graphs(std::string const& path) {
  std::vector<std::uint8_t> bytes = read_file(path);
  std::vector<Graph> graphs;
  if (bytes.size() >= 8 && fslg::GraphBufferHasIdentifier(bytes.data())) {
    Columns columns = columns_of(*fslg::GetGraph(bytes.data()));
    graphs.push_back({std::move(bytes), std::move(columns)});
    return graphs;
  }
  for (std::size_t at = 0; at + 12 <= bytes.size();) {
    std::uint8_t const* const begin = &bytes[at];
    std::size_t const size = sizeof(std::uint32_t) + flatbuffers::ReadScalar<std::uint32_t>(begin);
    if (!flatbuffers::BufferHasIdentifier(begin, fslg::GraphIdentifier(), true) || size > bytes.size() - at) {
      throw std::runtime_error(path + " is not a row of graphs");
    }
    graphs.push_back({{begin, begin + size}, columns_of(*fslg::GetSizePrefixedGraph(begin))});
    at += (size + 7) / 8 * 8;
  }
  return graphs;
}

// The same graph as a scheduler holds it.
struct Axis {
  Role role;
};
struct Legality {
  std::size_t hash;
  std::vector<Axis> per_axis;
};
struct Scheduler {
  struct {
    std::vector<int> cells;
  } rich;
  struct {
    std::vector<Legality> cells;
  } legality;
  struct {
    std::unordered_map<std::size_t, std::size_t> value_id_of;
    std::unordered_map<std::size_t, std::vector<std::size_t>> depends_on, consumers_of;
  } dep_graph;
};

inline Scheduler scheduler_of(Columns const& g) {
  Scheduler s;
  s.rich.cells.resize(g.count);
  auto unclassified = g.unclassified.begin();
  for (std::uint32_t v = 0; v < g.count; ++v) {
    std::size_t const hash = v * 0x9E3779B97F4A7C15U;
    s.dep_graph.value_id_of.emplace(hash, v);
    if (unclassified != g.unclassified.end() && *unclassified == v) {
      ++unclassified;
    } else {
      Legality cell{hash, {}};
      for (std::uint32_t a = g.axis_offsets[v]; a < g.axis_offsets[v + 1]; ++a) {
        cell.per_axis.push_back({static_cast<Role>(g.axis_roles[a])});
      }
      s.legality.cells.push_back(std::move(cell));
    }
    for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
      auto& operands = s.dep_graph.depends_on[v];
      if (std::find(operands.begin(), operands.end(), g.operands[e]) == operands.end()) {
        operands.push_back(g.operands[e]);
        s.dep_graph.consumers_of[g.operands[e]].push_back(v);
      }
    }
  }
  return s;
}

}  // namespace bench
