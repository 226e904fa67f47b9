"""From values to roles on the tiled axis, and to the library's answer."""

import json
import math
from dataclasses import dataclass
from typing import Any, Optional

import forcedsplit
import numpy as np

from .model import ModelError
from .values import Way


@dataclass(frozen=True)
class Tiling:
    """A model under one loop over tiles of an axis.

    program: its values
    axis:    how the axis is called
    roles:   the role of each value by its name, None for one that the loop does not enclose
    why:     what gave it that role
    graph:   FSLG; a value's id is its position in program.values
    levels:  the library's answer
    """

    program: Any
    axis: str
    roles: dict
    why: dict
    graph: bytes
    levels: forcedsplit.Levels

    @property
    def passes(self):
        """The pass of each value by its name."""
        return {name: self.levels.pass_(id) for id, name in enumerate(self.program.values)}


def tiling(program, axis):
    """Returns the Tiling of a Program."""
    beyond, inside = _read_beyond(program), _inside(program)
    unread = set(program.outputs) - {read.name for value in program.values.values() for read in value.reads}
    found = {
        name: _role(value, beyond.get(name), name in unread, name in inside) for name, value in program.values.items()
    }
    roles = {name: role for name, (role, _) in found.items()}
    why = {name: reason for name, (_, reason) in found.items()}
    graph = _graph(program, axis, roles)
    return Tiling(program, axis, roles, why, graph, forcedsplit.compute(graph))


def _read_beyond(program):
    """Values made in slices that some reader needs beyond its own slice: the first such reader, by the value's name."""
    beyond = {}
    for reader in program.values.values():
        for read in reader.reads:
            operand = program.values[read.name]
            if operand.way is Way.SLICED and read.dim != operand.axis:
                beyond.setdefault(read.name, reader)
    return beyond


def _inside(program):
    """Values that are evaluated inside the loop: those that take part in it, and whole ones that those depend on."""
    inside = {name for name, value in program.values.items() if value.way is not Way.WHOLE}
    for name, value in reversed(program.values.items()):
        if name in inside:
            inside.update(read.name for read in value.reads)
    return inside


def _role(value, beyond, unread, inside) -> tuple[Optional[str], str]:
    """The role, and why. An output that nothing reads is loop-carried: the axis survives into it. One that is read has
    the role that its readers ask for, and is kept beside: to wait for it whole would cost them a pass."""
    if value.way is Way.REDUCED:
        return "Reduction", "each trip adds its part to it"
    if value.way is Way.CARRIED:
        return "LoopCarried", "each trip goes on from what the trip before has left in it"
    if value.way is Way.SLICED:
        if beyond is not None:
            return "LoopCarried", f"{beyond.name} needs it beyond its own slice"
        if unread:
            return "LoopCarried", "it is an output"
        return "LoopLocal", "its readers take the same slice"
    if inside:
        return "LoopInvariant", "it is whole, and read inside the loop"
    return None, "nothing inside the loop depends on it"


def _graph(program, axis, roles):
    """The graph with loop facts, names and sizes, so that it answers every question by itself."""
    ids = {name: id for id, name in enumerate(program.values)}
    values = [
        {
            "id": ids[name],
            "name": name,
            "bytes": _bytes(value),
            "roles": [] if roles[name] is None else [{"role": roles[name], "space": axis, "loop": 0}],
        }
        for name, value in program.values.items()
    ]
    edges = [[ids[name], ids[read.name]] for name, value in program.values.items() for read in value.reads]
    loops = [{"space": axis, "slot": 0, "nest": 0}]
    return forcedsplit.graph_from_json(json.dumps({"loops": loops, "values": values, "edges": edges}))


def _bytes(value):
    """The size of the whole value; 0 where it is not known."""
    if value.shape is None:
        return 0
    size = math.prod(value.shape) * np.dtype(value.dtype).itemsize
    if size >= 2**64:
        raise ModelError(f"{value.name} takes {size} bytes, more than 2^64 - 1")
    return size
