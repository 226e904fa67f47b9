"""What one suite of tests is: commands that run into its log, and what they counted."""

import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "test"
PREFIX = OUT / "installed here"  # a space in the path, on purpose
VENV = OUT / "venv"
# What hangs is a failure with a name. The longest command takes two minutes here; the soaking tests, an hour.
LONGEST = 4 * 3600 if "FORCEDSPLIT_SOAK" in os.environ else 480
JOBS = str(os.cpu_count() or 2)
TOOLS = Path(sys.executable).parent  # the linters are beside the Python that runs this


class Suite:
    """What one suite counted, and its log."""

    def __init__(self, name):
        self.name = name
        self.passed = 0
        self.failures = []
        self.path = OUT / "logs" / f"{name}.log"
        self.path.write_text("", encoding="utf-8")

    def note(self, text):
        """Adds to the log."""
        with self.path.open("a", encoding="utf-8") as log:
            print(text, file=log)

    def run(self, *command, env=None, logged=True):
        """Runs a command at the top of the tree, into the log; returns whether it succeeded, and what it printed."""
        shown = " ".join(str(word) for word in command)
        self.note(f"$ {shown[:500]}")
        running = subprocess.Popen(
            [str(word) for word in command],
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            printed, _ = running.communicate(timeout=LONGEST)
        except (subprocess.TimeoutExpired, KeyboardInterrupt) as reason:
            os.killpg(running.pid, signal.SIGKILL)
            if isinstance(reason, KeyboardInterrupt):
                raise
            printed = running.communicate()[0] + f"\nFAILED: ended after {LONGEST} s\n"
        if logged:
            self.note(printed)
        return running.returncode == 0, printed

    def must(self, *command, **where):
        """Runs a command that later ones need: StoppedError, and one failure, if it fails."""
        succeeded, printed = self.run(*command, **where)
        if not succeeded:
            raise StoppedError(" ".join(str(word) for word in command[:6]))
        return printed

    def check(self, what, holds):
        """Counts one test."""
        if holds:
            self.passed += 1
        else:
            self.failures.append(what)
            self.note(f"FAILED: {what}")


class StoppedError(Exception):
    """A step failed that the rest of the suite needs."""


def go_test(suite, *arguments):
    """Runs go test, logging what failing tests printed; returns the packages that had tests."""
    _, printed = suite.run("go", "test", "-json", *arguments, logged=False)
    packages, output = set(), {}
    for line in printed.splitlines():
        if not line.startswith("{"):
            suite.note(line)
            continue
        event = json.loads(line)
        package, test = event.get("Package") or event.get("ImportPath"), event.get("Test")
        lines = output.setdefault((package, test), [])
        lines.append(event.get("Output", ""))
        if test and event["Action"] == "pass":
            suite.passed += 1
            packages.add(package)
        elif event["Action"] in ("fail", "build-fail"):
            suite.note("".join(lines))
            suite.check(f"{package} {test or 'as a whole'}", False)
    return packages


def configure_and_build(suite, source, directory, *options, target="all", env=None):
    """Configures and builds a CMake project."""
    suite.must("cmake", "-S", source, "-B", directory, *options, env=env)
    suite.must("cmake", "--build", directory, "--parallel", JOBS, "--target", target, env=env)


def ctest(suite, directory, *which):
    """Runs ctest, for all tests or which; a C program counts as many tests as its own last line says."""
    report = OUT / f"{suite.name}.xml"
    report.unlink(missing_ok=True)
    size = "1000000"
    suite.run(
        *("ctest", "--test-dir", directory, "--output-on-failure", "--output-junit", report, "--parallel", JOBS),
        *("--test-output-size-passed", size, "--test-output-size-failed", size, "--timeout", str(LONGEST // 2)),
        *which,
    )
    if not report.exists():
        raise StoppedError("ctest wrote no report")
    for case in ElementTree.parse(report).iter("testcase"):
        succeeded = case.get("status") == "run"
        counted = re.findall(r"^(\d+) passed, (\d+) failed$", case.findtext("system-out") or "", re.MULTILINE)
        if counted:
            passed, failed = map(int, counted[-1])
            suite.passed += passed
            suite.failures += [case.get("name")] * failed
            succeeded = (succeeded and passed > 0) or failed > 0
        if not counted or not succeeded:
            suite.check(case.get("name"), succeeded)


def pytest(suite, *arguments, skips_fail=False):
    """Runs pytest in the virtual environment where the package is installed, with the installed tool in PATH."""
    report = OUT / f"{suite.name}.xml"
    report.unlink(missing_ok=True)
    env = {
        "FORCEDSPLIT_PREFIX": str(PREFIX),
        "PATH": os.pathsep.join([str(VENV / "bin"), str(PREFIX / "bin"), os.environ["PATH"]]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": "",
    }
    command = ("pytest", "-q", "-rs", "-p", "no:cacheprovider", f"--junit-xml={report}")
    suite.run(VENV / "bin" / "python", "-I", "-m", *command, *arguments, env=env)
    if not report.exists():
        raise StoppedError("pytest wrote no report")
    for case in ElementTree.parse(report).iter("testcase"):
        outcome = {child.tag for child in case}
        if "skipped" in outcome and not skips_fail:
            continue
        name = f"{case.get('classname')} {case.get('name')}"
        suite.check(name, not outcome & {"failure", "error", "skipped"})
