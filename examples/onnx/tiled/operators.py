"""A node among the values made before it: what rules ask about its operands, and how they build its values."""

import numpy as np

from .model import ModelError
from .values import Read, Value, Way


class Operator:
    """What a rule is given.

    node:     the node
    operands: the values that it reads, None where an optional one is left out; those that subgraphs capture come last
    """

    def __init__(self, node, made, rule):
        self.node, self._rule = node, rule
        self.operands = [made[name] if name else None for name in [*node.inputs, *node.captured]]

    def only_on(self):
        """The dimension of the first operand on which the tiled axis lies; None if it does not, or also in others."""
        first, *others = self.operands
        return first.axis if all(it is None or it.axis is None for it in others) else None

    def dimension(self, number, shape):
        """A dimension of that shape, which may be counted from the end, counted from 0 on."""
        if not -len(shape) <= number < len(shape):
            raise ModelError(
                f"{self.node.op} {self.node.proto.output[0]}: there is no dimension {number} of {len(shape)}"
            )
        return number % len(shape)

    def aligned(self, index, axis, shape):
        """The dimension of an operand that meets dimension `axis` of a result of this shape when it is broadcast to it
        by numpy's rules; None where it has none or one of length 1, which every slice needs."""
        operand = self.operands[index]
        dim = axis - len(shape) + len(operand.shape)
        return dim if dim >= 0 and operand.shape[dim] == shape[axis] else None

    def reads(self, dims=None):
        """What is read of the operands: the trip's part of dims[operand's index], the rest as a whole."""
        dims = dims or {}
        return tuple(Read(operand.name, dims.get(i)) for i, operand in enumerate(self.operands) if operand is not None)

    def arrays(self, given):
        """The arrays of operands in the places of the node's inputs, None where one is left out."""
        given = iter(given)
        return [None if operand is None else next(given) for operand in self.operands]

    def result(self, k, way, axis, reads, run):
        """The node's result k as one value."""
        output = self.node.outputs[k]
        return Value(output.name, way, axis, output.shape, output.dtype, reads, run, None, self.node.op, self._rule)

    def whole(self, axes=()):
        """The node's results, each evaluated at once from whole operands; axes[k]: where the axis lies in result k."""
        axes = [*axes, *[None] * len(self.node.outputs)]
        return [self.result(k, Way.WHOLE, axes[k], self.reads(), self._calling(k)) for k in self._given_results()]

    def sliced(self, axes, dims, run=None):
        """The node's results in slices.

        axes: where the axis lies in the results: one dimension for all of them, or one for each in a list
        dims: by an operand's index, of which dimension its part is read; operands without one are read whole
        run:  (operands in the places of the node's inputs, trip) -> results of a slice; the node itself by default
        """
        axes = [axes] * len(self.node.outputs) if isinstance(axes, int) else axes
        reads = self.reads(dims)
        return [self.result(k, Way.SLICED, axes[k], reads, self._calling(k, run)) for k in self._given_results()]

    def cut(self, *axes):
        """The node's results in slices that are cut out of results of whole operands: for operators that move data."""
        return [
            self.result(k, Way.SLICED, axes[k], self.reads(), self._cutting(k, axes[k])) for k in self._given_results()
        ]

    def step(self, what, way, reads, run, shape, axis=None, merge=None):
        """One of several steps towards the node's first result, named after it as no tensor is."""
        output = self.node.outputs[0]
        name = self.node.fresh(f"{output.name} {what}") if what else output.name
        return Value(name, way, axis, shape, output.dtype, reads, run, merge, self.node.op, self._rule)

    def _given_results(self):
        return [k for k, output in enumerate(self.node.outputs) if output is not None]

    def _calling(self, k, run=None):
        if run is None:
            return lambda given, trip: self.node.call(self.arrays(given))[k]
        return lambda given, trip: run(self.arrays(given), trip)[k]

    def _cutting(self, k, axis):
        length = self.node.outputs[k].shape[axis]

        def cut(given, trip):
            return part_of(self.node.call(self.arrays(given))[k], axis, trip.part(length))

        return cut


def part_of(array, dim, part):
    """A view of an array's part along one dimension."""
    return array[(slice(None),) * (dim % array.ndim) + (part,)]


def resized(shape, axis, trip):
    """A result's shape in a trip, as an operand of Reshape or Expand."""
    return np.array([trip.length(n) if dim == axis else n for dim, n in enumerate(shape)], np.int64)
