// Everybody who is measured in C++: what goes in is ready before the clock runs, what comes out is released while it
// does.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <memory>

#include "../drop-in/levels.hpp"
#include "answers.hpp"
#include "limit.hpp"
#include "questions.hpp"

namespace bench {

struct Competitor {
  std::string name;
  std::function<void()> run;                        // through all graphs of the file
  std::function<Answer(std::size_t graph)> answer;  // empty where there is none to compare
};

using Graphs = std::vector<Graph>;

// One whose `call(i)` makes the levels of the i-th graph.
template <class Call>
Competitor competitor(std::string name, Graphs const& graphs, Call call) {
  auto const run = [&graphs, call] {
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      auto const levels = call(i);
      benchmark::DoNotOptimize(&levels);
    }
  };
  return {std::move(name), run, [&graphs, call](std::size_t i) { return answer_of(call(i), graphs[i].columns.count); }};
}

template <class Scan>
Competitor limit(Graphs const& graphs) {
  auto const scan = std::make_shared<Scan>();  // whose results' memory is warm
  auto const run = [&graphs, scan] {
    for (Graph const& graph : graphs) benchmark::DoNotOptimize((*scan)(graph.columns, inside));
  };
  return {"limit", run, [&graphs, scan](std::size_t i) {
            int const max_pass = (*scan)(graphs[i].columns, inside);
            return Answer{scan->passes, scan->flags, max_pass};
          }};
}

inline bool in_order(Graphs const& graphs) {
  for (Graph const& graph : graphs) {
    Columns const& g = graph.columns;
    for (std::uint32_t v = 0; v < g.count; ++v) {
      for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
        if (g.operands[e] >= v) return false;
      }
    }
  }
  return true;
}

template <class Input>
auto inputs_of(Graphs const& graphs, Input const& input_of) {
  auto inputs = std::make_shared<std::vector<decltype(input_of(graphs.front().columns))>>();
  for (Graph const& graph : graphs) inputs->push_back(input_of(graph.columns));
  return inputs;
}

// GraphBuilder and compute(), from what a host knows of its graph.
inline forcedsplit::Levels build_and_compute(Columns const& g) {
  forcedsplit::GraphBuilder builder;
  std::vector<forcedsplit::Role> roles;
  auto unclassified = g.unclassified.begin();
  for (std::uint32_t v = 0; v < g.count; ++v) {
    if (unclassified != g.unclassified.end() && *unclassified == v) {
      ++unclassified;
      builder.add_unclassified(v);
    } else {
      roles.clear();
      for (std::uint32_t a = g.axis_offsets[v]; a < g.axis_offsets[v + 1]; ++a) {
        roles.push_back(static_cast<forcedsplit::Role>(g.axis_roles[a]));
      }
      builder.add_value(v, roles);
    }
    for (std::uint32_t e = g.operand_offsets[v]; e < g.operand_offsets[v + 1]; ++e) {
      builder.add_operand(v, g.operands[e]);
    }
  }
  return forcedsplit::compute(builder.finish(), inside);
}

// Those whose own form of a graph takes half a kilobyte a value.
inline void add_with_maps(std::vector<Competitor>& all, Graphs const& graphs) {
  auto const schedulers = inputs_of(graphs, scheduler_of);
  all.push_back(competitor("today", graphs, [schedulers](std::size_t i) {
    Scheduler const& s = (*schedulers)[i];
    return scheduler::forced_split_levels(s.rich, s.legality, s.dep_graph, inside);
  }));
  all.push_back(competitor("drop_in", graphs, [schedulers](std::size_t i) {
    Scheduler const& s = (*schedulers)[i];
    return forcedsplit::forced_split_levels(s.rich, s.legality, s.dep_graph, inside);
  }));
  auto const boost_graphs = inputs_of(graphs, [](Columns const& g) { return BoostGraph(g); });
  all.push_back(competitor("boost", graphs, [boost_graphs](std::size_t i) { return (*boost_graphs)[i](inside); }));
}

// What the questions cost by themselves: the same calls made directly, and the library's call without them.
inline void add_for_questions(std::vector<Competitor>& all, Graphs const& graphs) {
  auto const pairs = inputs_of(graphs, questions_of);
  fsl_inside_fn volatile const through_pointer = inside_for_c;
  fsl_inside_fn const ask = through_pointer;  // by a pointer that the compiler does not see through, as from a host
  all.push_back({"predicate",
                 [pairs, ask] {
                   std::int32_t yes = 0;
                   for (Pairs const& of_graph : *pairs) {
                     for (auto const& [reader, source] : of_graph) yes += ask(nullptr, reader, source);
                   }
                   benchmark::DoNotOptimize(yes);
                 },
                 nullptr});
  auto const silent = std::make_shared<std::vector<std::vector<std::uint8_t>>>();
  for (Graph const& graph : graphs) silent->push_back(without_questions(graph));
  all.push_back(competitor("no_questions", graphs, [silent](std::size_t i) { return CLevels((*silent)[i], nullptr); }));
  all.back().answer = nullptr;
}

inline std::vector<Competitor> competitors(Graphs const& graphs) {
  std::size_t values = 0;
  bool asks = false;
  for (Graph const& graph : graphs) {
    values += graph.columns.count;
    asks = asks || !questions_of(graph.columns).empty();
  }
  std::vector<Competitor> all{in_order(graphs) ? limit<DoubleScan>(graphs) : limit<SortAndScans>(graphs)};
  fsl_inside_fn const predicate = asks ? inside_for_c : nullptr;
  all.push_back(competitor("c_call", graphs,
                           [&graphs, predicate](std::size_t i) { return CLevels(graphs[i].bytes, predicate); }));
  all.push_back(
      competitor("builder", graphs, [&graphs](std::size_t i) { return build_and_compute(graphs[i].columns); }));
  if (values <= 1000000) add_with_maps(all, graphs);
  if (asks) add_for_questions(all, graphs);
  return all;
}

}  // namespace bench
