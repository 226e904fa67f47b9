"""Somebody's passes, in whichever form they are given, become the column by position that the library verifies."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._columns import integer, integer_column
from ._compute import compute
from .levels import Levels

_ID = np.dtype(np.uint64)
_PASS = np.dtype(np.int32)
_NOT_GIVEN = -1


def passes_by_position(passes: Any, graph: Any) -> NDArray[np.int32]:
    """Returns the passes that are given for a graph in an int32 array by position.

    passes: integers by position, a Mapping id -> pass, or Levels, which count as their mapping: of a graph with other
        positions they are no less right.

    Raises TypeError for what are no integers. ValueError for integers that are out of range, and for a mapping that
    leaves out a listed value or has an id that the graph does not have: it names the id. For a mapping, Error for a
    faulty graph as well.
    """
    if isinstance(passes, Levels):
        passes = passes.pass_of
    if isinstance(passes, Mapping):
        return _of_mapping(passes, graph)
    return integer_column("passes", passes, _PASS)


def _of_mapping(passes: Mapping[Any, Any], graph: Any) -> NDArray[np.int32]:
    ids = np.fromiter((integer("an id in passes", id, _ID) for id in passes), _ID, len(passes))
    given = np.fromiter((integer(f"passes[{id}]", given, _PASS) for id, given in passes.items()), _PASS, len(passes))
    # Which values there are, and which are listed, does not depend on the answers: the host is not asked for this.
    levels = compute(graph, inside_batch=lambda readers, _: np.zeros(len(readers), np.bool_))
    by_position = np.full(len(levels), _NOT_GIVEN, _PASS)
    positions = _positions(ids, levels.ids)
    by_position[positions] = given
    missing = np.ones(len(levels), np.bool_)
    missing[positions] = False
    missing &= levels.passes >= 0
    if missing.any():
        raise ValueError(f"passes: nothing is given for value {levels.ids[missing.argmax()]}, which is listed")
    return by_position


def _positions(ids: NDArray[np.uint64], all_ids: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Where each of the ids is among all of them; raises ValueError for the first that is not there."""
    if not len(all_ids):
        known, positions = np.zeros(len(ids), np.bool_), np.zeros(len(ids), np.intp)
    else:
        order = np.argsort(all_ids)
        positions = order[np.searchsorted(all_ids, ids, sorter=order).clip(max=len(all_ids) - 1)]
        known = all_ids[positions] == ids
    if not known.all():
        raise ValueError(f"passes: the graph has no value {ids[known.argmin()]}")
    return positions
