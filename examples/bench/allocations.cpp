// How often one drop-in call allocates in C++, besides the result's own containers, on this thread. The containers'
// part is what a copy of the result allocates. Prints one JSON object. usage: allocations GRAPH.fslg
#include <cstdio>
#include <cstdlib>
#include <forcedsplit/forced_split_levels.hpp>
#include <new>

#include "questions.hpp"

namespace {

thread_local long allocations = 0;

void* counted(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// new[] and the nothrow forms end here too.
void* operator new(std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

template <class Call>
long allocations_of(Call const& call) {
  long const before = allocations;
  auto const result = call();
  return allocations - before;
}

template <class Host>
long beyond_result(Host const& host) {
  auto const drop_in = [&] {
    return forcedsplit::forced_split_levels(host.rich, host.legality, host.dep_graph, bench::inside);
  };
  auto const levels = drop_in();
  return allocations_of(drop_in) - allocations_of([&] { return forcedsplit::ForcedSplitLevels(levels); });
}

// The same scheduler, whose operands lie in a vector by id.
struct VectorHost {
  decltype(bench::Scheduler::rich) const& rich;
  decltype(bench::Scheduler::legality) const& legality;
  struct {
    std::unordered_map<std::size_t, std::size_t> const& value_id_of;
    std::vector<std::vector<std::size_t>> depends_on;
  } dep_graph;
};

VectorHost with_vector(bench::Scheduler const& s) {
  VectorHost host{s.rich, s.legality, {s.dep_graph.value_id_of, {}}};
  host.dep_graph.depends_on.resize(s.rich.cells.size());
  for (auto const& [reader, operands] : s.dep_graph.depends_on) host.dep_graph.depends_on[reader] = operands;
  return host;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: allocations GRAPH.fslg\n");
    return 64;
  }
  try {
    bench::Scheduler const scheduler = bench::scheduler_of(bench::read_graphs(argv[1]).at(0).columns);
    long const map = beyond_result(scheduler);
    long const vector = beyond_result(with_vector(scheduler));
    std::printf("{\"drop_in_allocations_beyond_result\": %ld, \"with_map\": %ld, \"with_vector\": %ld}\n",
                std::max(map, vector), map, vector);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "allocations: %s\n", error.what());
    return 1;
  }
}
