"""One call of the library about a graph, with the host's predicate: what every question goes through."""

import ctypes
from contextlib import nullcontext
from typing import Any, Callable, Optional

from ._ending import calls_with_predicate
from ._handle import ErrorSlot, raise_for
from ._library import LevelsArgs, library
from ._memory import bytes_of
from .predicate import Inside, InsideBatch, Predicate


def predicate_of(inside: Optional[Inside], inside_batch: Optional[InsideBatch]) -> Optional[Predicate]:
    """Returns the predicate that a caller passes in one of its two forms, or None.

    Raises TypeError for both forms at once, and for what cannot be called.
    """
    if inside is not None and inside_batch is not None:
        raise TypeError("inside and inside_batch are two forms of one predicate: pass only one of them")
    for name, given in (("inside", inside), ("inside_batch", inside_batch)):
        if given is not None and not callable(given):
            raise TypeError(f"{name} must be callable, not {type(given).__name__}")
    return None if inside is None and inside_batch is None else Predicate(inside, inside_batch)


def call(
    name: str, out: ctypes.c_void_p, graph: Any, predicate: Optional[Predicate], *arguments: Any, max_passes: int = 0
) -> None:
    """Calls the function `name`, which takes an fsl_levels_args, `arguments`, the place for its result, and an error's.

    `out` is that place, and belongs to an owner that the caller has made before, so that an interrupt loses nothing.
    Raises what the predicate raised, as the same object; Error for a failed call; what `bytes_of` raises.
    """
    lib = library()
    slot = ErrorSlot(lib)
    with bytes_of(graph) as (address, size):
        args = LevelsArgs(struct_size=ctypes.sizeof(LevelsArgs), graph=address, graph_size=size, max_passes=max_passes)
        places = ctypes.byref(out), ctypes.byref(slot.pointer)
        status = enter(getattr(lib, name), args, predicate, ctypes.byref(args), *arguments, *places)
    if predicate is not None:
        predicate.raise_failure()
    raise_for(lib, status, slot)


def enter(function: Callable[..., int], args: LevelsArgs, predicate: Optional[Predicate], *arguments: Any) -> int:
    """Returns the status of a function that takes `args` among its arguments, with the predicate put into them.

    What the predicate raised is still to be raised: `Predicate.raise_failure`.
    """
    with nullcontext() if predicate is None else calls_with_predicate:
        if predicate is not None:
            predicate.put_into(args)
        return function(*arguments)
