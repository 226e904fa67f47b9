"""Compares everything on the same graphs, and writes the results: what `make bench` runs.

    python examples/bench/run.py [--quick] [--graphs REGEX] [--out DIR] [--build DIR] [--keep]

It makes the graphs, has every program check its answers for all of them, and only then times any. It writes
results.json, results.md and plots into DIR. Exit status 1 if answers differ or a program fails, whatever the times.
"""

import argparse
import json
import os
import re
import shlex
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def options_of(arguments):
    parser = argparse.ArgumentParser(description="Compares forcedsplit with what there is.")
    parser.add_argument("--quick", action="store_true", help="fewer graphs, less exact: under two minutes")
    parser.add_argument("--graphs", metavar="REGEX", default="", help="only graphs in whose name this is found")
    parser.add_argument("--out", metavar="DIR", type=Path, default=ROOT / "build/bench", help="default: build/bench")
    parser.add_argument(
        "--build", metavar="DIR", type=Path, default=ROOT / "build/release", help="default: build/release"
    )
    parser.add_argument("--keep", action="store_true", help="take the graphs as the last run has left them")
    options = parser.parse_args(arguments)
    options.out, options.build = options.out.resolve(), options.build.resolve()
    return options


def use_library(path):
    """The Python package of this tree, with that library, here and in what is started from here."""
    package = str(ROOT / "bridge/python")
    os.environ["FORCEDSPLIT_LIBRARY"] = str(path)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.path.insert(0, package)


class Progress:
    """One line for each step, with the time that is left: by the weights of the steps, which need not be exact."""

    def __init__(self, what, weights):
        self.what, self.all, self.done = what, sum(weights), 0
        self.started = time.monotonic()

    def step(self, name, weight):
        left = ""
        if self.done:
            seconds = (time.monotonic() - self.started) * (self.all - self.done) / self.done
            left = f", {int(seconds) // 60}:{int(seconds) % 60:02} left"
        print(f"{self.what} {name}{left}", flush=True)
        self.done += weight


def weight(values):
    """What a graph of this size takes, in terms of the smallest."""
    return 1 + values / 100_000


def make_graphs(options, directory):
    """Writes the graphs of this run and their index, and returns the index."""
    import graphs

    names = [name for name in graphs.names(options.quick) if re.search(options.graphs, name)]
    index = directory / "index.json"
    if options.keep and index.exists():
        return [entry for entry in json.loads(index.read_text(encoding="utf-8")) if entry["name"] in names]
    directory.mkdir(parents=True, exist_ok=True)
    progress = Progress("making", [weight(graphs.size_of(name)) for name in names])
    entries = []
    for name in names:
        progress.step(name, weight(graphs.size_of(name)))
        entries.append(graphs.write(name, directory))
    index.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
    return entries


def answers_agree(programs, entries):
    """Whether every competitor gives the expected answer for every graph; says which do not."""
    progress = Progress("checking", [1] * len(programs))
    wrong = []
    for program in programs:
        progress.step(f"the answers in {type(program).__name__}", 1)
        wrong.append(program.wrong(entries))
    print(*filter(None, wrong), sep="\n", end="", file=sys.stderr)
    return not any(wrong)


def time_all(programs, entries):
    """The rows of all programs, of one graph after the other."""
    progress = Progress("timing", [weight(entry["values"]) for entry in entries])
    rows = []
    for entry in entries:
        progress.step(entry["name"], weight(entry["values"]))
        for program in programs:
            rows += program.time(entry)
    return rows


def main(arguments):
    options = options_of(arguments)
    library = options.build / "lib/libforcedsplit.so"
    use_library(library)

    import report
    from extras import extras
    from machine import machine
    from programs import Cpp, Go, ProgramError, Python

    graphs, binaries = options.out / "graphs", options.build / "examples/bench"
    started = time.monotonic()
    print(report.one_line(machine()), flush=True)
    try:
        entries = make_graphs(options, graphs)
        if not entries:
            sys.exit(f"no graph's name has {options.graphs!r}")
        effort = (5, 0.02) if options.quick else (8, 0.05)  # repetitions, and seconds for each
        common = (graphs, options.out, *effort)
        cpp = Cpp(binaries, *common)
        programs = [cpp, Go(*common), Python(*common)]
        if not answers_agree(programs, entries):
            return 1
        bandwidth = cpp.bandwidth()
        times = time_all(programs, entries)
        others = extras(binaries, library, graphs, entries, lambda name: print(f"measuring {name}", flush=True))
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 1
    flags = [f"BENCH_FLAGS={shlex.join(arguments)}"] if arguments else []
    command = shlex.join(["make", "bench", *flags])
    rows = report.write(options.out, command, machine(), bandwidth, entries, times, others)
    print("\n".join(report.goals_table(rows)))
    print(f"\n{options.out}/results.md and more, after {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
