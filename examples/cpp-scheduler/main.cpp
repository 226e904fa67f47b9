/// A small scheduler: reads a value graph, asks forcedsplit for the pass of every value, prints the split nests and the
/// schedule with a copy of a nest for every pass, and runs it on small tensors.
#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "build_tree.hpp"
#include "conflicts.hpp"
#include "execute.hpp"
#include "load_graph.hpp"
#include "loop_chain.hpp"
#include "loop_tree.hpp"
#include "passes.hpp"
#include "split_nests.hpp"

namespace {

constexpr int kExitError = 2;
constexpr int kExitUsage = 64;
constexpr const char* kUsage =
    "usage: cpp-scheduler [--loop-facts] FILE.fslg\n"
    "Prints for every loop nest of the graph its passes and what each builds, then the loops in the order in which\n"
    "they run, and how far their results are from those without loops.\n"
    "  --loop-facts  let the loop facts in the file answer, instead of this program's own predicate\n";

void run(const std::string& path, bool loop_facts) {
  const std::vector<std::uint8_t> bytes = scheduler::read_file(path);
  const scheduler::Problem problem = scheduler::load_graph(bytes);
  scheduler::refuse_conflicts(problem, bytes);
  const scheduler::LoopChain chain(problem);
  const std::vector<int> passes =
      loop_facts ? scheduler::passes_by_loop_facts(bytes) : scheduler::passes_of(problem, chain);
  scheduler::print(std::cout, problem, scheduler::split_nests(problem, chain, passes));
  const scheduler::LoopTree tree = scheduler::build_tree(problem, chain, passes);
  std::cout << "schedule\n";
  scheduler::print(std::cout, problem, tree);
  const std::vector<scheduler::Batches> batches(problem.loops.size());
  const scheduler::Results results = scheduler::execute(problem, chain, batches, tree);
  std::cout << "executed in batches: " << results.size() << " whole values, largest difference "
            << scheduler::largest_difference(results, scheduler::evaluate(problem, chain, batches)) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() == 1 && args[0] == "--help") {
    std::cout << kUsage;
    return 0;
  }
  const bool loop_facts = args.size() == 2 && args[0] == "--loop-facts";
  if (args.empty() || args.size() > 2 || (args.size() == 2 && !loop_facts) || args.back().rfind("-", 0) == 0) {
    std::cerr << kUsage;
    return kExitUsage;
  }
  try {
    run(args.back(), loop_facts);
    if (!std::cout.flush()) throw std::runtime_error("cannot write the output");
  } catch (const std::exception& error) {
    std::cerr << "cpp-scheduler: " << error.what() << '\n';
    return kExitError;
  }
  return 0;
}
