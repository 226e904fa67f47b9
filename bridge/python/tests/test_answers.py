"""Answers about a graph, worked out by hand; and how every call behaves: errors, predicates, processes, memory."""

import contextlib
import ctypes
import gc
import json
import pickle
import signal
import sys
from dataclasses import FrozenInstanceError, fields, is_dataclass

import forcedsplit
import numpy as np
import pytest
from conftest import Recorder
from forcedsplit import (
    Boundary,
    Conflict,
    Difference,
    Error,
    GraphBuilder,
    Link,
    Materialized,
    Nest,
    Stage,
    Status,
    Violation,
    answers,
    compute,
    dot,
    explain,
    explain_pass,
    graph_from_arrays,
    graph_from_json,
    page,
    split_report,
    stats,
    verify,
)
from test_processes import run

INSIDE = "reduction, inside the loop"


def role(name, loop):
    return {"role": name, "space": "K", "loop": loop}


# Nest 0 is loop 0, nest 1 is loop 1. 2 sums over loop 0, and 3 in the same nest needs the sum, and 1 once more; 8 goes
# along with its only reader. 5, in the other nest, needs all of 6, and 4, which 7 holds back in pass 0.
STORY = {
    "loops": [{"space": "K", "slot": 0, "nest": 0}, {"space": "K", "slot": 0, "nest": 1}],
    "values": [
        {"id": 1, "name": "amplitudes", "roles": [role("LoopLocal", 0)], "bytes": 80},
        {"id": 2, "name": "Σ t", "roles": [role("Reduction", 0)], "bytes": 8},
        {"id": 3, "name": "residual", "roles": [role("LoopLocal", 0)], "bytes": 80},
        {"id": 4, "name": "integrals", "roles": [role("LoopLocal", 0)], "bytes": 800},
        {"id": 5, "name": "density", "roles": [role("LoopLocal", 1)], "bytes": 8000},
        {"id": 6, "name": "fock", "roles": [role("LoopCarried", -1)], "bytes": 1},
        {"id": 7, "name": "trace", "roles": [], "bytes": 1},
        {"id": 8, "name": "shift", "roles": [], "bytes": 1},
    ],
    "edges": [[2, 1], [3, 2], [3, 1], [3, 8], [5, 4], [5, 6], [7, 4]],
}
PASSES = {1: 0, 2: 0, 3: 1, 4: 0, 5: 1, 6: 0, 7: 0, 8: 1}


@pytest.fixture
def story():
    return graph_from_json(json.dumps(STORY))


# Every call, on a graph with the values 1, 2 and 3.
CALLS = {
    "explain": lambda graph, *p, **q: explain(graph, 2, *p, **q),
    "explain_pass": lambda graph, *p, **q: explain_pass(graph, 0, *p, **q),
    "verify": lambda graph, *p, **q: verify(graph, [0, 1, 1], *p, **q),
    "verify a mapping": lambda graph, *p, **q: verify(graph, {1: 0, 2: 1, 3: 1}, *p, **q),
    "split_report": split_report,
    "stats": stats,
    "dot": dot,
    "page": page,
}
ASKING = [name for name in CALLS if name != "split_report"]  # which needs loop facts whoever is asked


@pytest.fixture(params=ASKING)
def question(request):
    return CALLS[request.param]


@pytest.fixture(params=CALLS)
def any_question(request):
    return CALLS[request.param]


def plain(it):
    """An answer as its JSON has it."""
    if is_dataclass(it):
        return {f.name.rstrip("_"): plain(getattr(it, f.name)) for f in fields(it) if not is_beside_json(f.name)}
    if hasattr(it, "_fields"):
        return {name.rstrip("_"): plain(value) for name, value in zip(it._fields, it)}
    return [plain(item) for item in it] if isinstance(it, tuple) else it


def is_beside_json(name):
    return name == "json" or name.endswith("_ns")


def checked(answer):
    """An answer as its JSON has it, which says the same: the same keys in the same order, without spaces."""
    assert json.dumps(plain(answer), separators=(",", ":"), ensure_ascii=False) == answer.json
    return plain(answer)


def test_an_explanation_gives_the_chain_and_the_lift(story):
    assert checked(explain(story, 3)) == {
        "value": 3,
        "listed": True,
        "pass": 1,
        "level": 1,
        "chain": [{"reader": 3, "operand": 2, "reason": INSIDE}],
        "lift": "none",
        "by": None,
    }
    assert explain(story, 5).chain == (Link(5, 6, "carried"),)
    lifted, held = explain(story, 8), explain(story, 2)
    assert (lifted.pass_, lifted.level, lifted.chain, lifted.lift, lifted.by) == (1, 0, (), "lifted", 3)
    assert (held.pass_, held.level, held.chain, held.lift, held.by) == (0, 0, (), "held", 3)


def test_a_chain_begins_at_level_0_and_is_as_short_as_can_be():
    builder = GraphBuilder()
    for id, cell in ((1, []), (2, ["LoopCarried"]), (3, []), (4, ["LoopCarried"]), (5, None), (6, [])):
        builder.add_value(id, cell)
    for reader, operands in ((2, [1]), (3, [2]), (4, [3, 2]), (5, [4]), (6, [5, 1])):
        builder.add_operands(reader, operands)
    graph = builder.finish()
    assert explain(graph, 6).chain == (Link(4, 2, "carried"), Link(5, 4, "carried"), Link(6, 5, "plain"))
    unlisted = explain(graph, 5)
    assert (unlisted.listed, unlisted.pass_, unlisted.level) == (False, 2, 2)


def test_a_pass_is_explained_by_what_first_forces_it(story):
    assert explain_pass(story, 0) == explain(story, 1)
    assert explain_pass(story, 1) == explain(story, 3)


def test_a_predicate_wins_over_loop_facts(story):
    assert explain(story, 3, inside=lambda *_: False).level == 0
    assert explain(story, 3, inside_batch=lambda readers, _: readers == 3).level == 1


def test_the_right_passes_are_the_assignment(story):
    assert checked(verify(story, PASSES)) == {"legal": True, "assignment": True, "violations": [], "differing": []}


def test_other_passes_may_be_legal(story):
    verdict = verify(story, {**PASSES, 8: 0})
    assert (verdict.legal, verdict.assignment) == (True, False)
    assert (verdict.violations, verdict.differing) == ((), (Difference(8, 0, 1),))


def test_violations_are_told_with_reason_and_passes(story):
    verdict = verify(story, {**PASSES, 3: 0})
    assert (verdict.legal, verdict.assignment) == (False, False)
    assert verdict.violations == (Violation(3, 2, INSIDE, 0, 0), Violation(3, 8, "plain", 0, 1))
    assert checked(verdict)["differing"] == [{"value": 3, "given": 0, "expected": 1}]


@pytest.mark.parametrize(
    "given",
    [
        [0, 1],
        (0, 1),
        np.array([0, 1]),
        np.array([0, 9, 1, 9], np.uint8)[::2],
        range(2),
        [np.int16(0), 1],
        {7: 0, 9: 1},
        {np.uint64(9): np.int8(1), 7: 0},
    ],
)
def test_passes_may_be_given_in_any_form(given):
    builder = GraphBuilder()
    builder.add_value(7, ["LoopCarried"])
    builder.add_value(9, [])
    builder.add_operands(9, [7])
    graph = builder.finish()
    assert verify(graph, given).assignment
    wrong = {**given, 7: 1} if isinstance(given, dict) else [1, given[1]]
    assert verify(graph, wrong).violations == (Violation(9, 7, "carried", 1, 1),)


@pytest.mark.parametrize("given", [[0, 5, 1], {0: 0, 2: 1}, {0: 0, 1: -7, 2: 1}, [0, -1, 1]])
def test_a_value_without_a_cell_takes_the_least_pass_whatever_is_given(given):
    graph = graph_from_arrays(
        operand_offsets=[0, 0, 1, 2], operands=[0, 1], axis_offsets=[0, 1, 1, 1], axis_roles=[2], unclassified=[1]
    )
    assert verify(graph, given).assignment
    assert verify(graph, [0, 0, 0]).violations == (Violation(2, 1, "plain", 0, 1),)


def test_levels_are_passes_by_id(story):
    levels = compute(story)
    shuffled = graph_from_json(json.dumps({**STORY, "values": STORY["values"][::-1]}))
    for graph in (story, shuffled):
        for given in (levels, levels.pass_of, dict(levels.pass_of)):
            assert verify(graph, given).assignment
    assert verify(story, levels.passes).assignment
    assert not verify(shuffled, levels.passes).assignment


def test_no_values_are_verified_too():
    graph = graph_from_arrays(0)
    for given in ([], {}, compute(graph)):
        assert checked(verify(graph, given))["assignment"]
    with pytest.raises(ValueError, match="no value 7"):
        verify(graph, {7: 0})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({1: 0, 2: 0}, "nothing is given for value 3"),
        ({**PASSES, 9: 0}, "no value 9$"),
        ({**PASSES, 0: 0}, "no value 0$"),
        ({**PASSES, 2**64 - 1: 0}, f"no value {2**64 - 1}$"),
        ({**PASSES, -1: 0}, "an id in passes: -1 is outside"),
        ({**PASSES, 2**64: 0}, f"an id in passes: {2**64} is outside"),
        ({**PASSES, 2: 2**31}, rf"passes\[2\]: {2**31} is outside"),
        ([0, 0, 2**31], rf"passes\[2\]: {2**31} is outside"),
        (np.array([0, -(2**31) - 1]), r"passes\[1\]: -2147483649 is outside"),
        (np.zeros((2, 4), int), "passes: expected one dimension, not 2"),
    ],
)
def test_passes_that_do_not_fit_are_a_value_error_that_names_the_culprit(story, given, told):
    with pytest.raises(ValueError, match=told):
        verify(story, given)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({**PASSES, "2": 0}, "an id in passes: expected an integer, not str: '2'"),
        ({**PASSES, 2: None}, r"passes\[2\]: expected an integer, not NoneType"),
        ({**PASSES, 2: True}, r"passes\[2\]: expected an integer, not bool"),
        ([0, 0.5], r"passes\[1\]: expected an integer, not float"),
        (np.zeros(8), "passes: expected integers, not float64"),
        (set(PASSES), "passes: expected an array or a sequence, not set"),
        (None, "passes: expected an array or a sequence, not NoneType"),
    ],
)
def test_passes_that_are_none_are_a_type_error_that_names_the_culprit(story, given, told):
    with pytest.raises(TypeError, match=told):
        verify(story, given)


@pytest.mark.parametrize(("given", "values"), [([0] * 7, ()), ([0] * 9, ()), ([], ()), ([0, 0, -1] + [0] * 5, (3,))])
def test_passes_of_another_graph_are_an_invalid_argument(story, given, values):
    with pytest.raises(Error) as raised:
        verify(story, given)
    assert (raised.value.status, raised.value.values) == (Status.INVALID_ARGUMENT, values)


def test_the_split_is_reported(story):
    report = split_report(story)
    assert report.nests == (Nest(0, (Stage(0, (2,)), Stage(1, (3,)))), Nest(1, (Stage(1, (5,)),)))
    assert report.materialized == (Materialized(1, 0, 0, 80, (3,)),)
    assert report.conflicts == (Conflict(4, 0, 0, (5,)),)
    assert report.boundaries == (Boundary(0, 1, 80),)
    checked(report)


def test_without_sizes_the_split_has_none():
    values = [{key: value[key] for key in ("id", "roles")} for value in STORY["values"]]
    report = split_report(graph_from_json(json.dumps({**STORY, "values": values})))
    assert report.materialized == (Materialized(1, 0, 0, None, (3,)),)
    assert report.boundaries is None
    checked(report)


def test_a_split_needs_loop_facts_whoever_answers(asking):
    with pytest.raises(Error) as raised:
        split_report(asking, inside=lambda *_: True)
    assert raised.value.status == Status.INVALID_ARGUMENT


def test_sizes_of_more_than_64_bits_are_too_large():
    values = [{**value, "bytes": 2**63} for value in STORY["values"]]
    graph = {**STORY, "values": [*values, {"id": 9, "roles": [role("LoopLocal", 0)], "bytes": 2**63}]}
    graph["edges"] = [*STORY["edges"], [2, 9], [3, 9]]  # 9 is materialized as 1 is
    with pytest.raises(Error) as raised:
        split_report(graph_from_json(json.dumps(graph)))
    assert raised.value.status == Status.TOO_LARGE


def test_counts_and_times_are_told(story):
    found = stats(story)
    assert checked(found) == {
        "values": 8,
        "edges": 7,
        "questions": 1,
        "yes": 1,
        "longest_chain": 2,
        "lifted": 1,
        "pinned": 2,
        "values_per_pass": [5, 3],
    }
    assert min(found.decode_ns, found.ask_ns, found.sweep_ns) >= 0
    assert stats(story) == found, "times do not count"


def test_the_time_of_the_predicate_is_the_hosts_own(asking):
    def sleeps(*_):
        ctypes.CDLL(None).usleep(20_000)
        return True

    found = stats(asking, inside=sleeps)
    assert found.ask_ns > 2 * 20_000_000 > found.decode_ns + found.sweep_ns


@pytest.mark.parametrize("draw", [dot, page])
def test_a_picture_is_text_with_the_names_of_values(story, draw):
    text = draw(story)
    assert type(text) is str
    assert "\0" not in text
    assert all(value["name"] in text for value in STORY["values"])
    assert draw(story) == text
    assert draw(story, inside=lambda *_: False) != text


def test_the_two_pictures_are_what_they_are_called(story):
    assert dot(story).lstrip().startswith("digraph")
    assert dot(story).rstrip().endswith("}")
    assert page(story).lower().startswith("<!doctype html>")
    assert page(story).rstrip().endswith("</html>")


def test_ids_of_64_bits_arrive_whole():
    builder = GraphBuilder()
    builder.add_value(2**64 - 1, ["LoopCarried"])
    builder.add_value(2**63, [])
    builder.add_operands(2**63, [2**64 - 1])
    graph = builder.finish()
    explanation = explain(graph, np.uint64(2**63))
    assert explanation.chain == (Link(2**63, 2**64 - 1, "carried"),)
    assert {type(id) for id in (explanation.value, *explanation.chain[0][:2])} == {int}
    assert verify(graph, {2**63: 0, 2**64 - 1: 0}).violations == (Violation(2**63, 2**64 - 1, "carried", 0, 0),)
    checked(explanation)


def carried_chain(count):
    """A graph of `count` values in as many passes."""
    return graph_from_arrays(
        operand_offsets=np.r_[0, np.arange(count)],
        operands=np.arange(count - 1),
        axis_offsets=np.arange(count + 1),
        axis_roles=np.full(count, 2),
    )


def test_a_graph_within_its_budget_is_computed():
    for budget in (None, 6, 7, np.int64(6), 2**31, 2**64 - 1):
        assert compute(carried_chain(6), max_passes=budget).max_pass == 5
    assert compute(graph_from_arrays(0), max_passes=1).max_pass == 0


@pytest.mark.parametrize("budget", [1, 3, 5])
def test_beyond_the_budget_is_an_error_with_the_chain(budget):
    with pytest.raises(Error) as raised:
        compute(carried_chain(6), max_passes=budget)
    assert raised.value.status == Status.TOO_MANY_PASSES
    assert raised.value.values == tuple(range(budget + 1))


def test_the_budget_is_measured_after_everything_is_asked(asking, form):
    recorder = Recorder(lambda *_: True)
    with pytest.raises(Error) as raised:
        compute(asking, **recorder.as_keyword(form), max_passes=1)
    assert (raised.value.status, raised.value.values) == (Status.TOO_MANY_PASSES, (1, 2))
    assert recorder.asked == [(2, 1), (3, 1)]


def test_a_budget_that_is_none_is_refused(asking):
    for budget in (0, -1, 2**64):
        with pytest.raises(ValueError, match=f"max_passes: {budget} "):
            compute(asking, max_passes=budget)
    for budget in (1.0, "1", True):
        with pytest.raises(TypeError, match="max_passes: expected an integer"):
            compute(asking, max_passes=budget)


def test_what_the_graph_does_not_have_is_an_invalid_argument(story):
    for id in (0, 9, 2**64 - 1):
        with pytest.raises(Error, match=str(id)) as raised:
            explain(story, id)
        assert (raised.value.status, raised.value.values) == (Status.INVALID_ARGUMENT, (id,))
    for number in (-1, 2, 2**31 - 1):
        with pytest.raises(Error, match=str(number)) as raised:
            explain_pass(story, number)
        assert raised.value.status == Status.INVALID_ARGUMENT


def test_numbers_that_are_none_are_refused(story):
    for call, name, low, high in ((explain, "value", -1, 2**64), (explain_pass, "pass_", -(2**31) - 1, 2**31)):
        for number in (low, high):
            with pytest.raises(ValueError, match=f"{name}: {number} is outside"):
                call(story, number)
        for number in ("3", 3.0, None, True):
            with pytest.raises(TypeError, match=f"{name}: expected an integer"):
                call(story, number)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"axis_roles": [9]}, Status.MALFORMED_GRAPH),
        ({"operand_offsets": [0, 1, 2, 2], "operands": [1, 0]}, Status.CYCLE),
        ({}, Status.PREDICATE_REQUIRED),
    ],
)
def test_a_faulty_graph_is_the_same_error_as_from_compute(any_question, change, status):
    columns = {"ids": [1, 2, 3], "operand_offsets": [0, 0, 1, 1], "operands": [0]}
    graph = graph_from_arrays(**{**columns, "axis_offsets": [0, 1, 1, 1], "axis_roles": [1], **change})
    with pytest.raises(Error) as expected:
        compute(graph)
    with pytest.raises(Error) as raised:
        any_question(graph)
    assert raised.value.args == expected.value.args
    assert raised.value.status == status


def test_a_graph_is_a_contiguous_buffer(any_question):
    with pytest.raises(TypeError, match="a graph is an object with the buffer protocol"):
        any_question("graph")
    with pytest.raises(BufferError, match="not contiguous"):
        any_question(np.zeros(16, np.uint8)[::2])


def test_any_buffer_will_do(asking, question):
    answer = question(asking, inside=lambda *_: True)
    for graph in (bytearray(asking), np.frombuffer(asking, np.uint8), memoryview(b"." + asking)[1:]):
        assert question(graph, inside=lambda *_: True) == answer


def test_each_question_is_asked_once_in_order(asking, question, form):
    recorder = Recorder(lambda *_: True)
    question(asking, **recorder.as_keyword(form))
    assert recorder.asked == [(2, 1), (3, 1)]


def test_both_forms_are_positional_and_mean_the_same(asking, question):
    answer = question(asking, lambda reader, source: reader == 2)
    assert question(asking, None, lambda readers, sources: readers == 2) == answer


def test_the_predicate_is_looked_at_as_in_compute(asking, any_question, form):
    with pytest.raises(TypeError, match="only one of them"):
        any_question(asking, inside=lambda *_: True, inside_batch=lambda readers, _: readers > 0)
    with pytest.raises(TypeError, match=f"{form} must be callable, not int"):
        any_question(asking, **{form: 5})


@pytest.mark.parametrize("failure", [ZeroDivisionError("x"), KeyboardInterrupt(), SystemExit(3), GeneratorExit()])
def test_what_the_predicate_raises_arrives_as_the_same_object(asking, question, form, failure, capfd):
    def predicate(*_):
        raise failure

    with pytest.raises(type(failure)) as raised:
        question(asking, **{form: predicate})
    assert raised.value is failure
    assert capfd.readouterr() == ("", "")
    assert question(asking, inside=lambda *_: True) == question(asking, inside=lambda *_: True)


def test_another_answer_of_the_predicate_is_a_type_error(asking, question):
    with pytest.raises(TypeError, match=r"inside\(2, 1\) must return a bool"):
        question(asking, inside=lambda *_: 1)


def test_a_predicate_may_ask_on(asking, question):
    def nested(reader, source):
        return explain(asking, reader, inside=lambda *_: True).level == 1

    assert question(asking, inside=nested) == question(asking, inside=lambda *_: True)


def test_an_interrupt_in_the_predicate_is_raised(asking, question, form):
    def predicate(*_):
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        question(asking, **{form: predicate})


@pytest.mark.skipif(sys.version_info < (3, 11), reason="before, Python ran handlers at nearly every instruction")
def test_signals_at_any_moment_raise_and_print_nothing():
    """Whether the library works, the answer is being read, or released: nothing is lost, and nothing crashes."""
    out = run("""
        import signal
        class Alarm(Exception): pass
        def handler(*_): raise Alarm
        signal.signal(signal.SIGALRM, handler)
        count = 300
        chain = forcedsplit.graph_from_arrays(
            operand_offsets=[0, *range(count)], operands=range(count - 1),
            axis_offsets=range(count + 1), axis_roles=[1] * count)
        yes = {"inside_batch": lambda readers, _: readers > 0}
        alarms = 0
        for k in range(300):
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + k % 60 * 1e-4)
                while True:
                    forcedsplit.verify(chain, [0] * count, **yes)
                    forcedsplit.explain(chain, count - 1, **yes)
                    forcedsplit.stats(chain, **yes)
                    forcedsplit.page(chain, **yes)
            except Alarm:
                alarms += 1
        print(alarms)
    """)
    assert out == "300\n"


class Counted(answers.AnswerSlot):
    """Counts answers that are released."""

    released = 0

    def __init__(self, library):
        super().__init__(library)
        assert self.destroy.func is library.fsl_answer_destroy
        pointer, destroy = self.pointer, self.destroy

        def counting():
            Counted.released += bool(pointer.value)
            destroy()

        self.destroy = counting


def test_an_answer_is_released_at_once(monkeypatch, story):
    monkeypatch.setattr(answers, "AnswerSlot", Counted)
    monkeypatch.setattr(Counted, "released", 0)
    gc.disable()
    try:
        for released, call in enumerate([split_report, stats, dot, page], 1):
            call(story)
            assert Counted.released == released
        with contextlib.suppress(Error):
            explain(story, 9)
        assert Counted.released == 4, "there was none"
    finally:
        gc.enable()


def test_an_answer_whose_reading_is_interrupted_is_released_too(monkeypatch, story):
    def interrupted(address):
        assert address
        raise KeyboardInterrupt

    monkeypatch.setattr(answers, "AnswerSlot", Counted)
    monkeypatch.setattr(Counted, "released", 0)
    monkeypatch.setattr(answers.reading, "stats", interrupted)
    with pytest.raises(KeyboardInterrupt) as raised:
        stats(story)
    assert (raised.value.__traceback__ is not None, Counted.released) == (True, 1)


def test_a_process_may_import_fork_and_then_ask():
    out = run("""
        def ask():
            assert forcedsplit.explain(graph, 2).level == 1
            assert forcedsplit.verify(graph, {1: 0, 2: 1}).assignment
        print(child(ask), is_mapped())
        ask()
    """)
    assert out == "0 False\n"


def test_a_child_forked_after_the_first_question_gets_an_error_with_advice():
    out = run("""
        answer = forcedsplit.stats(graph)
        calls = [
            lambda: forcedsplit.explain(graph, 2), lambda: forcedsplit.explain_pass(graph, 0),
            lambda: forcedsplit.verify(graph, [0, 1]), lambda: forcedsplit.verify(graph, {1: 0, 2: 1}),
            lambda: forcedsplit.split_report(graph), lambda: forcedsplit.stats(graph),
            lambda: forcedsplit.dot(graph), lambda: forcedsplit.page(graph)]
        def told(call):
            try:
                call()
            except forcedsplit.Error as error:
                return error.status == forcedsplit.Status.FORKED and "spawn" in error.message
        def ask():
            assert all(told(call) for call in calls)
            assert answer.values == 2
        print(child(ask), forcedsplit.stats(graph) == answer)
    """)
    assert out == "0 True\n"


def test_answers_are_values(story):
    for call in (lambda graph: explain(graph, 3), lambda graph: verify(graph, [0] * 8), split_report, stats):
        answer = call(story)
        assert call(story) == answer
        assert hash(call(story)) == hash(answer)
        assert pickle.loads(pickle.dumps(answer)) == answer
        with pytest.raises(FrozenInstanceError):
            answer.json = ""
    assert explain(story, 3) != explain(story, 5)


def test_a_large_verdict_is_whole_and_shown_short():
    count = 100_000
    graph = graph_from_arrays(count, operand_offsets=np.zeros(count + 1, int), axis_offsets=np.zeros(count + 1, int))
    verdict = verify(graph, np.arange(count) + 1)
    assert verdict.legal
    assert verdict.differing == tuple(Difference(v, v + 1, 0) for v in range(count))
    assert json.loads(verdict.json)["differing"][-1] == {"value": count - 1, "given": count, "expected": 0}
    assert repr(verdict).startswith(
        "Verdict(legal=True, assignment=False, violations=(), differing=(Difference(value=0, given=1, expected=0), "
    )
    assert len(repr(verdict)) < 1000


def test_everything_is_exported():
    exported = {"Boundary", "Conflict", "Difference", "Explanation", "Link", "Materialized", "Nest", "Split", "Stage"}
    exported |= {"Stats", "Verdict", "Violation", "dot", "explain", "explain_pass", "page", "split_report", "stats"}
    assert exported | {"verify"} <= set(forcedsplit.__all__)
