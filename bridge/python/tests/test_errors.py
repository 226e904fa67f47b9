"""Every fault of SPEC, Bad input, arrives as an Error with its status, the culprit's own id, and the values."""

import pickle

import pytest
from forcedsplit import Error, GraphBuilder, Status, compute, graph_from_arrays

VALID = {
    "ids": [70, 80],
    "operand_offsets": [0, 0, 1],
    "operands": [0],
    "axis_offsets": [0, 1, 1],
    "axis_roles": [2],
}


@pytest.mark.parametrize(
    ("change", "told", "values"),
    [
        ({"ids": [70, 70]}, ("ids", "70"), (70,)),
        ({"ids": [70]}, ("ids", "1", "2"), ()),
        ({"operands": [5]}, ("operands", "80", "5"), (80,)),
        ({"operand_offsets": [0, 1, 0]}, ("operand_offsets", "80"), (80,)),
        ({"operand_offsets": [0, 0, 2]}, ("operand_offsets", "2"), ()),
        ({"operand_offsets": [1, 1, 1]}, ("operand_offsets", "1"), ()),
        ({"operand_offsets": None, "operands": None}, ("operand_offsets",), ()),
        ({"axis_offsets": [0, 1]}, ("axis_offsets", "2", "3"), ()),
        ({"axis_roles": [4]}, ("axis_roles", "70", "4"), (70,)),
        ({"axis_spaces": []}, ("axis_spaces",), ()),
        ({"axis_loops": [0], "loops": []}, ("axis_loops", "70"), (70,)),
        ({"unclassified": [0]}, ("unclassified", "70"), (70,)),
        ({"unclassified": [2]}, ("unclassified", "2"), ()),
        ({"bytes": [1]}, ("bytes",), ()),
    ],
)
def test_a_malformed_graph_is_told_with_column_and_id(change, told, values):
    with pytest.raises(Error) as raised:
        compute(graph_from_arrays(2, **{**VALID, **change}))
    assert (raised.value.status, raised.value.values) == (Status.MALFORMED_GRAPH, values)
    assert all(part in raised.value.message for part in told), raised.value.message


def cycle_of(count):
    builder = GraphBuilder()
    for k in range(count):
        builder.add_value(1000 + k, [])
        builder.add_operands(1000 + k, [1000 + (k + 1) % count])
    return builder.finish()


@pytest.mark.parametrize("count", [1, 2, 3, 16, 17, 100])
def test_a_cycle_is_told_in_order(count):
    with pytest.raises(Error) as raised:
        compute(cycle_of(count))
    members = raised.value.values
    assert raised.value.status == Status.CYCLE
    assert sorted(members) == [1000 + k for k in range(count)]
    assert all(o == 1000 + (v - 1000 + 1) % count for v, o in zip(members, members[1:] + members[:1]))
    shown = " reads ".join(str(member) for member in members[:16])
    assert shown in raised.value.message
    assert raised.value.message.endswith(f"({count} in all)") == (count > 16)


def test_a_missing_predicate_is_told_with_the_first_question(asking):
    with pytest.raises(Error) as raised:
        compute(asking)
    assert (raised.value.status, raised.value.values) == (Status.PREDICATE_REQUIRED, (2, 1))


def test_the_order_of_faults_is_malformed_then_cycle_then_predicate():
    columns = {"operand_offsets": [0, 1, 2], "operands": [1, 0], "axis_offsets": [0, 1, 1], "axis_roles": [1]}
    with pytest.raises(Error) as raised:
        compute(graph_from_arrays(2, **columns))
    assert raised.value.status == Status.CYCLE
    with pytest.raises(Error) as raised:
        compute(graph_from_arrays(2, **{**columns, "axis_roles": [9]}))
    assert raised.value.status == Status.MALFORMED_GRAPH


def test_nothing_is_asked_of_a_graph_with_a_fault(form):
    def predicate(*_):
        raise AssertionError("asked")

    columns = {"operand_offsets": [0, 0, 2], "operands": [0, 1], "axis_offsets": [0, 1, 1], "axis_roles": [1]}
    with pytest.raises(Error) as raised:
        compute(graph_from_arrays(2, **columns), **{form: predicate})
    assert raised.value.status == Status.CYCLE


def test_an_error_is_an_exception_that_shows_its_message_and_can_be_pickled():
    error = Error(Status.CYCLE, "7 reads 9 reads 7", [7, 9])
    assert isinstance(error, Exception)
    assert str(error) == error.message == "7 reads 9 reads 7"
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.status, copy.message, copy.values) == (Status.CYCLE, "7 reads 9 reads 7", (7, 9))
    assert copy.status is Status.CYCLE
