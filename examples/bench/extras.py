"""What is measured besides the time of a call: crossings, allocations, memory, loading, threads, sessions."""

import json
from pathlib import Path

from programs import LARGE, ProgramError, run


def extras(binaries, library, graphs, entries, progress):
    """The results of all of them by name: what each program prints, for several graphs by the graph's name."""
    empty = binaries / "libempty.so"
    found = {}
    for name, measure in {
        "crossing": lambda: read(binaries / "crossing", library, empty),
        "allocations": lambda: for_each(binaries / "allocations", graphs, few_values(entries)),
        "peak_memory": lambda: for_each(binaries / "peak_memory", graphs, largest_of_families(entries)),
        "load": lambda: {
            **read(binaries / "load", library, empty, *paths(graphs, [smallest(entries)])),
            "stripped_bytes": stripped_size(library, graphs.parent / "stripped.so"),
        },
        "threads": lambda: read(binaries / "threads", *paths(graphs, small_and_large(entries))),
        "session": lambda: for_each(binaries / "session", graphs, largest_to_edit(entries)),
    }.items():
        progress(name)
        found[name] = measure()
    return found


def read(*command):
    """The JSON object that a program prints."""
    printed = run(*command)
    try:
        return json.loads(printed)
    except json.JSONDecodeError as error:
        raise ProgramError(f"{Path(command[0]).name} printed no JSON: {printed[:500]}") from error


def stripped_size(library, copy):
    """The bytes of the library without symbols; `copy` is where to put it so."""
    run("strip", "-o", copy, library)
    return copy.stat().st_size


def for_each(program, graphs, entries):
    return {entry["name"]: read(program, graphs / entry["file"]) for entry in entries}


def paths(graphs, entries):
    return [graphs / entry["file"] for entry in entries]


def single(entries):
    return [entry for entry in entries if entry["graphs"] == 1]


def smallest(entries):
    """The smallest without questions."""
    return min((entry for entry in single(entries) if not entry["questions"]), key=lambda entry: entry["values"])


def few_values(entries):
    """With and without questions: the number of allocations does not depend on the size."""
    return [entry for entry in single(entries) if 100 < entry["values"] <= 1_000]


def largest_of_families(entries):
    """Without questions, which are not counted."""
    largest = {}
    for entry in single(entries):
        if entry["family"] != "real" and not entry["questions"]:
            largest[entry["family"]] = max(largest.get(entry["family"], entry), entry, key=lambda e: e["values"])
    return list(largest.values())


def largest_to_edit(entries):
    """The largest of each family, with and without questions, up to a million values."""
    largest = {}
    for entry in single(entries):
        if entry["family"] != "real" and entry["values"] <= LARGE:
            largest[entry["family"]] = max(largest.get(entry["family"], entry), entry, key=lambda e: e["values"])
    return list(largest.values())


def small_and_large(entries):
    """Of the first family, one with about 1,000 and one with about 100,000 values, as far as they are in the run."""
    chosen = {}
    for entry in single(entries):
        if entry["values"] in (1_000, 100_000):
            chosen.setdefault(entry["values"], entry)
    return list(chosen.values())
