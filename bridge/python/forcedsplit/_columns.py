"""Integer columns: whatever holds integers becomes one contiguous numpy array of the wire's type, or says why not."""

import functools
import operator
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import numpy as np

from ._shown import shown

_Item = TypeVar("_Item")


def iterated(name: str, values: Iterable[_Item], expected: str) -> Iterator[_Item]:
    """Returns an iterator of `values`; raises TypeError that names them for what has no items."""
    try:
        return iter(values)
    except TypeError:
        raise TypeError(f"{name}: expected {expected}, not {type(values).__name__}: {shown(values)}") from None


def integer(name: str, value: Any, dtype: np.dtype) -> int:
    """Returns a Python or numpy integer as an int.

    Raises TypeError for anything else, bool included, and ValueError for one that `dtype` cannot hold.
    """
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected an integer, not {type(value).__name__}: {shown(value)}")
    number = operator.index(value)
    low, high = limits(dtype)
    if not low <= number <= high:
        raise ValueError(f"{name}: {shown(number)} is outside {low}..{high}")
    return number


@functools.cache
def limits(dtype: np.dtype) -> tuple[int, int]:
    """The smallest and the largest integer that `dtype` can hold."""
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def integer_column(name: str, values: Any, dtype: np.dtype) -> np.ndarray:
    """Returns `values`, one-dimensional integers of any type, as a contiguous array of `dtype`.

    An array that is that already is returned as it is; lists, tuples and arrays of objects may hold any Python ints.
    Raises TypeError for what are no integers, ValueError for more dimensions and for the first value that does not
    fit, with its position.
    """
    column = np.asarray(values, object if isinstance(values, (list, tuple)) else None)
    if column.ndim == 0:  # what numpy takes for one item: a string, a set
        raise TypeError(f"{name}: expected an array or a sequence, not {type(values).__name__}")
    if column.ndim != 1:
        raise ValueError(f"{name}: expected one dimension, not {column.ndim}")
    if column.dtype.kind == "O":
        return np.array(_in_range(name, column.tolist(), dtype), dtype)
    if column.size and column.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, not {column.dtype}")
    if column.size and not np.can_cast(column.dtype, dtype, "safe"):
        # Compared as Python ints: numpy would compare an int64 with a uint64 as floats, which are not exact.
        low, high = limits(dtype)
        if int(column.min()) < low or int(column.max()) > high:
            _in_range(name, column.tolist(), dtype)
    return np.ascontiguousarray(column, dtype)


def _in_range(name: str, items: list[Any], dtype: np.dtype) -> list[int]:
    """Returns the items as ints that `dtype` can hold; raises what `integer` raises for the first that is none."""
    low, high = limits(dtype)
    return [
        item if type(item) is int and low <= item <= high else integer(f"{name}[{i}]", item, dtype)
        for i, item in enumerate(items)
    ]
