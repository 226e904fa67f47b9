#include "load_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "forcedsplit/fslg_generated.h"

namespace scheduler {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(std::string("not a graph for this scheduler: ") + what);
}

/// The verifier knows the buffer's structure only; what the columns mean to one another is checked here.
void check_offsets(const flatbuffers::Vector<std::uint32_t>* offsets, std::size_t values, std::size_t length) {
  require(offsets != nullptr && offsets->size() == values + 1, "offsets of another length than the values");
  require(offsets->Get(0) == 0 && offsets->Get(offsets->size() - 1) == length, "offsets that end elsewhere");
  require(std::is_sorted(offsets->begin(), offsets->end()), "offsets that fall");
}

void check(const fslg::Graph& graph) {
  const std::size_t values = graph.value_count();
  require(graph.operands() != nullptr, "no operands");
  require(graph.axis_roles() != nullptr && graph.axis_loops() != nullptr && graph.loops() != nullptr, "no loop facts");
  check_offsets(graph.operand_offsets(), values, graph.operands()->size());
  check_offsets(graph.axis_offsets(), values, graph.axis_roles()->size());
  require(graph.axis_loops()->size() == graph.axis_roles()->size(), "axis_loops of another length than axis_roles");
  require(graph.ids() == nullptr || graph.ids()->size() == values, "ids of another length than the values");
  require(graph.names() == nullptr || graph.names()->size() == values, "names of another length than the values");
  const auto known_value = [&](std::uint32_t v) { return v < values; };
  require(std::all_of(graph.operands()->begin(), graph.operands()->end(), known_value), "an unknown operand");
  const auto known_loop = [&](int loop) {
    return loop >= kUnresolved && loop < static_cast<int>(graph.loops()->size());
  };
  require(std::all_of(graph.axis_loops()->begin(), graph.axis_loops()->end(), known_loop), "an unknown loop");
  require(std::all_of(graph.axis_roles()->begin(), graph.axis_roles()->end(),
                      [](auto role) { return static_cast<int>(role) <= fslg::Role_MAX; }),
          "an unknown role");
}

std::string space_name(const fslg::Graph& graph, std::size_t space) {
  const auto* spaces = graph.spaces();
  if (spaces == nullptr || space >= spaces->size()) return "space " + std::to_string(space);
  return spaces->Get(static_cast<flatbuffers::uoffset_t>(space))->str();
}

AxisRole role_of(int role) {
  switch (role) {
    case fslg::Role_LoopLocal:
      return AxisRole::LoopLocal;
    case fslg::Role_Reduction:
      return AxisRole::Reduction;
    case fslg::Role_LoopCarried:
      return AxisRole::LoopCarried;
    default:
      return AxisRole::LoopInvariant;
  }
}

LegalityCell legality_cell(const fslg::Graph& graph, std::uint32_t v, std::size_t hash) {
  LegalityCell cell{hash, {}};
  for (std::uint32_t a = graph.axis_offsets()->Get(v); a < graph.axis_offsets()->Get(v + 1); ++a) {
    const bool named = graph.axis_spaces() != nullptr && a < graph.axis_spaces()->size();
    cell.per_axis.push_back({named ? space_name(graph, graph.axis_spaces()->Get(a)) : std::string(),
                             role_of(static_cast<int>(graph.axis_roles()->Get(a))), graph.axis_loops()->Get(a)});
  }
  return cell;
}

void add_operands(const fslg::Graph& graph, std::uint32_t v, DependencyGraph& dep_graph) {
  for (std::uint32_t e = graph.operand_offsets()->Get(v); e < graph.operand_offsets()->Get(v + 1); ++e) {
    const std::size_t operand = graph.operands()->Get(e);
    dep_graph.depends_on[v].push_back(operand);
    dep_graph.consumers_of[operand].push_back(v);
  }
}

}  // namespace

std::vector<std::uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) throw std::runtime_error("cannot read " + path);
  return bytes;
}

Problem load_graph(const std::vector<std::uint8_t>& bytes) {
  flatbuffers::Verifier verifier(bytes.data(), bytes.size());
  require(fslg::VerifyGraphBuffer(verifier), "no FlatBuffer of that kind");
  const fslg::Graph& graph = *fslg::GetGraph(bytes.data());
  check(graph);

  Problem problem;
  if (graph.name() != nullptr) problem.name = graph.name()->str();
  for (const fslg::LoopInstance* loop : *graph.loops()) {
    problem.loops.push_back({space_name(graph, loop->space()), loop->slot(), loop->nest()});
  }
  const auto* unclassified = graph.unclassified();
  for (std::uint32_t v = 0; v < graph.value_count(); ++v) {
    const std::size_t hash = graph.ids() != nullptr ? graph.ids()->Get(v) : v;
    const std::string name = graph.names() != nullptr ? graph.names()->Get(v)->str() : std::string();
    problem.rich.cells.push_back({hash, name.empty() ? "value " + std::to_string(hash) : name});
    require(problem.dep_graph.value_id_of.emplace(hash, v).second, "an id that is there twice");
    if (unclassified == nullptr || !std::binary_search(unclassified->begin(), unclassified->end(), v)) {
      problem.legality.cells.push_back(legality_cell(graph, v, hash));
    }
    add_operands(graph, v, problem.dep_graph);
  }
  return problem;
}

}  // namespace scheduler
