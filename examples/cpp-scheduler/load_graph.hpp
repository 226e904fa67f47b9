/// Reads a value graph from an .fslg file into this scheduler's own types.
#ifndef CPP_SCHEDULER_LOAD_GRAPH_HPP
#define CPP_SCHEDULER_LOAD_GRAPH_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "schedule.hpp"

namespace scheduler {

/// The bytes of a file. Throws std::runtime_error where it cannot be read.
std::vector<std::uint8_t> read_file(const std::string& path);

/// The problem in an FSLG buffer, with ids of the graph as hashes. Throws std::runtime_error where the bytes are no
/// such graph, or one without loops or operands: this scheduler needs both.
Problem load_graph(const std::vector<std::uint8_t>& bytes);

}  // namespace scheduler

#endif  // CPP_SCHEDULER_LOAD_GRAPH_HPP
