"""The passes as a mapping, without a dict of a million entries."""

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from functools import cached_property
from itertools import islice
from operator import index
from typing import Any, Optional

import numpy as np
from numpy.typing import NDArray

_SHOWN = 8


class PassOf(Mapping[int, int]):
    """id -> pass of every value that has a legality cell, in the order of their positions; read-only.

    Equal to the dict with the same entries. Any thread may read it.
    """

    def __init__(self, ids: Optional[NDArray[np.uint64]], passes: NDArray[np.int32]) -> None:
        """ids: uint64, None where the id is the position; passes: int32, negative where not listed."""
        self._ids = ids
        self._passes = passes

    def __getitem__(self, key: Any) -> int:
        position = self._position(key)
        if position is None or self._passes[position] < 0:
            raise KeyError(key)
        return int(self._passes[position])

    def __iter__(self) -> Iterator[int]:
        return iter(self._listed_ids.tolist())

    def __len__(self) -> int:
        return len(self._listed)

    def __repr__(self) -> str:
        entries = [f"{key}: {value}" for key, value in islice(self.items(), _SHOWN)]
        if len(self) > _SHOWN:
            entries.append(f"... ({len(self)} in all)")
        return f"PassOf({{{', '.join(entries)}}})"

    def items(self) -> ItemsView[int, int]:
        return _Items(self)

    def values(self) -> ValuesView[int]:
        return _Values(self)

    @cached_property
    def _listed(self) -> NDArray[np.intp]:
        """Positions of the listed values."""
        return np.flatnonzero(self._passes >= 0)

    @property
    def _listed_ids(self) -> NDArray[Any]:
        return self._listed if self._ids is None else self._ids[self._listed]

    @property
    def _listed_passes(self) -> NDArray[np.int32]:
        return self._passes[self._listed]

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
        """The ids rising, and where each of them is: what a look-up searches."""
        assert self._ids is not None
        order = np.argsort(self._ids)
        return self._ids[order], order

    def _position(self, key: Any) -> Optional[int]:
        try:
            value = index(key)
        except TypeError:
            return None
        if not 0 <= value < 2**64:
            return None
        if self._ids is None:
            return value if value < len(self._passes) else None
        rising, order = self._sorted
        at = int(np.searchsorted(rising, np.uint64(value)))
        return int(order[at]) if at < len(rising) and rising[at] == np.uint64(value) else None


# Mapping's own views look every key up again.
class _Items(ItemsView[int, int]):
    _mapping: PassOf

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._mapping, self._mapping.values())


class _Values(ValuesView[int]):
    _mapping: PassOf

    def __iter__(self) -> Iterator[int]:
        return iter(self._mapping._listed_passes.tolist())
