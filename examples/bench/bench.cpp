// Measures every competitor in C++ on the graphs of one file, after all of them gave the same answer.
// usage: bench GRAPH.fslg --passes FILE [--verify] [--benchmark_...]    --verify: compares the answers only
//        bench --bandwidth                                              what the machine's memory can do
// Exit status 1 where answers differ, 64 for a wrong call.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>

#include "competitors.hpp"

namespace {

constexpr int kUsage = 64;

// The answers to agree on, by graph. The file has the passes; flags are as the first competitor says.
std::vector<bench::Answer> expected_answers(bench::Graphs const& graphs, std::vector<std::int32_t> const& passes,
                                            bench::Competitor const& first) {
  std::vector<bench::Answer> expected;
  auto begin = passes.begin();
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    auto const count = static_cast<std::ptrdiff_t>(graphs[i].columns.count);
    if (passes.end() - begin < count) throw std::runtime_error("the file of passes is too short");
    int const max_pass = count == 0 ? 0 : std::max(0, *std::max_element(begin, begin + count));
    expected.push_back({{begin, begin + count}, first.answer(i).flags, max_pass});
    begin += count;
  }
  if (begin != passes.end()) throw std::runtime_error("the file of passes is too long");
  return expected;
}

bool agrees(std::string const& name, std::size_t graph, bench::Answer const& answer, bench::Answer const& expected) {
  auto const differs = [&](char const* what, std::size_t value, int is, int should) {
    std::fprintf(stderr, "answers differ: %s, graph %zu, value %zu: %s %d, expected %d\n", name.c_str(), graph, value,
                 what, is, should);
    return false;
  };
  for (std::size_t v = 0; v < expected.passes.size(); ++v) {
    if (answer.passes[v] != expected.passes[v]) return differs("pass", v, answer.passes[v], expected.passes[v]);
    if (answer.flags[v] != expected.flags[v]) return differs("flags", v, answer.flags[v], expected.flags[v]);
  }
  if (answer.max_pass != expected.max_pass) return differs("max_pass", 0, answer.max_pass, expected.max_pass);
  return true;
}

bool all_agree(std::vector<bench::Competitor> const& all, std::vector<bench::Answer> const& expected) {
  for (bench::Competitor const& competitor : all) {
    for (std::size_t i = 0; competitor.answer && i < expected.size(); ++i) {
      if (!agrees(competitor.name, i, competitor.answer(i), expected[i])) return false;
    }
  }
  return true;
}

void time_all(std::vector<bench::Competitor> const& all) {
  for (bench::Competitor const& competitor : all) {
    benchmark::RegisterBenchmark(competitor.name.c_str(), [&competitor](benchmark::State& state) {
      for (auto _ : state) competitor.run();
    });
  }
  benchmark::RunSpecifiedBenchmarks();
}

// Bytes read and written in a second by a copy between arrays that no cache holds, at best of ten.
void print_bandwidth() {
  using Clock = std::chrono::steady_clock;
  std::vector<char> from(std::size_t{256} << 20, 1), to(from.size());
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 10; ++round) {
    auto const start = Clock::now();
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  std::printf("{\"bytes_per_second\": %.0f}\n", 2 * static_cast<double>(from.size()) / least);
}

int compare(std::string const& graph, std::string const& passes, bool verify_only) {
  bench::Graphs const graphs = bench::read_graphs(graph);
  auto const all = bench::competitors(graphs);
  if (!all_agree(all, expected_answers(graphs, bench::read_file<std::int32_t>(passes), all.front()))) return 1;
  if (!verify_only) time_all(all);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);  // takes its own arguments out
  std::vector<std::string> const arguments(argv + 1, argv + argc);
  if (arguments == std::vector<std::string>{"--bandwidth"}) {
    print_bandwidth();
    return 0;
  }
  bool const verify_only = arguments.size() == 4 && arguments[3] == "--verify";
  if ((arguments.size() != 3 && !verify_only) || arguments[1] != "--passes") {
    std::fprintf(stderr, "usage: bench GRAPH.fslg --passes FILE [--verify] [--benchmark_...]\n");
    return kUsage;
  }
  try {
    return compare(arguments[0], arguments[2], verify_only);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return kUsage + 2;
  }
}
