"""The command `passes.py`, and the page about it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import forcedsplit
import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "onnx"
UNKNOWN = """<ir_version: 8, opset_import: ["" : 18]>
g (float[4, 4] x) => (float[4, 4] y) { a = Exp(x) b = Trilu(a) y = Neg(b) }"""


def run(*arguments):
    """What the command printed, to standard output and to standard error, and its exit code."""
    command = [sys.executable, EXAMPLE / "passes.py", *arguments]
    finished = subprocess.run(
        command, capture_output=True, text=True, timeout=60, env={**os.environ, "COLUMNS": "100"}, check=False
    )
    return finished.stdout, finished.stderr, finished.returncode


def test_readme():
    page = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    command, printed = re.search(r"^\$ python examples/onnx/passes.py (.*)\n([\s\S]*?)```", page, re.MULTILINE).groups()
    words = [str(ROOT / word) if word.startswith("examples/") else word for word in command.split()]
    assert run(*words) == (printed, "", 0)


def test_lists_what_it_does_not_know_and_writes_the_graph(tmp_path):
    source, graph = tmp_path / "model.onnxtxt", tmp_path / "graph.fslg"
    source.write_text(UNKNOWN, encoding="utf-8")
    printed, _, code = run(source, "--axis", "x:0", "--out", graph)
    assert code == 0
    assert printed.splitlines() == [
        "model.onnxtxt in tiles of x:0: 2 passes",
        "",
        "pass 0",
        "  LoopCarried: Exp a",
        "",
        "pass 1: Trilu b reads Exp a, which only pass 0 completes",
        "  LoopCarried: b needs it beyond its own slice",
        "  Trilu: not in the table, so it is taken to need all of its operands whole",
        "  after the loop: Trilu b, Neg y",
        "needed whole, for want of a rule or a shape: Trilu (1): b",
    ]
    # Values are x, a, b and y.
    assert dict(forcedsplit.compute(graph.read_bytes()).pass_of) == {0: 0, 1: 0, 2: 1, 3: 1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["attention.onnxtxt", "--axis", "x:1"], "not all lengths of x are known"),
        (["attention.onnxtxt", "--axis", "z:1"], "no input is called z; there is x, wq, wk, wv"),
        (["attention.onnxtxt", "--axis", "wq:2"], "wq has 2 dimensions, from 0 on"),
        (["absent.onnx", "--axis", "x:1"], "No such file"),
        (["passes.py", "--axis", "x:1"], "passes.py: "),
    ],
)
def test_errors_are_one_line(arguments, message):
    printed, error, code = run(EXAMPLE / arguments[0], *arguments[1:])
    assert (printed, code) == ("", 1)
    assert message in error
    assert len(error.splitlines()) == 1
