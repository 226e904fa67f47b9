"""The command `passes.py`, and the page about it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import forcedsplit
import onnx
import passes
import pytest
from onnx import TensorProto, helper

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
        (["attention.onnxtxt", "--axis", "x:1"], "not all lengths of x are known; --size tells batch, words"),
        (["attention.onnxtxt", "--axis", "x:1", "--size", "batch=2"], "--size tells words"),
        (
            ["attention.onnxtxt", "--axis", "x:1", "--size", "word=2"],
            "no dimension is called word; there is batch, words",
        ),
        (["attention.onnxtxt", "--axis", "x:1", "--axis", "x:0"], "--axis tells x twice"),
        (
            ["attention.onnxtxt", "--axis", "wq:1", "--out", "/absent/graph.fslg"],
            "No such file or directory: '/absent/",
        ),
        (["attention.onnxtxt", "--axis", "z:1"], "no input is called z; there is x, wq, wk, wv"),
        (["attention.onnxtxt", "--axis", "wq:2"], "wq has 2 dimensions, from 0 on"),
        (["absent.onnx", "--axis", "x:1"], "No such file"),
        (
            ["attention.onnxtxt", "--axis", "x:1", "--size", "batch=1", "--size", "words=1099511627776"],
            "bytes, more than 2^64 - 1",
        ),
        (["passes.py", "--axis", "x:1"], "passes.py: "),
    ],
)
def test_errors_are_one_line(capsys, monkeypatch, arguments, message):
    assert message in refused(monkeypatch, capsys, EXAMPLE / arguments[0], *arguments[1:])


BAD = {
    "empty": ("", "expected"),
    "no text": ("<", "expected"),
    "operand that nobody makes": ("g (double[3] x) => (double[3] y) { y = Add(x, z) }", "input 'z'"),
    "out of order": ("g (double[3] x) => (double[3] y) { y = Neg(z) z = Neg(x) }", "topologically sorted"),
    "output that nobody makes": ("g (double[3] x) => (double[3] y) { z = Neg(x) }", "output 'y'"),
    "no operator": ("g (double[3] x) => (double[3] y) { y = Ned(x) }", "No Op registered for Ned"),
    "missing operand": ("g (double[3,3] x) => (double[3,3] y) { y = MatMul(x) }", "input size 1"),
    "missing attribute": ("g (double[3] x) => (double[3] y) { y = Concat(x) }", "'axis' is missing"),
    "lengths": ("g (double[3] x, double[4] w) => (double[3] y) { y = Add(x, w) }", "Incompatible dimensions"),
    "unnamed": (
        "g (double[3,?,k,?] x) => (double[3,?,k,?] y) { y = Exp(x) }",
        "tells k; without a name, which --size needs: dimension 1, 3",
    ),
    "negative": ("g (double[-1] x) => (double[?] y) { y = Exp(x) }", "without a name, which --size needs: dimension 0"),
    "no dimension": ("g (double x) => (double y) { y = Exp(x) }", "x has 0 dimensions"),
    **{
        node: (
            f"g (double[3,4] x, double[4] w) => (double[a,b] y) <int64 n = {{7}}, int64[1] v = {{7}}> {{ y = {node} }}",
            "",
        )
        for node in (
            *("Softmax<axis = 7>(x)", "Concat<axis = 7>(x, x)", "LpNormalization<axis = 7>(x)", "CumSum(x, n)"),
            *("LayerNormalization<axis = 7>(x, w)", "Gather<axis = 7>(x, n)", "ArgMin<axis = 7>(x)", "ReduceSum(x, v)"),
            *("Transpose<perm = [0, 7]>(x)", "Flatten<axis = 7>(x)", "Squeeze(x, v)", "Slice(x, v, v, v)"),
        )
    },
}


@pytest.mark.parametrize("fault", BAD)
def test_a_faulty_model_is_one_line(tmp_path, capsys, monkeypatch, fault):
    text, message = BAD[fault]
    source = tmp_path / "model.onnxtxt"
    source.write_text(f'<ir_version: 8, opset_import: ["" : 18]> {text}' if " " in text else text, encoding="utf-8")
    error = refused(monkeypatch, capsys, source)
    assert message in error
    assert "b'" not in error


def test_a_file_that_is_no_model_is_one_line(tmp_path, capsys, monkeypatch):
    for name, data in (("a.onnx", b""), ("b.onnx", b"no model"), ("c.onnxtxt", b"\xff\xfe")):
        (tmp_path / name).write_bytes(data)
        refused(monkeypatch, capsys, tmp_path / name)


def test_sparse_weights_are_refused(tmp_path, capsys, monkeypatch):
    numbers = helper.make_tensor("w", TensorProto.DOUBLE, [1], [1.0])
    sparse = helper.make_sparse_tensor(numbers, helper.make_tensor("places", TensorProto.INT64, [1], [2]), [3])
    ends = [[helper.make_tensor_value_info(name, TensorProto.DOUBLE, [3])] for name in "xy"]
    nodes = [helper.make_node("Constant", [], ["w"], sparse_value=sparse), helper.make_node("Add", ["x", "w"], ["y"])]
    for graph in (
        helper.make_graph(nodes, "constant", *ends),
        helper.make_graph(nodes[1:], "initializer", *ends, sparse_initializer=[sparse]),
    ):
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
        onnx.save(model, tmp_path / "model.onnx")
        assert "w is sparse" in refused(monkeypatch, capsys, tmp_path / "model.onnx")


def refused(monkeypatch, capsys, source, *options):
    """What main() ends with: one line that names the program."""
    monkeypatch.setattr(sys, "argv", ["passes.py", str(source), *(options or ("--axis", "x:0"))])
    with pytest.raises(SystemExit) as end:
        passes.main()
    assert capsys.readouterr().out == ""
    assert len(end.value.code.splitlines()) == 1
    assert end.value.code.startswith("passes.py: ")
    return end.value.code


@pytest.mark.parametrize(
    "option",
    [
        *(["--size", "batch=-2"], ["--size", "batch"], ["--size", f"batch={2**63}"]),
        *(["--axis", "x"], ["--axis", "x:a"]),
    ],
)
def test_usage_says_the_form(capsys, monkeypatch, option):
    monkeypatch.setattr(sys, "argv", ["passes.py", "--axis", "x:0", *option, "model.onnx"])
    with pytest.raises(SystemExit) as end:
        passes.main()
    assert end.value.code == 2
    assert f"{option[1]} is not " in capsys.readouterr().err


def test_options_are_repeated_and_may_come_first(tmp_path, capsys, monkeypatch):
    source = tmp_path / "model.onnxtxt"
    source.write_text(
        '<ir_version: 8, opset_import: ["" : 18]> '
        "g (double[n,m] a, double[n,m] b) => (double[n,m] y) { y = Add(a, b) }",
        encoding="utf-8",
    )
    words = ["--size", "n=2", "--size", "m=3", "--axis", "a:0", "--axis", "b:0", str(source)]
    monkeypatch.setattr(sys, "argv", ["passes.py", *words])
    passes.main()
    assert capsys.readouterr().out.splitlines()[0] == "model.onnxtxt in tiles of a:0, b:0: 1 pass"
