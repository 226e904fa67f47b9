"""On random graphs Python agrees with a slow reference, whichever way the graph is made and inside is answered."""

import json

import numpy as np
from conftest import Recorder
from forcedsplit import GraphBuilder, Role, compute, graph_from_arrays, graph_from_json
from hypothesis import given
from hypothesis import strategies as st
from reference import Answer, loop_facts, role_names
from strategies import graphs


def check(levels, answer):
    assert levels.pass_of == answer.pass_of
    assert levels.carried == answer.carried
    assert levels.pinned == answer.pinned
    assert levels.max_pass == answer.max_pass


def by_builder(graph):
    builder = GraphBuilder()
    for loop in graph.get("loops", ()):
        builder.add_loop(loop["space"], loop["slot"], loop["nest"])
    for reader, operand in graph["edges"]:
        builder.add_operands(reader, [operand])
    for value in graph["values"]:
        cell = value["roles"]
        axes = cell and [r if isinstance(r, str) else (r["role"], r["space"], r["loop"]) for r in cell]
        builder.add_value(value["id"], axes)
    return builder.finish()


def by_arrays(graph):
    ids = [value["id"] for value in graph["values"]]
    position = {id: i for i, id in enumerate(ids)}
    rows = [[position[o] for reader, o in graph["edges"] if reader == id] for id in ids]
    cells = [role_names(value) or [] for value in graph["values"]]
    columns = {}
    if "loops" in graph:
        axes = [axis for value in graph["values"] for axis in value["roles"] or ()]
        columns["axis_loops"] = np.array([axis["loop"] for axis in axes], np.int64)
        columns["loops"] = [(0, loop["slot"], loop["nest"]) for loop in graph["loops"]]
    return graph_from_arrays(
        ids=ids,
        operand_offsets=np.cumsum([0] + [len(row) for row in rows]),
        operands=np.array([o for row in rows for o in row], np.int16),
        axis_offsets=np.cumsum([0] + [len(cell) for cell in cells]),
        axis_roles=[Role[name] for cell in cells for name in cell],
        unclassified=[i for i, value in enumerate(graph["values"]) if value["roles"] is None],
        **columns,
    )


@given(graphs(), st.randoms(use_true_random=False))
def test_predicate_agrees_with_the_reference(graph, random):
    yes = {tuple(edge) for edge in graph["edges"] if random.random() < 0.5}
    answer = Answer(graph, lambda *edge: edge in yes)
    for make in (by_builder, by_arrays, lambda graph: graph_from_json(json.dumps(graph))):
        for form in ("inside", "inside_batch"):
            recorder = Recorder(lambda *edge: edge in yes)
            check(compute(make(graph), **recorder.as_keyword(form)), answer)
            assert recorder.asked == answer.asked


@given(graphs().filter(lambda graph: "loops" in graph))
def test_loop_facts_agree_with_the_reference(graph):
    answer = Answer(graph, loop_facts(graph))
    for make in (by_builder, by_arrays, lambda graph: graph_from_json(json.dumps(graph))):
        check(compute(make(graph)), answer)


@given(graphs())
def test_every_view_of_the_answer_says_the_same(graph):
    levels = compute(by_builder(graph), inside=lambda *_: True)
    ids = [value["id"] for value in graph["values"]]
    assert levels.ids.tolist() == ids
    assert len(levels) == len(ids)
    assert {id: p for id, p in zip(ids, levels.passes.tolist()) if p >= 0} == dict(levels.pass_of)
    assert {id for id, f in zip(ids, levels.flags.tolist()) if f & 1} == levels.carried
    assert {id for id, f in zip(ids, levels.flags.tolist()) if f & 2} == levels.pinned
    assert [levels.pass_(id) for id in ids] == [levels.pass_of.get(id, 0) for id in ids]
