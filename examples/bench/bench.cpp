// Compares the library with a plain double scan, and the drop-in with a scheduler over hash maps, in one run on the
// same graphs. All answers are compared before anything is timed. Prints a table of ratios; below 1 is faster.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>

#include "limit.hpp"
#include "today.hpp"

namespace {

// The least time of a call, in nanoseconds, over at least 5 calls and a third of a second.
double least_ns(std::function<void()> const& call) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  auto const end = Clock::now() + std::chrono::milliseconds(333);
  for (int calls = 0; calls < 5 || Clock::now() < end; ++calls) {
    auto const start = Clock::now();
    call();
    least = std::min(least, std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return least;
}

void require(bool holds, char const* what) {
  if (!holds) {
    std::fprintf(stderr, "answers differ: %s\n", what);
    std::exit(1);
  }
}

forcedsplit::GraphBuilder builder_of(bench::Columns const& g) {
  forcedsplit::GraphBuilder builder;
  std::vector<forcedsplit::Role> roles;
  for (std::uint32_t v = 0; v < g.count; ++v) {
    roles.clear();
    for (std::uint32_t a = g.axis_offsets[v]; a < g.axis_offsets[v + 1]; ++a) {
      roles.push_back(static_cast<forcedsplit::Role>(g.axis_roles[a]));
    }
    builder.add_value(v, roles);
    for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e)
      builder.add_operand(v, g.operands[e]);
  }
  return builder;
}

void against_scan(std::uint32_t count) {
  bench::Columns const g = bench::local_post_order(count, 0);
  auto builder = builder_of(g);
  auto const bytes = builder.finish();
  bench::Scan scan;
  {
    int const max_pass = scan(g);
    auto const levels = forcedsplit::compute(bytes);
    require(levels.max_pass() == max_pass, "max_pass");
    require(std::equal(scan.passes.begin(), scan.passes.end(), levels.passes().begin()), "passes");
  }
  double const ours = least_ns([&] { forcedsplit::compute(bytes); });
  double const limit = least_ns([&] { scan(g); });
  std::printf("| call on a ready buffer / double scan   | %9u | %10.2f | %10.2f | %6.2f |\n", count, ours / count,
              limit / count, ours / limit);
}

void against_maps(std::uint32_t count, std::uint32_t reductions) {
  bench::Columns const g = bench::local_post_order(count, reductions);
  bench::Scheduler const s = bench::scheduler_of(g);
  auto const inside = [](std::size_t reader, std::size_t source) { return (reader ^ source) % 4 == 0; };
  auto const drop_in = [&] { return forcedsplit::forced_split_levels(s.rich, s.legality, s.dep_graph, inside); };
  {
    auto const a = drop_in();
    auto const b = bench::levels_over_maps(s, inside);
    require(a.carried == b.carried && a.pinned == b.pinned && a.pass_of == b.pass_of && a.max_pass == b.max_pass,
            "drop-in and hash maps");
  }
  double const ours = least_ns([&] { drop_in(); });
  double const today = least_ns([&] { bench::levels_over_maps(s, inside); });
  std::printf("| drop-in / hash maps, %s | %9u | %10.2f | %10.2f | %6.2f |\n",
              reductions != 0 ? "with questions   " : "without questions", count, ours / count, today / count,
              ours / today);
}

}  // namespace

int main() {
  std::puts("| what                                   |    values | ours ns/v  | other ns/v | ratio  |");
  std::puts("|----------------------------------------|-----------|------------|------------|--------|");
  for (std::uint32_t count : {100U, 1000U, 10000U, 100000U, 1000000U}) against_scan(count);
  for (std::uint32_t reductions : {0U, 2U}) {
    for (std::uint32_t count : {100U, 1000U, 10000U, 100000U}) against_maps(count, reductions);
  }
}
