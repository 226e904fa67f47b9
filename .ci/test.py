#!/usr/bin/env python3
"""Runs every test and ends with their number: `N passed, N failed`. Exits 1 if one failed or a suite ran nothing.

usage: .ci/test.py [--only SUITE[,SUITE...]]

Everything is written below build/test, with a log for each suite.
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from suite import OUT, ROOT, StoppedError, Suite
from suites import SIDE_BY_SIDE, SUITES


def run(function):
    """Runs one suite, shows its line, and returns it."""
    suite = Suite(function.__name__)
    started = time.monotonic()
    try:
        function(suite)
    except StoppedError as stopped:
        suite.check(f"stopped at: {stopped}", False)
    if not suite.passed and not suite.failures:
        suite.check("the suite ran nothing", False)
    seconds = time.monotonic() - started
    counts = f"{suite.passed} passed, {len(suite.failures)} failed"
    print(f"{function.__name__:14} ... {counts} ({seconds:.0f} s)", flush=True)
    return suite


def run_all(functions):
    return [run(function) for function in functions]


def show_failures(suite):
    """The failed tests' names, and the end of the log."""
    print(f"\n==== {suite.name}: {suite.path.relative_to(ROOT)}")
    for failure in suite.failures[:50]:
        print(f"FAILED: {failure}")
    print("\n".join(suite.path.read_text(encoding="utf-8", errors="replace").splitlines()[-60:]))


def main():
    parser = argparse.ArgumentParser(description="Runs every test.")
    names = [function.__name__ for functions in (SUITES, *SIDE_BY_SIDE) for function in functions]
    parser.add_argument("--only", help="comma-separated suites: " + ", ".join(names))
    only = parser.parse_args().only
    chosen = only.split(",") if only else names
    first, *rows = ([f for f in functions if f.__name__ in chosen] for functions in (SUITES, *SIDE_BY_SIDE))
    (OUT / "logs").mkdir(parents=True, exist_ok=True)
    suites = run_all(first)
    with ThreadPoolExecutor(len(rows)) as pool:
        suites += [suite for row in pool.map(run_all, rows) for suite in row]
    failed = sum(len(suite.failures) for suite in suites)
    for suite in suites:
        if suite.failures:
            show_failures(suite)
    print(f"{sum(suite.passed for suite in suites)} passed, {failed} failed")
    return 1 if failed or not suites else 0


if __name__ == "__main__":
    sys.exit(main())
