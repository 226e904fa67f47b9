"""Writes what a run has measured: results.json with everything, results.md with the goals and the times, and plots."""

import json

from doors import DOORS, memory_rows
from goals import Results, goals
from plots import plot

FAMILIES = {
    "post_order": "a compiler's post-order: 3 edges for 2 values, operands at most 64 positions back",
    "shuffled": "the same with its positions permuted",
    "chain": "every value reads the one before it",
    "fan_out": "all read 1 or 2 of the few first values, as many as the square root of all",
    "reductions": "as post_order, where two thirds are Reductions: a question for every value",
    "reductions_shuffled": "the same with its positions permuted",
}


def write(out, command, machine, bandwidth, graphs, times, extras):
    """Writes results.json, results.md and the plots into the directory `out`; returns the rows of the goals."""
    times = [*times, *memory_rows(graphs, bandwidth)]
    results = Results(graphs, times, extras)
    rows = goals(results)
    everything = {
        "command": command,
        "machine": machine,
        "bandwidth": bandwidth,
        "graphs": graphs,
        "times": times,
        "extras": extras,
        "goals": rows,
    }
    text = json.dumps(everything, indent=1, ensure_ascii=False)
    (out / "results.json").write_text(text + "\n", encoding="utf-8")
    (out / "results.md").write_text("\n".join(markdown(everything, results)) + "\n", encoding="utf-8")
    plot(results, tuple(FAMILIES), one_line(machine), out)
    return rows


def one_line(machine):
    return f"{machine['cpu']}, {machine['cores']} processors, {machine['kernel']}"


def markdown(everything, results):
    """The lines of results.md."""
    machine = everything["machine"]
    libraries = ", ".join(f"{name} {version}" for name, version in machine["libraries"].items())
    yield "# How fast"
    yield ""
    yield f"- made by `{everything['command']}`"
    yield f"- on {one_line(machine)}, {machine['memory_gib']} GiB of memory at {everything['bandwidth'] / 1e9:.1f} GB/s"
    yield f"- with {machine['c++']}; {machine['go']}; Python {machine['python']}; {libraries}"
    yield "- after all answers had agreed; a time is the least mean of several repetitions"
    yield from goals_table(everything["goals"])
    yield from doors_list(results)
    for family, what in FAMILIES.items():
        graphs = sorted(results.of_family(family), key=lambda graph: graph["values"])
        yield from times_table(f"{family}: {what}", results, graphs, lambda graph: f"{graph['values']:,}")
    others = sorted(results.of_family("real", "small"), key=lambda graph: graph["values"])
    title = "real graphs, and `small`: 256 of 20 to 200 values in a row"
    yield from times_table(title, results, others, lambda graph: f"{graph['name']} ({graph['values']:,})")


def goals_table(rows):
    yield from ("", "## Goals", "", "| | | measured | bound | |", "|---|---|--:|--:|---|")
    for row in rows:
        sign = "≥" if row["at_least"] else "≤"
        measured = "" if row["measured"] is None else f"{row['measured']:,}"
        verdict = {None: "not in this run", True: "met", False: "**missed**"}[row["met"]]
        where = f" ({row['worst']})" if row["worst"] else ""
        yield f"| {row['number']} | {row['what']}{where} | {measured} | {sign} {row['bound']:,} | {verdict} |"


def doors_list(results):
    measured = {door for _, door in results.times}
    yield from ("", "## Who is measured", "")
    yield from (f"- **{door.label}**: {door.what}" for name, door in DOORS.items() if name in measured)
    yield from ("", "## Nanoseconds a value")


def times_table(title, results, graphs, name_of):
    """Nanoseconds a value of these graphs, a row for each, with a column for each door that was measured."""
    doors = [door for door in DOORS if any(results.ns(graph, door) is not None for graph in graphs)]
    if not doors:
        return
    yield from ("", f"### {title}", "")
    yield "| values | " + " | ".join(DOORS[door].label for door in doors) + " |"
    yield "|--:|" + "--:|" * len(doors)
    for graph in graphs:
        each = [results.ns(graph, door) for door in doors]
        cells = ["" if ns is None else three_digits(ns / graph["values"]) for ns in each]
        yield f"| {name_of(graph)} | " + " | ".join(cells) + " |"


def three_digits(number):
    """A positive number as people read it: 0.123, 1.23, 12.3, 123, 1,230."""
    decimals = max(0, 2 - len(str(int(number))) + 1) if number >= 1 else 3
    return f"{number:,.{decimals}f}"
