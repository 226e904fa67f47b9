"""Pass levels of a value graph, for tensor compilers: which pass of a batch-loop nest every value belongs to.

    import forcedsplit

    builder = forcedsplit.GraphBuilder()
    builder.add_value(7, ["LoopCarried"])  # complete only after its loop has closed
    builder.add_value(9, [])
    builder.add_operands(9, [7])
    levels = forcedsplit.compute(builder.finish())
    levels.pass_of  # PassOf({7: 0, 9: 1}): 9 reads 7 whole, so it waits for the next pass

"SPEC" in these docstrings is the README's section "What is computed". The C library is loaded at the first `compute`,
not at import: a process may import, fork, and then compute. Every function may be called from any thread.
"""

from ._compute import compute
from ._runtime import configure_runtime
from .arrays import graph_from_arrays
from .builder import GraphBuilder
from .errors import Error, Status
from .json_graph import graph_from_json
from .levels import Levels
from .roles import Role

__all__ = [
    "Error",
    "GraphBuilder",
    "Levels",
    "Role",
    "Status",
    "compute",
    "configure_runtime",
    "graph_from_arrays",
    "graph_from_json",
]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("forcedsplit")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
