"""Rules of operators that only move data: the slice is kept where the axis stays one dimension, all of it, in order."""

import numpy as np

from .operators import resized


def reshape(it):
    """Reshape, Flatten, Squeeze, Unsqueeze: the axis is kept if a dimension of the result has its length, and as many
    elements before it."""
    axis, shape = it.only_on(), it.node.outputs[0].shape
    if axis is None:
        return None
    before, length = np.prod(it.operands[0].shape[:axis]), it.operands[0].length
    places = [dim for dim, n in enumerate(shape) if n == length and np.prod(shape[:dim]) == before]
    if not places:
        return it.whole()
    place = places[0]
    return it.sliced(place, {0: axis}, lambda given, trip: [given[0].reshape(resized(shape, place, trip))])


def transpose(it):
    axis = it.only_on()
    order = it.node.attribute("perm", list(range(len(it.operands[0].shape)))[::-1])
    return it.sliced(order.index(axis), {0: axis})


def expand(it):
    axis, shape = it.only_on(), it.node.outputs[0].shape
    if axis is None:
        return None
    place = axis + len(shape) - len(it.operands[0].shape)
    if it.operands[0].length != shape[place]:
        return None
    return it.sliced(place, {0: axis}, lambda given, trip: it.node.call([given[0], resized(shape, place, trip)]))


def concat(it):
    shape = it.node.outputs[0].shape
    own = it.dimension(it.node.attribute("axis", 1), shape)
    axis = next(operand.axis for operand in it.operands if operand.axis is not None)
    if axis == own:
        return it.cut(axis)
    return it.sliced(axis, dict.fromkeys(range(len(it.operands)), axis))


def split(it):
    axis = it.only_on()
    if axis is None:
        return None
    own = it.dimension(it.node.attribute("axis", 0), it.operands[0].shape)
    return it.cut(*[axis] * len(it.node.outputs)) if axis == own else it.sliced(axis, {0: axis})


def slice_(it):
    """Where it cuts along the axis, the tiles of what is left are others."""
    axis, rank = it.only_on(), len(it.operands[0].shape)
    if axis is None:
        return None
    axes = it.node.constant(3) if it.node.given(3) else it.node.attribute("axes")
    starts = it.node.constant(1) if it.node.given(1) else it.node.attribute("starts")
    if axes is None:  # all of them, as far as there are numbers; or it is not known which
        axes = range(rank if it.node.given(3) or starts is None else len(starts))
    axes = [it.dimension(dim, it.operands[0].shape) for dim in axes]
    return it.cut(axis) if axis in axes else it.sliced(axis, {0: axis})


def pad(it):
    axis, rank = it.only_on(), len(it.operands[0].shape)
    pads = it.node.constant(1) if it.node.given(1) else it.node.attribute("pads")
    if axis is None or pads is None or it.node.given(3):
        return None
    return it.cut(axis) if pads[axis] or pads[axis + rank] else it.sliced(axis, {0: axis})


def tile(it):
    axis, times = it.only_on(), it.node.constant(1)
    if axis is None or times is None or it.node.opset < 6:
        return None
    return it.sliced(axis, {0: axis}) if times[axis] == 1 else it.cut(axis)


def resize(it):
    """Where the length stays, no element comes from another place along the axis."""
    axis, shape = it.only_on(), it.node.outputs[0].shape
    special = {"axes", "keep_aspect_ratio_policy"} & set(it.node.attributes)
    if axis is None or special or it.node.attribute("coordinate_transformation_mode") == "tf_crop_and_resize":
        return None
    if it.node.given(3):  # sizes instead of scales
        if shape[axis] != it.operands[0].length:
            return it.cut(axis)
        return it.sliced(axis, {0: axis}, lambda given, trip: it.node.call([*given[:3], resized(shape, axis, trip)]))
    scales = it.node.attribute("scales")
    if scales is None:
        scales = it.node.constant(1 if it.node.op == "Upsample" or it.node.opset < 11 else 2)
    if scales is None:
        return None
    return it.sliced(axis, {0: axis}) if scales[axis] == 1 else it.cut(axis)


def blocks(it):
    """DepthToSpace, SpaceToDepth: blocks take elements from channels and both spatial dimensions."""
    return it.sliced(0, {0: 0}) if it.only_on() == 0 else it.whole()


def lookup(it):
    """Gather: where the axis lies in the indices, every slice looks up its own in the whole table."""
    table, indices = it.operands
    at = it.dimension(it.node.attribute("axis", 0), table.shape)
    if table.axis is None:
        return it.sliced(at + indices.axis, {1: indices.axis})
    if indices.axis is not None:
        return None
    if table.axis == at:
        return it.whole()
    axis = table.axis if table.axis < at else table.axis + len(indices.shape) - 1
    return it.sliced(axis, {0: table.axis})
