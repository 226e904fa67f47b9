// An exception that inside throws comes out of the call as the same object, and the library works on.
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "forcedsplit/forced_split_levels.hpp"

namespace {

using forcedsplit::compute;
using forcedsplit::Graph;
using forcedsplit::GraphBuilder;
using forcedsplit::Role;

constexpr std::size_t kQuestions = 7;

/// Value 2k+1 reads value 2k, which is reduced: one question each.
Graph asking_graph() {
  GraphBuilder builder;
  for (std::uint64_t k = 0; k < kQuestions; ++k) {
    builder.add_value(2 * k, {Role::Reduction});
    builder.add_value(2 * k + 1, {});
    builder.add_operand(2 * k + 1, 2 * k);
  }
  return builder.finish();
}

struct HostFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct NotAnException {
  explicit NotAnException(int& alive) : alive_(alive) { ++alive_; }
  NotAnException(const NotAnException& other) : alive_(other.alive_) { ++alive_; }
  ~NotAnException() { --alive_; }
  int& alive_;
};

void expect_works(const Graph& graph) {
  const forcedsplit::Levels levels = compute(graph, [](std::size_t, std::size_t) { return true; });
  EXPECT_EQ(levels.max_pass(), 1);
}

class ThrowAt : public testing::TestWithParam<std::size_t> {};

TEST_P(ThrowAt, TheSameObjectComesOut) {
  const Graph graph = asking_graph();
  const HostFailure* thrown = nullptr;
  std::size_t asked = 0;
  try {
    compute(graph, [&](std::size_t, std::size_t) -> bool {
      if (asked++ < GetParam()) return false;
      try {
        throw HostFailure("the host's own");
      } catch (const HostFailure& failure) {
        thrown = &failure;
        throw;
      }
    });
    ADD_FAILURE() << "nothing thrown";
  } catch (const std::exception& caught) {
    EXPECT_EQ(dynamic_cast<const HostFailure*>(&caught), thrown);
    EXPECT_STREQ(caught.what(), "the host's own");
  }
  EXPECT_EQ(asked, GetParam() + 1) << "asked on after the exception";
  expect_works(graph);
}

TEST_P(ThrowAt, AnIntAndAClassOfTheHostsKeepTheirType) {
  const Graph graph = asking_graph();
  std::size_t asked = 0;
  try {
    compute(graph, [&](std::size_t, std::size_t) -> bool {
      if (asked++ < GetParam()) return true;
      throw 42;
    });
    ADD_FAILURE() << "nothing thrown";
  } catch (int number) {
    EXPECT_EQ(number, 42);
  }
  int alive = 0;
  asked = 0;
  EXPECT_THROW(compute(graph,
                       [&](std::size_t, std::size_t) -> bool {
                         if (asked++ < GetParam()) return true;
                         throw NotAnException(alive);
                       }),
               NotAnException);
  EXPECT_EQ(alive, 0) << "the exception leaks";
  expect_works(graph);
}

/// Neither copied nor moved: only the object that was thrown can arrive.
struct Pinned {
  Pinned(const Pinned** at, int& alive) : alive_(alive) {
    ++alive_;
    *at = this;
  }
  Pinned(const Pinned&) = delete;
  ~Pinned() { --alive_; }
  int& alive_;
};

TEST_P(ThrowAt, OneThatCannotBeCopiedIsTheSameObject) {
  const Graph graph = asking_graph();
  const Pinned* thrown = nullptr;
  int alive = 0;
  std::size_t asked = 0;
  try {
    compute(graph, [&](std::size_t, std::size_t) -> bool {
      if (asked++ < GetParam()) return true;
      throw Pinned(&thrown, alive);
    });
    ADD_FAILURE() << "nothing thrown";
  } catch (const Pinned& caught) {
    EXPECT_EQ(&caught, thrown);
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0) << "the exception leaks";
  EXPECT_EQ(asked, GetParam() + 1) << "asked on after the exception";
  expect_works(graph);
}

TEST_P(ThrowAt, OneOfAnInnerCallComesThroughTheOuterCallAsTheSameObject) {
  const Graph graph = asking_graph();
  const Pinned* thrown = nullptr;
  int alive = 0;
  std::size_t asked = 0;
  const auto inner = [&](std::size_t, std::size_t) -> bool {
    if (asked++ < GetParam()) return true;
    throw Pinned(&thrown, alive);
  };
  const auto outer = [&](std::size_t, std::size_t) { return compute(graph, inner).max_pass() > 0; };
  try {
    compute(graph, outer);
    ADD_FAILURE() << "nothing thrown";
  } catch (const Pinned& caught) {
    EXPECT_EQ(&caught, thrown);
  }
  EXPECT_EQ(alive, 0) << "the exception leaks";
  expect_works(graph);
}

INSTANTIATE_TEST_SUITE_P(FirstMiddleLast, ThrowAt, testing::Values(0u, kQuestions / 2, kQuestions - 1));

TEST(Exceptions, ComeThroughTheDropInToo) {
  enum class HostRole { Reduction, LoopCarried };
  struct Axis {
    HostRole role;
  };
  struct Cell {
    int hash;
    std::vector<Axis> per_axis;
  };
  struct Host {
    std::vector<Cell> cells;
    std::unordered_map<int, int> value_id_of;
    std::vector<std::vector<int>> depends_on;
  };
  const Host host = {{{10, {{HostRole::Reduction}}}, {11, {}}}, {{10, 0}, {11, 1}}, {{}, {0}}};
  const auto fails = [](std::size_t, std::size_t) -> bool { throw std::string("from the host"); };
  EXPECT_THROW(forcedsplit::forced_split_levels(host, host, host, fails), std::string);
}

TEST(Exceptions, TheLibrarysOwnErrorThrownByInsideIsTheHosts) {
  const Graph graph = asking_graph();
  try {
    compute(graph, [](std::size_t, std::size_t) -> bool { throw forcedsplit::Error(FSL_ERROR_CYCLE, "mine", {5}); });
    ADD_FAILURE() << "nothing thrown";
  } catch (const forcedsplit::Error& error) {
    EXPECT_STREQ(error.what(), "mine");
    EXPECT_EQ(error.status(), FSL_ERROR_CYCLE);
    EXPECT_EQ(error.values(), std::vector<std::uint64_t>{5});
  }
}

TEST(Exceptions, APredicateMayComputeAndFailInside) {
  const Graph graph = asking_graph();
  int caught = 0;
  const forcedsplit::Levels levels = compute(graph, [&](std::size_t, std::size_t) {
    expect_works(graph);
    try {
      compute(graph, [](std::size_t, std::size_t) -> bool { throw 1; });
    } catch (int) {
      ++caught;
    }
    return true;
  });
  EXPECT_EQ(caught, static_cast<int>(kQuestions));
  EXPECT_EQ(levels.max_pass(), 1);
}

TEST(Exceptions, OneFromANestedCallComesThroughBothCalls) {
  const Graph graph = asking_graph();
  const auto inner = [](std::size_t, std::size_t) -> bool { throw 7; };
  const auto outer = [&](std::size_t, std::size_t) { return compute(graph, inner).max_pass() > 0; };
  EXPECT_THROW(compute(graph, outer), int);
  expect_works(graph);
}

}  // namespace
