"""Levels: the mapping, the sets, and numpy views that own what they show."""

import copy
import gc
import pickle
import weakref
from collections.abc import Mapping

import numpy as np
import pytest
from forcedsplit import GraphBuilder, compute, graph_from_arrays
from forcedsplit._handle import Handle


@pytest.fixture
def levels():
    builder = GraphBuilder()
    builder.add_value(70, ["LoopCarried"])
    builder.add_value(30, ["Reduction"])
    builder.add_value(50, None)
    builder.add_value(10, [])
    builder.add_operands(30, [70])
    builder.add_operands(10, [30, 50])
    return compute(builder.finish(), inside=lambda *_: True)


@pytest.fixture
def dense():
    """A graph without ids."""
    return compute(graph_from_arrays(3, operand_offsets=[0, 0, 1, 1], operands=[0], axis_offsets=[0, 1, 1, 1],
                                     axis_roles=[2], unclassified=[2]))  # fmt: skip


def test_pass_of_is_a_mapping_of_the_listed_values(levels):
    passes = levels.pass_of
    assert isinstance(passes, Mapping)
    assert list(passes) == list(passes.keys()) == [70, 30, 10]
    assert list(passes.values()) == [0, 1, 2]
    assert list(passes.items()) == [(70, 0), (30, 1), (10, 2)]
    assert len(passes) == 3
    assert passes == {10: 2, 30: 1, 70: 0}
    assert passes != {10: 2, 30: 1}
    assert {**passes} == {10: 2, 30: 1, 70: 0}
    assert (30, 1) in passes.items()
    assert passes[30] == passes[np.uint64(30)] == passes.get(30) == 1


@pytest.mark.parametrize("key", [50, 31, 0, -1, 2**64, 2**64 + 70, "70", None, 1.5])
def test_what_is_not_listed_is_not_in_pass_of(levels, key):
    assert key not in levels.pass_of
    assert levels.pass_of.get(key) is None
    with pytest.raises(KeyError):
        _ = levels.pass_of[key]


def test_positions_are_ids_where_the_graph_has_none(dense):
    assert dense.pass_of == {0: 0, 1: 1}
    assert 2 not in dense.pass_of
    assert 3 not in dense.pass_of
    assert dense.ids.tolist() == [0, 1, 2]
    assert dense.carried == dense.pinned == {0}


def test_keys_and_sets_are_python_ints(levels, dense):
    for some in (levels, dense):
        numbers = [*some.pass_of, *some.pass_of.values(), *some.carried, *some.pinned, some.max_pass]
        assert {type(number) for number in numbers} == {int}


def test_pass_is_0_where_nothing_is_listed(levels):
    assert [levels.pass_(id) for id in (70, 30, 10)] == [0, 1, 2]
    assert [levels.pass_(id) for id in (50, 31, -1, 2**64, 2**64 + 10)] == [0] * 5
    assert levels.pass_(np.uint64(10)) == 2
    with pytest.raises(TypeError):
        levels.pass_("10")


def test_sets_are_frozen_and_made_once(levels):
    assert (levels.carried, levels.pinned) == (frozenset({70}), frozenset({70, 30}))
    assert levels.carried is levels.carried
    assert levels.pass_of is levels.pass_of
    assert isinstance(levels.pinned, frozenset)


def test_arrays_have_their_types_and_lie_by_position(levels):
    assert (levels.ids.dtype, levels.passes.dtype, levels.flags.dtype) == (np.uint64, np.int32, np.uint8)
    assert levels.ids.tolist() == [70, 30, 50, 10]
    assert levels.passes.tolist() == [0, 1, -1, 2]
    assert levels.flags.tolist() == [3, 2, 0, 0]
    assert len(levels) == 4


@pytest.mark.parametrize("column", ["ids", "passes", "flags"])
def test_arrays_cannot_be_written(levels, dense, column):
    for array in (getattr(levels, column), getattr(dense, column)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        getattr(levels, column).flags.writeable = True


def test_attributes_cannot_be_set(levels):
    for name in ("max_pass", "passes", "flags"):
        with pytest.raises(AttributeError):
            setattr(levels, name, 0)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_levels_are_not_copied_and_say_what_can_be(levels, copied):
    """A second owner of the same memory would release it a second time."""
    for owner in (levels, levels._handle):
        with pytest.raises(TypeError, match=r"hold memory of the library.*levels\.pass_of"):
            copied(owner)
    assert levels.passes.tolist() == [0, 1, -1, 2]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda whole: pickle.loads(pickle.dumps(whole))])
def test_what_levels_give_can_be_copied(levels, dense, copied):
    for some in (levels, dense):
        for column in (some.ids, some.passes, some.flags):
            assert copied(column).tolist() == column.tolist()
        assert copied(some.pass_of) == some.pass_of
        assert (copied(some.carried), copied(some.pinned)) == (some.carried, some.pinned)


def test_shown_for_people(levels):
    assert repr(levels) == "<forcedsplit.Levels: 4 values, max_pass 2>"
    assert repr(levels.pass_of) == "PassOf({70: 0, 30: 1, 10: 2})"
    many = compute(graph_from_arrays(1000, operand_offsets=np.zeros(1001, int), axis_offsets=np.zeros(1001, int)))
    assert repr(many.pass_of) == "PassOf({0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, ... (1000 in all)})"


def test_an_empty_graph_has_empty_arrays():
    levels = compute(graph_from_arrays(0))
    for array, dtype in ((levels.ids, np.uint64), (levels.passes, np.int32), (levels.flags, np.uint8)):
        assert (array.shape, array.dtype, array.flags.writeable) == ((0,), dtype, False)
    assert (levels.carried, levels.pinned, dict(levels.pass_of)) == (frozenset(), frozenset(), {})


def large(seed):
    """Levels of a graph whose results take pages of their own, which a premature release would give back."""
    count = 300_000
    ids = np.arange(count, dtype=np.uint64) * 7 + seed
    return compute(graph_from_arrays(ids=ids, operand_offsets=np.r_[0, np.arange(count)], operands=np.arange(count - 1),
                                     axis_offsets=np.arange(count + 1), axis_roles=np.full(count, 2)))  # fmt: skip


@pytest.mark.parametrize("column", ["ids", "passes", "flags"])
def test_views_of_views_outlive_the_levels(column):
    view = getattr(large(1), column)[10:-10:2].view()
    expected = {"ids": 7 * np.arange(10, 299_990, 2) + 1, "passes": np.arange(10, 299_990, 2), "flags": 3}[column]
    gc.collect()
    for seed in range(3):
        large(seed)
    assert np.all(view == expected)


def test_pass_of_outlives_the_levels():
    passes = large(3).pass_of
    gc.collect()
    large(4)
    assert passes[7 * 123_456 + 3] == 123_456


def test_the_result_is_destroyed_with_the_last_that_shows_it(levels, monkeypatch):
    destroyed = []

    def watched(handle):
        destroyed.append(handle.library.fsl_levels_destroy(handle.token))
        handle.token = None

    monkeypatch.setattr(Handle, "__del__", watched)
    gc.disable()
    try:
        own = compute(graph_from_arrays(2, operand_offsets=[0, 0, 0], axis_offsets=[0, 0, 0]))
        view = own.passes[1:]
        gone = weakref.ref(own)
        del own
        assert gone() is None
        assert destroyed == []
        del view
        assert destroyed == [0]
    finally:
        gc.enable()
