"""compute: a graph and a predicate go in, levels come out."""

import ctypes
from contextlib import nullcontext
from typing import Any, Optional

from ._ending import calls_with_predicate
from ._handle import ErrorSlot, Handle, raise_for
from ._library import LevelsArgs, library
from ._memory import bytes_of
from .levels import Levels
from .predicate import Inside, InsideBatch, Predicate


def compute(graph: Any, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None) -> Levels:
    """Computes the pass of every value of a graph (SPEC, Result).

    graph: FSLG, as `GraphBuilder.finish`, `graph_from_arrays` and `graph_from_json` give it or a file holds it: any
        contiguous object with the buffer protocol (bytes, bytearray, memoryview, mmap, numpy array). It is read in
        place, during the call only, and must not change meanwhile.
    inside(reader, source) -> bool or numpy.bool_: is `reader` produced inside a loop instance that `source` reduces
        over? Asked with ids, exactly once for each edge that SPEC, Input, names, on the calling thread; it may compute.
    inside_batch(readers, sources) -> bool array of shape (n,): the same questions in one call, n > 0, as uint64
        arrays of shape (n,), the caller's own to keep. Not called where there is nothing to ask.
    Without either, the graph's loop facts answer (SPEC, Without a callback); a predicate wins over them.

    Raises Error for a fault of the graph, in the order of SPEC, Bad input, and in a process that was forked after the
    library's first use; whatever the predicate raises, as the same object; TypeError for both predicates, for an answer
    that is no bool and for a graph without the buffer protocol; BufferError for a buffer that is not contiguous;
    ValueError for a batch answer of another length; ImportError where the library cannot be loaded.
    """
    if inside is not None and inside_batch is not None:
        raise TypeError("inside and inside_batch are two forms of one predicate: pass only one of them")
    for name, given in (("inside", inside), ("inside_batch", inside_batch)):
        if given is not None and not callable(given):
            raise TypeError(f"{name} must be callable, not {type(given).__name__}")
    predicate = None if inside is None and inside_batch is None else Predicate(inside, inside_batch)

    lib = library()
    handle, slot = Handle(lib), ErrorSlot(lib)
    with bytes_of(graph) as (address, size), nullcontext() if predicate is None else calls_with_predicate:
        args = LevelsArgs(struct_size=ctypes.sizeof(LevelsArgs), graph=address, graph_size=size)
        if predicate is not None:
            predicate.put_into(args)
        status = lib.fsl_levels_create(ctypes.byref(args), ctypes.byref(handle.token), ctypes.byref(slot.pointer))
    if predicate is not None:
        predicate.raise_failure()
    raise_for(lib, status, slot)
    return Levels(handle)
