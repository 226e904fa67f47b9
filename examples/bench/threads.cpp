// How many calls a second two threads make, each on a graph of its own, against one thread; and the same of C++ that
// shares nothing at all, which is what the machine gives a second thread. Prints one JSON object.
// usage: threads GRAPH.fslg...
#include <atomic>
#include <chrono>
#include <cstdio>
#include <forcedsplit/forced_split_levels.hpp>
#include <thread>

#include "limit.hpp"
#include "questions.hpp"

namespace {

constexpr int kRounds = 7;
constexpr std::chrono::milliseconds kRound{150};

struct OurCall {
  void operator()(bench::Graph const& graph) { forcedsplit::compute(graph.bytes, bench::inside); }
};

struct PlainCall {
  bench::SortAndScans levels;
  void operator()(bench::Graph const& graph) { levels(graph.columns, bench::inside); }
};

// Calls a second of as many threads as there are graphs, all at the same time.
template <class Call>
double throughput(std::vector<bench::Graph> const& graphs) {
  using Clock = std::chrono::steady_clock;
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> ready{0};
  std::vector<double> rates(graphs.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    threads.emplace_back([&, i] {
      Call call;
      call(graphs[i]);  // a thread's first call is not like the others
      for (++ready; ready < graphs.size();) std::this_thread::yield();
      long calls = 0;
      auto const start = Clock::now();
      for (; !stop; ++calls) call(graphs[i]);
      rates[i] = static_cast<double>(calls) / std::chrono::duration<double>(Clock::now() - start).count();
    });
  }
  std::this_thread::sleep_for(kRound);
  stop = true;
  double all = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    threads[i].join();
    all += rates[i];
  }
  return all;
}

// The best of several rounds, in which all take turns.
void measure(char const* path, char const* separator) {
  bench::Graph const graph = bench::read_graphs(path).at(0);
  std::vector<bench::Graph> const one_graph(1, graph), two_graphs(2, graph);
  double one = 0, two = 0, plain_one = 0, plain_two = 0;
  for (int round = 0; round < kRounds; ++round) {
    one = std::max(one, throughput<OurCall>(one_graph));
    two = std::max(two, throughput<OurCall>(two_graphs));
    plain_one = std::max(plain_one, throughput<PlainCall>(one_graph));
    plain_two = std::max(plain_two, throughput<PlainCall>(two_graphs));
  }
  std::printf(
      "%s{\"values\": %u, \"one_per_second\": %.1f, \"two_per_second\": %.1f, \"ratio\": %.3f, \"plain_ratio\": %.3f}",
      separator, graph.columns.count, one, two, two / one, plain_two / plain_one);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: threads GRAPH.fslg...\n");
    return 64;
  }
  try {
    std::printf("{\"graphs\": [");
    for (int i = 1; i < argc; ++i) measure(argv[i], i == 1 ? "" : ", ");
    std::printf("]}\n");
  } catch (std::exception const& error) {
    std::fprintf(stderr, "threads: %s\n", error.what());
    return 1;
  }
}
