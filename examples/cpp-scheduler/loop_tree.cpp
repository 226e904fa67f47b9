#include "loop_tree.hpp"

#include <string>

namespace scheduler {
namespace {

const char* name(Exit exit) {
  switch (exit) {
    case Exit::Sum:
      return "sum";
    case Exit::Collect:
      return "collect";
    default:
      return "keep";
  }
}

void print_block(std::ostream& out, const Problem& problem, const LoopTree& tree, BlockId id) {
  const Block& block = tree.blocks[id];
  const std::string indent(2 * block.depth, ' ');
  const auto value_line = [&](const char* what, std::size_t value) {
    out << indent << what << " #" << value << ' ' << problem.rich.cells[value].name << '\n';
  };
  for (const Step& step : block.steps) {
    if (const Build* build = std::get_if<Build>(&step)) {
      value_line("build", build->value);
      continue;
    }
    const BlockId inner = std::get<Run>(step).block;
    const Loop& loop = problem.loops[static_cast<std::size_t>(tree.blocks[inner].loop)];
    out << indent << "for " << loop.space << '[' << loop.slot << "] of nest " << loop.nest << " in pass "
        << tree.blocks[inner].pass << '\n';
    print_block(out, problem, tree, inner);
  }
  for (const Leaving& leaving : block.leaving) value_line(name(leaving.exit), leaving.value);
}

}  // namespace

void print(std::ostream& out, const Problem& problem, const LoopTree& tree) {
  print_block(out, problem, tree, kOutside);
}

}  // namespace scheduler
