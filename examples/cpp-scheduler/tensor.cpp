#include "tensor.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace scheduler {

Tensor::Tensor(std::vector<Axis> axes, double everywhere) : axes_(std::move(axes)) {
  std::size_t size = 1;
  for (const Axis& axis : axes_) size *= axis.range.end - axis.range.begin;
  elements_.assign(size, everywhere);
}

std::size_t Tensor::offset(const Point& point) const {
  std::size_t offset = 0;
  for (const auto& [loop, range] : axes_) {
    offset = offset * (range.end - range.begin) + point[static_cast<std::size_t>(loop)] - range.begin;
  }
  return offset;
}

double Tensor::at(const Point& point) const {
  const bool reaches = std::all_of(axes_.begin(), axes_.end(), [&](const Axis& axis) {
    const std::size_t position = point[static_cast<std::size_t>(axis.loop)];
    return axis.range.begin <= position && position < axis.range.end;
  });
  return reaches ? elements_[offset(point)] : std::numeric_limits<double>::quiet_NaN();
}

void Tensor::add(const Tensor& other) {
  std::transform(elements_.begin(), elements_.end(), other.elements_.begin(), elements_.begin(), std::plus<>());
}

void Tensor::put(const Tensor& slice) {
  int deepest = 0;
  for (const Axis& axis : axes_) deepest = std::max(deepest, axis.loop);
  Point point(static_cast<std::size_t>(deepest) + 1);
  for_each_point(slice.axes_, point, [&] { elements_[offset(point)] = slice.at(point); });
}

double Tensor::difference(const Tensor& other) const {
  double largest = 0;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const double difference = std::abs(elements_[i] - other.elements_[i]);
    largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(largest, difference);
  }
  return largest;
}

}  // namespace scheduler
