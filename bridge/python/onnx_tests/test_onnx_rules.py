"""The table of rules, row by row, on models that can be checked by hand."""

import numpy as np
import onnx.parser
import pytest
from onnx import TensorProto, helper
from small_models import SMALL
from tiled import evaluate, operators, rules
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


def test_steps_have_names_that_no_tensor_has():
    nodes = [
        *(helper.make_node("Exp", ["x"], ["y max"]), helper.make_node("Neg", ["y max"], ["y sum"])),
        *(helper.make_node("Softmax", ["y sum"], ["y"], axis=0), helper.make_node("Neg", ["y"], ["y sum'"])),
    ]
    verification = Verification(_model(nodes, [4, 3], "y sum'"), {"x": 0})
    passes = {name: verification.tiling.passes[name] for name in verification.tiling.program.values}
    assert passes == {"x": 0, "y max": 0, "y sum": 0, "y max'": 0, "y sum''": 1, "y": 2, "y sum'": 2}
    assert verification.differing(3) == []


def test_a_body_may_capture_a_name_of_any_form():
    body = helper.make_graph(
        [helper.make_node("Neg", ["operand 0"], ["p"])], "body", [], [helper.make_empty_tensor_value_info("p")]
    )
    nodes = [
        *(helper.make_node("Exp", ["x"], ["operand 0"]), helper.make_node("Constant", [], ["c"], value=_TRUE)),
        helper.make_node("If", ["c"], ["y"], then_branch=body, else_branch=body),
    ]
    assert Verification(_model(nodes, [4, 3], "y"), {"x": 0}).differing(3) == []


_TRUE = helper.make_tensor("true", TensorProto.BOOL, [], [True])


def _model(nodes, shape, output):
    x, y = (helper.make_tensor_value_info(name, TensorProto.DOUBLE, shape) for name in ("x", output))
    graph = helper.make_graph(nodes, "model", [x], [y])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)


@pytest.mark.parametrize(
    ("node", "step", "expected"),
    [
        ("y = ReduceSum(x, r)", "y", 0),
        ("y = ReduceProd(x, r)", "y", 1),
        ("y = ReduceMax(x, r)", "y", -np.inf),
        ("y = ReduceMin(x, r)", "y", np.inf),
        ("y = MatMul(w, x)", "y", 0),
        ("y = ReduceLogSumExp(x, r)", "y max", -np.inf),
        ("y = ReduceL2(x, r)", "y sum", 0),
        (
            "y = Scan<num_scan_inputs = 1, body = b (double[3] p, double[3] q) => (double[3] s) { s = Add(p, q) }>"
            "(i, x)",
            *("y", 8),
        ),
    ],
)
def test_nothing_of_the_axis_gives_the_neutral_element(node, step, expected):
    declared = "double[a]" if "Scan" in node else "double[a,b]"
    text = f"""g (double[0,3] x, double[3,0] w) => ({declared} y) <int64[1] r = {{0}}, double[3] i = {{8, 8, 8}}>
        {{ {node} }}"""
    proto = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> {text}')
    read, tiling = tile(proto, {"x": 0})
    feeds = {"x": np.zeros((0, 3)), "w": np.zeros((3, 0)), **read.constants}
    found = evaluate.tiled(tiling, tiling.passes, feeds, 3)
    assert (found[step] == expected).all()
    assert found[step].size in (3, 9)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("axis", [0, 1])
def test_norm_of_both_signs_and_of_zeros(p, axis):
    text = f"g (double[3,3] x) => (double[3,3] y) {{ y = LpNormalization<axis = {axis}, p = {p}>(x) }}"
    proto = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> {text}')
    # Lengths of rows and columns are 7 and 5, and 0.
    x = np.array([[3, -4, 0], [-4, 3, 0], [0, 0, 0]])
    verification = Verification(proto, {"x": 1}, {"x": x.astype(float)})
    np.testing.assert_allclose(verification.right["y"], x / {1: 7, 2: 5}[p], rtol=1e-12)
    assert verification.differing(2) == []


def test_logarithm_of_the_old_softmax():
    proto = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["" : 9]> g (double[2,2,2] x) => (double[2,2,2] y) { y = LogSoftmax(x) }'
    )
    right = Verification(proto, {"x": 0}, {"x": np.zeros((2, 2, 2))}).right
    np.testing.assert_allclose(right["y"], np.full((2, 2, 2), -np.log(4)), rtol=1e-12)


def test_statistics_of_the_old_batch_normalization():
    proto = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["" : 9]> g (double[2,1] x, double[1] s, double[1] b) => (double[2,1] y, '
        "double[1] m) { y, m, v, n, w = BatchNormalization<epsilon = 0.0, momentum = 0.75>(x, s, b, s, s) }"
    )
    feeds = {"x": np.array([[1.0], [5.0]]), "s": np.array([1.0]), "b": np.array([10.0])}
    right = Verification(proto, {"x": 0}, feeds).right
    # The mean is 3, the deviation 2; the running mean was 1.
    np.testing.assert_allclose(right["y"], [[9], [11]], rtol=1e-12)
    np.testing.assert_allclose(right["m"], [1.5], rtol=1e-12)


def test_closeness_to_infinite_numbers_is_that_of_finite_ones():
    assert evaluate.close([np.inf, 1.0], [np.inf, 1.0])
    assert not evaluate.close([np.inf, 2.0], [np.inf, 1.0])


def test_what_is_not_a_number_is_close_to_itself_alone():
    assert evaluate.close([np.nan, 1.0], [np.nan, 1.0])
    assert not evaluate.close([np.nan, 1.0], [1.0, 1.0])


@pytest.mark.parametrize("operator", ["ReduceMax", "ReduceMin"])
def test_truth_values_have_a_largest_and_a_smallest(operator):
    text = f"g (bool[4,2] x) => (bool[1,2] y) <int64[1] r = {{0}}> {{ y = {operator}(x, r) }}"
    proto = onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["" : 20]> {text}')
    feeds = {"x": np.array([[1, 0], [1, 0], [0, 0], [1, 0]], bool)}
    verification = Verification(proto, {"x": 0}, feeds)
    assert verification.right["y"].tolist() == [[operator == "ReduceMax", False]]
    assert verification.differing(3) == []


def test_part_of_a_dimension_counted_from_the_end():
    assert operators.part_of(np.array([[1, 2], [3, 4]]), -2, slice(1, 2)).tolist() == [[3, 4]]


def test_a_row_whose_condition_does_not_hold_gives_another_reason():
    text = "g (double[4,4] x) => (double[4,4] y) { a = Exp(x) t = Transpose(a) y = MatMul(a, t) v = Dropout(a) }"
    assert _reason(text, "y") == rules.TABLE["product"].reason
    text = "g (double[4] x, bool c, float r) => (double[4] y) { a = Exp(x) y = Dropout(a, r, c) }"
    assert _reason(text, "y") == rules.OTHERWISE
    text = "g (double[4,6] x) => (double[24,1] y) { a = Exp(x) y = Flatten<axis = 2>(a) }"
    assert _reason(text, "y") == rules.TABLE["reshape"].reason


def _reason(text, name):
    proto = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : 18]> {text}')
    return tile(proto, {"x": 0})[1].program.values[name].rule.reason


def test_every_row_has_a_model():
    assert {small.row for small in SMALL} == {*rules.TABLE, "unknown"}


def test_every_row_has_its_reason_and_is_the_only_one_of_its_operators():
    assert all(row.reason for row in rules.TABLE.values())
    assert len(rules.BY_OPERATOR) == sum(len(row.operators) for row in rules.TABLE.values())
