"""graph_from_json: the same graph as the command-line tool's, and what it refuses."""

import json
import re

import fslg_reader
import pytest
from conftest import DATA, REAL, ROOT, load
from forcedsplit import Error, Status, compute, graph_from_json
from hypothesis import given
from strategies import graphs


def read(document):
    return fslg_reader.read(graph_from_json(json.dumps(document)))


def value(id, roles=(), **more):
    return {"id": id, "roles": roles if roles is None else list(roles), **more}


@pytest.mark.parametrize("name", [answer["name"] for answer in REAL])
def test_a_real_graph_has_the_fields_that_the_tool_wrote(name):
    converted = fslg_reader.read((DATA / f"{name}.fslg").read_bytes())
    mine = fslg_reader.read(graph_from_json((DATA / f"{name}.json").read_bytes()))
    converted.pop("producer", None)
    assert mine == converted


@given(graphs())
def test_everything_is_in_the_graph(graph):
    fields = read(graph)
    ids = [v["id"] for v in graph["values"]]
    assert fields["value_count"] == len(ids)
    assert fields.get("ids", list(range(len(ids)))) == ids
    assert fields.get("unclassified", []) == [i for i, v in enumerate(graph["values"]) if v["roles"] is None]
    offsets = fields["operand_offsets"]
    edges = [[id, ids[o]] for v, id in enumerate(ids) for o in fields["operands"][offsets[v] : offsets[v + 1]]]
    assert edges == sorted(graph["edges"], key=lambda edge: ids.index(edge[0]))
    axes = [axis for v in graph["values"] for axis in v["roles"] or ()]
    assert len(fields["axis_roles"]) == len(axes)
    if "loops" in graph:
        assert fields["axis_loops"] == [axis["loop"] for axis in axes]
        assert [(fields["spaces"][k], slot, nest) for k, slot, nest in fields["loops"]] == [
            tuple(loop.values()) for loop in graph["loops"]
        ]


def test_a_plain_role_among_others_has_the_space_without_a_name_and_no_loop():
    fields = read(
        {
            "loops": [{"space": "K", "slot": 0, "nest": 0}],
            "values": [value(0, ["LoopLocal", {"role": "Reduction", "space": "K", "loop": 0}])],
            "edges": [],
        }
    )
    assert fields["spaces"] == ["K", ""]
    assert fields["axis_spaces"] == [1, 0]
    assert fields["axis_loops"] == [-1, 0]


def test_plain_roles_alone_have_no_spaces_and_no_loops():
    fields = read({"values": [value(0, ["LoopLocal"])], "edges": []})
    assert not {"axis_spaces", "axis_loops", "loops", "spaces", "names", "bytes", "ids", "unclassified"} & set(fields)


def test_an_empty_list_of_loops_still_answers_inside():
    document = {"loops": [], "values": [value(0, ["Reduction"]), value(1)], "edges": [[1, 0]]}
    assert compute(graph_from_json(json.dumps(document))).pass_of == {0: 0, 1: 0}


def test_spaces_may_all_be_numbers():
    axes = [{"role": "Reduction", "space": 7, "loop": -1}, "LoopLocal"]
    fields = read({"values": [value(0, axes)], "edges": []})
    assert fields["axis_spaces"] == [7, 0]
    assert "spaces" not in fields


def test_names_and_sizes_are_there_if_any_value_has_one():
    fields = read({"values": [value(0, name="Κ"), value(1, bytes=2**64 - 1), value(2, name=None)], "edges": []})
    assert fields["names"] == ["Κ", "", ""]
    assert fields["bytes"] == [0, 2**64 - 1, 0]


def test_occurrences_may_stand_for_edges():
    fields = read({"values": [value(4), value(5)], "occurrences": [[4, 100, 101], [5, 101, 101]]})
    assert "operands" not in fields
    assert fields["occurrence_values"] == [0, 1]
    assert fields["occurrence_points"] == [100, 101]
    assert fields["occurrence_consumers"] == [101, 101]


def test_the_answers_of_inside_are_ignored():
    document = {"values": [value(0, ["Reduction"]), value(1)], "edges": [[1, 0]], "inside": [[1, 0]]}
    with pytest.raises(Error) as raised:
        compute(graph_from_json(json.dumps(document)))
    assert raised.value.status == Status.PREDICATE_REQUIRED


def test_text_may_be_bytes():
    text = '{"values": [], "edges": [], "name": "Κ"}'
    for given_text in (text, text.encode(), bytearray(text.encode())):
        assert fslg_reader.read(graph_from_json(given_text))["name"] == "Κ"


# Texts that the command-line tool reads alike and refuses in the same words: the Go tests read the file too.
CASES = load(ROOT / "bridge" / "wire" / "testdata" / "json_cases.json")


def texts_of(case):
    """The case's text in the forms in which it can be given."""
    if "hex" in case:
        return [bytes.fromhex(case["hex"])]
    return [case["text"], case["text"].encode()]


@pytest.mark.parametrize("case", [case for case in CASES if "reads_as" in case], ids=lambda case: case["name"])
def test_a_text_says_what_it_says_to_the_tool(case):
    for text in texts_of(case):
        assert graph_from_json(text) == graph_from_json(case["reads_as"])


@pytest.mark.parametrize("case", [case for case in CASES if "message" in case], ids=lambda case: case["name"])
def test_a_text_that_is_no_graph_is_refused_as_by_the_tool_with_place_and_id(case):
    for text in texts_of(case):
        with pytest.raises(Error, match=re.escape(case["message"])) as raised:
            graph_from_json(text)
        assert (raised.value.status, list(raised.value.values)) == (Status.MALFORMED_GRAPH, case["values"])


DEEP = ["[" * 1_000_000, '{"why":' + '{"a":' * 1_000_000, '{"edges":' + "[" * 1_000_000]


@pytest.mark.parametrize("text", [*DEEP, '{"name": "\ud800"}'], ids=["lists", "objects", "edges", "half a character"])
def test_what_is_no_json_is_an_error(text):
    with pytest.raises(Error, match=r"^JSON: ") as raised:
        graph_from_json(text)
    assert raised.value.status == Status.MALFORMED_GRAPH


@pytest.mark.parametrize("tail", ["x" * 1_000_000, "\u2066\x07\x1b[31m"], ids=["long", "speaks to the terminal"])
@pytest.mark.parametrize(
    "frame",
    [
        '{"values": [{"id": 1, "roles": [@]}], "edges": []}',
        '{"values": [{"id": 1, "roles": [{"role": @}]}], "edges": []}',
        '{"values": [{"id": 1, "roles": @}], "edges": []}',
        '{"values": @}',
        '{"values": [], "edges": [[@, 1]]}',
    ],
)
def test_a_message_is_short_and_speaks_to_no_terminal(frame, tail):
    with pytest.raises(Error, match=r"\\u202e\\u009b") as raised:
        graph_from_json(frame.replace("@", json.dumps("\u202e\u009b" + tail)))
    assert len(raised.value.message) < 400
    assert raised.value.message.isprintable()


@pytest.mark.parametrize("text", [None, {"values": []}, 5])
def test_what_is_no_text_is_a_type_error(text):
    with pytest.raises(TypeError, match="a JSON text is str or bytes"):
        graph_from_json(text)
