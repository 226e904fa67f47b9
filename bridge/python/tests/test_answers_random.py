"""On random graphs, the golden cases and the real graphs the answers hold against a slow reference."""

import json

import answers_reference as slow
import pytest
from conftest import DATA, REAL, SMALL, Recorder
from forcedsplit import (
    Error,
    Status,
    compute,
    dot,
    explain,
    explain_pass,
    graph_from_json,
    page,
    split_report,
    stats,
    verify,
)
from hypothesis import given
from hypothesis import strategies as st
from reference import Answer, loop_facts
from strategies import graphs
from test_answers import checked


@st.composite
def sized_graphs(draw):
    """A graph with loop facts, and the size of every value or of none."""
    graph = draw(graphs().filter(lambda graph: "loops" in graph))
    if draw(st.booleans()):
        for value in graph["values"]:
            value["bytes"] = draw(st.integers(0, 3) | st.integers(0, 2**60))
    return graph


def check_explanations(graph, answer, **predicate):
    links = slow.fewest_links(answer)
    for v in answer.level:
        slow.check_explanation(answer, v, checked(explain(graph, v, **predicate)), links[v])
    for number in range(answer.max_pass + 1) if answer.level else ():
        first = slow.pass_maker(answer, links, number)
        assert explain_pass(graph, number, **predicate) == explain(graph, first, **predicate)
    for number in (-1, answer.max_pass + 1):
        with pytest.raises(Error) as raised:
            explain_pass(graph, number, **predicate)
        assert raised.value.status == Status.INVALID_ARGUMENT


@given(graphs(), st.randoms(use_true_random=False))
def test_explanations_hold(graph, random):
    yes = {tuple(edge) for edge in graph["edges"] if random.random() < 0.5}
    answer = Answer(graph, lambda *edge: edge in yes)
    check_explanations(graph_from_json(json.dumps(graph)), answer, inside=lambda *edge: edge in yes)


@given(graphs(), st.data())
def test_verdicts_agree_with_the_reference(graph, data):
    yes = {tuple(edge) for edge in graph["edges"] if data.draw(st.booleans())}
    answer = Answer(graph, lambda *edge: edge in yes)
    passes = {v: data.draw(st.just(expected) | st.integers(0, 4)) for v, expected in answer.pass_of.items()}
    buffer = graph_from_json(json.dumps(graph))
    by_position = [passes.get(value["id"], data.draw(st.integers(-2, 9))) for value in graph["values"]]
    for form in (passes, by_position):
        recorder = Recorder(lambda *edge: edge in yes)
        assert checked(verify(buffer, form, recorder.inside)) == slow.verdict(answer, passes)
        assert recorder.asked == answer.asked


@given(graphs(), st.randoms(use_true_random=False))
def test_the_levels_of_a_graph_are_its_assignment(graph, random):
    buffer = graph_from_json(json.dumps(graph))
    levels = compute(buffer, inside=lambda *_: True)
    random.shuffle(graph["values"])
    for same in (buffer, graph_from_json(json.dumps(graph))):
        verdict = verify(same, levels, inside=lambda *_: True)
        assert (verdict.legal, verdict.assignment) == (True, True)


@given(sized_graphs())
def test_split_reports_agree_with_the_reference(graph):
    answer = Answer(graph, loop_facts(graph))
    assert checked(split_report(graph_from_json(json.dumps(graph)))) == slow.Split(graph, answer).report()


@given(graphs(), st.randoms(use_true_random=False))
def test_counts_agree_with_the_reference(graph, random):
    yes = {tuple(edge) for edge in graph["edges"] if random.random() < 0.5}
    answer = Answer(graph, lambda *edge: edge in yes)
    found = stats(graph_from_json(json.dumps(graph)), inside=lambda *edge: edge in yes)
    assert checked(found) == slow.stats(answer)


@given(graphs(), st.integers(1, 4))
def test_a_budget_is_kept_or_its_chain_is_told(graph, budget):
    answer = Answer(graph, lambda *_: True)
    buffer = graph_from_json(json.dumps(graph))
    if answer.max_pass < budget:
        assert compute(buffer, inside=lambda *_: True, max_passes=budget).pass_of == answer.pass_of
        return
    with pytest.raises(Error) as raised:
        compute(buffer, inside=lambda *_: True, max_passes=budget)
    assert raised.value.status == Status.TOO_MANY_PASSES
    chain = explain_pass(buffer, budget, inside=lambda *_: True).chain
    assert raised.value.values == (chain[0].operand, *(link.reader for link in chain))


@given(graphs())
def test_pictures_are_the_same_again(graph):
    buffer = graph_from_json(json.dumps(graph))
    for draw in (dot, page):
        assert draw(buffer, inside=lambda *_: True) == draw(buffer, inside=lambda *_: True)


@pytest.mark.parametrize("case", SMALL, ids=[case["name"] for case in SMALL])
def test_golden_cases_have_answers(case):
    yes = {tuple(pair) for pair in case["inside"]}
    graph, predicate = graph_from_json(json.dumps(case)), {"inside": lambda *edge: edge in yes}
    if case["expect"]["cycle"]:
        for call in (stats, dot, page, lambda *p, **q: explain_pass(*p, 0, **q), lambda *p, **q: verify(*p, [], **q)):
            with pytest.raises(Error) as raised:
                call(graph, **predicate)
            assert raised.value.status == Status.CYCLE
        return
    for form in (dict(case["expect"]["pass_of"]), compute(graph, **predicate)):
        verdict = verify(graph, form, **predicate)
        assert (verdict.legal, verdict.assignment) == (True, True)
    answer = Answer(case, lambda *edge: edge in yes)
    check_explanations(graph, answer, **predicate)
    assert checked(stats(graph, **predicate)) == slow.stats(answer)


@pytest.mark.parametrize("expected", REAL, ids=[expected["name"] for expected in REAL])
def test_real_graphs_have_answers(expected):
    graph = (DATA / f"{expected['name']}.fslg").read_bytes()
    assert verify(graph, expected["passes"]).assignment
    assert verify(graph, compute(graph)).assignment
    wrong = list(expected["passes"])
    wrong[-1] += 1
    assert [it.value for it in verify(graph, wrong).differing] == [len(wrong) - 1]
    found = stats(graph)
    assert found.values_per_pass == tuple(
        expected["passes"].count(number) for number in range(expected["max_pass"] + 1)
    )
    assert (found.questions, found.pinned) == (len(expected["asked"]), len(expected["pinned"]))


@pytest.mark.parametrize("name", [expected["name"] for expected in REAL if len(expected["passes"]) < 500])
def test_real_graphs_agree_with_the_reference(name):
    document = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    answer = Answer(document, loop_facts(document))
    graph = graph_from_json(json.dumps(document))
    links = slow.fewest_links(answer)
    for v in answer.level:
        slow.check_explanation(answer, v, checked(explain(graph, v)), links[v])
    assert checked(split_report(graph)) == slow.Split(document, answer).report()
    assert checked(stats(graph)) == slow.stats(answer)
