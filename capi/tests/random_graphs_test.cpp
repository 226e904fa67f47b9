// Random graphs with any ids, in any order, through GraphBuilder and compute, against a reference written from SPEC.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"
#include "reference.hpp"

namespace {

using forcedsplit::GraphBuilder;
using reference::Case;
using reference::Edge;

/// The same graph with ids spread over 64 bits.
Case renamed(const Case& c, std::mt19937& random) {
  std::mt19937_64 wide(random());
  std::set<std::uint64_t> ids;
  while (ids.size() < c.values.size()) ids.insert(wide());
  std::vector<std::uint64_t> name(ids.begin(), ids.end());
  std::shuffle(name.begin(), name.end(), random);
  Case result;
  for (const reference::Value& value : c.values) result.values.push_back({name[value.id], value.roles});
  for (const Edge& edge : c.edges) result.edges.push_back({name[edge.first], name[edge.second]});
  for (const Edge& edge : c.inside) result.inside.insert({name[edge.first], name[edge.second]});
  std::shuffle(result.edges.begin(), result.edges.end(), random);
  return result;
}

forcedsplit::Graph built(const Case& c) {
  GraphBuilder builder;
  for (const Edge& edge : c.edges) builder.add_operand(edge.first, edge.second);
  for (const reference::Value& value : c.values) {
    if (!value.roles) {
      builder.add_unclassified(value.id);
      continue;
    }
    std::vector<forcedsplit::Role> roles;
    for (const reference::Role role : *value.roles) roles.push_back(static_cast<forcedsplit::Role>(role));
    builder.add_value(value.id, roles);
  }
  return builder.finish();
}

void expect_reference_answer(const Case& c) {
  const reference::Answer expected = reference::levels(c);
  std::vector<Edge> asked;
  const forcedsplit::Levels levels = forcedsplit::compute(built(c), [&](std::size_t reader, std::size_t source) {
    asked.push_back({reader, source});
    return c.inside.count({reader, source}) != 0;
  });
  EXPECT_EQ(asked, expected.asked);
  EXPECT_EQ(levels.max_pass(), expected.max_pass);
  ASSERT_EQ(levels.size(), c.values.size());
  for (std::size_t v = 0; v < c.values.size(); ++v) {
    const std::uint64_t id = c.values[v].id;
    const auto listed = expected.pass_of.find(id);
    EXPECT_EQ(levels.id_at(v), id);
    EXPECT_EQ(levels.passes()[v], listed == expected.pass_of.end() ? FSL_PASS_ABSENT : listed->second);
    EXPECT_EQ(levels.pass(id), listed == expected.pass_of.end() ? 0 : listed->second);
    EXPECT_EQ(levels.is_carried(id), expected.carried.count(id) != 0);
    EXPECT_EQ(levels.is_pinned(id), expected.pinned.count(id) != 0);
  }
}

TEST(RandomGraphs, AnswerAsTheReferenceDoes) {
  std::mt19937 random(4711);
  for (int round = 0; round < 500 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Case c = reference::random_case(random);
    expect_reference_answer(c);
    expect_reference_answer(renamed(c, random));
  }
}

}  // namespace
