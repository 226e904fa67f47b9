// What a call takes of memory besides the graph's buffer and the result, by the process's peak. A call on an empty
// graph comes first, so that what Go's runtime takes once is not in it. Prints one JSON object.
// usage: peak_memory GRAPH.fslg
#include <forcedsplit/forcedsplit.h>
#include <forcedsplit/fslg_generated.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "questions.hpp"

namespace {

// A number of /proc/self/status that is there in KiB.
long long bytes_of(std::string const& name) {
  std::ifstream file("/proc/self/status");
  for (std::string word; file >> word;) {
    long long kibibytes = 0;
    if (word == name && file >> kibibytes) return kibibytes << 10;
  }
  throw std::runtime_error("no " + name + " in /proc/self/status");
}

fsl_levels* compute(unsigned char const* graph, std::size_t size) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = graph;
  args.graph_size = size;
  args.inside = bench::inside_for_c;
  fsl_levels* levels = nullptr;
  fsl_status const status = fsl_levels_create(&args, &levels, nullptr);
  if (status != FSL_OK) throw std::runtime_error(fsl_status_name(status));
  return levels;
}

void measure(char const* path) {
  std::array<unsigned char, 16> const empty{12, 0, 0, 0, 'F', 'S', 'L', 'G', 4, 0, 4, 0, 4, 0, 0, 0};
  fsl_levels_destroy(compute(empty.data(), empty.size()));

  std::vector<unsigned char> const graph = bench::read_file(path);
  long long const before = bytes_of("VmRSS:");
  fsl_levels* const levels = compute(graph.data(), graph.size());
  long long const peak = bytes_of("VmHWM:");
  fsl_levels_destroy(levels);

  auto const* const columns = fslg::GetGraph(graph.data());
  long long const values = columns->value_count();
  long long const edges = columns->operands() == nullptr ? 0 : columns->operands()->size();
  long long const result = values * static_cast<long long>(sizeof(std::int32_t) + sizeof(std::uint8_t));
  long long const beyond = peak - before - result;
  std::printf(
      "{\"values\": %lld, \"edges\": %lld, \"result_bytes\": %lld, \"peak_beyond_bytes\": %lld, "
      "\"allowed_bytes\": %lld, \"bytes_per_value\": %.2f}\n",
      values, edges, result, beyond, 16 * values + 4 * edges,
      static_cast<double>(beyond) / static_cast<double>(values));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: peak_memory GRAPH.fslg\n");
    return 64;
  }
  try {
    measure(argv[1]);
  } catch (std::exception const& error) {
    std::fprintf(stderr, "peak_memory: %s\n", error.what());
    return 1;
  }
}
