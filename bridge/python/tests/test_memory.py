"""Results and errors are released (HAZARDS: leaks at the boundary), measured in a process of its own."""

import subprocess
import sys
import textwrap

import pytest

# A first plateau is what the process needs anyway; only what every round keeps lifts the second above it. A plateau is
# the least of several moments: garbage of Go and Python that happens to wait for its collector is no leak.
ROUNDS = 600
VALUES = 10_000
KEPT_BY_RESULTS = ROUNDS * VALUES * (4 + 1)  # passes and flags
KEPT_BY_ERRORS = ROUNDS * VALUES * 8  # the members of the cycle

PROGRAM = textwrap.dedent("""
    import os, sys
    import numpy as np
    import forcedsplit
    from forcedsplit._handle import ErrorSlot

    kept, rounds, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    cells = {"axis_offsets": np.zeros(count + 1, int)}
    graph = forcedsplit.graph_from_arrays(count, operand_offsets=np.zeros(count + 1, int), **cells)
    cycle = forcedsplit.graph_from_arrays(
        operand_offsets=np.arange(count + 1), operands=np.roll(np.arange(count), 1), **cells)
    leak = []
    if kept == "errors":
        ErrorSlot.__del__ = lambda slot: None

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def plateau():
        moments = []
        for k in range(rounds):
            levels = forcedsplit.compute(graph)
            if kept == "results":
                leak.append(levels)
            try:
                forcedsplit.compute(cycle)
            except forcedsplit.Error:
                pass
            if k % 20 == 0:
                moments.append(resident())
        return min(moments)

    plateau()
    first = plateau()
    print(plateau() - first)
""")


def growth(kept):
    """Bytes by which the last third of all rounds lies above the one before, with what is kept on purpose."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, kept, str(ROUNDS), str(VALUES)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return int(done.stdout)


def test_many_computations_and_errors_keep_no_memory():
    assert growth("nothing") < min(KEPT_BY_RESULTS, KEPT_BY_ERRORS) / 3


@pytest.mark.parametrize(("kept", "size"), [("results", KEPT_BY_RESULTS), ("errors", KEPT_BY_ERRORS)])
def test_what_is_kept_on_purpose_is_seen(kept, size):
    """The measure itself: it would see a leak of results alone, and of errors alone."""
    assert growth(kept) > size * 2 / 3


@pytest.mark.parametrize("column", ["loops", "edges", "values"])
def test_a_json_graph_takes_at_most_160_times_its_bytes(column):
    """README, Limits: 160 times and 16 MiB, for the shapes that take most."""
    script = """
        import sys
        import forcedsplit
        def most():
            with open("/proc/self/status") as status:
                return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
        row = {"loops": "{}", "edges": "[1,0]", "values": '{"id":%d,"roles":[]}'}[sys.argv[1]]
        rows = ",".join(row % k if "%" in row else row for k in range(2, 200_002))
        graph = {"loops": "", "edges": "", "values": '{"id":0,"roles":[]},{"id":1,"roles":["LoopCarried"]}'}
        graph[sys.argv[1]] = ",".join(filter(None, (graph[sys.argv[1]], rows)))
        text = "{" + ",".join('"%s":[%s]' % item for item in graph.items()) + "}"
        before = most()
        try:
            forcedsplit.compute(forcedsplit.graph_from_json(text))
        except forcedsplit.Error as refused:
            assert "loops[0]" in refused.message, refused
        print((most() - before - 16 * 2**20) / len(text))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), column], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 160
