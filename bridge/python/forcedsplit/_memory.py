"""Memory that numpy and the C library share without a copy."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray


class _Column:
    """C memory in the form that numpy takes (its array interface). Arrays made of it keep it, and so `owner`, alive."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, address: int, count: int, dtype: np.dtype, owner: Any, writable: bool) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "shape": (count,),
            "typestr": dtype.str,
            "data": (address, not writable),
        }


def view_of(address: Any, count: int, dtype: Any, owner: Any = None, writable: bool = False) -> NDArray[Any]:
    """Returns `count` elements of C memory as an array, without a copy.

    The memory must live as long as `owner`, which lives as long as the array and every view of it. No address, for an
    empty column, gives an empty array.
    """
    if not address or count == 0:
        empty = np.empty(0, dtype)
        empty.flags.writeable = writable
        return empty
    return np.asarray(_Column(address, count, np.dtype(dtype), owner, writable))


@contextmanager
def bytes_of(graph: Any) -> Iterator[tuple[int, int]]:
    """Gives address and size of the bytes of any contiguous object with the buffer protocol, and holds them meanwhile.

    Raises TypeError for an object without it, BufferError for one that is not contiguous.
    """
    try:
        exported = memoryview(graph)
    except TypeError:
        raise TypeError(
            f"a graph is an object with the buffer protocol, such as bytes or a numpy array, not {type(graph).__name__}"
        ) from None
    with exported:
        if not exported.c_contiguous:
            raise BufferError("the graph's buffer is not contiguous: pass a copy")
        octets = np.frombuffer(exported, np.uint8) if exported.nbytes else np.zeros(1, np.uint8)
        try:
            yield octets.__array_interface__["data"][0], exported.nbytes
        finally:
            # An error's traceback keeps this frame: without the array it does not keep the caller's buffer locked.
            del octets
