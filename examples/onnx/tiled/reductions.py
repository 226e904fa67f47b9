"""Rules of operators that take a sum, or the like, over the axis, in one step or in several."""

from typing import Callable, NamedTuple, Optional

import numpy as np

from .values import Read, Way


class Fold(NamedTuple):
    """sum, product, largest or smallest of what `before` makes of the elements; `after` (total, count) ends it."""

    merge: np.ufunc
    before: Callable = lambda x: x
    after: Optional[Callable] = None


FOLDS = {
    "ReduceSum": Fold(np.add),
    "ReduceProd": Fold(np.multiply),
    "ReduceMax": Fold(np.maximum),
    "ReduceMin": Fold(np.minimum),
    "ReduceL1": Fold(np.add, np.abs),
    "ReduceSumSquare": Fold(np.add, np.square),
    "ReduceMean": Fold(np.add, after=lambda total, count: total / count),
    "ReduceL2": Fold(np.add, np.square, lambda total, count: np.sqrt(total)),
    "ReduceLogSum": Fold(np.add, after=lambda total, count: np.log(total)),
    "GlobalAveragePool": Fold(np.add, after=lambda total, count: total / count),
    "GlobalMaxPool": Fold(np.maximum),
}


def _neutral(merge, dtype):
    """What there is before the first element, and where there is none."""
    if merge.identity is not None:
        return merge.identity
    if dtype.kind == "b":
        lowest, highest = False, True
    else:
        lowest, highest = (np.iinfo(dtype).min, np.iinfo(dtype).max) if dtype.kind in "iu" else (-np.inf, np.inf)
    return {np.maximum: lowest, np.minimum: highest}[merge]


def total(it, what, x, axes, merge, before, others=(), keep=True):
    """One reduction over axes of an operand: a value that reads the operand's slice, and others as a whole.

    before: (slice, *others) -> what is added up
    """
    shape = tuple(1 if dim in axes else n for dim, n in enumerate(x.shape) if keep or dim not in axes)
    reads = (Read(x.name, x.axis), *(Read(other.name) for other in others))

    def run(given, trip):
        parts = before(*given)
        return merge.reduce(parts, axis=axes, keepdims=keep, initial=_neutral(merge, parts.dtype))

    return it.step(what, Way.REDUCED, reads, run, shape, merge=merge)


def reduction(it):
    """A Reduce operator, over dimensions that are known."""
    axes, keep = _reduced(it)
    axis = it.only_on()
    if axes is None or axis is None:
        return None
    if axis not in axes:
        return it.sliced(axis if keep else axis - sum(dim < axis for dim in axes), {0: axis})
    if it.node.op == "ReduceLogSumExp":
        return log_sum_exp(it, axes)
    return folded(it, axes, keep)


def folded(it, axes, keep=True):
    """What FOLDS says of the operator: one step, or a sum and what follows it."""
    fold, x = FOLDS[it.node.op], it.operands[0]
    if fold.after is None:
        return [total(it, "", x, axes, fold.merge, fold.before, keep=keep)]
    first = total(it, "sum", x, axes, fold.merge, fold.before, keep=keep)
    count = int(np.prod([x.shape[dim] for dim in axes]))
    dtype = it.node.outputs[0].dtype

    def run(given, trip):
        return fold.after(given[0], count).astype(dtype)

    return [first, it.step("", Way.WHOLE, (Read(first.name),), run, first.shape)]


def log_sum_exp(it, axes):
    """The logarithm of the sum of exponentials below the largest element, and that element."""
    largest, exponentials = _exponentials(it, axes)
    reads, shape = (Read(largest.name), Read(exponentials.name)), it.node.outputs[0].shape

    def run(given, trip):
        return (given[0] + np.log(given[1])).reshape(shape)

    return [largest, exponentials, it.step("", Way.WHOLE, reads, run, shape)]


def _exponentials(it, axes):
    """The pair of reductions: the largest element, and the sum of exponentials below it."""
    x = it.operands[0]
    largest = total(it, "max", x, axes, np.maximum, lambda part: part)
    return largest, total(it, "sum", x, axes, np.add, lambda part, top: np.exp(part - top), [largest])


def softmax(it):
    """Up to version 12 it is over all dimensions from its own on."""
    x = it.operands[0]
    own = it.dimension(it.node.attribute("axis", -1 if it.node.opset >= 13 else 1), x.shape)
    axes = (own,) if it.node.opset >= 13 else tuple(range(own, len(x.shape)))
    if x.axis not in axes:
        return it.sliced(x.axis, {0: x.axis})
    if it.node.op == "Hardmax":
        return it.whole([x.axis])
    logarithm = it.node.op == "LogSoftmax"

    def run(given, trip):
        part, top, below = given
        return part - top - np.log(below) if logarithm else np.exp(part - top) / below

    largest, exponentials = _exponentials(it, axes)
    reads = (Read(x.name, x.axis), Read(largest.name), Read(exponentials.name))
    return [largest, exponentials, it.step("", Way.SLICED, reads, run, x.shape, x.axis)]


def global_pooling(it):
    axis = it.only_on()
    if axis is None:
        return None
    if axis < 2:
        return it.sliced(axis, {0: axis})
    return folded(it, tuple(range(2, len(it.operands[0].shape))))


def position(it):
    """ArgMax, ArgMin, TopK: positions are positions in the whole."""
    axis = it.only_on()
    own = it.dimension(it.node.attribute("axis", -1 if it.node.op == "TopK" else 0), it.operands[0].shape)
    if axis is None:
        return None
    if axis == own:
        return it.whole()
    moved = axis if it.node.op == "TopK" or it.node.attribute("keepdims", 1) else axis - (own < axis)
    return it.sliced(moved, {0: axis})


def lp_normalization(it):
    x = it.operands[0]
    own = it.dimension(it.node.attribute("axis", -1), x.shape)
    if x.axis != own:
        return it.sliced(x.axis, {0: x.axis})
    power = it.node.attribute("p", 2)
    norm = total(it, "sum", x, (own,), np.add, lambda part: np.abs(part) ** power)
    reads = (Read(x.name, own), Read(norm.name))

    def run(given, trip):
        part, sums = given
        return np.where(sums == 0, 0, part / sums ** (1 / power)).astype(x.dtype)

    return [norm, it.step("", Way.SLICED, reads, run, x.shape, own)]


def layer_normalization(it):
    """Over all dimensions from its own on; scale and bias are broadcast."""
    x = it.operands[0]
    own = it.dimension(it.node.attribute("axis", -1), x.shape)
    axis = it.only_on()
    if axis is None:
        return None
    dims = {i: it.aligned(i, axis, x.shape) for i in (1, 2) if it.node.given(i)}
    if axis < own:
        return it.sliced(axis, {0: axis, **dims})
    if len(it.node.outputs) > 1:
        return None
    return _standardized(it, tuple(range(own, len(x.shape))), dims, lambda parameter: parameter)


def instance_normalization(it):
    """Over the spatial dimensions of each channel; scale and bias are one number a channel."""
    axis = it.only_on()
    if axis is None:
        return None
    rank = len(it.operands[0].shape)
    if axis < 2:
        return it.sliced(axis, {0: axis} if axis == 0 else {0: 1, 1: 0, 2: 0})
    return _standardized(it, tuple(range(2, rank)), {}, lambda parameter: parameter.reshape(-1, *(1,) * (rank - 2)))


def _standardized(it, axes, dims, broadcast):
    """Three steps: the sum, which gives the mean; the sum of squared deviations from it; the normalized slice.

    dims: of which dimension of scale and bias a slice reads its part; broadcast: makes them fit the slice
    """
    x = it.operands[0]
    count = np.prod([x.shape[dim] for dim in axes])
    epsilon = it.node.attribute("epsilon", 1e-5)
    added = total(it, "sum", x, axes, np.add, lambda part: part)
    spread = total(it, "squares", x, axes, np.add, lambda part, sums: np.square(part - sums / count), [added])
    parameters = [(i, operand) for i, operand in enumerate(it.operands) if i > 0 and operand is not None]
    reads = (
        *(Read(x.name, x.axis), Read(added.name), Read(spread.name)),
        *(Read(operand.name, dims.get(i)) for i, operand in parameters),
    )

    def run(given, trip):
        part, sums, squares, *scale_and_bias = given
        result = (part - sums / count) / np.sqrt(squares / count + epsilon)
        scale, *bias = map(broadcast, scale_and_bias)
        return result * scale + sum(bias)

    return [added, spread, it.step("", Way.SLICED, reads, run, x.shape, x.axis)]


def _reduced(it):
    """The dimensions that a Reduce operator reduces, None if they are not known, and whether they stay, of length 1."""
    node, rank = it.node, len(it.operands[0].shape)
    keep = bool(node.attribute("keepdims", 1))
    axes = node.attribute("axes")
    if node.given(1):
        axes = node.constant(1)
        if axes is None:
            return None, keep
    if axes is None or len(axes) == 0:
        return (() if node.attribute("noop_with_empty_axes") else tuple(range(rank))), keep
    return tuple(sorted(it.dimension(int(dim), it.operands[0].shape) for dim in axes)), keep
