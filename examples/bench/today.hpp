// What schedulers hold today: levels over hash maps, written from the README's "What is computed".
#pragma once

#include <forcedsplit/forced_split_levels.hpp>

#include "columns.hpp"

namespace bench {

template <class Inside>
forcedsplit::ForcedSplitLevels levels_over_maps(Scheduler const& s, Inside const& inside) {
  forcedsplit::ForcedSplitLevels r;
  std::unordered_set<std::size_t> reductions, listed;
  listed.reserve(s.rich.cells.size());
  for (Legality const& cell : s.legality.cells) {
    auto const id = s.dep_graph.value_id_of.find(cell.hash);
    if (id == s.dep_graph.value_id_of.end()) continue;
    listed.insert(id->second);
    for (Axis const& axis : cell.per_axis) {
      if (axis.role == Role::LoopCarried) r.carried.insert(id->second);
      if (axis.role == Role::Reduction) reductions.insert(id->second);
    }
  }
  r.pinned = r.carried;

  std::size_t const count = s.rich.cells.size();
  auto const& depends_on = s.dep_graph.depends_on;
  auto const& consumers_of = s.dep_graph.consumers_of;
  std::vector<std::size_t> waits_for(count, 0), order;
  order.reserve(count);
  for (std::size_t v = 0; v < count; ++v) {
    auto const operands = depends_on.find(v);
    if (operands != depends_on.end()) waits_for[v] = operands->second.size();
    if (waits_for[v] == 0) order.push_back(v);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto const readers = consumers_of.find(order[i]);
    if (readers == consumers_of.end()) continue;
    for (std::size_t reader : readers->second) {
      if (--waits_for[reader] == 0) order.push_back(reader);
    }
  }

  std::unordered_map<std::size_t, int> pass;
  pass.reserve(count);
  for (std::size_t v : order) {
    int level = 0;
    auto const operands = depends_on.find(v);
    if (operands != depends_on.end()) {
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
    auto const readers = consumers_of.find(*v);
    if (readers == consumers_of.end() || r.pinned.count(*v) != 0) continue;
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

}  // namespace bench
