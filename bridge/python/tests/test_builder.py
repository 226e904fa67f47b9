"""GraphBuilder: what it takes, what it writes, what it refuses."""

import forcedsplit
import fslg_reader
import numpy as np
import pytest
from forcedsplit import Error, GraphBuilder, Role, Status, compute


def test_roles_are_names_or_members_or_tuples():
    builder = GraphBuilder()
    builder.add_value(0, ["LoopCarried", Role.Reduction, ("LoopLocal", "K", -1), (Role.LoopInvariant, "i", 0)])
    builder.add_loop("i", 4, 7)
    fields = fslg_reader.read(builder.finish())
    assert fields["axis_roles"] == [2, 1, 0, 3]
    assert [fields["spaces"][space] for space in fields["axis_spaces"]] == ["", "", "K", "i"]
    assert fields["axis_loops"] == [-1, -1, -1, 0]
    assert fields["loops"] == [(fields["spaces"].index("i"), 4, 7)]


def test_a_value_without_a_legality_cell_is_not_listed_and_an_empty_cell_is():
    builder = GraphBuilder()
    builder.add_value(5, None)
    builder.add_value(6, [])
    assert compute(builder.finish()).pass_of == {6: 0}


def test_any_iterable_of_roles_and_operands_will_do():
    builder = GraphBuilder()
    builder.add_value(np.uint64(2**64 - 1), iter(["LoopCarried"]))
    builder.add_value(3, ())
    builder.add_operands(np.int32(3), np.array([2**64 - 1], np.uint64))
    assert compute(builder.finish()).pass_of == {2**64 - 1: 0, 3: 1}


def test_edges_may_name_values_that_come_later_and_come_in_calls_in_any_order():
    builder = GraphBuilder()
    builder.add_operands(1, [2, 3])
    builder.add_value(3, [])
    builder.add_operands(2, [3])
    builder.add_value(1, [])
    builder.add_value(2, [])
    builder.add_operands(1, [2])
    fields = fslg_reader.read(builder.finish())
    assert fields["ids"] == [3, 1, 2]
    assert fields["operand_offsets"] == [0, 0, 3, 4]
    assert fields["operands"] == [2, 0, 2, 0]


def test_only_what_was_told_is_written():
    builder = GraphBuilder()
    builder.add_value(0, ["Reduction"])
    assert set(fslg_reader.read(builder.finish())) == {
        "value_count", "operand_offsets", "operands", "axis_offsets", "axis_roles"
    }  # fmt: skip


def test_loops_are_numbered_as_they_come():
    builder = GraphBuilder()
    assert [builder.add_loop("K", 0, 0), builder.add_loop("K", 1, 0), builder.add_loop("i", 0, 1)] == [0, 1, 2]


def test_spaces_may_be_numbers_of_the_callers_own():
    builder = GraphBuilder()
    builder.add_loop(40, 0, 0)
    builder.add_value(0, [("Reduction", 41, 0), ("LoopLocal", None, -1)])
    fields = fslg_reader.read(builder.finish())
    assert "spaces" not in fields
    assert fields["loops"] == [(40, 0, 0)]
    assert fields["axis_spaces"][0] == 41
    assert fields["axis_spaces"][1] not in (40, 41), "a space that is not told is none of the caller's"


def test_more_names_of_spaces_than_numbers_are_refused():
    builder = GraphBuilder()
    builder.add_value(0, [("LoopLocal", str(k), -1) for k in range(65536)])
    with pytest.raises(Error) as raised:
        builder.add_loop("one more", 0, 0)
    assert raised.value.status == Status.TOO_LARGE
    compute(builder.finish())


def with_names(count):
    builder = GraphBuilder()
    for k in range(count):
        builder.add_loop(str(k), 0, 0)
    return builder


@pytest.mark.parametrize(
    ("count", "call"),
    [
        (65536, lambda b: b.add_value(7, [("LoopCarried", "extra", -1)])),
        (65536, lambda b: b.add_value(7, ["LoopLocal", ("LoopLocal", "1", 1), ("LoopCarried", "extra", -1)])),
        (65535, lambda b: b.add_value(7, [("LoopLocal", "extra", -1), ("LoopCarried", "one more", -1)])),
        (65536, lambda b: b.add_loop("extra", 0, 0)),
    ],
)
def test_a_name_too_many_leaves_the_builder_as_it_was(count, call):
    builder = with_names(count)
    builder.add_value(5, [("LoopCarried", "0", -1)])
    before = builder.finish()
    with pytest.raises(Error) as raised:
        call(builder)
    assert raised.value.status == Status.TOO_LARGE
    assert builder.finish() == before
    builder.add_value(6, [("LoopLocal", "1", -1)])
    builder.add_operands(6, [5])
    assert compute(builder.finish()).pass_of == {5: 0, 6: 1}


def test_finish_needs_a_name_for_a_space_that_is_not_told_but_keeps_none():
    builder = with_names(65536)
    builder.add_value(5, [("LoopLocal", "0", -1)])
    builder.finish()
    builder.add_value(6, ["LoopLocal"])
    with pytest.raises(Error, match="65537 names of spaces") as raised:
        builder.finish()
    assert raised.value.status == Status.TOO_LARGE

    builder = with_names(65535)
    builder.add_value(5, [("LoopLocal", "0", -1), "LoopLocal"])
    builder.finish()
    builder.add_loop("", 0, 0)
    assert compute(builder.finish()).pass_of == {5: 0}


def test_a_loop_whose_space_is_not_told_goes_with_names_and_with_numbers():
    named, numbered = GraphBuilder(), GraphBuilder()
    for builder, space in ((named, "K"), (numbered, 40)):
        builder.add_loop(None, 0, 0)
        builder.add_value(0, [("Reduction", space, 0)])
        compute(builder.finish())
    fields = fslg_reader.read(named.finish())
    assert [fields["spaces"][space] for space, _, _ in fields["loops"]] == [""]
    fields = fslg_reader.read(numbered.finish())
    assert "spaces" not in fields
    assert fields["loops"][0][0] != 40


def test_a_number_beyond_the_names_is_told_by_compute():
    builder = GraphBuilder()
    builder.add_loop("K", 0, 0)
    builder.add_value(7, [("Reduction", 3, 0)])
    with pytest.raises(Error, match="value 7 has an axis of space 3") as raised:
        compute(builder.finish())
    assert (raised.value.status, raised.value.values) == (Status.MALFORMED_GRAPH, (7,))


def test_the_builder_goes_on_after_finish():
    builder = GraphBuilder()
    builder.add_value(1, ["LoopCarried"])
    first = builder.finish()
    builder.add_value(2, [])
    builder.add_operands(2, [1])
    assert compute(first).pass_of == {1: 0}
    assert compute(builder.finish()).pass_of == {1: 0, 2: 1}


def test_an_empty_builder_is_an_empty_graph():
    levels = compute(GraphBuilder().finish())
    assert (len(levels), levels.max_pass, levels.pass_of) == (0, 0, {})


def test_an_id_that_is_added_twice_is_refused_by_name():
    builder = GraphBuilder()
    builder.add_value(7, [])
    builder.add_value(8, [])
    builder.add_value(7, None)
    with pytest.raises(Error, match="value 7 was added twice") as raised:
        builder.finish()
    assert (raised.value.status, raised.value.values) == (Status.MALFORMED_GRAPH, (7,))


@pytest.mark.parametrize(("reader", "operand", "unknown"), [(7, 99, 99), (99, 7, 99)])
def test_an_edge_of_an_unknown_value_is_refused_with_both_ends(reader, operand, unknown):
    builder = GraphBuilder()
    builder.add_value(7, [])
    builder.add_operands(7, [])
    builder.add_operands(reader, [operand])
    with pytest.raises(Error, match=f"value {reader} reads {operand}: no value has the id {unknown}") as raised:
        builder.finish()
    assert (raised.value.status, raised.value.values) == (Status.MALFORMED_GRAPH, (reader, operand))


def test_a_loop_that_was_never_added_is_told_by_compute():
    builder = GraphBuilder()
    builder.add_value(7, [("Reduction", "K", 3)])
    with pytest.raises(Error) as raised:
        compute(builder.finish())
    assert (raised.value.status, raised.value.values) == (Status.MALFORMED_GRAPH, (7,))


@pytest.mark.parametrize("name", ["reduction", "", "Loop"])
def test_a_bad_role_name_is_a_value_error_that_names_it(name):
    with pytest.raises(ValueError, match=f"unknown role '{name}', expected one of LoopLocal, Reduction"):
        GraphBuilder().add_value(1, [name])


@pytest.mark.parametrize(
    "call",
    [
        lambda b: b.add_value("1", []),
        lambda b: b.add_value(1.0, []),
        lambda b: b.add_value(True, []),
        lambda b: b.add_value(1, "Reduction"),
        lambda b: b.add_value(1, 2),
        lambda b: b.add_value(1, [2]),
        lambda b: b.add_value(1, [None]),
        lambda b: b.add_value(1, [("Reduction", "K")]),
        lambda b: b.add_value(1, [("Reduction", 1.5, 0)]),
        lambda b: b.add_value(1, [("Reduction", "K", None)]),
        lambda b: b.add_operands(1, 2),
        lambda b: b.add_operands(1, ["2"]),
        lambda b: b.add_operands(None, [2]),
        lambda b: b.add_loop(b"K", 0, 0),
        lambda b: b.add_loop("K", "0", 0),
        lambda b: b.add_loop("K", 0, None),
    ],
)
def test_a_wrong_type_is_a_type_error_and_changes_nothing(call):
    builder = GraphBuilder()
    builder.add_value(5, ["LoopLocal"])
    before = builder.finish()
    with pytest.raises(TypeError):
        call(builder)
    assert builder.finish() == before


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda b: b.add_value(7, 5), "the roles of value 7: expected a list of roles or None, not int: 5"),
        (lambda b: b.add_operands(7, 5), "operands: expected a list of ids, not int: 5"),
    ],
)
def test_a_wrong_type_is_told_with_its_argument(call, told):
    with pytest.raises(TypeError, match=told):
        call(GraphBuilder())


def test_what_an_iterator_of_the_caller_raises_is_the_callers():
    def roles():
        yield "LoopLocal"
        raise TypeError("the caller's own")

    with pytest.raises(TypeError, match=r"^the caller's own$"):
        GraphBuilder().add_value(1, roles())


@pytest.mark.parametrize(
    "call",
    [
        lambda b: b.add_value(-1, []),
        lambda b: b.add_value(2**64, []),
        lambda b: b.add_value(1, ["LoopLocal", "None"]),
        lambda b: b.add_value(1, [("LoopLocal", "i", 0), ("Reduction", 70000, 0)]),
        lambda b: b.add_value(1, ["LoopLocal", ("Reduction", "K", 2**31)]),
        lambda b: b.add_operands(5, [5, 2**64]),
        lambda b: b.add_loop("K", 2**31, 0),
        lambda b: b.add_loop("K", 0, -1),
        lambda b: b.add_loop(-1, 0, 0),
        lambda b: b.add_loop("\ud800", 0, 0),
    ],
)
def test_a_number_that_does_not_fit_is_a_value_error_and_changes_nothing(call):
    builder = GraphBuilder()
    builder.add_value(5, ["LoopLocal"])
    before = builder.finish()
    with pytest.raises(ValueError, match=r"is outside|unknown role|surrogates"):
        call(builder)
    assert builder.finish() == before


def test_a_role_is_an_integer_for_columns():
    assert np.array(list(forcedsplit.Role), np.uint8).tolist() == [0, 1, 2, 3]
