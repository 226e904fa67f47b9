"""A graph from numpy columns."""

from collections.abc import Sequence
from typing import Any, Optional

from . import _wire

_Bytes = bytes  # a parameter below has the name of the wire format's column


def graph_from_arrays(
    value_count: Optional[int] = None,
    *,
    ids: Any = None,
    operand_offsets: Any = None,
    operands: Any = None,
    axis_offsets: Any = None,
    axis_roles: Any = None,
    axis_spaces: Any = None,
    axis_loops: Any = None,
    unclassified: Any = None,
    loops: Any = None,
    spaces: Optional[Sequence[str]] = None,
    names: Optional[Sequence[str]] = None,
    bytes: Any = None,
    occurrence_values: Any = None,
    occurrence_points: Any = None,
    occurrence_consumers: Any = None,
    name: Optional[str] = None,
    source: Optional[str] = None,
    producer: Optional[str] = None,
) -> _Bytes:
    """Returns the graph with these columns as FSLG bytes, for `compute` or a file. The names are the wire format's.

    Columns are one-dimensional arrays (or sequences) of integers of any type that hold nothing the wire's type cannot;
    a contiguous array of that type is copied as it is. n is the number of values, e of edges, a of axes, k of loop
    instances, r of occurrences; a value's position is 0..n-1.

    value_count           n; by default what the columns say
    ids                   (n,)    uint64  unique; by default the positions
    operand_offsets       (n+1,)  uint32  rising from 0 to e: v reads operands[operand_offsets[v]:operand_offsets[v+1]]
    operands              (e,)    uint32  positions
    axis_offsets          (n+1,)  uint32  rising from 0 to a, likewise
    axis_roles            (a,)    uint8   numbers of Role
    axis_spaces           (a,)    uint16  indices into spaces
    axis_loops            (a,)    int32   indices into loops, -1 where unresolved
    unclassified                  uint32  rising: positions of the values without a legality cell
    loops                 (k,)    structured array with the integer fields space, slot, nest, or rows of these three,
                                  outermost first
    spaces, names         k', n   str     for people
    bytes                 (n,)    uint64  the size of each whole value
    occurrence_values     (r,)    uint32  positions; the occurrences are optional, instead of operands
    occurrence_points     (r,)    uint64
    occurrence_consumers  (r,)    uint64
    name, source, producer        str     what the graph is, where it comes from, who wrote it

    Raises TypeError for what are no integers or strings, ValueError with column, position and value for what the wire's
    type cannot hold, and Error (TOO_LARGE) for more than 2**31 - 1 bytes, before anything is copied. Whether the
    columns are a graph is told by `compute`.
    """
    fields = dict(locals())
    if value_count is None:
        fields["value_count"] = _count_of(fields)
    return _wire.write(fields)


def _count_of(fields: Any) -> int:
    """The number of values that the first of these columns speaks of."""
    for column, beyond in (("ids", 0), ("operand_offsets", 1), ("axis_offsets", 1), ("bytes", 0), ("names", 0)):
        if fields[column] is not None:
            return max(_wire.length(column, fields[column]) - beyond, 0)
    raise TypeError("graph_from_arrays needs value_count, or a column that tells it, such as operand_offsets")
