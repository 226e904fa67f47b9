/// A small scheduler: reads a value graph, asks forcedsplit for the pass of every value, and prints the split nests.
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "load_graph.hpp"
#include "loop_chain.hpp"
#include "passes.hpp"
#include "split_nests.hpp"

namespace {

constexpr int kExitError = 2;
constexpr int kExitUsage = 64;
constexpr const char* kUsage =
    "usage: cpp-scheduler [--loop-facts] FILE.fslg\n"
    "Prints for every loop nest of the graph its passes and what each builds.\n"
    "  --loop-facts  let the loop facts in the file answer, instead of this program's own predicate\n";

void run(const std::string& path, bool loop_facts) {
  const std::vector<std::uint8_t> bytes = scheduler::read_file(path);
  const scheduler::Problem problem = scheduler::load_graph(bytes);
  const scheduler::LoopChain chain(problem);
  const std::vector<int> passes =
      loop_facts ? scheduler::passes_by_loop_facts(bytes) : scheduler::passes_of(problem, chain);
  scheduler::print(std::cout, problem, scheduler::split_nests(problem, chain, passes));
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
  } catch (const std::exception& error) {
    std::cerr << "cpp-scheduler: " << error.what() << '\n';
    return kExitError;
  }
  return 0;
}
