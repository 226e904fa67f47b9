"""The host's predicate: what it is given, what it may answer, and how what it raises comes back (HAZARDS: ctypes)."""

import contextlib
import gc
import traceback
import weakref

import forcedsplit
import numpy as np
import pytest
from forcedsplit import GraphBuilder, compute, graph_from_arrays


class HostError(Exception):
    """An exception that only these tests know."""


def raiser(failure):
    def predicate(readers, sources):
        raise failure

    return predicate


@pytest.mark.parametrize(
    "failure", [HostError("x"), KeyboardInterrupt(), SystemExit(3), GeneratorExit(), MemoryError()]
)
def test_what_the_predicate_raises_arrives_as_the_same_object(asking, form, failure, capfd):
    with pytest.raises(type(failure)) as raised:
        compute(asking, **{form: raiser(failure)})
    assert raised.value is failure
    assert "predicate" in [frame.name for frame in traceback.extract_tb(failure.__traceback__)]
    assert capfd.readouterr() == ("", "")


def test_an_error_of_the_library_inside_the_predicate_arrives_too(asking, form):
    def predicate(*_):
        compute(b"no graph")

    with pytest.raises(forcedsplit.Error) as raised:
        compute(asking, **{form: predicate})
    assert raised.value.status == forcedsplit.Status.MALFORMED_GRAPH


def test_after_an_exception_nothing_more_is_asked_and_the_next_computation_works(asking):
    asked = []

    def inside(reader, source):
        asked.append((reader, source))
        raise HostError

    with pytest.raises(HostError):
        compute(asking, inside)
    assert asked == [(2, 1)]
    assert compute(asking, lambda *_: True).pass_of == {1: 0, 2: 1, 3: 1}


def test_the_exception_has_no_context_that_is_not_the_hosts(asking, form):
    failure = HostError()
    with pytest.raises(HostError):
        compute(asking, **{form: raiser(failure)})
    assert failure.__context__ is None
    assert failure.__cause__ is None


def test_nothing_is_kept_after_the_call(asking, form):
    class Scheduler:
        def answer(self, *_):
            raise HostError

        def agree(self, readers, _sources):
            return np.ones(len(readers), bool) if form == "inside_batch" else True

    gc.disable()
    try:
        scheduler = Scheduler()
        kept = weakref.ref(scheduler)
        compute(asking, **{form: scheduler.agree})
        with contextlib.suppress(HostError):
            compute(asking, **{form: scheduler.answer})
        del scheduler
        assert kept() is None
    finally:
        gc.enable()


def test_the_two_forms_are_positional_in_this_order(asking):
    assert compute(asking, lambda reader, source: reader == 2).pass_of == {1: 0, 2: 1, 3: 0}
    assert compute(asking, None, lambda readers, sources: readers == 3).pass_of == {1: 0, 2: 0, 3: 1}


def test_both_forms_at_once_are_a_type_error(asking):
    with pytest.raises(TypeError, match="only one of them"):
        compute(asking, inside=lambda *_: True, inside_batch=lambda readers, _: readers > 0)


def test_a_predicate_that_cannot_be_called_is_a_type_error(asking, form):
    with pytest.raises(TypeError, match=f"{form} must be callable, not int"):
        compute(asking, **{form: 5})


@pytest.mark.parametrize("answer", [np.True_, True])
def test_inside_may_answer_with_pythons_or_numpys_bool(asking, answer):
    assert compute(asking, inside=lambda *_: answer).pass_of == {1: 0, 2: 1, 3: 1}


def test_inside_gets_python_ints():
    builder = GraphBuilder()
    builder.add_value(2**64 - 1, ["Reduction"])
    builder.add_value(2**63, [])
    builder.add_operands(2**63, [2**64 - 1])
    asked = []
    compute(builder.finish(), inside=lambda *question: bool(asked.append(question)))
    assert asked == [(2**63, 2**64 - 1)]
    assert [type(id) for id in asked[0]] == [int, int]


@pytest.mark.parametrize("answer", [None, 1, 0, "yes", 1.0, np.int8(1), np.array([True])])
def test_any_other_answer_of_inside_is_a_type_error_that_names_it(asking, answer):
    with pytest.raises(TypeError) as raised:
        compute(asking, inside=lambda *_: answer)
    assert str(raised.value) == f"inside(2, 1) must return a bool, not {type(answer).__name__}: {answer!r}"


def test_inside_batch_gets_all_questions_at_once_as_uint64(asking):
    calls = []

    def inside_batch(readers, sources):
        calls.append((readers, sources))
        return np.zeros(len(readers), bool)

    compute(asking, inside_batch=inside_batch)
    ((readers, sources),) = calls
    assert (readers.dtype, sources.dtype) == (np.uint64, np.uint64)
    assert (readers.tolist(), sources.tolist()) == ([2, 3], [1, 1])


def test_inside_batch_is_not_called_without_questions():
    assert compute(graph_from_arrays(2, operand_offsets=[0, 0, 1], operands=[0], axis_offsets=[0, 0, 0]),
                   inside_batch=raiser(HostError())).pass_of == {0: 0, 1: 0}  # fmt: skip


def test_the_questions_are_the_hosts_own_to_keep_and_change():
    count = 100_000
    graph = graph_from_arrays(
        operand_offsets=np.r_[0, np.arange(count)],
        operands=np.arange(count - 1),
        axis_offsets=np.arange(count + 1),
        axis_roles=np.ones(count, np.uint8),
    )
    kept = []

    def inside_batch(readers, sources):
        kept.append((readers, sources))
        return readers % 2 == 0

    first = compute(graph, inside_batch=inside_batch)
    assert compute(graph, inside_batch=inside_batch).max_pass == first.max_pass
    for readers, sources in kept:
        assert np.array_equal(readers, np.arange(1, count))
        assert np.array_equal(sources, np.arange(count - 1))
        readers += 1


@pytest.mark.parametrize(
    "answer", [[True, False], (True, False), np.array([5, True, 7, False], object)[1::2].astype(bool)]
)
def test_inside_batch_may_answer_with_anything_that_is_a_bool_array(asking, answer):
    assert compute(asking, inside_batch=lambda *_: answer).pass_of == {1: 0, 2: 1, 3: 0}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (None, "NoneType"),
        (np.array([1, 0]), "int64"),
        (np.array([1.0, 0.0]), "float64"),
        (np.array([True, None]), "object"),
        ([1, 0], "list"),
        ("no", "str"),
        (iter([True, False]), "list_iterator"),
    ],
)
def test_another_type_of_answer_is_a_type_error_that_says_what_was_expected(asking, answer, told):
    with pytest.raises(TypeError) as raised:
        compute(asking, inside_batch=lambda *_: answer)
    assert str(raised.value) == f"inside_batch must return a bool array of length 2, not {told}"


@pytest.mark.parametrize("shape", [(0,), (1,), (3,), (), (2, 1), (1, 2)])
def test_another_length_of_answer_is_a_value_error_that_says_what_was_expected(asking, shape):
    with pytest.raises(ValueError, match="a bool array of length 2, not of shape") as raised:
        compute(asking, inside_batch=lambda *_: np.ones(shape, bool))
    assert str(raised.value).endswith(str(shape))


def test_a_predicate_may_compute_and_raise_on_two_levels(asking, form):
    def outer(readers, _sources):
        with pytest.raises(HostError):
            compute(asking, **{form: raiser(HostError())})
        inner = compute(asking, inside=lambda *_: True)
        return inner.passes[1:] == 1 if form == "inside_batch" else bool(inner.pass_(readers) == 1)

    assert compute(asking, **{form: outer}).pass_of == {1: 0, 2: 1, 3: 1}
