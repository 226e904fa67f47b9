"""The table of rules, row by row, on models that can be checked by hand."""

import numpy as np
import onnx.parser
import pytest
from small_models import SMALL
from tiled import rules
from verification import Verification, tile

CASES = [(small, axis) for small in SMALL for axis in small.axes]
NAMES = [f"{small.row} {i} along {axis}" for i, (small, axis) in enumerate(CASES)]


@pytest.mark.parametrize(("small", "axis"), CASES, ids=NAMES)
def test_roles_and_passes(small, axis):
    model, tiling = tile(small.model, {"x": axis})
    found = {name: (tiling.roles[name], tiling.passes[name]) for name in tiling.program.values}
    assert {name: it for name, it in found.items() if name not in model.constants} == small.expected
    assert set(tiling.program.unknown) == small.unknown


@pytest.mark.parametrize(("small", "axis"), CASES, ids=NAMES)
def test_evaluated(small, axis):
    verification = Verification(small.model, {"x": axis})
    assert verification.is_finite()
    for count in (1, 2, 3, 8):
        assert verification.differing(count) == []
    for pair in verification.violable():
        assert verification.shows(pair), pair


STEPS = [
    ("y = Softmax<axis = 0>(x)", {"y max": lambda x: x.max(0), "y sum": lambda x: np.exp(x - x.max(0)).sum(0)}),
    ("y = LogSoftmax<axis = 0>(x)", {"y max": lambda x: x.max(0), "y sum": lambda x: np.exp(x - x.max(0)).sum(0)}),
    ("y = ReduceLogSumExp<keepdims = 1>(x, r)", {"y max": lambda x: x.max(0)}),
    ("y = ReduceMean(x, r)", {"y sum": lambda x: x.sum(0)}),
    ("y = ReduceL2(x, r)", {"y sum": lambda x: (x * x).sum(0)}),
    ("y = LpNormalization<axis = 0, p = 2>(x)", {"y sum": lambda x: (x * x).sum(0)}),
    (
        "y = LayerNormalization<axis = 0>(x, w)",
        {"y sum": lambda x: x.sum(), "y squares": lambda x: ((x - x.mean()) ** 2).sum()},
    ),
    ("y = Gemm<transA = 1>(x, w, b)", {"y sum": lambda x: x.T @ x}),
]


@pytest.mark.parametrize(("node", "steps"), STEPS, ids=[node for node, _ in STEPS])
def test_steps_that_are_no_tensors_of_the_model(node, steps):
    """They are compared with numpy: no whole model has them."""
    text = f"g (double[5,3] x, double[5,3] w, double[3] b) => (double[a,c] y) <int64[1] r = {{0}}> {{ {node} }}"
    proto = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> {text}')
    x = np.random.default_rng(3).standard_normal((5, 3))
    feeds = {"x": x, "w": x, "b": x[0]}
    verification = Verification(proto, {"x": 0}, {name: feeds[name] for name in ("x", "w", "b")})
    assert {name for name in verification.right if " " in name} >= set(steps)
    assert verification.differing(2) == []
    for name, step in steps.items():
        np.testing.assert_allclose(np.squeeze(verification.right[name]), step(x), rtol=1e-12)


def test_every_row_has_a_model():
    assert {small.row for small in SMALL} == {*rules.TABLE, "unknown"}


def test_every_row_has_its_reason_and_is_the_only_one_of_its_operators():
    assert all(row.reason for row in rules.TABLE.values())
    assert len(rules.BY_OPERATOR) == sum(len(row.operators) for row in rules.TABLE.values())
