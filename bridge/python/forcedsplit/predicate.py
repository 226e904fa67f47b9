"""The host's `inside`, as one C callback that lets nothing escape."""

import functools
from typing import Any, Callable, Optional

import numpy as np

from ._library import InsideBatchFn
from ._memory import view_of

Inside = Callable[[int, int], bool]
InsideBatch = Callable[[np.ndarray, np.ndarray], np.ndarray]

_ABORT = -1


class Predicate:
    """One computation's predicate: the C callback, and how asking it ended. Keep it alive for the whole call.

    Both forms use the C library's batch form: an interrupt that arrives at the entry of a ctypes callback is printed
    and lost, and in a batch there is one entry, not one for each question.
    """

    def __init__(self, inside: Optional[Inside], inside_batch: Optional[InsideBatch]) -> None:
        self._outcome = outcome = _Outcome()
        answers = _one_by_one(inside) if inside is not None else _checked(inside_batch)

        # The callback knows the outcome and not the predicate, so that no reference cycle keeps them for the collector.
        def ask(_user_data: Any, count: int, readers: int, sources: int, out_inside: int) -> int:
            try:
                asked = [view_of(column, count, np.uint64).copy() for column in (readers, sources)]
                view_of(out_inside, count, np.uint8, writable=True)[:] = answers(*asked)
                outcome.answered = True
                return 0
            except BaseException as failure:
                outcome.failure = failure
                return _ABORT

        # lru_cache counts a call in C, before any bytecode of `ask` runs: an entry that ended right there shows.
        self._counted = functools.lru_cache(maxsize=0)(ask)
        self.callback = InsideBatchFn(self._counted)

    def raise_failure(self) -> None:
        """Raises what ended the asking: the very object that the host's code raised, or an interrupt at the entry."""
        outcome = self._outcome
        failure, outcome.failure = outcome.failure, None
        try:
            if failure is not None:
                raise failure
            if self._counted.cache_info().misses and not outcome.answered:
                raise KeyboardInterrupt("interrupted before inside was asked")
        finally:
            # The failure's traceback holds this frame.
            del failure


class _Outcome:
    """How asking ended."""

    def __init__(self) -> None:
        self.answered = False
        self.failure: Optional[BaseException] = None


def _one_by_one(inside: Inside) -> InsideBatch:
    def answers(readers: np.ndarray, sources: np.ndarray) -> np.ndarray:
        answered = np.empty(len(readers), np.bool_)
        for i, (reader, source) in enumerate(zip(readers.tolist(), sources.tolist())):
            answer = inside(reader, source)
            if not isinstance(answer, (bool, np.bool_)):
                raise TypeError(
                    f"inside({reader}, {source}) must return a bool, not {type(answer).__name__}: {answer!r}"
                )
            answered[i] = answer
        return answered

    return answers


def _checked(inside_batch: Any) -> InsideBatch:
    def answers(readers: np.ndarray, sources: np.ndarray) -> np.ndarray:
        count = len(readers)
        given = inside_batch(readers, sources)
        answered = np.asarray(given)
        if answered.dtype != np.bool_:
            what = answered.dtype if isinstance(given, np.ndarray) else type(given).__name__
            raise TypeError(f"inside_batch must return a bool array of length {count}, not {what}")
        if answered.shape != (count,):
            raise ValueError(f"inside_batch must return a bool array of length {count}, not of shape {answered.shape}")
        return answered

    return answers
