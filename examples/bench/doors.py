"""The competitors by the names that the results give them: what each is, and how it is drawn; what memory allows."""

from typing import NamedTuple


class Door(NamedTuple):
    label: str
    what: str
    colour: str  # of different lightness, so that a grey print shows them; markers and dashes say the rest
    marker: str
    dashes: str


DOORS = {
    "bytes": Door("memory", "the bytes that must move, over the measured bandwidth", "#bbbbbb", "", ":"),
    "limit": Door("limit", "the best C++ known to us, over columns, without checks", "#000000", "s", "-"),
    "c_call": Door("C call", "ours: a C call on a ready buffer", "#d62728", "o", "-"),
    "go": Door("Go", "ours: from bytes to new levels, in Go", "#ff9896", "v", "-"),
    "drop_in": Door("drop-in", "ours: a C++ scheduler's own maps in, its own struct out", "#1f77b4", "D", "-"),
    "builder": Door("builder", "ours: C++ GraphBuilder value by value, and the call", "#7fb3dd", "^", "-"),
    "python": Door("Python", "ours: numpy columns in, numpy passes out", "#2ca02c", "P", "-"),
    "today": Door("today", "C++ over std::unordered_map and _set, as schedulers have it", "#08306b", "x", "--"),
    "boost": Door("Boost", "Boost.Graph: topological_sort, and two sweeps over its order", "#8c564b", "<", "--"),
    "rustworkx": Door("rustworkx", "the longest path: max_pass alone, no pass of any value", "#9467bd", ">", "--"),
    "rustworkx_sort": Door("rustworkx sort", "a topological order, no levels", "#c5b0d5", ">", ":"),
    "igraph": Door("igraph", "a topological order, no levels", "#7f7f7f", "*", ":"),
    "networkx": Door("networkx", "the longest path: max_pass alone, no pass of any value", "#b8860b", "h", "--"),
    "networkx_sort": Door("networkx sort", "a topological order, no levels", "#e0c060", "h", ":"),
}


def bytes_to_move(graph):
    """What two sweeps over columns in dependency order move between memory and processor when no cache holds them.

    The first reads offsets and operands (which levels to take the largest of) and the axes (which values bump), and
    writes a level and flags for each value, and that no reader has been seen. The second reads offsets and operands
    once more (whose pass to lower), and levels and flags; it writes passes, and reads and writes the least pass of the
    readers. What the operands point to is counted once in each sweep, as if it were near.
    """
    values = graph["values"]
    operands, axes = 4 * (values + 1) + 4 * graph["edges"], 4 * (values + 1) + graph["axes"]
    level, flags, least = 4 * values, values, 4 * values
    first = operands + axes + level + flags + least
    second = operands + level + flags + level + 2 * least
    return first + second


def memory_rows(graphs, bandwidth):
    """The door `bytes` on the graphs in dependency order."""
    for graph in graphs:
        if graph["in_order"]:
            ns = 1e9 * bytes_to_move(graph) / bandwidth
            yield {"graph": graph["name"], "door": "bytes", "ns": ns, "median_ns": ns, "repetitions": 1}
