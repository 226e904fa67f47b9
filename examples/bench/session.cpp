// What a session takes for one role that changes, against a fresh call: after each change both give the levels of the
// graph as it then is. Prints one JSON object. usage: session GRAPH.fslg
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <forcedsplit/forced_split_levels.hpp>
#include <random>
#include <vector>

#include "columns.hpp"
#include "questions.hpp"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kFreshCalls = 9;
constexpr int kChanges = 301;

template <class Call>
double nanoseconds(Call&& call) {
  auto const start = Clock::now();
  call();
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

bool is_carried(bench::Columns const& g, std::size_t v) {
  auto const begin = g.axis_roles.begin() + g.axis_offsets[v], end = g.axis_roles.begin() + g.axis_offsets[v + 1];
  return std::find(begin, end, static_cast<std::uint8_t>(bench::Role::LoopCarried)) != end;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: session GRAPH.fslg\n", stderr);
    return 64;
  }
  bench::Graph const graph = std::move(bench::read_graphs(argv[1]).at(0));
  std::vector<double> fresh, changes, changed;
  for (int i = 0; i < kFreshCalls; ++i) {
    fresh.push_back(nanoseconds([&] { forcedsplit::compute(graph.bytes, bench::inside); }));
  }
  forcedsplit::Session session(graph.bytes, bench::inside);
  std::mt19937 random(6);
  std::vector<bool> carried(graph.columns.count);
  for (std::size_t v = 0; v < carried.size(); ++v) carried[v] = is_carried(graph.columns, v);
  for (int i = 0; i < kChanges; ++i) {
    std::size_t const v = random() % carried.size();
    carried[v] = !carried[v];
    changes.push_back(nanoseconds([&] {
      session.set_value(v, {carried[v] ? forcedsplit::Role::LoopCarried : forcedsplit::Role::LoopLocal});
      changed.push_back(static_cast<double>(session.update(bench::inside).size()));
    }));
  }
  std::printf("{\"values\": %u, \"fresh_ns\": %.0f, \"change_ns\": %.0f, \"changed_values\": %.0f}\n",
              graph.columns.count, median(fresh), median(changes), median(changed));
}
