"""The host's `inside`, as one C callback that lets nothing escape.

An exception that leaves a ctypes callback is printed and lost, and a signal's exception may be raised at the very entry
of a Python function, where no `try` of its own is around it yet. So no Python function is entered here: the callback is
C code alone, and resumes a generator that already waits inside its `try`.
"""

import functools
from collections.abc import Generator
from typing import Any, Callable, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._library import InsideBatchFn, LevelsArgs
from ._memory import view_of

Inside = Callable[[int, int], Union[bool, np.bool_]]
InsideBatch = Callable[[NDArray[np.uint64], NDArray[np.uint64]], NDArray[np.bool_]]

# The callback gives back one of its arguments, the one for which the generator yields the largest key: `user_data`,
# which is an aborting code and nothing else, or `count`, which is not negative and so says that all is answered.
_ABORT = -1
_ANSWERED, _OTHER = 1, 0


class Predicate:
    """One computation's predicate: the C callback, and how asking it ended. Keep it alive for the whole call.

    Both forms use the C library's batch form: one callback for all questions.
    """

    def __init__(self, inside: Optional[Inside], inside_batch: Optional[InsideBatch]) -> None:
        answers = _one_by_one(inside) if inside is not None else _checked(inside_batch)
        # The generator knows the outcome and not the predicate: no reference cycle keeps them for the collector.
        self._outcome = _Outcome()
        asking = _asking(answers, self._outcome)
        next(asking)
        # max() hands its arguments to `key` one after the other, and send() takes one: C code calling C code.
        self._callback = InsideBatchFn(functools.partial(max, key=asking.send))

    def put_into(self, args: LevelsArgs) -> None:
        """Makes this the predicate of a call."""
        args.inside_batch = self._callback
        args.user_data = _ABORT

    def raise_failure(self) -> None:
        """Raises what ended the asking: the very object that the host's code, or its signal handler, raised."""
        failure, self._outcome.failure = self._outcome.failure, None
        if failure is not None:
            try:
                raise failure
            finally:
                # The failure's traceback holds this frame.
                del failure


class _Outcome:
    """How asking ended."""

    __slots__ = ("failure",)

    def __init__(self) -> None:
        self.failure: Optional[BaseException] = None


def _asking(answers: InsideBatch, outcome: _Outcome) -> Generator[Optional[int], Any, None]:
    """Is sent the arguments of the one call of an fsl_inside_batch_fn, in their order; writes the answers.

    Once a failure is noted the library's own work goes on, with answers that nobody gets to see. Between the `try`
    blocks nothing calls or jumps back, which is when Python raises a signal's exception.
    """
    waiting = True
    try:
        _user_data = yield None
        count = yield _OTHER
        readers = yield _ANSWERED
        sources = yield _OTHER
        out_inside = yield _OTHER
        waiting = False
        asked = [view_of(column, count, np.uint64).copy() for column in (readers, sources)]
        view_of(out_inside, count, np.uint8, writable=True)[:] = answers(*asked)
    except GeneratorExit as failure:
        if waiting:
            return  # closed: there was nothing to ask
        outcome.failure = failure
    except BaseException as failure:
        outcome.failure = failure
    # Where a signal came between the arguments, take the rest of them; a second signal may be waiting already.
    try:
        while True:
            yield _OTHER
    except GeneratorExit:
        return
    except BaseException as failure:
        outcome.failure = failure
    while True:
        yield _OTHER


def _one_by_one(inside: Inside) -> InsideBatch:
    def answers(readers: NDArray[np.uint64], sources: NDArray[np.uint64]) -> NDArray[np.bool_]:
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
    def answers(readers: NDArray[np.uint64], sources: NDArray[np.uint64]) -> NDArray[np.bool_]:
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
