#include "order.hpp"

#include <functional>
#include <queue>

namespace scheduler {
namespace {

const std::vector<std::size_t>& found(const std::unordered_map<std::size_t, std::vector<std::size_t>>& lists,
                                      std::size_t value) {
  static const std::vector<std::size_t> kNone;
  const auto list = lists.find(value);
  return list == lists.end() ? kNone : list->second;
}

}  // namespace

const std::vector<std::size_t>& operands_of(const Problem& problem, std::size_t value) {
  return found(problem.dep_graph.depends_on, value);
}

const std::vector<std::size_t>& readers_of(const Problem& problem, std::size_t value) {
  return found(problem.dep_graph.consumers_of, value);
}

std::vector<std::size_t> dependency_order(const Problem& problem) {
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  std::vector<std::size_t> missing;  // operands that are not in the order yet, by value
  for (std::size_t value = 0; value < problem.rich.cells.size(); ++value) {
    missing.push_back(operands_of(problem, value).size());
    if (missing.back() == 0) ready.push(value);
  }
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    for (const std::size_t reader : readers_of(problem, order.back())) {
      if (--missing[reader] == 0) ready.push(reader);
    }
  }
  return order;
}

}  // namespace scheduler
