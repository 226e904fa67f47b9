// A scheduler in small, of SeQuant's shape: types of its own, and levels of its own, until the README's diff of five
// lines takes forcedsplit's. It prints the pass of every value of a softmax over k whose result is stored whole.
#include <cstddef>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "levels.hpp"

namespace scheduler {

enum class AxisRole { LoopLocal, Reduction, LoopCarried, LoopInvariant };
struct Axis {
  AxisRole role;
};
struct LegalityCell {
  std::size_t hash;
  std::vector<Axis> per_axis;
};

// What there is to schedule, the roles by the hash of a value, and who reads whom by ids, 0..size-1.
struct Rich {
  std::vector<std::string> cells;
};
struct Legality {
  std::vector<LegalityCell> cells;
};
struct DepGraph {
  std::unordered_map<std::size_t, std::size_t> value_id_of;
  std::unordered_map<std::size_t, std::vector<std::size_t>> depends_on, consumers_of;
};

constexpr std::size_t kHash = 1000;  // a value's hash, here, is its id and this

DepGraph dep_graph_of(std::size_t count, std::vector<std::pair<std::size_t, std::size_t>> const& edges) {
  DepGraph graph;
  for (std::size_t id = 0; id < count; ++id) graph.value_id_of.emplace(kHash + id, id);
  for (auto const& [reader, operand] : edges) {
    graph.depends_on[reader].push_back(operand);
    graph.consumers_of[operand].push_back(reader);
  }
  return graph;
}

void schedule() {
  Rich const rich{{"scores", "exp", "sum", "scale", "softmax", "stored", "result"}};
  std::vector<std::vector<Axis>> const roles{{{AxisRole::LoopLocal}},
                                             {{AxisRole::LoopLocal}},
                                             {{AxisRole::Reduction}},
                                             {},
                                             {{AxisRole::LoopLocal}},
                                             {{AxisRole::LoopCarried}},
                                             {}};
  Legality legality;
  for (std::size_t id = 0; id < roles.size(); ++id) legality.cells.push_back({kHash + id, roles[id]});
  DepGraph const dep_graph = dep_graph_of(rich.cells.size(), {{1, 0}, {2, 1}, {4, 1}, {4, 2}, {4, 3}, {5, 4}, {6, 5}});

  // There is one loop, over k: whoever has a role on it is produced inside.
  auto const inside = [&](std::size_t reader, std::size_t /*source*/) { return !roles[reader].empty(); };
  auto const levels = forced_split_levels(rich, legality, dep_graph, inside);
  for (std::size_t id = 0; id < rich.cells.size(); ++id) {
    std::printf("%s: pass %d\n", rich.cells[id].c_str(), levels.pass(id));
  }
}

}  // namespace scheduler

int main() { scheduler::schedule(); }
