"""The host's `inside`, as one C callback that lets nothing escape.

An exception that leaves a ctypes callback is printed and lost, and a signal's exception may be raised at the very entry
of a Python function, where no `try` of its own is around it yet. So no Python function is entered here: the callback is
C code alone, and resumes a generator that already waits inside its `try`.
"""

import ctypes
import functools
from collections.abc import Generator
from types import SimpleNamespace
from typing import Any, Callable, Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._library import InsideBatchFn, LevelsArgs
from ._memory import view_of

Inside = Callable[[int, int], Union[bool, np.bool_]]
InsideBatch = Callable[[NDArray[np.uint64], NDArray[np.uint64]], NDArray[np.bool_]]

# What the callback gives back, decided after all its arguments came: nothing that failed may count as answered.
_ABORT, _ANSWERED = -1, 0
# The generator yields it, which is NULL too, for everything that it is sent, but for _ANSWERED, if all is answered.
_NOTED, _CHOSEN = 0, 1

# A C function of as many arguments as the callback's, which does nothing where all of them are NULL. By its address:
# a function that ctypes looks up by name refers to itself.
_BsearchFn = ctypes.PYFUNCTYPE(ctypes.c_void_p, *[ctypes.c_void_p] * 5)
_BSEARCH = ctypes.cast(ctypes.CDLL(None).bsearch, ctypes.c_void_p).value


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
        self._callback = InsideBatchFn(_in_c(asking))

    def put_into(self, args: LevelsArgs) -> None:
        """Makes this the predicate of a call."""
        args.inside_batch = self._callback

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


def _in_c(asking: Generator[int, Any, None]) -> Callable[..., int]:
    """A callable of C code alone, which sends its five arguments to a generator and returns _ANSWERED or _ABORT.

    It is a C function that ctypes calls: ctypes converts the arguments, one after the other, with send(), and has the
    result replaced by that of max(), which sends what it chooses from, the two codes first. The C function itself
    searches no elements.
    """
    function = _BsearchFn(_BSEARCH)
    function.argtypes = [SimpleNamespace(from_param=asking.send)] * 5
    function.errcheck = functools.partial(max, _ABORT, _ANSWERED, key=asking.send)
    return function


def _asking(answers: InsideBatch, outcome: _Outcome) -> Generator[int, Any, None]:
    """Is sent the arguments of the one call of an fsl_inside_batch_fn, in their order; writes the answers; then is sent
    the codes to choose from.

    Once a failure is noted it chooses nothing any more, so that the first code stands, which aborts. Between the `try`
    blocks nothing calls or jumps back, which is when Python raises a signal's exception.
    """
    waiting = True
    try:
        _user_data = yield _NOTED
        count = yield _NOTED
        readers = yield _NOTED
        sources = yield _NOTED
        out_inside = yield _NOTED
        waiting = False
        asked = [view_of(column, count, np.uint64).copy() for column in (readers, sources)]
        view_of(out_inside, count, np.uint8, writable=True)[:] = answers(*asked)
        _abort = yield _NOTED
        _answered = yield _NOTED
        yield _CHOSEN
    except GeneratorExit as failure:
        if waiting:
            return  # closed: there was nothing to ask
        outcome.failure = failure
    except BaseException as failure:
        outcome.failure = failure
    # Take the rest of what is sent; where a signal came before, a second one may be waiting already.
    try:
        while True:
            yield _NOTED
    except GeneratorExit:
        return
    except BaseException as failure:
        outcome.failure = failure
    while True:
        yield _NOTED


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
