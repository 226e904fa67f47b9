"""Pass levels of a real tensor network, from numpy columns.

    python levels_from_numpy.py [GRAPH.json]

A researcher's own program would have these columns already; this one reads them from a graph in examples/data. It asks
for the levels twice, once with a predicate of its own over the loop nest and once by handing the loop nest over, sees
that both agree, and prints what each pass computes.
"""

import json
import signal
import sys
from pathlib import Path

import forcedsplit
import numpy as np
from forcedsplit import Role

DATA = Path(__file__).resolve().parents[1] / "data"


class Network:
    """A tensor network under batch loops, as columns: n values, e edges, a axes, k loops."""

    def __init__(self, path):
        graph = json.loads(Path(path).read_text(encoding="utf-8"))
        values, edges = graph["values"], np.array(graph["edges"], dtype=np.int64).reshape(-1, 2)
        axes = [axis for value in values for axis in value["roles"]]
        self.name = graph["name"]
        self.names = [value["name"] for value in values]
        # The ids of these graphs are the positions. Sorted by reader, the edges are rows of operands.
        edges = edges[np.argsort(edges[:, 0], kind="stable")]
        self.operands = edges[:, 1]  # (e,)
        self.operand_offsets = offsets(np.bincount(edges[:, 0], minlength=len(values)))  # (n + 1,)
        self.axis_offsets = offsets(np.array([len(value["roles"]) for value in values]))  # (n + 1,)
        self.axis_roles = np.array([Role[axis["role"]] for axis in axes], dtype=np.uint8)  # (a,)
        self.axis_loops = np.array([axis["loop"] for axis in axes], dtype=np.int32)  # (a,), -1: in no loop
        self.nests = np.array([loop["nest"] for loop in graph["loops"]])  # (k,), outermost loop first
        self.loops = [(0, loop["slot"], loop["nest"]) for loop in graph["loops"]]

    def columns(self):
        """The columns that every computation needs."""
        return {
            "operand_offsets": self.operand_offsets,
            "operands": self.operands,
            "axis_offsets": self.axis_offsets,
            "axis_roles": self.axis_roles,
        }


def offsets(lengths):
    """Where rows of these lengths begin and end, one after the other."""
    return np.concatenate([[0], np.cumsum(lengths)])


class InsideLoops:
    """inside_batch of a network: is `reader` produced inside a loop that `source` sums over?"""

    def __init__(self, network):
        values, loops = len(network.names), len(network.nests)
        owner = np.repeat(np.arange(values), np.diff(network.axis_offsets))
        resolved = network.axis_loops >= 0
        summed = resolved & (network.axis_roles == Role.Reduction)

        # A value is produced in the deepest loop that any of its axes runs in.
        self.depth = np.full(values, -1)
        np.maximum.at(self.depth, owner[resolved], network.axis_loops[resolved])
        # reduces[v, d]: v sums over loop d; encloses[d, e]: loop d is loop e or around it.
        self.reduces = np.zeros((values, loops), dtype=bool)
        self.reduces[owner[summed], network.axis_loops[summed]] = True
        order = np.arange(loops)
        self.encloses = (order[:, None] <= order) & (network.nests[:, None] == network.nests)

    def __call__(self, readers, sources):
        depth = self.depth[readers]
        return (depth >= 0) & (self.reduces[sources] & self.encloses[:, depth].T).any(axis=1)


def main(path):
    network = Network(path)

    graph = forcedsplit.graph_from_arrays(**network.columns())
    levels = forcedsplit.compute(graph, inside_batch=InsideLoops(network))

    with_loops = forcedsplit.graph_from_arrays(**network.columns(), axis_loops=network.axis_loops, loops=network.loops)
    without_callback = forcedsplit.compute(with_loops)
    if not (
        np.array_equal(levels.passes, without_callback.passes) and np.array_equal(levels.flags, without_callback.flags)
    ):
        raise SystemExit("the predicate and the loop facts disagree")

    print(
        f"{network.name}: {len(levels)} values in {levels.max_pass + 1} passes; the predicate and the loop facts agree"
    )
    print(f"{len(levels.carried)} values are loop-carried, {len(levels.pinned)} are pinned to their pass")
    for level in range(levels.max_pass + 1):
        members = [network.names[v] for v in np.flatnonzero(levels.passes == level)]
        more = ", ..." if len(members) > 4 else ""
        print(f"pass {level}: {len(members):4} values: {', '.join(members[:4])}{more}")


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it, without a traceback
    main(sys.argv[1] if len(sys.argv) > 1 else DATA / "water20_auxpao_all_space.json")
