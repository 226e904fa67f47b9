"""Pass levels of a value graph, for tensor compilers: which pass of a batch-loop nest every value belongs to.

    import forcedsplit

    builder = forcedsplit.GraphBuilder()
    builder.add_value(7, ["LoopCarried"])  # complete only after its loop has closed
    builder.add_value(9, [])
    builder.add_operands(9, [7])
    levels = forcedsplit.compute(builder.finish())
    levels.pass_of  # PassOf({7: 0, 9: 1}): 9 reads 7 whole, so it waits for the next pass
    forcedsplit.explain(builder.finish(), 9).chain  # (Link(reader=9, operand=7, reason='carried'),)

"SPEC" in these docstrings is the README's section "What is computed". The C library is loaded at the first `compute`,
`Session` or other question, not at import: a process may import, fork, and then compute. Every function may be called
from any thread.
"""

from ._compute import compute
from ._runtime import configure_runtime
from .answer_types import (
    Boundary,
    Change,
    Changes,
    Conflict,
    Difference,
    Explanation,
    Link,
    Materialized,
    Nest,
    Split,
    Stage,
    Stats,
    Verdict,
    Violation,
)
from .answers import dot, explain, explain_pass, page, split_report, stats, verify
from .arrays import graph_from_arrays
from .builder import GraphBuilder
from .errors import Error, Status
from .json_graph import graph_from_json
from .levels import Levels
from .roles import Role
from .session import Session

__all__ = [
    "Boundary",
    "Change",
    "Changes",
    "Conflict",
    "Difference",
    "Error",
    "Explanation",
    "GraphBuilder",
    "Levels",
    "Link",
    "Materialized",
    "Nest",
    "Role",
    "Session",
    "Split",
    "Stage",
    "Stats",
    "Status",
    "Verdict",
    "Violation",
    "compute",
    "configure_runtime",
    "dot",
    "explain",
    "explain_pass",
    "graph_from_arrays",
    "graph_from_json",
    "page",
    "split_report",
    "stats",
    "verify",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("forcedsplit")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
