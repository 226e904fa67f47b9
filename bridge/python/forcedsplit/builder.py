"""A graph value by value."""

from collections.abc import Iterable
from typing import Any, Optional, SupportsIndex, Union

import numpy as np
from numpy.typing import NDArray

from . import _wire
from ._columns import integer, iterated
from ._shown import shown
from .errors import Error, Status
from .roles import Role, role_of

Space = Union[str, SupportsIndex, None]
Axis = Union[str, Role, tuple[Union[str, Role], Space, SupportsIndex]]

_Space = Union[str, int, None]  # checked

_ID = _wire.NUMBERS["[ulong]"]
_LOOP_INDEX = _wire.NUMBERS["[int]"]
_SPACE = _wire.NUMBERS["[ushort]"]
_UNRESOLVED = -1
_MOST_SPACES = 65536


class GraphBuilder:
    """Collects a value graph and writes it as FSLG. One builder is used by one thread at a time.

    Values stand in the graph in the order in which they were added; edges may name values that come later. Wrong types
    are a TypeError, names and numbers that are none a ValueError, at once, and leave the builder as it was. What makes
    the whole no graph is an Error of `finish`.
    """

    def __init__(self) -> None:
        self._positions: dict[int, int] = {}
        self._ids: list[int] = []
        self._unclassified: list[int] = []
        self._axis_offsets: list[int] = [0]
        self._axis_roles: list[Role] = []
        self._axis_spaces: list[Optional[int]] = []
        self._axis_loops: list[int] = []
        self._readers: list[int] = []
        self._operands: list[int] = []
        self._loops: list[tuple[Optional[int], int, int]] = []
        self._spaces: dict[str, int] = {}

    def add_value(self, id: SupportsIndex, roles: Optional[Iterable[Axis]]) -> None:
        """Adds a value.

        id:    0..2**64-1, unique
        roles: the value's legality cell, one entry an axis: a role's name as SPEC spells it, a Role, or a tuple (role,
               space, loop) with the axis's index space, by name or as a number of the caller's own or None where it is
               not told, and what `add_loop` returned, -1 where no loop instance realizes the axis. [] is an empty cell;
               None is a value without one.

        Raises Error (TOO_LARGE) for more than 65,536 names of spaces.
        """
        id = integer("id", id, _ID)
        axes = axes_of(id, roles)
        spaces = self._numbered([space for _, space, _ in axes])
        # From here on nothing is refused: the columns grow together or not at all.
        if roles is None:
            self._unclassified.append(len(self._ids))
        self._axis_roles.extend(role for role, _, _ in axes)
        self._axis_spaces.extend(spaces)
        self._axis_loops.extend(loop for _, _, loop in axes)
        self._axis_offsets.append(len(self._axis_roles))
        self._positions.setdefault(id, len(self._ids))
        self._ids.append(id)

    def add_operands(self, reader: SupportsIndex, operands: Iterable[SupportsIndex]) -> None:
        """The value `reader` reads each of `operands` directly, all by id. The same edge given twice is one edge."""
        reader = integer("reader", reader, _ID)
        read = [integer("operand", operand, _ID) for operand in iterated("operands", operands, "a list of ids")]
        self._readers.extend([reader] * len(read))
        self._operands.extend(read)

    def add_loop(self, space: Space, slot: SupportsIndex, nest: SupportsIndex) -> int:
        """Adds a realized loop instance, inside all that were added before it, and returns its index.

        space: as for axes; slot: which loop of that space it is, int32; nest: uint32, instances of different nests
        never enclose one another. With loops the graph answers `inside` itself (SPEC, Without a callback).
        Raises Error (TOO_LARGE) for more than 65,536 names of spaces.
        """
        slot = integer("slot", slot, _wire.LOOP["slot"])
        nest = integer("nest", nest, _wire.LOOP["nest"])
        number = self._numbered([_space(space)])[0]
        self._loops.append((number, slot, nest))
        return len(self._loops) - 1

    def finish(self) -> bytes:
        """Returns the graph as FSLG bytes, for `compute` or a file. The builder stays as it is and may go on.

        Raises Error: MALFORMED_GRAPH with the id that was added twice, or with reader and operand of an edge that
        names an unknown value; TOO_LARGE for more than 2**31 - 1 bytes, or 65,536 names of spaces and one not told.
        """
        return _wire.write(self._fields())

    def _fields(self) -> dict[str, Any]:
        """The graph's columns by their names on the wire."""
        count = len(self._ids)
        if len(self._positions) < count:
            twice = next(id for v, id in enumerate(self._ids) if self._positions[id] != v)
            raise Error(Status.MALFORMED_GRAPH, f"value {twice} was added twice", [twice])
        ids = np.array(self._ids, _ID)
        offsets, operands = self._operand_rows()
        told_loops = bool(self._loops) or any(loop != _UNRESOLVED for loop in self._axis_loops)
        told_spaces = any(space is not None for space in self._axis_spaces)
        names, other = self._untold_space(told_spaces)
        axis_spaces = [other if space is None else space for space in self._axis_spaces]
        loops = [(other if space is None else space, slot, nest) for space, slot, nest in self._loops]
        return {
            "value_count": count,
            "ids": None if np.array_equal(ids, np.arange(count, dtype=_ID)) else ids,
            "operand_offsets": offsets,
            "operands": operands,
            "axis_offsets": np.array(self._axis_offsets, np.uint32),
            "axis_roles": np.array(self._axis_roles, np.uint8),
            "axis_spaces": np.array(axis_spaces, _SPACE) if told_spaces else None,
            "axis_loops": np.array(self._axis_loops, np.int32) if told_loops else None,
            "unclassified": np.array(self._unclassified, np.uint32) if self._unclassified else None,
            "loops": loops if told_loops else None,
            "spaces": names or None,
        }

    def _operand_rows(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Offsets and operands, as positions: the edges sorted by reader, each reader's in their own order."""
        readers, operands = self._edge_positions(self._readers), self._edge_positions(self._operands)
        offsets = np.zeros(len(self._ids) + 1, np.uint32)
        np.cumsum(np.bincount(readers, minlength=len(self._ids)), out=offsets[1:])
        return offsets, operands[np.argsort(readers, kind="stable")]

    def _edge_positions(self, ids: list[int]) -> NDArray[np.uint32]:
        try:
            return np.array([self._positions[id] for id in ids], np.uint32)
        except KeyError as fault:
            unknown = fault.args[0]
            edge = self._readers[ids.index(unknown)], self._operands[ids.index(unknown)]
        raise Error(
            Status.MALFORMED_GRAPH, f"value {edge[0]} reads {edge[1]}: no value has the id {unknown}", edge
        ) from None

    def _numbered(self, spaces: list[_Space]) -> list[Optional[int]]:
        """The numbers of index spaces, None where it is not told; new names are numbered as they come, all or none."""
        new = {space for space in spaces if isinstance(space, str) and space not in self._spaces}
        _check_names(len(self._spaces) + len(new))
        return [
            self._spaces.setdefault(space, len(self._spaces)) if isinstance(space, str) else space for space in spaces
        ]

    def _untold_space(self, told_axes: bool) -> tuple[list[str], int]:
        """The names of spaces, and the number of a space that is not told: the name "" among names, one more number
        among numbers."""
        names = list(self._spaces)
        spaces = [space for space, _, _ in self._loops] + (self._axis_spaces if told_axes else [])
        numbers = [space for space in spaces if space is not None]
        if len(numbers) == len(spaces):
            return names, 0  # all are told
        if numbers and not names:
            return names, min(max(numbers) + 1, _MOST_SPACES - 1)
        if "" not in self._spaces:
            names.append("")
            _check_names(len(names))
        return names, names.index("")


def _check_names(count: int) -> None:
    if count > _MOST_SPACES:
        raise Error(Status.TOO_LARGE, f"{count} names of spaces, more than {_MOST_SPACES}")


def axes_of(id: int, roles: Optional[Iterable[Axis]]) -> list[tuple[Role, _Space, int]]:
    """Returns the axes of the value `id`, checked; none for a value without a legality cell."""
    if isinstance(roles, str):
        raise TypeError(f"the roles of value {id} must be a list of roles, not one string: {shown(roles)}")
    entries = [] if roles is None else iterated(f"the roles of value {id}", roles, "a list of roles or None")
    return [_axis(entry) for entry in entries]


def _axis(entry: Axis) -> tuple[Role, _Space, int]:
    if not isinstance(entry, tuple):
        return role_of(entry), None, _UNRESOLVED
    if len(entry) != 3:
        raise TypeError(f"an axis is a role or (role, space, loop), not {shown(entry)}")
    role, space, loop = entry
    return role_of(role), _space(space), integer("loop", loop, _LOOP_INDEX)


def _space(space: Space) -> _Space:
    if space is None:
        return None
    if isinstance(space, str):
        space.encode()  # what is no text is refused here: `finish` could only refuse it again and again
        return space
    return integer("space", space, _SPACE)
