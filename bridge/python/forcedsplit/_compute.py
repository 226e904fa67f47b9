"""compute: a graph and a predicate go in, levels come out."""

from typing import Any, Optional

import numpy as np

from ._call import call, predicate_of
from ._columns import integer
from ._handle import Handle
from ._library import library
from .levels import Levels
from .predicate import Inside, InsideBatch

_COUNT = np.dtype(np.uintp)


def compute(
    graph: Any,
    inside: Optional[Inside] = None,
    inside_batch: Optional[InsideBatch] = None,
    *,
    max_passes: Optional[int] = None,
) -> Levels:
    """Computes the pass of every value of a graph (SPEC, Result).

    graph: FSLG, as `GraphBuilder.finish`, `graph_from_arrays` and `graph_from_json` give it or a file holds it: any
        contiguous object with the buffer protocol (bytes, bytearray, memoryview, mmap, numpy array). It is read in
        place, during the call only, and must not change meanwhile.
    inside(reader, source) -> bool or numpy.bool_: is `reader` produced inside a loop instance that `source` reduces
        over? Asked with ids, exactly once for each edge that SPEC, Input, names, on the calling thread; it may compute.
    inside_batch(readers, sources) -> bool array of shape (n,): the same questions in one call, n > 0, as uint64
        arrays of shape (n,), the caller's own to keep. Not called where there is nothing to ask.
    Without either, the graph's loop facts answer (SPEC, Without a callback); a predicate wins over them.
    max_passes: how many passes the caller can do with, 1 or more; without it any number will do.

    Raises Error for a fault of the graph, in the order of SPEC, Bad input, in a process that was forked after the
    library's first use, and after all others for a graph that needs more than max_passes (Status.TOO_MANY_PASSES);
    whatever the predicate raises, as the same object; TypeError for both predicates, for an answer that is no bool, for
    a graph without the buffer protocol and for a max_passes that is no integer; BufferError for a buffer that is not
    contiguous; ValueError for a batch answer of another length and for a max_passes below 1; ImportError where the
    library cannot be loaded.
    """
    predicate = predicate_of(inside, inside_batch)
    budget = _budget(max_passes)
    handle = Handle(library())
    call("fsl_levels_create", handle.token, graph, predicate, max_passes=budget)
    return Levels(handle)


def _budget(max_passes: Optional[int]) -> int:
    """The number of passes as the library takes it, where 0 is no budget."""
    if max_passes is None:
        return 0
    number = integer("max_passes", max_passes, _COUNT)
    if number == 0:
        raise ValueError("max_passes: 0 allows no graph at all: expected 1 or more, or None for any number of passes")
    return number
