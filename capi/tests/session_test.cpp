// forcedsplit::Session: random edit scripts against the reference that is written from SPEC, and what is its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"
#include "reference.hpp"

namespace {

using forcedsplit::Changes;
using forcedsplit::Error;
using forcedsplit::ForcedSplitLevels;
using forcedsplit::GraphBuilder;
using forcedsplit::Levels;
using forcedsplit::Role;
using forcedsplit::Session;
using reference::Case;
using reference::Edge;
using reference::Id;

static_assert(std::is_nothrow_move_constructible_v<Session> && std::is_nothrow_move_assignable_v<Session> &&
              !std::is_copy_constructible_v<Session> && !std::is_copy_assignable_v<Session>);
static_assert(std::is_nothrow_move_constructible_v<Changes> && !std::is_copy_constructible_v<Changes>);

std::vector<Role> roles_of(const reference::Value& value) {
  std::vector<Role> roles;
  for (const reference::Role role : *value.roles) roles.push_back(static_cast<Role>(role));
  return roles;
}

forcedsplit::Graph built(const Case& c) {
  GraphBuilder builder;
  for (const reference::Value& value : c.values) {
    if (value.roles) {
      builder.add_value(value.id, roles_of(value));
    } else {
      builder.add_unclassified(value.id);
    }
  }
  for (const Edge& edge : c.edges) builder.add_operand(edge.first, edge.second);
  return builder.finish();
}

/// Edits a case and a session alike. What the host says of an edge never changes here, so that the case may hold the
/// answers for edges that are yet to come.
class Script {
 public:
  explicit Script(unsigned seed)
      : random_(seed), case_(reference::random_case(random_)), session_(built(case_), inside()) {
    levels_ = session_.levels().to_struct();
    compare();
  }

  void edit() {
    switch (below(5)) {
      case 0:
        return set_value();
      case 1:
        return add_value();
      case 2:
        return remove_value();
      case 3:
        return add_operand();
      default:
        return remove_operand();
    }
  }

  void update() {
    session_.update(inside()).apply_to(levels_);
    compare();
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  std::function<bool(std::size_t, std::size_t)> inside() {
    return [this](std::size_t reader, std::size_t source) { return case_.inside.count({reader, source}) != 0; };
  }

  reference::Value random_value(Id id) {
    reference::Value value{id, std::nullopt};
    if (below(8) != 0) {
      value.roles.emplace();
      for (std::size_t axes = below(3); axes > 0; --axes)
        value.roles->push_back(static_cast<reference::Role>(below(4)));
    }
    return value;
  }

  void set_value() {
    if (case_.values.empty()) return;
    reference::Value& value = case_.values[below(case_.values.size())];
    value = random_value(value.id);
    if (value.roles) {
      session_.set_value(value.id, roles_of(value));
    } else {
      session_.set_unclassified(value.id);
    }
  }

  void add_value() {
    const reference::Value value = random_value(1000 + next_id_++);
    case_.values.push_back(value);
    if (value.roles) {
      session_.add_value(value.id, roles_of(value));
    } else {
      session_.add_unclassified(value.id);
    }
  }

  void remove_value() {
    if (case_.values.empty()) return;
    const std::size_t at = below(case_.values.size());
    const Id id = case_.values[at].id;
    const bool read =
        std::any_of(case_.edges.begin(), case_.edges.end(), [&](const Edge& edge) { return edge.second == id; });
    const std::optional<Error> error = session_.try_remove_value(id);
    ASSERT_EQ(error.has_value(), read);
    if (read) return;
    case_.values.erase(case_.values.begin() + static_cast<std::ptrdiff_t>(at));
    remove_edges([&](const Edge& edge) { return edge.first == id; });
  }

  void add_operand() {
    if (case_.values.empty()) return;
    const Edge edge{case_.values[below(case_.values.size())].id, case_.values[below(case_.values.size())].id};
    if (below(2) == 0) case_.inside.insert(edge);
    const std::optional<Error> error = session_.try_add_operand(edge.first, edge.second);
    const bool closes_a_cycle = needs(edge.second, edge.first);
    ASSERT_EQ(error.has_value(), closes_a_cycle);
    if (error) {
      EXPECT_EQ(error->status(), FSL_ERROR_CYCLE);
    } else {
      case_.edges.push_back(edge);
    }
  }

  void remove_operand() {
    if (case_.edges.empty()) return;
    const Edge edge = case_.edges[below(case_.edges.size())];
    session_.remove_operand(edge.first, edge.second);
    remove_edges([&](const Edge& other) { return other == edge; });
  }

  template <typename Gone>
  void remove_edges(Gone gone) {
    case_.edges.erase(std::remove_if(case_.edges.begin(), case_.edges.end(), gone), case_.edges.end());
  }

  bool needs(Id from, Id to) const {
    std::set<Id> seen{from};
    for (std::vector<Id> left{from}; !left.empty();) {
      const Id v = left.back();
      left.pop_back();
      if (v == to) return true;
      for (const Edge& edge : case_.edges) {
        if (edge.first == v && seen.insert(edge.second).second) left.push_back(edge.second);
      }
    }
    return false;
  }

  void compare() {
    const reference::Answer expected = reference::levels(case_);
    ForcedSplitLevels all = session_.levels().to_struct();
    for (const ForcedSplitLevels* found : {&levels_, &all}) {
      EXPECT_EQ(std::set<Id>(found->carried.begin(), found->carried.end()), expected.carried);
      EXPECT_EQ(std::set<Id>(found->pinned.begin(), found->pinned.end()), expected.pinned);
      EXPECT_EQ((std::map<Id, int>(found->pass_of.begin(), found->pass_of.end())), expected.pass_of);
      EXPECT_EQ(found->max_pass, expected.max_pass);
    }
  }

  std::mt19937 random_;
  Case case_;
  Session session_;
  ForcedSplitLevels levels_;  // as a scheduler holds them, changed by changes
  Id next_id_ = 0;
};

TEST(Session, AfterEveryUpdateOfARandomScriptTheLevelsAreThoseOfTheReference) {
  for (unsigned seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Script script(seed);
    for (int i = 0; i < 12; ++i) {
      for (int edits = 1 + i % 3; edits > 0; --edits) script.edit();
      script.update();
    }
  }
}

/// 0 is a reduction that 1 reads.
Session pair_session(bool inside) {
  GraphBuilder builder;
  builder.add_value(0, {Role::Reduction});
  builder.add_value(1, {});
  builder.add_operand(1, 0);
  return Session(builder.finish(), [=](std::size_t, std::size_t) { return inside; });
}

TEST(Session, WhatInsideThrowsComesOutOfTheUpdateAndTheSessionGoesOn) {
  Session session = pair_session(false);
  session.ask_again(1, 0);
  const auto throwing = [](std::size_t, std::size_t) -> bool { throw std::domain_error("the host's"); };
  EXPECT_THROW(session.update(throwing), std::domain_error);
  EXPECT_THROW(session.update(), Error);
  const Changes changes = session.update([](std::size_t, std::size_t) { return true; });
  EXPECT_EQ(changes.max_pass(), 1);
  EXPECT_EQ(changes.size(), 2u);  // 0 is pinned, 1 in a later pass
}

TEST(Session, CellsComeAsGraphBuilderTakesThem) {
  GraphBuilder builder;
  const std::int32_t loop = builder.add_loop("K", 0, 0);
  builder.add_value(0, {{Role::LoopLocal, "K", loop}});
  builder.add_value(1, {{Role::LoopLocal, "K", loop}});
  builder.add_operand(1, 0);
  Session session(builder.finish());
  session.set_value(0, {{Role::Reduction, "K", loop}});  // 1 is inside the loop, by the facts
  EXPECT_EQ(session.update().max_pass(), 1);
  session.set_value(1, std::vector<std::tuple<Role, const char*, int>>{{Role::LoopLocal, "K", -1}});
  EXPECT_EQ(session.update().max_pass(), 0);
  session.add_value(2, {});
  session.add_value(3, {Role::LoopCarried});
  session.add_operand(2, 3);
  EXPECT_EQ(session.update().max_pass(), 1);
}

TEST(Session, AMovedFromSessionIsNone) {
  Session session = pair_session(true);
  Session owner = std::move(session);
  EXPECT_EQ(owner.levels().pass(1), 1);
  EXPECT_EQ(session.try_levels().error().status(), FSL_ERROR_INVALID_HANDLE);  // NOLINT: that is what is tested
  EXPECT_EQ(session.try_remove_value(1)->status(), FSL_ERROR_INVALID_HANDLE);
  EXPECT_EQ(session.try_update().error().status(), FSL_ERROR_INVALID_HANDLE);
  Changes changes = owner.update();
  const Changes others = std::move(changes);
  EXPECT_TRUE(changes.empty());  // NOLINT: likewise
  EXPECT_EQ(changes.max_pass(), 0);
  EXPECT_EQ(others.max_pass(), 1);
}

TEST(Session, AnEditThatIsRefusedThrowsAndChangesNothing) {
  Session session = pair_session(true);
  try {
    session.add_operand(0, 1);
    FAIL() << "a cycle";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), FSL_ERROR_CYCLE);
    EXPECT_EQ(error.values(), (std::vector<std::uint64_t>{0, 1}));
  }
  EXPECT_THROW(session.add_value(1, {}), Error);
  EXPECT_THROW(session.remove_value(7), Error);
  EXPECT_TRUE(session.update().empty());
}

}  // namespace
