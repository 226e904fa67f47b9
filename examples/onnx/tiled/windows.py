"""Rules of convolutions and pooling: along a spatial axis each element comes from a window of the input."""

from typing import NamedTuple

from .contractions import convolution_over_channels
from .operators import part_of


def convolution(it):
    axis = it.only_on()
    if axis is None:
        return None
    if axis == 0:
        return it.sliced(0, {0: 0})
    if axis == 1:
        return convolution_over_channels(it)
    return _window(it, axis, it.operands[1].shape[2:])


def pooling(it):
    axis = it.only_on()
    if axis is None or len(it.node.outputs) > 1:
        return None  # MaxPool's second result counts positions in the whole input
    if axis < 2:
        return it.sliced(axis, {0: axis})
    return _window(it, axis, it.node.attribute("kernel_shape"))


def transposed_convolution(it):
    axis = it.only_on()
    if axis == 0:
        return it.sliced(0, {0: 0})
    if axis is None:
        return None
    return it.whole() if axis == 1 else it.whole([axis])


def local_response(it):
    """LRN's window lies along the channels."""
    axis = it.only_on()
    if axis is None:
        return None
    return it.cut(1) if axis == 1 else it.sliced(axis, {0: axis})


class Window(NamedTuple):
    """The windows along one axis: the k-th one begins at row k * stride - before."""

    extent: int
    stride: int
    before: int

    def rows(self, part, length):
        """The rows of the input that a part of the result needs, and which part of the result of these rows alone, with
        the same padding around them, it is. Padding that is not the whole input's is not in any of its windows."""
        skipped = max(part.start - -(-self.before // self.stride), 0)
        last = (part.stop - 1) * self.stride - self.before + self.extent
        return slice(skipped * self.stride, min(last, length)), slice(part.start - skipped, part.stop - skipped)


def _window(it, axis, kernel):
    """Each slice of the result from the rows of the complete input that it needs."""
    if it.node.attribute("auto_pad", "NOTSET") not in ("NOTSET", "VALID"):
        return it.cut(axis)  # the padding follows from the length of the whole
    spatial, k = len(kernel), axis - 2
    pads = it.node.attribute("pads", [0] * 2 * spatial)
    stride = it.node.attribute("strides", [1] * spatial)[k]
    dilation = it.node.attribute("dilations", [1] * spatial)[k]
    window = Window((kernel[k] - 1) * dilation + 1, stride, pads[k])
    if window == (1, 1, 0) and not pads[k + spatial]:
        return it.sliced(axis, {0: axis})
    length, out_length = it.operands[0].shape[axis], it.node.outputs[0].shape[axis]

    def run(given, trip):
        rows, wanted = window.rows(trip.part(out_length), length)
        return [part_of(result, axis, wanted) for result in it.node.call([part_of(given[0], axis, rows), *given[1:]])]

    return it.sliced(axis, {}, run)
