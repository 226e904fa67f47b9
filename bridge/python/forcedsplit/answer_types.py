"""What the library answers when it is asked about a graph. Everything here is immutable, equal by what it says, and can
be hashed, copied and pickled. The fields have the names that they have in the JSON (`pass_` for "pass")."""

import reprlib
from dataclasses import dataclass, field, fields
from typing import Literal, NamedTuple, Optional

# Why an edge lifts its reader above its operand; "plain" if it does not.
Reason = Literal["plain", "carried", "reduction, inside the loop"]

# What became of a value when its readers all sit later than its level: they took it with them, or it is pinned.
Lift = Literal["none", "lifted", "held"]

_short = reprlib.Repr()
_short.maxtuple = 8
_short.maxother = 400


@dataclass(frozen=True, repr=False)
class _Answer:
    """A repr that is short for a million violations too."""

    def __repr__(self) -> str:
        shown = (f"{it.name}={_short.repr(getattr(self, it.name))}" for it in fields(self) if it.repr)
        return f"{type(self).__name__}({', '.join(shown)})"


class Link(NamedTuple):
    """One edge of the chain that forces a level."""

    reader: int
    operand: int
    reason: Reason


@dataclass(frozen=True, repr=False)
class Explanation(_Answer):
    """Why a value is in its pass (SPEC, Result).

    value:  its id
    listed: whether it has a legality cell
    pass_:  its pass, which a value that is not listed has as well
    level:  the least pass that its operands allow
    chain:  the edges that force the level, from one whose operand is at level 0 up to one whose reader is the value, as
            few as can be; empty at level 0
    lift:   "lifted" if its readers all sit later than its level and took it with them, "held" if it is pinned and
            stayed, otherwise "none"
    by:     the id of the reader that it was lifted by or that pins it; None if the lift is "none"
    json:   all of this as one line of JSON, the same bytes through every door of the library
    """

    value: int
    listed: bool
    pass_: int
    level: int
    chain: tuple[Link, ...]
    lift: Lift
    by: Optional[int]
    json: str = field(repr=False)


class Violation(NamedTuple):
    """An edge whose reader is given an earlier pass than its operand, or the same one although the edge bumps."""

    reader: int
    operand: int
    reason: Reason
    reader_pass: int
    operand_pass: int


class Difference(NamedTuple):
    """A listed value that is given another pass than SPEC's."""

    value: int
    given: int
    expected: int


@dataclass(frozen=True, repr=False)
class Verdict(_Answer):
    """What somebody's passes are worth (SPEC, Properties).

    legal:      no edge is violated
    assignment: it is the assignment of SPEC, Result: nothing differs
    violations: every violated edge, by the positions of readers, then operands
    differing:  every listed value with another pass than SPEC's, by position
    json:       all of this as one line of JSON, the same bytes through every door of the library
    """

    legal: bool
    assignment: bool
    violations: tuple[Violation, ...]
    differing: tuple[Difference, ...]
    json: str = field(repr=False)


class Stage(NamedTuple):
    """One copy of a nest: a pass that it must be emitted for, and the values built or escaping there, by position."""

    pass_: int
    values: tuple[int, ...]


class Nest(NamedTuple):
    """A loop nest and its copies, by rising pass."""

    nest: int
    passes: tuple[Stage, ...]


class Materialized(NamedTuple):
    """A value that must be kept whole, for the readers in later passes of its home nest; None bytes: no sizes given."""

    value: int
    nest: int
    pass_: int
    bytes: Optional[int]
    readers: tuple[int, ...]


class Conflict(NamedTuple):
    """A value whose roles contradict the schedule: local to `loop` of its home nest, and read later in another nest."""

    value: int
    nest: int
    loop: int
    readers: tuple[int, ...]


class Boundary(NamedTuple):
    """What materialization keeps from pass `after` to the next one: how many values, and how many bytes."""

    after: int
    values: int
    bytes: int


@dataclass(frozen=True, repr=False)
class Split(_Answer):
    """What the schedule builder asks next (SPEC, section of that name).

    nests:        the nests that must be emitted, rising, with the passes of each
    materialized: the values kept across passes, by position
    conflicts:    the values whose roles contradict the schedule, by position
    boundaries:   what is kept between passes, most bytes first, then by pass; None where the graph gives no sizes
    json:         all of this as one line of JSON, the same bytes through every door of the library
    """

    nests: tuple[Nest, ...]
    materialized: tuple[Materialized, ...]
    conflicts: tuple[Conflict, ...]
    boundaries: Optional[tuple[Boundary, ...]]
    json: str = field(repr=False)


@dataclass(frozen=True, repr=False)
class Stats(_Answer):
    """Counts of a graph and of what became of it, and how long that took. The times do not count for equality.

    values, edges:   how many there are; an edge that is given more than once is one
    questions, yes:  how many questions `inside` had to answer, and how many of them it answered with yes
    longest_chain:   the most edges in a row from reader to operand
    lifted, pinned:  how many values are in a later pass than their level; how many the lift must leave where they are
    values_per_pass: how many listed values each pass has, from 0 to max_pass
    json:            all of this, but not the times, as one line of JSON, the same bytes through every door
    decode_ns, ask_ns, sweep_ns: nanoseconds for reading the graph, for the questions, and for everything else
    """

    values: int
    edges: int
    questions: int
    yes: int
    longest_chain: int
    lifted: int
    pinned: int
    values_per_pass: tuple[int, ...]
    json: str = field(repr=False)
    decode_ns: int = field(compare=False)
    ask_ns: int = field(compare=False)
    sweep_ns: int = field(compare=False)


class Change(NamedTuple):
    """What became of one value of a session: its pass, None where it is not listed or not in the graph, and whether it
    is carried and pinned, False where it is not in the graph. Something of it is another than before."""

    value: int
    before: Optional[int]
    after: Optional[int]
    carried_before: bool
    carried_after: bool
    pinned_before: bool
    pinned_after: bool


@dataclass(frozen=True, repr=False)
class Changes(_Answer):
    """What an update of a session changed.

    max_pass: the largest pass listed now; 0 if none is
    changes:  every value that is other than before, once, in no order that is promised
    """

    max_pass: int
    changes: tuple[Change, ...]
