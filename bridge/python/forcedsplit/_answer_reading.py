"""Answers in C memory become Python's own. Columns are taken out of arrays of structs whole, for a million rows."""

import ctypes
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Callable, Optional, TypeVar

import numpy as np
from numpy.typing import NDArray

from ._answer_structs import (
    BOUNDARY,
    CHANGE,
    CONFLICT,
    DIFFERENCE,
    LINK,
    MATERIALIZED,
    STAGE,
    VIOLATION,
    ChangesStruct,
    ExplanationStruct,
    PictureStruct,
    SplitStruct,
    StatsStruct,
    VerdictStruct,
)
from ._memory import view_of
from .answer_types import (
    Boundary,
    Change,
    Changes,
    Conflict,
    Difference,
    Explanation,
    Lift,
    Link,
    Materialized,
    Nest,
    Reason,
    Split,
    Stage,
    Stats,
    Verdict,
    Violation,
)
from .levels import CARRIED, PINNED

_T = TypeVar("_T")

# By their numbers in fsl_reason and fsl_lift.
REASONS: tuple[Reason, ...] = ("plain", "carried", "reduction, inside the loop")
LIFTS: tuple[Lift, ...] = ("none", "lifted", "held")


def explanation(address: int) -> Explanation:
    """Copies an fsl_explanation."""
    it = ExplanationStruct.from_address(address)
    chain = _rows(it.chain, it.chain_count, LINK)
    lift = LIFTS[it.lift]
    return Explanation(
        value=it.value,
        listed=bool(it.listed),
        pass_=getattr(it, "pass"),
        level=it.level,
        chain=_records(Link._make, *_columns(chain, "reader", "operand"), _reasons(chain)),
        lift=lift,
        by=None if lift == "none" else it.lift_reader,
        json=_text(it.json, it.json_size),
    )


def verdict(address: int) -> Verdict:
    """Copies an fsl_verdict."""
    it = VerdictStruct.from_address(address)
    violations = _rows(it.violations, it.violation_count, VIOLATION)
    differing = _rows(it.differences, it.difference_count, DIFFERENCE)
    return Verdict(
        legal=bool(it.legal),
        assignment=bool(it.assignment),
        violations=_records(
            Violation._make,
            *_columns(violations, "reader", "operand"),
            _reasons(violations),
            *_columns(violations, "reader_pass", "operand_pass"),
        ),
        differing=_records(Difference._make, *_columns(differing, "value", "given", "expected")),
        json=_text(it.json, it.json_size),
    )


def split(address: int) -> Split:
    """Copies an fsl_split."""
    it = SplitStruct.from_address(address)
    conflicts = _rows(it.conflicts, it.conflict_count, CONFLICT)
    return Split(
        nests=_nests(_rows(it.stages, it.stage_count, STAGE)),
        materialized=_materialized(_rows(it.materialized, it.materialized_count, MATERIALIZED), bool(it.has_sizes)),
        conflicts=_records(
            Conflict._make,
            *_columns(conflicts, "value", "nest", "loop"),
            _id_lists(conflicts, "readers", "reader_count"),
        ),
        boundaries=_boundaries(_rows(it.boundaries, it.boundary_count, BOUNDARY)) if it.has_sizes else None,
        json=_text(it.json, it.json_size),
    )


def _nests(stages: NDArray[Any]) -> tuple[Nest, ...]:
    nests, passes = _columns(stages, "nest", "pass")
    rows = zip(nests, _records(Stage._make, passes, _id_lists(stages, "values", "value_count")))
    return tuple(
        Nest(nest, tuple(stage for _, stage in of_nest)) for nest, of_nest in groupby(rows, key=lambda row: row[0])
    )


def _materialized(rows: NDArray[Any], has_sizes: bool) -> tuple[Materialized, ...]:
    (sizes,) = _columns(rows, "bytes") if has_sizes else [[None] * len(rows)]
    return _records(
        Materialized._make,
        *_columns(rows, "value", "nest", "pass"),
        sizes,
        _id_lists(rows, "readers", "reader_count"),
    )


def _boundaries(rows: NDArray[Any]) -> tuple[Boundary, ...]:
    return _records(Boundary._make, *_columns(rows, "after", "value_count", "bytes"))


def stats(address: int) -> Stats:
    """Copies an fsl_stats."""
    it = StatsStruct.from_address(address)
    return Stats(
        values=it.values,
        edges=it.edges,
        questions=it.questions,
        yes=it.yes,
        longest_chain=it.longest_chain,
        lifted=it.lifted,
        pinned=it.pinned,
        values_per_pass=_ids(it.values_per_pass, it.pass_count),
        json=_text(it.json, it.json_size),
        decode_ns=it.decode_ns,
        ask_ns=it.ask_ns,
        sweep_ns=it.sweep_ns,
    )


def picture(address: int) -> str:
    """Copies the text of an fsl_picture."""
    it = PictureStruct.from_address(address)
    return _text(it.text, it.text_size)


def changes(address: int) -> Changes:
    """Copies an fsl_changes."""
    it = ChangesStruct.from_address(address)
    rows = _rows(it.changes, it.count, CHANGE)
    flags = rows["flags_before"], rows["flags_after"]
    return Changes(
        max_pass=it.max_pass,
        changes=_records(
            Change._make,
            *_columns(rows, "value"),
            *_passes(rows, "before", "after"),
            *((column & flag != 0).tolist() for flag in (CARRIED, PINNED) for column in flags),
        ),
    )


def _passes(rows: NDArray[Any], *names: str) -> list[list[Optional[int]]]:
    """Columns of passes, None for FSL_PASS_ABSENT."""
    return [np.where(rows[name] < 0, None, rows[name]).tolist() for name in names]


def _text(address: int, size: int) -> str:
    return ctypes.string_at(address, size).decode()


def _rows(address: Optional[int], count: int, struct: np.dtype) -> NDArray[Any]:
    """Returns an array of C structs as a structured array, without a copy."""
    return view_of(address, count, struct).view(struct)


def _columns(rows: NDArray[Any], *names: str) -> list[list[int]]:
    return [rows[name].tolist() for name in names]


def _records(make: Callable[[Iterable[Any]], _T], *columns: Iterable[Any]) -> tuple[_T, ...]:
    """The rows that columns of one length make."""
    return tuple(map(make, zip(*columns)))


def _reasons(rows: NDArray[Any]) -> Iterator[Reason]:
    return map(REASONS.__getitem__, rows["reason"].tolist())


def _ids(address: Optional[int], count: int) -> tuple[int, ...]:
    return tuple(view_of(address, count, np.uint64).tolist())


def _id_lists(rows: NDArray[Any], address: str, count: str) -> Iterator[tuple[int, ...]]:
    return map(_ids, *_columns(rows, address, count))
