#include "arithmetic.hpp"

#include <cmath>
#include <utility>

#include "order.hpp"

namespace scheduler {
namespace {

/// An angle that differs between values and between the positions on their axes.
double phase(std::size_t seed, const ValueLoops& loops, const Point& point) {
  double angle = 0.7 * static_cast<double>(seed + 1);
  for (const auto& [loop, role] : loops.axes) {
    angle += (1.3 + 0.4 * loop) * static_cast<double>(point[static_cast<std::size_t>(loop)] + 1);
  }
  return angle;
}

}  // namespace

Arithmetic::Arithmetic(const Problem& problem, const LoopChain& chain, std::vector<std::size_t> extents)
    : problem_(problem), chain_(chain), extents_(std::move(extents)) {}

Tensor Arithmetic::part(std::size_t value, const std::vector<Range>& ranges,
                        const std::vector<const Tensor*>& operands) const {
  std::vector<Axis> kept;
  std::vector<Axis> all;
  for (const auto& [loop, role] : chain_.of(value).axes) {
    all.push_back({loop, ranges[static_cast<std::size_t>(loop)]});
    if (role != AxisRole::Reduction) kept.push_back(all.back());
  }
  Tensor result(kept, 0);
  Point point(ranges.size());
  for_each_point(all, point, [&] { result.add_at(point, term(value, point, operands)); });
  return result;
}

double Arithmetic::term(std::size_t value, Point& point, const std::vector<const Tensor*>& operands) const {
  const ValueLoops& loops = chain_.of(value);
  double angle = phase(value, loops, point);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::size_t operand = operands_of(problem_, value)[i];
    angle += operands[i] == nullptr ? std::sin(2.3 * phase(operand, loops, point))
                                    : from_operand(value, operand, *operands[i], point);
  }
  return std::sin(angle);
}

double Arithmetic::from_operand(std::size_t value, std::size_t operand, const Tensor& tensor, Point& point) const {
  const auto& own = chain_.of(value).axes;
  std::vector<Axis> read_whole;
  for (const auto& [loop, role] : chain_.of(operand).axes) {
    const bool at_own_position = role == AxisRole::LoopLocal && own.count(loop) != 0;
    if (role != AxisRole::Reduction && !at_own_position) read_whole.push_back({loop, whole(loop)});
  }
  const Point reader = point;  // 0 on axes that the reader has not
  double sum = 0;
  for_each_point(read_whole, point, [&] {
    double weight = 1;
    for (const Axis& axis : read_whole) {
      const auto loop = static_cast<std::size_t>(axis.loop);
      weight /= 2 + static_cast<double>(reader[loop] + 2 * point[loop]);
    }
    sum += weight * tensor.at(point);
  });
  return sum;
}

}  // namespace scheduler
