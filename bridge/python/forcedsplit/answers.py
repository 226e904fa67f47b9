"""Questions about a graph: why a value is in its pass, whether anybody's passes are right, what the split costs.

Each of them computes anew, and asks the predicate as `compute` does; nothing is kept. In all of them

    graph, inside, inside_batch   are those of `compute`, which says what a predicate is asked and may answer,

and each of them raises what `compute` raises for a graph and a predicate, in the same order, and then

    Error (Status.INVALID_ARGUMENT)   for a question about what the graph does not have.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Callable, Optional, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

from . import _answer_reading as reading
from ._call import call, predicate_of
from ._columns import integer
from ._given_passes import passes_by_position
from ._handle import AnswerSlot
from ._library import library
from .answer_types import Explanation, Split, Stats, Verdict
from .levels import Levels
from .predicate import Inside, InsideBatch, Predicate

_T = TypeVar("_T")

_ID = np.dtype(np.uint64)
_PASS = np.dtype(np.int32)

# fsl_picture_kind.
_DOT, _PAGE = 0, 1


def explain(
    graph: Any, value: int, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None
) -> Explanation:
    """Returns why a value is in its pass: what forces its level, and what lifted it from there or held it.

    value: its id; one that the graph does not have is an Error (Status.INVALID_ARGUMENT)

    Raises TypeError for an id that is no integer, ValueError for one of more than 64 bits; otherwise see the module.
    """
    predicate = predicate_of(inside, inside_batch)
    return _answer("fsl_explain", reading.explanation, graph, predicate, integer("value", value, _ID))


def explain_pass(
    graph: Any, pass_: int, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None
) -> Explanation:
    """Returns what first forces a pass to exist: of the values with that level one with the shortest chain, explained.

    pass_: 0 to max_pass; another one, or any of a graph without values, is an Error (Status.INVALID_ARGUMENT)

    Raises TypeError for a pass that is no integer, ValueError for one of more than 32 bits; otherwise see the module.
    """
    predicate = predicate_of(inside, inside_batch)
    return _answer("fsl_explain_pass", reading.explanation, graph, predicate, integer("pass_", pass_, _PASS))


def verify(
    graph: Any,
    passes: Union[Sequence[int], NDArray[np.integer[Any]], Mapping[int, int], Levels],
    inside: Optional[Inside] = None,
    inside_batch: Optional[InsideBatch] = None,
) -> Verdict:
    """Returns whether anybody's passes are legal (SPEC, Properties, 1), and whether they are those of SPEC, Result.

    passes: for every value of the graph the pass 0 to 2**31 - 2 that somebody gives it: integers by position, shape
        (n,); or a Mapping id -> pass, where values without a legality cell may be missing; or Levels, of the same graph
        in any order of its values. What is given for a value without a legality cell is not looked at: it takes the
        least pass that its operands allow, and constrains its readers with it.

    Raises TypeError for what are no integers; ValueError for integers of more than 32 bits, and for a mapping that
    leaves out a listed value or has an id that the graph does not have; Error (Status.INVALID_ARGUMENT) for another
    number of passes by position and for a negative pass of a listed value; otherwise see the module.
    """
    predicate = predicate_of(inside, inside_batch)
    column = passes_by_position(passes, graph)
    return _answer("fsl_verify", reading.verdict, graph, predicate, column.ctypes.data, len(column))


def split_report(graph: Any, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None) -> Split:
    """Returns the passes of every nest, what is materialized across them, and what contradicts them (SPEC, What the
    schedule builder asks next).

    The graph needs loop facts, whoever answers `inside`; one without is an Error (Status.INVALID_ARGUMENT). Raises
    Error (Status.TOO_LARGE) where the sizes add up to more than 64 bits; otherwise see the module.
    """
    return _answer("fsl_split_report", reading.split, graph, predicate_of(inside, inside_batch))


def stats(graph: Any, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None) -> Stats:
    """Returns how large the graph is, what was asked, what became of the values, and how long it took. Raises: see the
    module."""
    return _answer("fsl_levels_stats", reading.stats, graph, predicate_of(inside, inside_batch))


def dot(graph: Any, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None) -> str:
    """Returns the picture of the graph in Graphviz's language, one cluster per pass; of a graph that is too large to
    draw the picture of its passes and nests. The same graph and answers give the same text. Raises: see the module.
    """
    return _answer("fsl_draw", reading.picture, graph, predicate_of(inside, inside_batch), _DOT)


def page(graph: Any, inside: Optional[Inside] = None, inside_batch: Optional[InsideBatch] = None) -> str:
    """Returns one self-contained HTML page that shows the passes, and explains every value. The same graph and answers
    give the same text. Raises: see the module."""
    return _answer("fsl_draw", reading.picture, graph, predicate_of(inside, inside_batch), _PAGE)


def _answer(name: str, read: Callable[[Any], _T], graph: Any, predicate: Optional[Predicate], *arguments: Any) -> _T:
    """Calls the function `name` of the library, and returns what `read` makes of the answer at an address."""
    answer = AnswerSlot(library())
    try:
        call(name, answer.pointer, graph, predicate, *arguments)
        return read(answer.pointer.value)
    finally:
        del answer  # at once: the traceback of an interrupt would keep it
