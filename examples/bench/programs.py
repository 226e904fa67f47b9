"""The programs that hold the competitors, one for each language: each checks its answers, or times them.

`wrong` says what a program finds wrong with the answers. `time` returns rows {graph, door, ns, median_ns, repetitions}:
nanoseconds for a whole graph, or for the whole batch where an entry has several. `ns` is the least of the repetitions'
means, because whatever else the machine does can only add to it.
"""

import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

LARGE = 1_000_000  # values
HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class ProgramError(Exception):
    """A program failed; the text is what it printed."""


def run(*command, **environment):
    """Runs a command at the top of the tree and returns what it printed; ProgramError if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-30:])
        raise ProgramError(f"{Path(command[0]).name} ended with {done.returncode}:\n{last}")
    return done.stdout


def row(entry, door, means):
    """What the repetitions of one door on one graph come to."""
    return {
        "graph": entry["name"],
        "door": door,
        "ns": min(means),
        "median_ns": statistics.median(means),
        "repetitions": len(means),
    }


class Program:
    """What the programs have in common: where the graphs are, and how long to measure."""

    def __init__(self, graphs, out, repetitions, seconds):
        self.graphs = graphs
        self.out = out
        self.repetitions = repetitions
        self.seconds = seconds  # at least, for each repetition of each door

    def repetitions_of(self, entry):
        """Fewer where one takes seconds."""
        return self.repetitions if entry["values"] < LARGE else 3

    def wrong(self, entries):
        """What is wrong with the answers for these graphs; "" if nothing."""
        try:
            self.check(entries)
        except ProgramError as error:
            return str(error)
        return ""


class Cpp(Program):
    """bench.cpp, with Google Benchmark."""

    def __init__(self, binaries, *common):
        super().__init__(*common)
        self.program = binaries / "bench"

    def arguments(self, entry):
        return (self.program, self.graphs / entry["file"], "--passes", self.graphs / entry["passes"])

    def check(self, entries):
        for entry in entries:
            run(*self.arguments(entry), "--verify")

    def time(self, entry):
        written = self.out / "cpp.json"
        run(
            *self.arguments(entry),
            f"--benchmark_out={written}",
            "--benchmark_out_format=json",
            f"--benchmark_repetitions={self.repetitions_of(entry)}",
            f"--benchmark_min_time={self.seconds}",
            "--benchmark_enable_random_interleaving=true",
        )
        means = {}
        for result in json.loads(written.read_text(encoding="utf-8"))["benchmarks"]:
            if result["run_type"] == "iteration":
                means.setdefault(result["run_name"].split("/")[0], []).append(nanoseconds(result))
        return [row(entry, door, door_means) for door, door_means in means.items()]

    def bandwidth(self):
        """The bytes per second that the memory takes and gives."""
        return json.loads(run(self.program, "--bandwidth"))["bytes_per_second"]


def nanoseconds(result):
    """The time of one iteration of a Google Benchmark."""
    return result["real_time"] * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[result["time_unit"]]


class Go(Program):
    """go/bench_test.go, with testing.B."""

    LINE = re.compile(r"^Benchmark(\w+)\S*\s+\d+\s+(\S+) ns/op\s+(\d+) B/op", re.MULTILINE)
    DOORS = (("Go", "go"), ("GoAgain", "go_again"))

    def __init__(self, *common):
        super().__init__(*common)
        self.program = self.out / "go.test"
        run("go", "test", "-c", "-o", self.program, "./examples/bench/go")

    def check(self, entries):
        for entry in entries:
            self.run(entry, "1x", 1)

    def time(self, entry):
        printed = self.run(entry, f"{self.seconds}s", self.repetitions_of(entry))
        rows = []
        for benchmark, door in self.DOORS:
            found = [
                (float(ns), int(allocated)) for name, ns, allocated in self.LINE.findall(printed) if name == benchmark
            ]
            times, allocated = zip(*found)
            rows.append({**row(entry, door, times), "allocated_bytes": min(allocated)})
        return rows

    def run(self, entry, time, count):
        """Every benchmark looks at its answers before it measures."""
        arguments = ("-test.run=^$", "-test.bench=.", f"-test.benchtime={time}", f"-test.count={count}")
        return run(self.program, *arguments, FORCEDSPLIT_BENCH_GRAPH=self.graphs / entry["file"])


class Python(Program):
    """python_doors.py, with pytest-benchmark."""

    def check(self, entries):
        self.run(entries, "-k", "test_agrees", "--benchmark-disable")

    def time(self, entry):
        written = self.out / "python.json"
        self.run(
            *(
                [entry],
                "-k",
                "test_time",
                f"--benchmark-json={written}",
                f"--benchmark-min-rounds={self.repetitions_of(entry)}",
            ),
            *(f"--benchmark-max-time={self.repetitions * self.seconds}", "--benchmark-warmup=off"),
        )
        rows = []
        for result in json.loads(written.read_text(encoding="utf-8"))["benchmarks"]:
            stats = result["stats"]
            times = {"ns": stats["min"] * 1e9, "median_ns": stats["median"] * 1e9, "repetitions": stats["rounds"]}
            rows.append({"graph": entry["name"], "door": result["extra_info"]["door"], **times})
        return rows

    def run(self, entries, *arguments):
        names = ",".join(entry["name"] for entry in entries)
        plugins = ("-p", "no:cacheprovider", "-p", "pytest_benchmark.plugin")
        run(
            *(sys.executable, "-m", "pytest", "-q", "-x", *plugins, HERE / "python_doors.py", *arguments),
            PYTEST_DISABLE_PLUGIN_AUTOLOAD=1,
            FORCEDSPLIT_BENCH_GRAPHS=self.graphs,
            FORCEDSPLIT_BENCH_NAMES=names,
        )
