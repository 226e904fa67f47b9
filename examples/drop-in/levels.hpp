// What a scheduler has today: its own levels over hash maps, written from the README's "What is computed". The
// comparison harness measures it as `today`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace scheduler {

struct ForcedSplitLevels {
  std::unordered_set<std::size_t> carried, pinned;
  std::unordered_map<std::size_t, int> pass_of;
  int max_pass = 0;

  int pass(std::size_t id) const {
    auto const found = pass_of.find(id);
    return found == pass_of.end() ? 0 : found->second;
  }
};

// Every value after its operands.
template <class DepGraph>
std::vector<std::size_t> operands_first(std::size_t count, DepGraph const& dep_graph) {
  std::vector<std::size_t> waits_for(count, 0), order;
  order.reserve(count);
  for (std::size_t v = 0; v < count; ++v) {
    auto const operands = dep_graph.depends_on.find(v);
    if (operands != dep_graph.depends_on.end()) waits_for[v] = operands->second.size();
    if (waits_for[v] == 0) order.push_back(v);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto const readers = dep_graph.consumers_of.find(order[i]);
    if (readers == dep_graph.consumers_of.end()) continue;
    for (std::size_t reader : readers->second) {
      if (--waits_for[reader] == 0) order.push_back(reader);
    }
  }
  return order;
}

template <class Rich, class Legality, class DepGraph, class Inside>
ForcedSplitLevels forced_split_levels(Rich const& rich, Legality const& legality, DepGraph const& dep_graph,
                                      Inside const& inside) {
  ForcedSplitLevels r;
  std::unordered_set<std::size_t> reductions, listed;
  listed.reserve(rich.cells.size());
  for (auto const& cell : legality.cells) {
    auto const id = dep_graph.value_id_of.find(cell.hash);
    if (id == dep_graph.value_id_of.end()) continue;
    listed.insert(id->second);
    for (auto const& axis : cell.per_axis) {
      using Role = std::decay_t<decltype(axis.role)>;
      if (axis.role == Role::LoopCarried) r.carried.insert(id->second);
      if (axis.role == Role::Reduction) reductions.insert(id->second);
    }
  }
  r.pinned = r.carried;

  std::vector<std::size_t> const order = operands_first(rich.cells.size(), dep_graph);
  std::unordered_map<std::size_t, int> pass;
  pass.reserve(order.size());
  for (std::size_t v : order) {
    int level = 0;
    auto const operands = dep_graph.depends_on.find(v);
    if (operands != dep_graph.depends_on.end()) {
      for (std::size_t o : operands->second) {
        bool bump = r.carried.count(o) != 0;
        if (!bump && reductions.count(o) != 0 && inside(v, o)) {
          bump = true;
          r.pinned.insert(o);
        }
        level = std::max(level, pass[o] + (bump ? 1 : 0));
      }
    }
    pass[v] = level;
  }
  for (auto v = order.rbegin(); v != order.rend(); ++v) {
    auto const readers = dep_graph.consumers_of.find(*v);
    if (readers == dep_graph.consumers_of.end() || r.pinned.count(*v) != 0) continue;
    int least = pass[readers->second.front()];
    for (std::size_t reader : readers->second) least = std::min(least, pass[reader]);
    pass[*v] = std::max(pass[*v], least);
  }
  r.pass_of.reserve(listed.size());
  for (std::size_t v : listed) {
    r.pass_of.emplace(v, pass[v]);
    r.max_pass = std::max(r.max_pass, pass[v]);
  }
  return r;
}

}  // namespace scheduler
