"""A tiled model is compared with the whole one, value by value."""

import warnings

import numpy as np
from tiled import evaluate, model, roles, rules


def tile(proto, axes):
    """The Model and its Tiling along the dimensions of inputs."""
    read = model.read(proto)
    return read, roles.tiling(rules.apply(read, axes), "tiles")


def random_feeds(read):
    """Numbers for the inputs: 0 and 1, and floats around 1."""
    random = np.random.default_rng(0)
    return {it.name: _numbers(random, it) for it in read.inputs}


def _numbers(random, tensor):
    if np.issubdtype(tensor.dtype, np.floating):
        return (random.standard_normal(tensor.shape) + 1).astype(tensor.dtype)
    return random.integers(0, 2, tensor.shape).astype(tensor.dtype)


class Verification:
    """A model with its whole evaluation, to be compared with tiled ones."""

    def __init__(self, proto, axes, feeds=None):
        self.model, self.tiling = tile(proto, axes)
        feeds = feeds or random_feeds(self.model)
        self.feeds = {**self.model.constants, **feeds}
        tensors = {**self.model.constants, **evaluate.whole(self.model, feeds)}
        self.right = evaluate.expected(self.tiling.program, tensors)

    def differing(self, count):
        """The names of values that are wrong when the model is evaluated in so many tiles, in the library's passes."""
        found = evaluate.tiled(self.tiling, self.tiling.passes, self.feeds, count)
        return evaluate.differing(self.tiling.program, found, self.right)

    def is_finite(self):
        return all(np.isfinite(array).all() for array in self.right.values() if array.dtype.kind == "f")

    def violable(self):
        """(reader, operand) of edges that need a later pass, and where a mistake can show: the reader needs more than
        its own slice, and there is more than one. (A reader of its own slice of a value that another one needs whole
        waits for it as well, and could do without.)
        """
        values, roles = self.tiling.program.values, self.tiling.roles
        pairs = []
        for reader in values.values():
            for read in reader.reads:
                operand, role = values[read.name], roles[read.name]
                bumps = role == "LoopCarried" or (role == "Reduction" and roles[reader.name] is not None)
                own_slice = read.dim is not None and read.dim == operand.axis
                if bumps and not own_slice and operand.length != 1 and reader.length != 1:
                    pairs.append((reader.name, operand.name))
        return pairs

    def shows(self, pair, counts=(3, 2, 5)):
        """Whether the reader, put into its operand's pass, becomes a wrong number for some number of tiles.

        That pass alone is run, after earlier ones that were right.
        """
        reader, operand = pair
        number = self.tiling.passes[operand]
        passes = {**self.tiling.passes, reader: number}
        return any(self._is_wrong(reader, count, number, passes) for count in counts)

    def _is_wrong(self, reader, count, number, passes):
        evaluation = evaluate.Evaluation(self.tiling, passes, self.feeds)
        earlier = {name: self.right[name] for name, its in passes.items() if its < number}
        evaluation.arrays.update(earlier)
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of means of nothing
                evaluation.run_pass(number, count)
        except (IndexError, ValueError):  # a number that no place has was used as one
            return True
        return not evaluate.close(evaluation.arrays[reader], self.right[reader])
