"""The Python competitors on some graphs, for pytest with pytest-benchmark; run.py says which graphs and where.

rustworkx, igraph and networkx have no loop roles. What each can do of the work is done on a graph object that is
already built: the topological order, and where there is a weighted longest path, the number max_pass as its length,
with every edge's bump (the predicate's answers included) given to it as a weight. No pass of any value comes of it.
"""

import os
import time
from collections import deque
from pathlib import Path

import forcedsplit
import graphs
import igraph
import networkx
import numpy as np
import pytest
import rustworkx

DIRECTORY = Path(os.environ["FORCEDSPLIT_BENCH_GRAPHS"])
NAMES = os.environ["FORCEDSPLIT_BENCH_NAMES"].split(",")
LIBRARIES_UP_TO = 100_000  # values: beyond, their objects take minutes to make, but for one graph
LARGEST_FOR_LIBRARIES = "post_order-1000000"
LONG = 0.1  # seconds, after which a library is measured once more, instead of many times


def ours(columns):
    """From numpy columns to numpy passes."""
    asked = {"inside_batch": graphs.inside} if graphs.questions(columns) else {}
    return lambda: np.asarray(forcedsplit.compute(forcedsplit.graph_from_arrays(**columns), **asked).passes)


def edges(columns):
    """Operand, reader and bump of every edge, as Python's own numbers."""
    pairs = (columns["operands"], graphs.readers(columns), graphs.bumps(columns))
    return zip(*(column.tolist() for column in pairs))


def in_rustworkx(columns):
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(values(columns)))
    graph.add_edges_from(list(edges(columns)))
    return graph


def in_networkx(columns):
    graph = networkx.DiGraph()
    graph.add_nodes_from(range(values(columns)))
    graph.add_weighted_edges_from(edges(columns))
    return graph


def values(columns):
    return len(columns["operand_offsets"]) - 1


def rustworkx_longest(columns):
    graph = in_rustworkx(columns)
    return lambda: rustworkx.dag_longest_path_length(graph, lambda operand, reader, bump: bump)


def rustworkx_sort(columns):
    graph = in_rustworkx(columns)
    return lambda: rustworkx.topological_sort(graph)


def igraph_sort(columns):
    pairs = np.column_stack([columns["operands"], graphs.readers(columns)])
    return igraph.Graph(values(columns), pairs, directed=True).topological_sorting


def networkx_longest(columns):
    graph = in_networkx(columns)
    return lambda: networkx.dag_longest_path_length(graph)


def networkx_sort(columns):
    graph = in_networkx(columns)
    return lambda: list(networkx.topological_sort(graph))


def same_passes(answer, columns, passes):
    assert answer.dtype == np.int32
    differ = np.flatnonzero(answer != passes)
    assert not differ.size, f"value {differ[0]} is in pass {answer[differ[0]]}, but should be in {passes[differ[0]]}"


def same_max_pass(answer, columns, passes):
    assert answer == max(passes.max(initial=0), 0)


def an_order(answer, columns, passes):
    """Every value once, and operands before their readers."""
    place = np.full(len(passes), -1)
    place[np.array(answer)] = np.arange(len(answer))
    assert len(answer) == len(passes)
    assert (place >= 0).all()
    assert (place[columns["operands"]] < place[graphs.readers(columns)]).all()


DOORS = {  # what is timed, and what is promised of its answer
    "python": (ours, same_passes),
    "rustworkx": (rustworkx_longest, same_max_pass),
    "rustworkx_sort": (rustworkx_sort, an_order),
    "igraph": (igraph_sort, an_order),
    "networkx": (networkx_longest, same_max_pass),
    "networkx_sort": (networkx_sort, an_order),
}


def cases():
    """Which door is used on which graph."""
    for name in NAMES:
        size = graphs.size_of(name)
        for door in DOORS:
            if door == "python" or size <= LIBRARIES_UP_TO or name == LARGEST_FOR_LIBRARIES:
                yield pytest.param(name, door, id=f"{name}-{door}")


@pytest.mark.parametrize(("name", "door"), cases())
def test_agrees(name, door):
    passes = np.fromfile(DIRECTORY / f"{name}.passes", dtype="<i4")
    prepare, check = DOORS[door]
    parts = graphs.columns(name)
    ends = np.cumsum([values(columns) for columns in parts])
    for columns, expected in zip(parts, np.split(passes, ends[:-1])):
        check(prepare(columns)(), columns, expected)


@pytest.mark.parametrize(("name", "door"), cases())
def test_time(benchmark, name, door):
    prepare, _ = DOORS[door]
    calls = [prepare(columns) for columns in graphs.columns(name)]
    call_all = calls[0] if len(calls) == 1 else lambda: deque((call() for call in calls), maxlen=0)
    benchmark.extra_info["door"] = door
    started = time.perf_counter()
    call_all()
    if time.perf_counter() - started > LONG and door != "python":
        benchmark.pedantic(call_all, rounds=1)
    else:
        benchmark(call_all)
