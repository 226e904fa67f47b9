// What everybody in C++ must agree on, however they hold it.
#pragma once

#include <forcedsplit/forced_split_levels.hpp>
#include <stdexcept>

#include "boost_graph.hpp"

namespace bench {

struct Answer {
  std::vector<std::int32_t> passes;  // -1 where there is no legality cell
  std::vector<std::uint8_t> flags;   // FSL_VALUE_CARRIED, FSL_VALUE_PINNED
  int max_pass = 0;
};

// The levels of one call, as a C host holds them.
class CLevels {
 public:
  CLevels(std::vector<std::uint8_t> const& graph, fsl_inside_fn inside) {
    fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
    args.graph = graph.data();
    args.graph_size = graph.size();
    args.inside = inside;
    fsl_status const status = fsl_levels_create(&args, &levels_, nullptr);
    if (status != FSL_OK) throw std::runtime_error(fsl_status_name(status));
    fsl_levels_view_of(levels_, &view);
  }
  ~CLevels() { fsl_levels_destroy(levels_); }
  CLevels(CLevels const&) = delete;
  CLevels& operator=(CLevels const&) = delete;

  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;

 private:
  fsl_levels* levels_ = nullptr;
};

inline Answer answer_of(CLevels const& levels, std::size_t) {
  fsl_levels_view const& view = levels.view;
  return {{view.passes, view.passes + view.count}, {view.flags, view.flags + view.count}, view.max_pass};
}

inline Answer answer_of(BoostGraph::Levels const& levels, std::size_t) {
  return {levels.passes, levels.flags, levels.max_pass};
}

inline Answer answer_of(forcedsplit::Levels const& levels, std::size_t count) {
  Answer answer{{levels.passes().begin(), levels.passes().end()}, std::vector<std::uint8_t>(count), levels.max_pass()};
  for (std::size_t v = 0; v < count; ++v) {
    if (levels.is_carried(v)) answer.flags[v] |= FSL_VALUE_CARRIED;
    if (levels.is_pinned(v)) answer.flags[v] |= FSL_VALUE_PINNED;
  }
  return answer;
}

inline Answer answer_of(Answer answer, std::size_t) { return answer; }

// Of the struct that schedulers hold: the drop-in's, or their own.
template <class Levels>
Answer answer_of(Levels const& levels, std::size_t count) {
  Answer answer{std::vector<std::int32_t>(count, -1), std::vector<std::uint8_t>(count), levels.max_pass};
  for (auto const& [v, pass] : levels.pass_of) answer.passes[v] = pass;
  for (std::size_t v : levels.carried) answer.flags[v] |= FSL_VALUE_CARRIED;
  for (std::size_t v : levels.pinned) answer.flags[v] |= FSL_VALUE_PINNED;
  return answer;
}

}  // namespace bench
