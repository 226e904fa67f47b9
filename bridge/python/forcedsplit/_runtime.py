"""configure_runtime: how the Go runtime inside the library may use the machine."""

import ctypes
from operator import index

from ._handle import ErrorSlot, raise_for
from ._library import RuntimeOptions, library


def configure_runtime(*, max_threads: int = 0, gc_percent: int = 0, memory_limit: int = 0) -> None:
    """Sets options of the Go runtime, all or none, before the first `compute` in this process; 0 leaves one as it is.

    max_threads: how many threads run the library's Go code at once, 1 to 1024; otherwise one for each processor. It
        does not bound how many threads there are: not the caller's own, nor a handful that the runtime keeps.
    gc_percent: how much garbage may be made, in percent of what is alive, before it is collected: 1 or more, otherwise
        100; -1 for never, but for memory_limit.
    memory_limit: in bytes, 1 or more: the nearer the runtime's memory comes to it, the more often it collects. It is no
        hard limit, and results are not counted.

    Loads the library, so that children which are forked afterwards cannot compute. Raises Error
    (Status.INVALID_ARGUMENT) for a value out of its range and after the first `compute`, and in a forked child
    (Status.FORKED); OverflowError for a value that has more bits than the library's option; TypeError for one that is
    no integer.
    """
    options = RuntimeOptions(
        struct_size=ctypes.sizeof(RuntimeOptions),
        max_threads=_bounded("max_threads", max_threads, 32),
        gc_percent=_bounded("gc_percent", gc_percent, 32),
        memory_limit=_bounded("memory_limit", memory_limit, 64),
    )
    lib = library()
    slot = ErrorSlot(lib)
    raise_for(lib, lib.fsl_runtime_configure(ctypes.byref(options), ctypes.byref(slot.pointer)), slot)


def _bounded(name: str, value: int, bits: int) -> int:
    """The value as ctypes may take it, which would cut off the bits above."""
    value = index(value)
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise OverflowError(f"{name} is {value}, which does not fit {bits} bits")
    return value
