"""Rules of products that sum over an index: every dimension of the operands and of the result has a label."""

import numpy as np

from .values import Read, Way


def contraction(it, labels, result):
    """labels: of each operand's dimensions. The first operand that has the axis says which label it is. In the result
    it is kept; without, each trip adds its part of the sum. None where the axis has no label.
    """
    label = _label_of_axis(it, labels)
    if label is None:
        return None
    dims = {i: names.index(label) for i, names in enumerate(labels) if label in names}
    dims = {i: dim for i, dim in dims.items() if it.operands[i].shape[dim] == _length(it, labels, label)}
    return it.sliced(result.index(label), dims) if label in result else [sum_of_products(it, dims)]


def sum_of_products(it, dims):
    """The node's result, to which each trip adds that of the operands' parts along dims[operand's index]."""
    shape = it.node.outputs[0].shape
    return it.step("", Way.REDUCED, it.reads(dims), lambda given, trip: it.node.call(given)[0], shape, merge=np.add)


def _label_of_axis(it, labels):
    for operand, names in zip(it.operands, labels):
        if operand is not None and operand.axis is not None and names:
            label = names[operand.axis]
            return label if operand.length == _length(it, labels, label) else None
    return None


def _length(it, labels, label):
    """How long a label's dimension is: operands where it has length 1 are broadcast."""
    return max(it.operands[i].shape[names.index(label)] for i, names in enumerate(labels) if label in names)


def matmul(it):
    a, b = (len(operand.shape) for operand in it.operands)
    if min(a, b) < 2:
        return None
    batch = [f"batch {i}" for i in range(max(a, b) - 2)]
    labels = [[*batch[len(batch) - a + 2 :], "row", "sum"], [*batch[len(batch) - b + 2 :], "sum", "column"]]
    return contraction(it, labels, [*batch, "row", "column"])


def einsum(it):
    terms, arrow, result = it.node.attribute("equation").replace(" ", "").partition("->")
    labels = [list(term) for term in terms.split(",")]
    if not arrow or "." in terms or any(len(set(names)) < len(names) for names in labels):
        return None
    return contraction(it, labels, list(result))


def gemm(it):
    """A sum over the axis is a value of its own: the addend comes to the complete sum, once."""
    a = ["sum", "row"] if it.node.attribute("transA") else ["row", "sum"]
    b = ["column", "sum"] if it.node.attribute("transB") else ["sum", "column"]
    if it.node.opset < 7:
        return None  # the addend was aligned in another way
    values = contraction(it, [a, b, _addend_labels(it)], ["row", "column"])
    if values is None or values[0].way is Way.SLICED or not it.node.given(2):
        return values
    beta = it.node.attribute("beta", 1.0)
    none = np.zeros((1,), it.operands[2].dtype)
    return with_addend(it, values[0].reads, lambda given: it.node.call([*given, none]), lambda addend: beta * addend)


def _addend_labels(it):
    """Gemm's third operand is broadcast to the result."""
    return ["row", "column"][2 - len(it.operands[2].shape) :] if it.node.given(2) else []


def with_addend(it, reads, product, addend):
    """Two steps: the sum, to which each trip adds product(first two operands), and the result, which adds
    addend(third operand) to it."""
    shape, dtype = it.node.outputs[0].shape, it.node.outputs[0].dtype
    total = it.step("sum", Way.REDUCED, reads[:2], lambda given, trip: product(given)[0], shape, merge=np.add)

    def run(given, trip):
        return (given[0] + addend(given[1])).astype(dtype)

    return [total, it.step("", Way.WHOLE, (Read(total.name), reads[2]), run, shape)]


def convolution_over_channels(it):
    """A convolution sums over its input channels, which are dimension 1 of its input and of its weights."""
    if it.node.attribute("group", 1) != 1:
        return _depthwise(it)
    if not it.node.given(2):
        return [sum_of_products(it, {0: 1, 1: 1})]
    spatial = (1,) * (len(it.operands[0].shape) - 2)
    return with_addend(it, it.reads({0: 1, 1: 1}), it.node.call, lambda bias: bias.reshape(-1, *spatial))


def _depthwise(it):
    """Every channel by itself: the slice is kept, and every slice has as many groups as channels."""
    x, w = it.operands[:2]
    if not it.node.attribute("group") == x.shape[1] == w.shape[0]:
        return None
    dims = {0: 1, 1: 0, 2: 0}
    return it.sliced(1, dims, lambda given, trip: it.node.call(given, group=given[0].shape[1]))
