// A scheduler's own computation of pass levels, written from SPEC.md with maps and sets, and nothing of the library's.
#ifndef FORCEDSPLIT_TESTS_REFERENCE_HPP
#define FORCEDSPLIT_TESTS_REFERENCE_HPP

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace reference {

enum class Role { LoopLocal, Reduction, LoopCarried, LoopInvariant };

using Id = std::size_t;
using Edge = std::pair<Id, Id>;  // reader, operand

struct Value {
  Id id;
  std::optional<std::vector<Role>> roles;  // none: no legality cell
};

struct Case {
  std::vector<Value> values;
  std::vector<Edge> edges;
  std::set<Edge> inside;  // where the predicate says yes
};

struct Answer {
  std::set<Id> carried, pinned;
  std::map<Id, int> pass_of;
  int max_pass = 0;
  std::vector<Edge> asked;  // in the order of SPEC
};

inline bool has(const Value& value, Role role) {
  return value.roles && std::count(value.roles->begin(), value.roles->end(), role) != 0;
}

inline Answer levels(const Case& c) {
  std::map<Id, std::size_t> position;
  for (const Value& v : c.values) position.emplace(v.id, position.size());
  std::map<Id, std::set<Id>> operands, readers;
  for (const auto& [reader, operand] : c.edges) {
    operands[reader].insert(operand);
    readers[operand].insert(reader);
  }

  Answer answer;
  std::set<Edge> bumps;
  std::vector<std::pair<Edge, Edge>> questions;  // by positions, the same by ids
  for (const Value& o : c.values) {
    if (has(o, Role::LoopCarried)) answer.carried.insert(o.id);
    for (const Id v : readers[o.id]) {
      const bool asks = has(o, Role::Reduction) && !has(o, Role::LoopCarried);
      if (asks) questions.push_back({{position[v], position[o.id]}, {v, o.id}});
      if (has(o, Role::LoopCarried) || (asks && c.inside.count({v, o.id}) != 0)) bumps.insert({v, o.id});
    }
  }
  std::sort(questions.begin(), questions.end());
  for (const auto& question : questions) answer.asked.push_back(question.second);
  answer.pinned = answer.carried;
  for (const Edge& bump : bumps) answer.pinned.insert(bump.second);

  std::map<Id, int> level, pass;
  const std::function<int(Id)> level_of = [&](Id v) {
    const auto known = level.find(v);
    if (known != level.end()) return known->second;
    int result = 0;
    for (const Id o : operands[v]) result = std::max(result, level_of(o) + static_cast<int>(bumps.count({v, o})));
    return level[v] = result;
  };
  const std::function<int(Id)> pass_of = [&](Id v) {
    const auto known = pass.find(v);
    if (known != pass.end()) return known->second;
    int result = level_of(v);
    if (answer.pinned.count(v) == 0 && !readers[v].empty()) {
      int earliest = pass_of(*readers[v].begin());
      for (const Id u : readers[v]) earliest = std::min(earliest, pass_of(u));
      result = std::max(result, earliest);
    }
    return pass[v] = result;
  };
  for (const Value& v : c.values) {
    if (!v.roles) continue;
    answer.pass_of[v.id] = pass_of(v.id);
    answer.max_pass = std::max(answer.max_pass, pass_of(v.id));
  }
  return answer;
}

/// A random case of up to 40 values with the ids 0, 1, ... whose positions are not in dependency order.
inline Case random_case(std::mt19937& random) {
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  Case c;
  const std::size_t count = below(41);
  std::vector<Id> order;  // a value reads only what stands before it here
  for (Id id = 0; id < count; ++id) order.push_back(id);
  std::shuffle(order.begin(), order.end(), random);
  for (Id id = 0; id < count; ++id) {
    Value value{id, std::nullopt};
    if (below(8) != 0) {
      value.roles.emplace();
      for (std::size_t axes = below(4); axes > 0; --axes) value.roles->push_back(static_cast<Role>(below(4)));
    }
    c.values.push_back(value);
  }
  for (std::size_t edges = count < 2 ? 0 : below(3 * count); edges > 0; --edges) {
    const std::size_t reader = 1 + below(count - 1);
    c.edges.push_back({order[reader], order[below(reader)]});
    if (below(2) == 0) c.inside.insert(c.edges.back());
    if (below(4) == 0) c.edges.push_back(c.edges.back());
  }
  return c;
}

}  // namespace reference

#endif  // FORCEDSPLIT_TESTS_REFERENCE_HPP
