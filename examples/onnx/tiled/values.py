"""What a value of the tiled evaluation is: an ONNX tensor, or one of several steps that an operator needs."""

import enum
from dataclasses import dataclass, field
from typing import Any, Callable, NamedTuple, Optional

import numpy as np


class Way(enum.Enum):
    """How a value comes to be in a loop over tiles."""

    SLICED = "a slice of it in each trip"
    REDUCED = "each trip adds its part to it"
    CARRIED = "each trip goes on from what the trip before has left in it"
    WHOLE = "at once"


class Read(NamedTuple):
    """What a value reads of another one in a trip: the trip's part of a dimension, or, without one, all of it."""

    name: str
    dim: Optional[int] = None


@dataclass(frozen=True)
class Trip:
    """One trip through the loop. A tensor of any length on the axis is cut into as many parts as there are trips."""

    index: int
    count: int
    memory: dict = field(default_factory=dict)  # what one value keeps from trip to trip, within a pass

    def part(self, length):
        return slice(self.index * length // self.count, (self.index + 1) * length // self.count)

    def length(self, length):
        part = self.part(length)
        return part.stop - part.start


@dataclass(frozen=True)
class Value:
    """A value, and how to evaluate it.

    axis:  the dimension along which the tiled axis lies, if it does; a whole value has one where readers may take parts
    shape: of the whole value; None where it is not known
    reads: its operands, in the order in which `run` takes them
    run:   (operands, trip) -> this trip's slice, or its contribution, or the whole; None for inputs and constants
    merge: how a reduction takes in a contribution
    op:    the operator that makes it; "" for inputs and constants
    rule:  the row of the table that says how; None for inputs and constants
    """

    name: str
    way: Way
    axis: Optional[int]
    shape: Optional[tuple[int, ...]]
    dtype: Any
    reads: tuple[Read, ...] = ()
    run: Optional[Callable[[list, Trip], Any]] = None
    merge: Optional[np.ufunc] = None
    op: str = ""
    rule: Any = None

    @property
    def length(self):
        """How long the axis is here; 0 where it does not lie."""
        return 0 if self.axis is None or self.shape is None else self.shape[self.axis]

    def shape_in(self, trip):
        """The shape of this trip's slice."""
        return tuple(trip.length(n) if dim == self.axis else n for dim, n in enumerate(self.shape))
