// Two schedulers that share no type and hardly a habit, to be filled from the same case. The drop-in takes both.
#ifndef FORCEDSPLIT_TESTS_HOSTS_HPP
#define FORCEDSPLIT_TESTS_HOSTS_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "reference.hpp"

// Vectors of structs and hash maps; every id is a std::size_t.
namespace plain_host {

enum class Role { LoopLocal, Reduction, LoopCarried, LoopInvariant };

struct Axis {
  std::string space;
  Role role;
};
struct Cell {
  std::size_t hash;
  std::vector<Axis> per_axis;
};
struct Legality {
  std::vector<Cell> cells;
};
struct Rich {
  std::vector<std::string> cells;
};
struct DepGraph {
  std::unordered_map<std::size_t, std::size_t> value_id_of;
  std::unordered_map<std::size_t, std::vector<std::size_t>> depends_on, consumers_of;
};
struct Host {
  Rich rich;
  Legality legality;
  DepGraph dep_graph;
};

inline std::size_t hash_of(std::size_t id) { return id * 0x9e3779b97f4a7c15u + 1; }

inline Host from(const reference::Case& c) {
  Host host;
  for (const reference::Value& value : c.values) {
    host.rich.cells.push_back("value " + std::to_string(value.id));
    host.dep_graph.value_id_of[hash_of(value.id)] = value.id;
    if (!value.roles) continue;
    Cell cell{hash_of(value.id), {}};
    for (const reference::Role role : *value.roles) cell.per_axis.push_back({"K", static_cast<Role>(role)});
    host.legality.cells.push_back(cell);
  }
  for (const auto& [reader, operand] : c.edges) {
    host.dep_graph.depends_on[reader].push_back(operand);
    host.dep_graph.consumers_of[operand].push_back(reader);
  }
  return host;
}

}  // namespace plain_host

// Slices of shared storage, ordered maps, small integers, and an enum that numbers its own way.
namespace slice_host {

template <typename T>
class Slice {  // what std::span is, for C++17
 public:
  Slice() = default;
  Slice(const T* begin, const T* end) : begin_(begin), end_(end) {}
  const T* begin() const { return begin_; }
  const T* end() const { return end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }

 private:
  const T* begin_ = nullptr;
  const T* end_ = nullptr;
};

enum class Behaviour : char { Unknown = 'u', LoopCarried = 'c', Batched = 'b', Reduction = 'r', Fused = 'f' };

struct AxisPlan {
  Behaviour role;
  std::int16_t block;
};
struct Cell {
  std::string hash;
  Slice<AxisPlan> per_axis;
};
struct Legality {
  std::deque<Cell> cells;
};
struct Schedule {
  std::map<int, double> cells;
};
struct DepGraph {
  std::map<std::string, std::int16_t> value_id_of;
  std::vector<Slice<std::int16_t>> depends_on;  // by id
};
struct Host {
  Schedule rich;
  Legality legality;
  DepGraph dep_graph;
  std::deque<std::vector<AxisPlan>> axis_storage;
  std::deque<std::vector<std::int16_t>> operand_storage;

  Host() = default;
  Host(Host&&) = default;
  Host(const Host&) = delete;  // the slices point into this one
};

inline Behaviour behaviour(reference::Role role) {
  switch (role) {
    case reference::Role::LoopCarried:
      return Behaviour::LoopCarried;
    case reference::Role::Reduction:
      return Behaviour::Reduction;
    case reference::Role::LoopInvariant:
      return Behaviour::Fused;
    default:
      return Behaviour::Batched;
  }
}

template <typename T>
Slice<T> store(std::deque<std::vector<T>>& storage, std::vector<T> row) {
  storage.push_back(std::move(row));
  return {storage.back().data(), storage.back().data() + storage.back().size()};
}

inline Host from(const reference::Case& c) {
  Host host;
  std::vector<std::vector<std::int16_t>> operands(c.values.size());
  for (const auto& [reader, operand] : c.edges) operands[reader].push_back(static_cast<std::int16_t>(operand));
  for (const reference::Value& value : c.values) {
    const std::string hash = "#" + std::to_string(value.id);
    host.rich.cells[static_cast<int>(value.id)] = 0.5;
    host.dep_graph.value_id_of[hash] = static_cast<std::int16_t>(value.id);
    host.dep_graph.depends_on.push_back(store(host.operand_storage, operands[value.id]));
    if (!value.roles) continue;
    std::vector<AxisPlan> axes;
    for (const reference::Role role : *value.roles) axes.push_back({behaviour(role), 64});
    host.legality.cells.push_front({hash, store(host.axis_storage, axes)});
  }
  return host;
}

}  // namespace slice_host

#endif  // FORCEDSPLIT_TESTS_HOSTS_HPP
