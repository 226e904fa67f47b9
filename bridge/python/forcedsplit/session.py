"""The levels of a graph that goes on changing: a compiler asks again after each rewrite."""

import ctypes
from collections.abc import Iterable
from types import TracebackType
from typing import Any, NoReturn, Optional, SupportsIndex

import numpy as np

from . import _answer_reading as reading
from ._call import call, enter, predicate_of
from ._columns import integer, iterated
from ._handle import AnswerSlot, ErrorSlot, Handle, SessionSlot, raise_for
from ._library import Axis as AxisStruct
from ._library import LevelsArgs, library
from ._shown import shown
from .answer_types import Changes
from .builder import Axis, axes_of
from .errors import Status
from .levels import Levels
from .predicate import Inside, InsideBatch

_ID = np.dtype(np.uint64)

# What fsl_session_set_inside takes for "ask anew".
_ASK = -1


class Session:
    """A graph that is loaded once and then edited; every update costs what the edits affect, not what the graph takes.
    To load one takes ten times as long as `compute`, or more, and so may an update that moves most of a large graph.

        with forcedsplit.Session(graph, inside) as session:
            session.set_roles(7, ["LoopInvariant"])
            session.update(inside).changes  # (Change(value=9, before=1, after=0, ...), ...)

    After an update the levels are those that `compute` would give for the graph as it is then. Values are told by their
    ids. Wrong types are a TypeError and numbers that are none a ValueError, as in GraphBuilder; Error
    (Status.INVALID_ARGUMENT) tells of a value or an edge that is not in the graph where it must be, with its ids in
    `values`. An edit that raises leaves the session as it was; after Status.INTERNAL it can only be closed.

    A session is in one call at a time: a call of another thread or of a predicate meanwhile raises Error
    (Status.INVALID_ARGUMENT) and does nothing, but for `close`. It is closed with `with`, `close` or its last
    reference; a closed one raises ValueError. In a process that was forked after the library's first use everything but
    `close` raises Error (Status.FORKED). Sessions cannot be copied or pickled.
    """

    def __init__(self, graph: Any, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None) -> None:
        """Loads a graph, keeps neither it nor the predicate, and computes its levels. Takes, asks and raises what
        `compute` does. The loop instances stay those of the graph.
        """
        predicate = predicate_of(inside, inside_batch)
        self._library = library()
        self._slot = SessionSlot(self._library)
        call("fsl_session_create", self._slot.pointer, graph, predicate)

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Session holds memory of the library and cannot be copied or pickled")

    def close(self) -> None:
        """Releases the session, one that is in a call when that has ended; changes and levels that it gave stay.
        Nothing happens to one that is closed already, and in a forked child, where the memory ends with the process.
        """
        self._slot.destroy()

    def add_value(self, id: SupportsIndex, roles: Optional[Iterable[Axis]]) -> None:
        """Adds a value that nobody reads and that reads nothing yet: the last by position, or in a removed one's place.

        id, roles: as in `GraphBuilder.add_value`; the space of an axis is checked, and nothing else becomes of it. An
                   id that is in the graph is an Error (Status.INVALID_ARGUMENT), and so is a loop that is not in it.
        """
        self._set_cell("fsl_session_add_value", id, roles)

    def set_roles(self, id: SupportsIndex, roles: Optional[Iterable[Axis]]) -> None:
        """Gives a value another legality cell, None for none. What `inside` said of the edges from and to it is
        forgotten: the next update asks anew where it still has to be asked.

        roles: as in `add_value`
        """
        self._set_cell("fsl_session_set_cell", id, roles)

    def remove_value(self, id: SupportsIndex) -> None:
        """Removes a value and the edges to its operands. One that another value reads is an Error
        (Status.INVALID_ARGUMENT), whose values are both."""
        self._edit("fsl_session_remove_value", integer("id", id, _ID))

    def add_operands(self, reader: SupportsIndex, operands: Iterable[SupportsIndex]) -> None:
        """The value `reader` reads each of `operands` directly, too. An edge that is there already stays as it is.

        Raises Error (Status.CYCLE), told as `compute` tells it, for an edge that would close a cycle. The edges are
        added one by one, in their order: after an Error those before the one that it is about are there, and no others.
        """
        reader = integer("reader", reader, _ID)
        read = [integer("operand", operand, _ID) for operand in iterated("operands", operands, "a list of ids")]
        for operand in read:
            self._edit("fsl_session_add_operand", reader, operand)

    def remove_operand(self, reader: SupportsIndex, operand: SupportsIndex) -> None:
        """The value `reader` reads `operand` no longer. An edge that is not there is an Error
        (Status.INVALID_ARGUMENT)."""
        self._edit("fsl_session_remove_operand", integer("reader", reader, _ID), integer("operand", operand, _ID))

    def set_inside(self, reader: SupportsIndex, source: SupportsIndex, inside: Optional[bool]) -> None:
        """Says what inside(reader, source) is, in place of what was answered before; None: the next update asks anew.

        It holds for as long as the edge has to be asked about, until `set_roles` of either value. An edge that is not
        there, or about which `inside` is not asked (SPEC, Input), is an Error (Status.INVALID_ARGUMENT).
        """
        reader, source = integer("reader", reader, _ID), integer("source", source, _ID)
        if inside is not None and not isinstance(inside, (bool, np.bool_)):
            raise TypeError(f"inside: expected a bool or None, not {type(inside).__name__}: {shown(inside)}")
        self._edit("fsl_session_set_inside", reader, source, _ASK if inside is None else int(inside))

    def update(self, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None) -> Changes:
        """Computes what the edits since the last update, or since the session was made, have changed.

        inside, inside_batch: as in `compute`, but asked only about edges that have no answer yet. Without either the
            graph's loop facts answer.

        Raises what the predicate raises, as the same object; Error (Status.PREDICATE_REQUIRED) and TypeError and
        ValueError as `compute` does. Then no answer is kept, the session is as it was, with its edits, and may be
        updated again. Only a signal's exception, such as KeyboardInterrupt, may also come after the update was made:
        its changes are lost then, and `levels` tells where everything is.
        """
        predicate = predicate_of(inside, inside_batch)
        answer, slot = AnswerSlot(self._library), ErrorSlot(self._library)
        args = LevelsArgs(struct_size=ctypes.sizeof(LevelsArgs))
        update, references = self._library.fsl_session_update, map(ctypes.byref, (args, answer.pointer, slot.pointer))
        try:
            status = enter(update, args, predicate, self._slot.pointer, *references)
            if predicate is not None:
                predicate.raise_failure()
            self._raise_for(status, slot)
            return reading.changes(answer.pointer.value)
        finally:
            del answer, references  # at once: the traceback of an interrupt would keep them

    def levels(self) -> Levels:
        """Returns the levels of all values as of the last update, in linear time; they stay as they are when the
        session goes on. With edits since the last update it is an Error (Status.INVALID_ARGUMENT)."""
        handle = Handle(self._library)
        self._edit("fsl_session_levels", ctypes.byref(handle.token))
        return Levels(handle)

    def _set_cell(self, name: str, id: SupportsIndex, roles: Optional[Iterable[Axis]]) -> None:
        id = integer("id", id, _ID)
        rows = [(loop, role) for role, _, loop in axes_of(id, roles)]
        self._edit(name, id, roles is not None, (AxisStruct * len(rows))(*rows), len(rows))

    def _edit(self, name: str, *arguments: Any) -> None:
        """Calls a function of the library that takes the session, `arguments`, and the place for an error."""
        slot = ErrorSlot(self._library)
        status = getattr(self._library, name)(self._slot.pointer, *arguments, ctypes.byref(slot.pointer))
        self._raise_for(status, slot)

    def _raise_for(self, status: int, slot: ErrorSlot) -> None:
        if status == Status.INVALID_HANDLE:
            raise ValueError("the session is closed")
        raise_for(self._library, status, slot)
