"""The comparison harness: that it compares, counts and writes. What it measures is no test."""

import json
import sys

from suite import OUT, ROOT

HARNESS = ROOT / "examples" / "bench"
RESULTS = OUT / "bench"
GRAPHS = "^(post_order-1000|shuffled-1000|reductions-100|small|water20_auxpao_all_space)$"
DOORS = {
    *("limit", "today", "boost", "drop_in", "c_call", "builder", "go", "python"),
    *("rustworkx", "rustworkx_sort", "igraph", "networkx", "networkx_sort"),
}
WRITTEN = (
    "results.md",
    *(f"{plot}.{suffix}" for plot in ("time_per_value", "ratio_to_limit") for suffix in ("svg", "png")),
)


def bench(suite):
    """A run on tiny graphs, one with a wrong answer to agree with, and the arithmetic of the goals."""
    arithmetic(suite)
    for name in ("results.json", *WRITTEN):
        (RESULTS / name).unlink(missing_ok=True)
    command = (sys.executable, HARNESS / "run.py", "--quick", "--graphs", GRAPHS)
    command = (*command, "--build", OUT / "release", "--out", RESULTS)
    suite.must(*command)
    complete(suite, json.loads((RESULTS / "results.json").read_text(encoding="utf-8")))
    for name in WRITTEN:
        suite.check(f"{name} is written", (RESULTS / name).stat().st_size > 1_000)
    wrong_answer(suite, (*command, "--keep"))
    published(suite)


def published(suite):
    """The README shows the goals of the committed results, and nothing else."""
    shown = between((ROOT / "README.md").read_text(encoding="utf-8"), "<!-- goals -->", "<!-- /goals -->")
    results = (HARNESS / "results" / "results.md").read_text(encoding="utf-8")
    suite.check("the README's goals are those of results.md", shown == between(results, "## Goals", "## Who"))


def between(text, begin, end):
    return text.partition(begin)[2].partition(end)[0].strip()


def complete(suite, results):
    """Every door is there for every graph, every extra, and every promise of the harness has its rows."""
    graphs = {graph["name"]: graph for graph in results["graphs"]}
    suite.check("all graphs were measured", len(graphs) == 5)
    for name, graph in graphs.items():
        doors = {row["door"] for row in results["times"] if row["graph"] == name and row["ns"] > 0}
        expected = DOORS | ({"bytes"} if graph["in_order"] else set())
        expected |= {"predicate", "no_questions"} if graph["questions"] else set()
        suite.check(f"every door on {name}", doors - {"go_again"} == expected)
    extras = {"crossing", "allocations", "peak_memory", "load", "threads", "session"}
    suite.check("every extra was measured", results["extras"].keys() == extras and all(results["extras"].values()))
    suite.check(
        "there are rows for every goal", {row["number"] for row in results["goals"]} == {str(n) for n in range(1, 11)}
    )
    suite.check("the machine is named", results["machine"]["cpu"] and results["machine"]["cores"] > 0)


def wrong_answer(suite, command):
    """If one pass of one value is another than expected, every program says so, and nothing is timed."""
    path = RESULTS / "graphs" / "water20_auxpao_all_space.passes"
    passes = bytearray(path.read_bytes())
    passes[4 * 17] += 1
    path.write_bytes(passes)
    succeeded, printed = suite.run(*command)
    suite.check("an answer that differs fails the run", not succeeded and "timing" not in printed)
    for program, says in (("C++", "value 17: pass"), ("Go", "answers differ: go"), ("Python", "value 17 is in pass")):
        suite.check(f"{program} says which answer differs", says in printed)


def arithmetic(suite):
    """Ratios, the worst of several graphs, and what is allowed, on numbers that were worked out by hand."""
    sys.path.insert(0, str(HARNESS))
    from doors import bytes_to_move
    from goals import Results, goals
    from report import three_digits

    graphs = [
        graph("post_order-100000", "post_order", 100_000, 0),
        graph("chain-100000", "chain", 100_000, 0),
        graph("reductions-100000", "reductions", 100_000, 100_000),
    ]
    times = [
        *({"graph": "post_order-100000", "door": door, "ns": ns} for door, ns in (("today", 800), ("drop_in", 100))),
        *({"graph": "chain-100000", "door": door, "ns": ns} for door, ns in (("today", 350), ("drop_in", 100))),
        {"graph": "reductions-100000", "door": "c_call", "ns": 1_700_000},
        {"graph": "reductions-100000", "door": "limit", "ns": 1_500_000},
        {"graph": "reductions-100000", "door": "no_questions", "ns": 1_000_000},
        {"graph": "reductions-100000", "door": "predicate", "ns": 300_000},
    ]
    extras = {
        "crossing": {"noop_ns": 100, "create_destroy_ns": 1_000},
        "session": {
            "some": {"values": 1_000_000, "fresh_ns": 10_000_000, "change_ns": 5_000, "changed_values": 3},
            "chain": {"values": 1_000_000, "fresh_ns": 10_000_000, "change_ns": 90_000_000, "changed_values": 500_000},
            "small": {"values": 1_000, "fresh_ns": 10_000, "change_ns": 5_000, "changed_values": 0},
        },
        "peak_memory": {"a": {"values": 10_000_000, "edges": 15_000_000, "peak_beyond_bytes": 330_000_000}},
    }
    rows = {row["what"]: row for row in goals(Results(graphs, times, extras))}

    def is_row(what, measured, met, worst):
        row = next(row for name, row in rows.items() if name.startswith(what))
        suite.check(f"goals: {what}", (row["measured"], row["met"], row["worst"]) == (measured, met, worst))

    is_row("drop-in, 100,000 values, without questions", 3.5, False, "chain-100000")
    is_row("drop-in, 1,000 values, with questions", None, None, None)
    is_row("a question beyond the same call made directly in the C++ scan", 2, True, "")
    is_row("a question beyond the same call made directly in a loop", 4, True, "")
    is_row("create + destroy", 10, True, "")
    is_row("memory at", 1.5, False, "")
    is_row("one role changed", 0.0005, True, "")
    suite.check("bytes that must move", bytes_to_move({"values": 2, "edges": 1, "axes": 1}) == 97)
    shown = [three_digits(number) for number in (0.1234, 1.234, 12.34, 123.4, 1234)]
    suite.check("three digits", shown == ["0.123", "1.23", "12.3", "123", "1,234"])


def graph(name, family, values, questions):
    return {"name": name, "family": family, "values": values, "edges": values, "questions": questions, "in_order": True}
