// examples/cpp-scheduler on every real graph of examples/data, which the test program is told as
// FORCEDSPLIT_EXAMPLE_DATA when it is compiled.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cpp_scheduler_programs.hpp"
#include "forcedsplit/forced_split_levels.hpp"
#include "load_graph.hpp"
#include "loop_chain.hpp"
#include "passes.hpp"
#include "split_nests.hpp"

namespace {

std::string printed(const scheduler::Problem& problem, const scheduler::LoopChain& chain,
                    const std::vector<int>& passes) {
  std::ostringstream out;
  print(out, problem, split_nests(problem, chain, passes));
  return out.str();
}

TEST(CppScheduler, ItsOwnPredicateAndLoopFactsSplitEveryRealGraphAlike) {
  const std::vector<std::string> paths = programs::real_graphs();
  EXPECT_EQ(paths.size(), 9u);
  for (const std::string& path : paths) {
    SCOPED_TRACE(path);
    const std::vector<std::uint8_t> bytes = scheduler::read_file(path);
    const scheduler::Problem problem = scheduler::load_graph(bytes);
    const scheduler::LoopChain chain(problem);
    const std::vector<int> own = passes_of(problem, chain);
    const std::vector<int> by_facts = scheduler::passes_by_loop_facts(bytes);
    EXPECT_EQ(own, by_facts);
    EXPECT_EQ(printed(problem, chain, own), printed(problem, chain, by_facts));
  }
}

// In the graph of data/README.md, 32 of 102 questions are answered with yes there: the predicate matters.
TEST(CppScheduler, IsAskedWhatTheDataSay) {
  const std::vector<std::uint8_t> bytes =
      scheduler::read_file(FORCEDSPLIT_EXAMPLE_DATA "/water20_auxpao_all_space.fslg");
  const scheduler::Problem problem = scheduler::load_graph(bytes);
  const scheduler::LoopChain chain(problem);
  int asked = 0;
  int yes = 0;
  const forcedsplit::ForcedSplitLevels levels = forcedsplit::forced_split_levels(
      problem.rich, problem.legality, problem.dep_graph, [&](std::size_t reader, std::size_t source) {
        ++asked;
        const bool inside = chain.inside(reader, source);
        yes += inside ? 1 : 0;
        return inside;
      });
  EXPECT_EQ(asked, 102);
  EXPECT_EQ(yes, 32);
  EXPECT_EQ(levels.max_pass, 3);
}

/// 0 is a leaf; 1 sums over loop 0 and is local to loop 1; 2 and 3 live in loop 1 and 2 waits for 1; 4 is in no loop.
TEST(CppScheduler, AValueStandsInThePassAndNestThatBuildIt) {
  using scheduler::AxisRole;
  scheduler::Problem problem;
  problem.name = "small";
  problem.loops = {{"K", 0, 0}, {"i", 0, 0}, {"a", 0, 7}};
  for (std::size_t v = 0; v < 6; ++v) {
    problem.rich.cells.push_back({v, "v" + std::to_string(v)});
    problem.dep_graph.value_id_of[v] = v;
  }
  problem.legality.cells = {{0, {}},
                            {1, {{"K", AxisRole::Reduction, 0}, {"i", AxisRole::LoopLocal, 1}}},
                            {2, {{"i", AxisRole::LoopLocal, 1}}},
                            {3, {{"i", AxisRole::LoopLocal, 1}}},
                            {4, {}},
                            {5, {{"a", AxisRole::LoopCarried, 2}}}};
  const auto reads = [&](std::size_t reader, std::size_t operand) {
    problem.dep_graph.depends_on[reader].push_back(operand);
    problem.dep_graph.consumers_of[operand].push_back(reader);
  };
  reads(1, 0);
  reads(2, 1);
  reads(3, 0);
  reads(4, 2);
  reads(4, 3);
  reads(5, 0);
  const scheduler::LoopChain chain(problem);
  EXPECT_TRUE(chain.inside(2, 1));
  EXPECT_FALSE(chain.inside(4, 1)) << "in no loop";
  EXPECT_FALSE(chain.inside(5, 1)) << "in another nest";
  const std::vector<int> passes = passes_of(problem, chain);
  EXPECT_EQ(passes, (std::vector<int>{0, 0, 1, 1, 1, 0}));  // 3 is lifted to its only reader
  const scheduler::SplitNests split = split_nests(problem, chain, passes);
  using Ids = std::vector<std::size_t>;
  EXPECT_EQ(split.nests.at(0), (scheduler::Passes{{0, Ids{1}}, {1, Ids{2, 3}}}));
  EXPECT_EQ(split.nests.at(7), (scheduler::Passes{{0, Ids{5}}}));
  EXPECT_EQ(split.outside, (scheduler::Passes{{1, Ids{4}}}));
  EXPECT_EQ(split.leaves, 1u);
}

TEST(CppScheduler, RefusesBytesThatAreNoGraph) {
  EXPECT_THROW(scheduler::load_graph({}), std::runtime_error);
  EXPECT_THROW(scheduler::load_graph(std::vector<std::uint8_t>(100, 1)), std::runtime_error);
  EXPECT_THROW(scheduler::read_file("/there is no such file"), std::runtime_error);
}

}  // namespace
