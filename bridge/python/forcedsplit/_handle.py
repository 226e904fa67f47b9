"""The owners of results in C, and what an error in C becomes."""

import ctypes
import functools
import operator
from typing import Any, Callable, NoReturn, Optional

from ._library import LevelsView
from .errors import Error, Status

_FORKED_ADVICE = (
    'start processes with the "spawn" or "forkserver" method of multiprocessing, or compute only after the fork'
)


# What a destructor written in Python raises is printed and lost, and a signal may raise at its entry. This one is C
# code alone: it calls the owner's `destroy`.
_DESTRUCTOR = property(operator.attrgetter("destroy"))


class Handle:
    """Owns an `fsl_levels`: destroyed with the last of the Levels and numpy views that hold it.

    Made empty, before the call that fills `token`, so that an interrupt between the two loses nothing. In a forked
    child the library refuses to destroy, and the memory ends with the process: nothing to tell anybody.
    """

    __slots__ = ("destroy", "library", "token")
    __del__ = _DESTRUCTOR

    def __init__(self, library: ctypes.CDLL) -> None:
        self.token = ctypes.c_void_p()
        self.library = library
        self.destroy = functools.partial(library.fsl_levels_destroy, self.token)

    def __reduce__(self) -> NoReturn:
        """Refuses copies and pickles: a second owner would destroy the result a second time."""
        raise TypeError(
            "Levels hold memory of the library and cannot be copied or pickled: "
            "take levels.pass_of or levels.passes.copy() instead"
        )

    def view(self) -> LevelsView:
        """Returns addresses and lengths of the results."""
        view = LevelsView(struct_size=ctypes.sizeof(LevelsView))
        raise_for(self.library, self.library.fsl_levels_view_of(self.token, ctypes.byref(view)), None)
        return view


class _Slot:
    """Owns what a call may leave in `pointer`: made empty, before the call, as a Handle is."""

    __slots__ = ("destroy", "pointer")
    __del__ = _DESTRUCTOR

    def __init__(self, destroy: Callable[[ctypes.c_void_p], Any]) -> None:
        self.pointer = ctypes.c_void_p()
        self.destroy = functools.partial(destroy, self.pointer)


class ErrorSlot(_Slot):
    """Owns the `fsl_error` of a failed call."""

    __slots__ = ()

    def __init__(self, library: ctypes.CDLL) -> None:
        super().__init__(library.fsl_error_destroy)


class AnswerSlot(_Slot):
    """Owns the answer of a call that gives one: an `fsl_explanation`, for one."""

    __slots__ = ()

    def __init__(self, library: ctypes.CDLL) -> None:
        super().__init__(library.fsl_answer_destroy)


class SessionSlot(_Slot):
    """Owns an `fsl_session`: destroyed with its last reference, if it was not before, but for a forked child, as a
    Handle."""

    __slots__ = ()

    def __init__(self, library: ctypes.CDLL) -> None:
        super().__init__(library.fsl_session_destroy)


def raise_for(library: ctypes.CDLL, status: int, slot: Optional[ErrorSlot]) -> None:
    """Raises the Error of a failed call, with what its slot tells; returns for FSL_OK."""
    if status == Status.OK:
        return
    message, values = "", ()
    if slot is not None and slot.pointer:
        message = library.fsl_error_message(slot.pointer).decode("utf-8", "replace")
        count = ctypes.c_size_t()
        ids = library.fsl_error_values(slot.pointer, ctypes.byref(count))
        values = tuple(ids[: count.value]) if ids else ()
    message = message or library.fsl_status_name(status).decode()
    if status == Status.FORKED:
        message = f"{message}: {_FORKED_ADVICE}"
    raise Error(Status(status), message, values)
