"""Runs a model whole, and tile by tile in given passes: where the passes are wrong, so are the numbers.

In a pass the loop over tiles runs once. In each trip the pass's values inside the loop are evaluated, in order; those
that are whole only in the first trip, since they do not depend on the loop. When the loop has closed, the values
outside of it follow. What another pass has made, or will make, is read as it is: complete, or not there yet. Of this
same pass a reader gets what there is at that moment: of a value in slices the slice of this trip, until the pass is
over and the slices are put together; of a sum, what the trips so far have added; of a state that trips hand on, nothing
until the pass is over. What is not there is NaN, or for integers a number that no place has (for truth values nothing
can stand for it).
"""

import numpy as np

from .operators import part_of
from .reference import evaluator
from .values import Trip, Way


def whole(model, feeds):
    """Returns every tensor of the model by its name, from onnx's reference evaluator."""
    with np.errstate(all="ignore"):
        found = evaluator(model.proto).run(None, feeds, intermediate=True)
    return {name: np.asarray(array) for name, array in found.items() if name and array is not None}


def expected(program, known):
    """Every value from the whole model's tensors: steps that are no tensors of it are evaluated in one trip of all."""
    known = dict(known)
    for name, value in program.values.items():
        if name not in known:
            known[name] = value.run([known[read.name] for read in value.reads], Trip(0, 1))
    return known


def tiled(tiling, passes, feeds, count):
    """Returns every value by its name, evaluated in `count` tiles and the given passes."""
    evaluation = Evaluation(tiling, passes, feeds)
    with np.errstate(all="ignore"):
        for number in range(max(passes.values()) + 1):
            evaluation.run_pass(number, count)
    return evaluation.arrays


class Evaluation:
    """An evaluation that is under way. arrays: every value as it is now, by name."""

    def __init__(self, tiling, passes, feeds):
        self.values, self.roles, self.passes = tiling.program.values, tiling.roles, passes
        self.arrays = {
            name: feeds[name] if value.run is None else _missing(value) for name, value in self.values.items()
        }
        self.now = {}  # by name: of a value in slices, while its pass goes on, this trip's slice alone
        self.begun = set()

    def run_pass(self, number, count):
        made = [value for name, value in self.values.items() if self.passes[name] == number and value.run is not None]
        inside = [value for value in made if self.roles[value.name] is not None]
        memories = {value.name: {} for value in inside}
        self.now = {value.name: _missing(value) for value in inside if value.way is Way.SLICED}
        kept = {name: array.copy() for name, array in self.now.items()}  # handed over when the pass is over
        for index in range(count):
            for array in self.now.values():
                array[...] = _nothing(array.dtype)
            for value in inside:
                self.run_value(value, Trip(index, count, memories[value.name]), kept)
        for array in self.now.values():
            array[...] = _nothing(array.dtype)
        for value in made:
            if self.roles[value.name] is None:
                self.arrays[value.name] = self.evaluated(value, Trip(0, 1))
        self.arrays.update(kept)
        self.now = {}

    def run_value(self, value, trip, kept):
        if value.way is Way.WHOLE:
            if trip.index == 0:
                self.arrays[value.name] = self.evaluated(value, Trip(0, 1))
        elif self.has_work(value, trip):
            result = self.evaluated(value, trip)
            if value.way is Way.SLICED:
                if result.shape != value.shape_in(trip):
                    raise ValueError(f"a slice of {value.name} is {result.shape} instead of {value.shape_in(trip)}")
                part = trip.part(value.length)
                part_of(kept[value.name], value.axis, part)[...] = result
                part_of(self.now[value.name], value.axis, part)[...] = result
            elif value.way is Way.CARRIED:
                kept[value.name] = result
            elif value.name in self.begun:
                self.arrays[value.name] = value.merge(self.arrays[value.name], result)
            else:
                self.arrays[value.name] = result
                self.begun.add(value.name)

    def has_work(self, value, trip):
        """Whether there is anything of the axis in this trip: there are more trips than elements where it is short. A
        sum of none at all, or a state that none has changed, comes from the first trip."""
        if value.way is Way.SLICED:
            return trip.length(value.length) > 0
        lengths = [self.values[it.name].shape[it.dim] for it in value.reads if it.dim is not None]
        return all(trip.length(n) or (n == 0 and trip.index == 0) for n in lengths)

    def evaluated(self, value, trip):
        return value.run([self.read(it, trip) for it in value.reads], trip)

    def read(self, read, trip):
        array = self.now.get(read.name, self.arrays[read.name])
        return array if read.dim is None else part_of(array, read.dim, trip.part(array.shape[read.dim]))


def _missing(value):
    return np.full(value.shape or (), _nothing(value.dtype), value.dtype)  # one number where the shape is not known


def _nothing(dtype):
    if np.issubdtype(dtype, np.floating):
        return np.nan
    return np.iinfo(dtype).min // 3 if np.issubdtype(dtype, np.integer) else np.zeros((), dtype)


def differing(program, found, right):
    """Names of values that differ from what is right."""
    return [name for name in program.values if not close(found[name], right[name])]


def close(found, right):
    """Whether two arrays are the same but for rounding: 1e-9 (in single precision 1e-4, in half 1e-2) of the largest
    magnitude in the array that is finite, or of 1 if that is more; integers and truth values exactly."""
    found, right = np.asarray(found), np.asarray(right)
    if found.shape != right.shape:
        return False
    if right.dtype.kind in "biuSUO":
        return np.array_equal(found, right)
    tolerance = {8: 1e-9, 4: 1e-4}.get(right.dtype.itemsize, 1e-2)
    found, right = found.astype(np.float64), right.astype(np.float64)
    magnitude = np.max(np.abs(right), initial=1, where=np.isfinite(right))
    return np.allclose(found, right, rtol=0, atol=tolerance * magnitude, equal_nan=True)
