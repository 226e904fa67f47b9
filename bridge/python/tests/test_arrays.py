"""graph_from_arrays: columns go in as they are, or say why not."""

import array
import tracemalloc

import flatbuffers
import fslg_reader
import numpy as np
import pytest
from forcedsplit import Error, Status, compute, graph_from_arrays

FULL = {
    "ids": [10, 20, 2**64 - 1],
    "operand_offsets": [0, 0, 1, 3],
    "operands": [0, 0, 1],
    "axis_offsets": [0, 2, 2, 2],
    "axis_roles": [1, 3],
    "axis_spaces": [1, 0],
    "axis_loops": [0, -1],
    "unclassified": [1],
    "loops": [(1, -5, 7)],
    "spaces": ["i", "μ̃"],
    "names": ["t(i)", "", "Κ"],
    "bytes": [0, 1, 2**63],
    "occurrence_values": [0, 0, 1, 2],
    "occurrence_points": [5, 6, 2**40, 8],
    "occurrence_consumers": [2**40, 8, 8, 8],
    "name": "a name",
    "source": "a source",
    "producer": "a test",
}


def test_every_field_arrives():
    assert fslg_reader.read(graph_from_arrays(**FULL)) == {"value_count": 3, **FULL}


def test_what_is_not_given_is_not_written():
    assert fslg_reader.read(graph_from_arrays(4)) == {"value_count": 4}


def test_the_library_reads_every_column():
    levels = compute(graph_from_arrays(**FULL))
    assert levels.pass_of == {10: 0, 2**64 - 1: 0}
    with pytest.raises(Error, match="axis_spaces"):
        compute(graph_from_arrays(**{**FULL, "axis_spaces": [1, 2]}))


@pytest.mark.parametrize(
    "columns",
    [
        {"operand_offsets": [0, 0, 0]},
        {"axis_offsets": np.zeros(3, int)},
        {"ids": [5, 6]},
        {"names": ["a", "b"]},
        {"bytes": [1, 2]},
    ],
)
def test_the_number_of_values_is_what_a_column_says(columns):
    assert fslg_reader.read(graph_from_arrays(**columns))["value_count"] == 2


def test_an_empty_offset_column_is_no_values():
    assert fslg_reader.read(graph_from_arrays(operand_offsets=[]))["value_count"] == 0


def test_without_any_such_column_the_number_has_to_be_given():
    with pytest.raises(TypeError, match="value_count"):
        graph_from_arrays(operands=[])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, ">u4", ">i8", object])
def test_any_integer_type_will_do(dtype):
    graph = graph_from_arrays(operand_offsets=np.array([0, 0, 1], dtype), operands=np.array([0], dtype))
    fields = fslg_reader.read(graph)
    assert (fields["operand_offsets"], fields["operands"]) == ([0, 0, 1], [0])


@pytest.mark.parametrize(
    "ids",
    [
        [1, 2**64 - 1, 2],
        (1, 2**64 - 1, 2),
        array.array("Q", [1, 2**64 - 1, 2]),
        np.array([0, 1, 9, 2**64 - 1, 9, 2], np.uint64)[1::2],
        np.array([2, 2**64 - 1, 1], np.uint64)[::-1],
        memoryview(np.array([1, 2**64 - 1, 2], np.uint64)),
        [np.uint64(1), 2**64 - 1, np.int8(2)],
    ],
)
def test_any_sequence_or_strided_array_of_integers_will_do(ids):
    assert fslg_reader.read(graph_from_arrays(ids=ids))["ids"] == [1, 2**64 - 1, 2]


def test_a_range_and_an_empty_array_of_floats_will_do():
    fields = fslg_reader.read(graph_from_arrays(ids=range(3, 5), operands=np.array([])))
    assert (fields["ids"], fields["operands"]) == ([3, 4], [])


@pytest.mark.parametrize(
    ("column", "values", "told"),
    [
        ("operands", np.array([0, 3, -1, -2]), r"operands\[2\]: -1 is outside 0..4294967295"),
        ("operands", np.array([0, 2**32]), r"operands\[1\]: 4294967296 "),
        ("operands", [0, 1, -7], r"operands\[2\]: -7 "),
        ("ids", np.array([5, -5], np.int8), r"ids\[1\]: -5 is outside 0..18446744073709551615"),
        ("ids", [2**64], r"ids\[0\]: 18446744073709551616 "),
        ("axis_roles", np.array([3, 256], np.uint16), r"axis_roles\[1\]: 256 "),
        ("axis_spaces", np.array([65536]), r"axis_spaces\[0\]: 65536 "),
        ("axis_loops", np.array([2**64 - 1], np.uint64), r"axis_loops\[0\]: 18446744073709551615 "),
        ("axis_loops", np.array([2**31], np.uint32), r"axis_loops\[0\]: 2147483648 "),
        ("loops", [(0, 0, 0), (0, 0, -1)], r"loops.nest\[1\]: -1 "),
        ("operands", np.zeros((2, 2), int), "operands: expected one dimension, not 2"),
        ("loops", [(0, 0)], r"loops\[0\]: expected \(space, slot, nest\)"),
        ("loops", np.zeros(1, [("space", int), ("slot", int)]), "no nest"),
        ("name", "\ud800", "surrogates"),
    ],
)
def test_what_does_not_fit_is_a_value_error_with_column_position_and_value(column, values, told):
    with pytest.raises(ValueError, match=told):
        graph_from_arrays(4, **{column: values})


@pytest.mark.parametrize(
    ("column", "values", "told"),
    [
        ("operands", np.array([0.0]), "operands: expected integers, not float64"),
        ("operands", [0.5], r"operands\[0\]: expected an integer, not float"),
        ("operands", [0, None], r"operands\[1\]: expected an integer, not NoneType"),
        ("operands", np.array(3), "operands: expected an array or a sequence, not ndarray"),
        ("operands", 3, "operands: expected an array or a sequence, not int"),
        ("operands", iter([3]), "operands: expected an array or a sequence, not list_iterator"),
        ("operands", "12", "operands: expected an array or a sequence, not str"),
        ("operands", {1, 2}, "operands: expected an array or a sequence, not set"),
        ("operand_offsets", [[0], [1, 2]], r"operand_offsets\[0\]: expected an integer, not list"),
        ("loops", 5, "loops: expected an array or a sequence, not int"),
        ("loops", [(0, 0, 0), 5], r"loops\[1\]: expected \(space, slot, nest\), not int: 5"),
        ("spaces", 5, "spaces: expected a sequence of str, not int: 5"),
        ("axis_roles", np.array([True]), "axis_roles: expected integers, not bool"),
        ("axis_roles", ["Reduction"], r"axis_roles\[0\]: expected an integer, not str"),
        ("names", "abc", "names: expected a sequence of str"),
        ("names", ["a", 1], r"names\[1\]: expected str, not int"),
        ("name", 5, "name: expected str, not int"),
        ("source", b"x", "source: expected str, not bytes"),
    ],
)
def test_a_wrong_type_is_a_type_error_that_names_the_column(column, values, told):
    with pytest.raises(TypeError, match=told):
        graph_from_arrays(4, **{column: values})


@pytest.mark.parametrize("column", ["ids", "operand_offsets", "axis_offsets", "bytes", "names"])
def test_a_column_that_cannot_tell_the_number_of_values_is_named(column):
    with pytest.raises(TypeError, match=f"{column}: expected an array or a sequence, not int"):
        graph_from_arrays(**{column: 5})


def test_a_wrong_count_is_an_error_too():
    for count, error in ((-1, ValueError), (2**32, ValueError), (1.0, TypeError), ("1", TypeError)):
        with pytest.raises(error, match="value_count"):
            graph_from_arrays(count)


LOOP_ROWS = [(1, -2, 3), (4, 5, 2**32 - 1)]


@pytest.mark.parametrize(
    "loops",
    [
        LOOP_ROWS,
        np.array(LOOP_ROWS),
        np.array(LOOP_ROWS, [("space", "u2"), ("slot", "i4"), ("nest", "u4")]),
        np.array([(n, 0, s, k) for k, s, n in LOOP_ROWS], [(f, "i8") for f in ("nest", "more", "slot", "space")]),
        np.array(LOOP_ROWS, np.dtype([("space", "u2"), ("slot", "i4"), ("nest", "u4")], align=True))[::1],
    ],
)
def test_loops_are_rows_or_a_structured_array(loops):
    assert fslg_reader.read(graph_from_arrays(0, loops=loops))["loops"] == LOOP_ROWS


def test_no_loops_and_no_axis_loops_are_loop_facts_when_they_are_given():
    columns = {"operand_offsets": [0, 0, 1], "operands": [0], "axis_offsets": [0, 1, 1], "axis_roles": [1]}
    assert compute(graph_from_arrays(**columns, loops=[], axis_loops=[-1])).pass_of == {0: 0, 1: 0}
    with pytest.raises(Error) as raised:
        compute(graph_from_arrays(**columns, loops=[]))
    assert raised.value.status == Status.PREDICATE_REQUIRED


@pytest.mark.parametrize(
    "columns",
    [
        {"axis_roles": np.broadcast_to(np.uint8(0), 2**31)},
        {"operands": np.broadcast_to(np.int64(0), 2**29)},
        {"ids": np.broadcast_to(np.uint64(0), 2**27), "bytes": np.broadcast_to(np.uint64(0), 2**27)},
    ],
)
def test_more_than_2_gib_are_refused_before_anything_is_copied(columns):
    tracemalloc.start()
    try:
        with pytest.raises(Error, match="limit of 2147483647") as raised:
            graph_from_arrays(1, **columns)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert raised.value.status == Status.TOO_LARGE


def a_million_values():
    """A chain with a second edge to the start, in columns of the wire's types."""
    count = 1_000_000
    offsets = 2 * np.arange(-1, count, dtype=np.int64)
    offsets[0] = 0
    operands = np.zeros(2 * count - 2, np.uint32)
    operands[::2] = np.arange(count - 1)
    return {
        "operand_offsets": offsets.astype(np.uint32),
        "operands": operands,
        "axis_offsets": np.arange(count + 1, dtype=np.uint32),
        "axis_roles": np.full(count, 1, np.uint8),
    }


def test_a_million_values_are_written_by_array_copies(monkeypatch):
    columns = a_million_values()
    grown = []
    grow = next(name for name in dir(flatbuffers.Builder) if name.lower() == "growbytebuffer")
    monkeypatch.setattr(flatbuffers.Builder, grow, lambda self: grown.append(self))
    tracemalloc.start()
    try:
        graph = graph_from_arrays(**columns)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert grown == [], "the builder has room for everything from the start"
    assert peak < 2.1 * len(graph), "the builder's buffer and the result, or one column's copy"


def test_a_million_values_compute():
    levels = compute(graph_from_arrays(**a_million_values()), inside_batch=lambda readers, sources: readers % 1000 == 0)
    assert levels.max_pass == 999
    assert levels.pass_(999_999) == 999
    assert len(levels.pass_of) == 1_000_000
