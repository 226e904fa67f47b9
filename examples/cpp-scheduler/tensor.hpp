/// Small dense tensors that cover a part of each of their axes.
#ifndef CPP_SCHEDULER_TENSOR_HPP
#define CPP_SCHEDULER_TENSOR_HPP

#include <cstddef>
#include <vector>

namespace scheduler {

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The axis that a loop runs over, from begin to end.
struct Axis {
  int loop;
  Range range;
};

/// A position on the axis of every loop, by loop.
using Point = std::vector<std::size_t>;

class Tensor {
 public:
  Tensor(std::vector<Axis> axes, double everywhere);

  const std::vector<Axis>& axes() const { return axes_; }

  /// The element at a point; not a number where the tensor does not reach, so that it shows when somebody reads what is
  /// not there.
  double at(const Point& point) const;

  void add_at(const Point& point, double term) { elements_[offset(point)] += term; }

  /// Adds the elements of a tensor with the same axes.
  void add(const Tensor& other);

  /// Takes over the elements of a tensor that covers a part of this one.
  void put(const Tensor& slice);

  /// The largest difference to a tensor with the same axes; infinite where an element of either is not a number.
  double difference(const Tensor& other) const;

 private:
  std::size_t offset(const Point& point) const;

  std::vector<Axis> axes_;
  std::vector<double> elements_;
};

/// Calls visit() with the point at every position of the axes; afterwards the point is as it was.
template <typename Visit>
void for_each_point(const std::vector<Axis>& axes, Point& point, const Visit& visit, std::size_t first = 0) {
  if (first == axes.size()) {
    visit();
    return;
  }
  std::size_t& position = point[static_cast<std::size_t>(axes[first].loop)];
  const std::size_t before = position;
  for (position = axes[first].range.begin; position < axes[first].range.end; ++position) {
    for_each_point(axes, point, visit, first + 1);
  }
  position = before;
}

}  // namespace scheduler

#endif  // CPP_SCHEDULER_TENSOR_HPP
