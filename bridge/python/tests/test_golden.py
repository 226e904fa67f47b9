"""golden/ and the real graphs give their answers, through both forms of the predicate and through loop facts."""

import json

import forcedsplit
import pytest
from conftest import DATA, REAL, SMALL, Recorder, load
from forcedsplit import Error, Status, compute, graph_from_json


def check(levels, expect):
    assert levels.pass_of == dict(expect["pass_of"])
    assert levels.carried == set(expect["carried"])
    assert levels.pinned == set(expect["pinned"])
    assert levels.max_pass == expect["max_pass"]


@pytest.mark.parametrize("case", SMALL, ids=[case["name"] for case in SMALL])
def test_small_graph_has_its_answer(case, form):
    expect = case["expect"]
    yes = {tuple(pair) for pair in case["inside"]}
    recorder = Recorder(lambda reader, source: (reader, source) in yes)
    graph = graph_from_json(json.dumps(case))
    if expect["cycle"]:
        with pytest.raises(Error) as raised:
            compute(graph, **recorder.as_keyword(form))
        assert raised.value.status == Status.CYCLE
        members = raised.value.values
        edges = {tuple(edge) for edge in case["edges"]}
        assert all((v, o) in edges for v, o in zip(members, members[1:] + members[:1]))
        assert recorder.asked == []
        return
    check(compute(graph, **recorder.as_keyword(form)), expect)
    position = {value["id"]: i for i, value in enumerate(case["values"])}
    in_order = sorted(map(tuple, expect["asked"]), key=lambda edge: (position[edge[0]], position[edge[1]]))
    assert recorder.asked == in_order


def real_expectation(answer):
    listed = [[id, level] for id, level in enumerate(answer["passes"])]
    return {**answer, "pass_of": listed}


@pytest.mark.parametrize("answer", REAL, ids=[answer["name"] for answer in REAL])
@pytest.mark.parametrize("suffix", [".json", ".fslg"])
def test_real_graph_has_its_answer_from_loop_facts(answer, suffix):
    content = (DATA / (answer["name"] + suffix)).read_bytes()
    graph = graph_from_json(content) if suffix == ".json" else content
    levels = compute(graph)
    check(levels, real_expectation(answer))
    assert levels.passes.tolist() == answer["passes"]
    assert levels.ids.tolist() == list(range(len(answer["passes"])))


@pytest.mark.parametrize("answer", REAL, ids=[answer["name"] for answer in REAL])
def test_real_graph_has_its_answer_from_a_predicate(answer, form):
    from reference import loop_facts

    document = load(DATA / f"{answer['name']}.json")
    recorder = Recorder(loop_facts(document))
    levels = compute(graph_from_json(json.dumps(document)), **recorder.as_keyword(form))
    check(levels, real_expectation(answer))
    assert recorder.asked == [tuple(pair) for pair in answer["asked"]]


@pytest.mark.parametrize("answer", REAL, ids=[answer["name"] for answer in REAL])
def test_real_graph_has_its_answer_from_occurrences(answer):
    document = load(DATA / f"{answer['name']}.json")
    del document["edges"]
    check(compute(graph_from_json(json.dumps(document))), real_expectation(answer))


def test_the_module_documentation_is_true():
    builder = forcedsplit.GraphBuilder()
    builder.add_value(7, ["LoopCarried"])
    builder.add_value(9, [])
    builder.add_operands(9, [7])
    assert repr(forcedsplit.compute(builder.finish()).pass_of) == "PassOf({7: 0, 9: 1})"
