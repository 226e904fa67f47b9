// The graphs that are measured: in columns, as the wire has them, and in a scheduler's own maps, as the drop-in takes
// them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <unordered_map>
#include <vector>

namespace bench {

enum class Role : std::uint8_t { LoopLocal, Reduction, LoopCarried, LoopInvariant };

// A value graph in columns. The id of a value is its position.
struct Columns {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> operand_offsets{0}, operands;
  std::vector<std::uint32_t> axis_offsets{0};
  std::vector<std::uint8_t> axis_roles;
};

// `count` values as a compiler's post-order gives them: every operand comes before its reader, and not far before; 3
// edges for 2 values; every third value has a role, one in `reductions` of those a Reduction (0: none).
inline Columns local_post_order(std::uint32_t count, std::uint32_t reductions) {
  std::mt19937 random(1);
  Columns g;
  g.count = count;
  for (std::uint32_t v = 0; v < count; ++v) {
    for (std::uint32_t k = std::min(v, 1 + v % 2); k > 0; --k) {
      g.operands.push_back(v - 1 - static_cast<std::uint32_t>(random()) % std::min(v, 64U));
    }
    if (v % 3 == 0) {
      Role const role = reductions != 0 && random() % reductions == 0 ? Role::Reduction
                        : random() % 8 == 0                           ? Role::LoopCarried
                                                                      : Role::LoopLocal;
      g.axis_roles.push_back(static_cast<std::uint8_t>(role));
    }
    g.operand_offsets.push_back(static_cast<std::uint32_t>(g.operands.size()));
    g.axis_offsets.push_back(static_cast<std::uint32_t>(g.axis_roles.size()));
  }
  return g;
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
  for (std::uint32_t v = 0; v < g.count; ++v) {
    std::size_t const hash = v * 0x9E3779B97F4A7C15U;
    Legality cell{hash, {}};
    for (std::uint32_t a = g.axis_offsets[v]; a < g.axis_offsets[v + 1]; ++a) {
      cell.per_axis.push_back({static_cast<Role>(g.axis_roles[a])});
    }
    s.legality.cells.push_back(cell);
    s.dep_graph.value_id_of.emplace(hash, v);
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
