"""What a failed call raises."""

from collections.abc import Iterable
from enum import IntEnum


class Status(IntEnum):
    """Which of the library's faults an `Error` is; the numbers are those of `fsl_status` in forcedsplit.h."""

    OK = 0
    INVALID_ARGUMENT = 1
    MALFORMED_GRAPH = 2
    CYCLE = 3
    PREDICATE_REQUIRED = 4
    PREDICATE_ABORTED = 5
    INVALID_HANDLE = 6
    FORKED = 7
    TOO_LARGE = 8
    INTERNAL = 9
    TOO_MANY_PASSES = 10


class Error(Exception):
    """A fault of the graph, of what is asked about it, or of the process (SPEC, Bad input), told in the caller's ids.

    status:  which fault it is
    message: one line for people; its wording may change
    values:  ids of the values that it is about, complete where the message is cut short: the members of a cycle, each
             reading the next and the last reading the first; reader and source of a question that nobody answers; the
             chain that forces the first pass beyond `max_passes`, from a value at level 0 to one in that pass
    """

    def __init__(self, status: Status, message: str, values: Iterable[int] = ()) -> None:
        self.status: Status = Status(status)
        self.message: str = message
        self.values: tuple[int, ...] = tuple(values)
        # All three go to Exception, so that an error survives the way back from a worker process.
        super().__init__(self.status, self.message, self.values)

    def __str__(self) -> str:
        return self.message
