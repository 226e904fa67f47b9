"""The answer: the pass of every value."""

import operator
from functools import cached_property
from typing import NoReturn, Optional, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ._handle import Handle
from ._memory import view_of
from .pass_of import PassOf

# FSL_VALUE_CARRIED, FSL_VALUE_PINNED.
CARRIED = 1
PINNED = 2


class Levels:
    """The pass levels of one graph (SPEC, Result), as `compute` returns them. Read-only; any thread may read them.

    len(levels) is the number of values in the graph, listed or not. To copy or pickle Levels is a TypeError: they hold
    memory of the library. `pass_of`, the sets and the arrays can be copied and pickled.
    """

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        view = handle.view()
        self._count: int = view.count
        self._ids: Optional[NDArray[np.uint64]] = view_of(view.ids, view.count, np.uint64, handle) if view.ids else None
        self._passes: NDArray[np.int32] = view_of(view.passes, view.count, np.int32, handle)
        self._flags: NDArray[np.uint8] = view_of(view.flags, view.count, np.uint8, handle)
        self._max_pass: int = view.max_pass

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<forcedsplit.Levels: {self._count} values, max_pass {self._max_pass}>"

    def __reduce__(self) -> NoReturn:
        self._handle.__reduce__()

    @property
    def max_pass(self) -> int:
        """The largest pass listed; 0 if none is."""
        return self._max_pass

    @cached_property
    def pass_of(self) -> PassOf:
        """id -> pass, a Mapping of every value that has a legality cell."""
        return PassOf(self._ids, self._passes)

    @cached_property
    def carried(self) -> frozenset[int]:
        """ids of the values that are LoopCarried on some axis."""
        return self._flagged(CARRIED)

    @cached_property
    def pinned(self) -> frozenset[int]:
        """ids of the values that the lift leaves where they are: carried, or a reduction that some reader waits for."""
        return self._flagged(PINNED)

    def pass_(self, id: SupportsIndex) -> int:
        """Returns the pass of the value with this id; 0 where it is not listed or the graph never mentioned it."""
        number = operator.index(id)
        # ctypes would take it modulo 2**64.
        if not 0 <= number < 2**64:
            return 0
        return int(self._handle.library.fsl_levels_pass(self._handle.token, number))

    @cached_property
    def ids(self) -> NDArray[np.uint64]:
        """The ids by position. Shape (len(levels),), uint64, read-only.

        A view of the library's memory, or 0, 1, 2, ... where the graph has no ids. Views outlive the Levels.
        """
        if self._ids is not None:
            return self._ids
        positions = np.arange(self._count, dtype=np.uint64)
        positions.flags.writeable = False
        return positions

    @property
    def passes(self) -> NDArray[np.int32]:
        """The passes by position, -1 where not listed. Shape (len(levels),), int32, a read-only view as `ids`."""
        return self._passes

    @property
    def flags(self) -> NDArray[np.uint8]:
        """By position 1 for carried + 2 for pinned. Shape (len(levels),), uint8, a read-only view as `ids`."""
        return self._flags

    def _flagged(self, flag: int) -> frozenset[int]:
        positions = np.flatnonzero(self._flags & flag)
        return frozenset((positions if self._ids is None else self._ids[positions]).tolist())
