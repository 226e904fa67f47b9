#include "execute.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "arithmetic.hpp"
#include "order.hpp"

namespace scheduler {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

std::vector<std::size_t> extents_of(const std::vector<Batches>& batches) {
  std::vector<std::size_t> extents;
  for (const Batches& loop : batches) extents.push_back(loop.extent);
  return extents;
}

std::vector<Range> whole_ranges(const std::vector<Batches>& batches) {
  std::vector<Range> ranges;
  for (const Batches& loop : batches) ranges.push_back({0, loop.extent});
  return ranges;
}

class Execution {
 public:
  Execution(const Problem& problem, const LoopChain& chain, const std::vector<Batches>& batches, const LoopTree& tree)
      : problem_(problem),
        arithmetic_(problem, chain, extents_of(batches)),
        batches_(batches),
        tree_(tree),
        ranges_(whole_ranges(batches)),
        kept_(tree.blocks.size()) {}

  Results run() {
    trip(kOutside);
    return std::move(kept_[kOutside]);
  }

 private:
  void trip(BlockId id) {
    for (const Step& step : tree_.blocks[id].steps) {
      if (const Build* build = std::get_if<Build>(&step)) {
        kept_[id].insert_or_assign(build->value, built(*build));
      } else {
        loop(std::get<Run>(step).block);
      }
    }
  }

  void loop(BlockId id) {
    const Block& block = tree_.blocks[id];
    const auto [extent, batch] = batches_[static_cast<std::size_t>(block.loop)];
    Range& range = ranges_[static_cast<std::size_t>(block.loop)];
    for (range.begin = 0; range.begin < extent; range.begin = range.end) {
      range.end = std::min(extent, range.begin + batch);
      kept_[id].clear();
      trip(id);
      for (const Leaving& leaving : block.leaving) leave(leaving, id);
    }
    range = arithmetic_.whole(block.loop);
  }

  Tensor built(const Build& build) const {
    static const Tensor kNotThere({}, kNothing);
    std::vector<const Tensor*> operands;
    for (const Read& read : build.reads) {
      const Results& kept = kept_[read.from];
      const auto operand = kept.find(read.operand);
      operands.push_back(operand == kept.end() ? &kNotThere : &operand->second);
      if (operands_of(problem_, read.operand).empty()) operands.back() = nullptr;
    }
    return arithmetic_.part(build.value, ranges_, operands);
  }

  /// Carries a value out of a loop at the end of a trip.
  void leave(const Leaving& leaving, BlockId from) {
    const Tensor& inner = kept_[from].at(leaving.value);
    Results& outside = kept_[tree_.blocks[from].around];
    const auto known = outside.find(leaving.value);
    if (leaving.exit == Exit::Collect) {
      const auto entry = known != outside.end() ? known : outside.emplace(leaving.value, widened(inner, from)).first;
      entry->second.put(inner);
    } else if (leaving.exit == Exit::Sum && known != outside.end()) {
      known->second.add(inner);
    } else {
      outside.insert_or_assign(leaving.value, inner);
    }
  }

  /// A tensor like this one, but with the whole of a block's axis and nothing in it.
  Tensor widened(const Tensor& slice, BlockId block) const {
    std::vector<Axis> axes = slice.axes();
    for (Axis& axis : axes) {
      if (axis.loop == tree_.blocks[block].loop) axis.range = arithmetic_.whole(axis.loop);
    }
    return Tensor(std::move(axes), kNothing);
  }

  const Problem& problem_;
  Arithmetic arithmetic_;
  const std::vector<Batches>& batches_;
  const LoopTree& tree_;
  std::vector<Range> ranges_;  // by loop: the batch that it is at, or the whole axis
  std::vector<Results> kept_;  // by block: what the trip through it has
};

}  // namespace

Results evaluate(const Problem& problem, const LoopChain& chain, const std::vector<Batches>& batches) {
  const Arithmetic arithmetic(problem, chain, extents_of(batches));
  Results results;
  for (const std::size_t value : dependency_order(problem)) {
    const std::vector<std::size_t>& operands = operands_of(problem, value);
    if (operands.empty()) continue;
    std::vector<const Tensor*> tensors;
    for (const std::size_t operand : operands) {
      const auto known = results.find(operand);
      tensors.push_back(known == results.end() ? nullptr : &known->second);
    }
    results.emplace(value, arithmetic.part(value, whole_ranges(batches), tensors));
  }
  return results;
}

Results execute(const Problem& problem, const LoopChain& chain, const std::vector<Batches>& batches,
                const LoopTree& tree) {
  return Execution(problem, chain, batches, tree).run();
}

double largest_difference(const Results& results, const Results& expected) {
  double largest = 0;
  for (const auto& [value, tensor] : results) {
    largest = std::max(largest, tensor.difference(expected.at(value)));
  }
  return largest;
}

}  // namespace scheduler
