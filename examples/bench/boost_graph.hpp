// What a C++ user would reach for: Boost.Graph, whose topological_sort gives the order in which two sweeps over its
// graph find the passes.
#pragma once

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/topological_sort.hpp>
#include <climits>
#include <iterator>
#include <utility>

#include "columns.hpp"

namespace bench {

class BoostGraph {
 public:
  struct Levels {
    std::vector<std::int32_t> passes;  // -1 where there is no legality cell
    std::vector<std::uint8_t> flags;   // kCarried, kPinned
    int max_pass = 0;
  };
  enum : std::uint8_t { kCarried = 1, kPinned = 2 };

  // Edges go from readers to operands, so that topological_sort, whose result is backwards, gives operands first.
  explicit BoostGraph(Columns const& g) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(g.operands.size());
    for (std::uint32_t v = 0; v < g.count; ++v) {
      for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
        edges.emplace_back(v, g.operands[e]);
      }
    }
    graph_ = Graph(boost::edges_are_sorted, edges.begin(), edges.end(), g.count);
    for (std::uint32_t v = 0; v < g.count; ++v) {
      for (std::uint32_t a = g.axis_offsets[v]; a < g.axis_offsets[v + 1]; ++a) {
        graph_[v].carried |= static_cast<Role>(g.axis_roles[a]) == Role::LoopCarried;
        graph_[v].reduces |= static_cast<Role>(g.axis_roles[a]) == Role::Reduction;
      }
    }
    for (std::uint32_t v : g.unclassified) graph_[v].listed = false;
  }

  template <class Inside>
  Levels operator()(Inside const& inside) const {
    std::size_t const count = num_vertices(graph_);
    std::vector<std::uint32_t> order;
    order.reserve(count);
    topological_sort(graph_, std::back_inserter(order));

    Levels levels{std::vector<std::int32_t>(count), std::vector<std::uint8_t>(count)};
    for (std::uint32_t v : order) sweep_forward(v, inside, levels);
    std::vector<std::int32_t> least_reader(count, INT_MAX);
    for (auto v = order.rbegin(); v != order.rend(); ++v) sweep_backward(*v, least_reader, levels);
    return levels;
  }

 private:
  struct Value {
    bool carried = false, reduces = false, listed = true;
  };
  using Graph = boost::compressed_sparse_row_graph<boost::directedS, Value, boost::no_property, boost::no_property,
                                                   std::uint32_t>;

  template <class Inside>
  void sweep_forward(std::uint32_t v, Inside const& inside, Levels& levels) const {
    if (graph_[v].carried) levels.flags[v] = kCarried | kPinned;
    std::int32_t level = 0;
    auto const [begin, end] = out_edges(v, graph_);
    for (auto edge = begin; edge != end; ++edge) {
      auto const o = target(*edge, graph_);
      bool const bumps = graph_[o].carried || (graph_[o].reduces && inside(v, o));
      if (bumps) levels.flags[o] |= kPinned;
      level = std::max(level, levels.passes[o] + (bumps ? 1 : 0));
    }
    levels.passes[v] = level;
  }

  void sweep_backward(std::uint32_t v, std::vector<std::int32_t>& least_reader, Levels& levels) const {
    std::int32_t& pass = levels.passes[v];
    if ((levels.flags[v] & kPinned) == 0 && least_reader[v] != INT_MAX) pass = std::max(pass, least_reader[v]);
    auto const [begin, end] = out_edges(v, graph_);
    for (auto edge = begin; edge != end; ++edge) {
      auto const o = target(*edge, graph_);
      least_reader[o] = std::min(least_reader[o], pass);
    }
    if (graph_[v].listed) {
      levels.max_pass = std::max(levels.max_pass, pass);
    } else {
      pass = -1;
    }
  }

  Graph graph_;
};

}  // namespace bench
