"""graph_from_json: the same graph as the command-line tool's, and what it refuses."""

import json

import fslg_reader
import pytest
from conftest import DATA, REAL
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


VALUES = [value(4, ["Reduction"]), value(5)]


@pytest.mark.parametrize(
    ("document", "told", "values"),
    [
        ({"values": VALUES, "edges": [[5, 4], [5, 6]]}, r"edges\[1\]: operand 6 is no value", (6,)),
        ({"values": VALUES, "edges": [[7, 4]]}, r"edges\[0\]: reader 7 is no value", (7,)),
        ({"values": [*VALUES, value(4)], "edges": []}, r"values\[2\]: id 4 is already that of values\[0\]", (4,)),
        ({"values": VALUES, "occurrences": [[8, 0, 0]]}, r"occurrences\[0\]: value 8 is no value", (8,)),
        ({"values": VALUES, "edges": [[5]]}, r"edges\[0\]: expected \[reader, operand\]", ()),
        ({"values": VALUES, "edges": [[5, 4.5]]}, r"edges\[0\]: expected an integer", ()),
        ({"values": VALUES, "edges": [[5, True]]}, r"edges\[0\]: expected an integer", ()),
        ({"values": VALUES, "edges": {}}, "edges: expected a list", ()),
        ({"values": VALUES, "occurrences": [[4, 0]]}, r"occurrences\[0\]: expected \[value, point, consumer", ()),
        ({"values": VALUES}, "edges: missing", ()),
        ({"edges": []}, "values: missing", ()),
        ({"values": [5], "edges": []}, r"values\[0\]: expected an object", ()),
        ({"values": [{"roles": []}], "edges": []}, r"values\[0\].id: expected an integer", ()),
        ({"values": [value(-1)], "edges": []}, r"values\[0\].id: -1 is outside", ()),
        ({"values": [value(0, ["Sum"])], "edges": []}, r"values\[0\].roles\[0\]: unknown role 'Sum'", ()),
        ({"values": [value(0, [1])], "edges": []}, r"values\[0\].roles\[0\]: expected an object", ()),
        ({"values": [{"id": 0, "roles": "Reduction"}], "edges": []}, r"values\[0\].roles: expected a list", ()),
        ({"values": [value(0, name=3)], "edges": []}, r"values\[0\].name: expected a string", ()),
        ({"values": [value(0, bytes=-3)], "edges": []}, r"values\[0\].bytes: -3 is outside", ()),
        ({"values": [value(0, name="\ud800")], "edges": []}, r"values\[0\].name: half a surrogate", ()),
        ({"values": [], "edges": [], "loops": [{"space": "K", "nest": -1}]}, r"loops\[0\].nest: -1 is outside", ()),
        ({"values": [], "edges": [], "loops": [{"space": []}]}, r"loops\[0\].space: expected", ()),
        ({"values": [], "edges": [], "loops": [{"space": 1}, {"space": "K"}]}, "spaces: some are given by name", ()),
        ([], "JSON: expected an object", ()),
    ],
)
def test_a_text_that_is_no_graph_is_an_error_that_names_the_place(document, told, values):
    with pytest.raises(Error, match=told) as raised:
        graph_from_json(json.dumps(document))
    assert (raised.value.status, raised.value.values) == (Status.MALFORMED_GRAPH, values)


@pytest.mark.parametrize("text", ["", "{", b"\xff", "[" * 100_000, '{"values": [], "edges": []} x'])
def test_what_is_no_json_is_an_error(text):
    with pytest.raises(Error, match=r"^JSON: ") as raised:
        graph_from_json(text)
    assert raised.value.status == Status.MALFORMED_GRAPH


@pytest.mark.parametrize("text", [None, {"values": []}, 5])
def test_what_is_no_text_is_a_type_error(text):
    with pytest.raises(TypeError, match="a JSON text is str or bytes"):
        graph_from_json(text)
