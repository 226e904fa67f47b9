/// What the values compute. The graphs do not say; this is made up so that a schedule that is wrong gives wrong
/// numbers.
#ifndef CPP_SCHEDULER_ARITHMETIC_HPP
#define CPP_SCHEDULER_ARITHMETIC_HPP

#include <cstddef>
#include <vector>

#include "loop_chain.hpp"
#include "schedule.hpp"
#include "tensor.hpp"

namespace scheduler {

/// A value has an axis for every loop that it is LoopLocal or LoopCarried to, and sums over the loops that it is a
/// Reduction over. Its terms are the sine of an angle: a part of its own, which differs from position to position, and
/// one from each operand. An operand that is LoopLocal is read at the reader's own position; one that is LoopCarried,
/// or has an axis that the reader has not, is read over the whole axis, with a weight for every position. So no reader
/// can do with a part of what it needs, nor with a sum before it is complete.
class Arithmetic {
 public:
  /// `extents` are by loop.
  Arithmetic(const Problem& problem, const LoopChain& chain, std::vector<std::size_t> extents);

  Range whole(int loop) const { return {0, extents_[static_cast<std::size_t>(loop)]}; }

  /// The part of a value in these ranges of its axes; its sums run over these ranges too. `ranges` are by loop, and
  /// `operands` in the order of the graph's, nullptr for leaves: the elements of a leaf are computed where they are
  /// read.
  Tensor part(std::size_t value, const std::vector<Range>& ranges, const std::vector<const Tensor*>& operands) const;

 private:
  double term(std::size_t value, Point& point, const std::vector<const Tensor*>& operands) const;
  double from_operand(std::size_t value, std::size_t operand, const Tensor& tensor, Point& point) const;

  const Problem& problem_;
  const LoopChain& chain_;
  std::vector<std::size_t> extents_;
};

}  // namespace scheduler

#endif  // CPP_SCHEDULER_ARITHMETIC_HPP
