"""A graph from its JSON form, which is for people, bug reports and tests."""

import json
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _wire
from ._json_checks import list_at, malformed, number_at, object_at, row_at, text_at
from .builder import GraphBuilder
from .roles import Role, role_of

_ID = _wire.NUMBERS["[ulong]"]
_LOOP_INDEX = _wire.NUMBERS["[int]"]
_SPACE = _wire.NUMBERS["[ushort]"]
_UNRESOLVED = -1


def graph_from_json(text: Union[str, bytes, bytearray]) -> bytes:
    """Returns the graph that a JSON text says as FSLG bytes, for `compute` or a file.

    {"name", "source", "producer",
     "loops": [{"space", "slot", "nest"}, ...]                loop instances, outermost first
     "values": [{"id", "name", "bytes",
                 "roles": [{"role", "space", "loop"}, ...] | ["LoopLocal", ...] | null}, ...]
     "edges": [[reader id, operand id], ...]
     "occurrences": [[value id, point, consumer point], ...]}   beside the edges, or instead of them

    Values and either edges or occurrences must be there. Other keys are ignored, the answers of "inside" too: they are
    no part of a graph. Raises Error (MALFORMED_GRAPH), which names the place, for a text that says something else,
    TypeError for what is no text.
    """
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"a JSON text is str or bytes, not {type(text).__name__}")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise malformed(f"JSON: {fault}") from fault
    return _wire.write(_fields(object_at("JSON", document)))


class _Axis(NamedTuple):
    """What an entry of "roles" tells; None: not told."""

    role: Role
    space: Union[str, int, None]
    loop: Optional[int]


class _Loop(NamedTuple):
    """What an entry of "loops" tells."""

    space: Union[str, int, None]
    slot: int
    nest: int


def _fields(document: dict[str, Any]) -> dict[str, Any]:
    """The graph's columns by their names on the wire."""
    values = _objects(document, "values")
    edges = list_at("edges", document.get("edges"))
    if values is None:
        raise malformed("values: missing")
    if edges is None and document.get("occurrences") is None:
        raise malformed("edges: missing, and there are no occurrences either")
    loops = _loops(document)
    cells = [_cell(f"values[{i}]", value) for i, value in enumerate(values)]
    axes = [axis for cell in cells for axis in cell or []]

    builder = GraphBuilder()
    untold = _untold_space(loops or [], axes)
    for loop in loops or []:
        builder.add_loop(untold if loop.space is None else loop.space, loop.slot, loop.nest)
    positions = _add_values(builder, values, _settled(cells, untold))
    _add_edges(builder, edges or [], positions)

    fields = builder._fields()
    told_loops = loops is not None or any(axis.loop is not None for axis in axes)
    fields["axis_loops"] = np.array(builder._axis_loops, _LOOP_INDEX) if told_loops else None
    fields["loops"] = None if loops is None else builder._loops
    if edges is None:
        fields["operand_offsets"] = fields["operands"] = None
    return {**fields, **_labels(document, values), **_occurrences(document, positions)}


def _objects(document: dict[str, Any], key: str) -> Optional[list[dict[str, Any]]]:
    entries = list_at(key, document.get(key))
    return None if entries is None else [object_at(f"{key}[{i}]", entry) for i, entry in enumerate(entries)]


def _loops(document: dict[str, Any]) -> Optional[list[_Loop]]:
    entries = _objects(document, "loops")
    if entries is None:
        return None
    return [
        _Loop(
            _space(f"loops[{i}].space", entry.get("space")),
            number_at(f"loops[{i}].slot", entry.get("slot", 0), _wire.LOOP["slot"]),
            number_at(f"loops[{i}].nest", entry.get("nest", 0), _wire.LOOP["nest"]),
        )
        for i, entry in enumerate(entries)
    ]


def _cell(place: str, value: dict[str, Any]) -> Optional[list[_Axis]]:
    roles = list_at(f"{place}.roles", value.get("roles"))
    return None if roles is None else [_axis(f"{place}.roles[{k}]", entry) for k, entry in enumerate(roles)]


def _axis(place: str, entry: Any) -> _Axis:
    told = {"role": entry} if isinstance(entry, str) else object_at(place, entry)
    try:
        role = role_of(text_at(f"{place}.role", told.get("role")))
    except ValueError as fault:
        raise malformed(f"{place}: {fault}") from None
    loop = told.get("loop")
    return _Axis(
        role,
        _space(f"{place}.space", told.get("space")),
        None if loop is None else number_at(f"{place}.loop", loop, _LOOP_INDEX),
    )


def _space(place: str, space: Any) -> Union[str, int, None]:
    if space is None or isinstance(space, str):
        return None if space is None else text_at(place, space)
    return number_at(place, space, _SPACE)


def _untold_space(loops: list[_Loop], axes: list[_Axis]) -> Union[str, int]:
    """What stands for a space that is not told: "" among names, 0 among numbers."""
    spaces = [loop.space for loop in loops] + [axis.space for axis in axes]
    kinds = {type(space) for space in spaces if space is not None}
    if len(kinds) > 1:
        raise malformed("spaces: some are given by name and some by number, expected one of the two")
    return 0 if int in kinds else ""


def _settled(cells: list[Optional[list[_Axis]]], untold: Union[str, int]) -> list[Optional[list[_Axis]]]:
    """The cells as the builder takes them: if any axis tells its space all do, and loops are numbers."""
    told = any(axis.space is not None for cell in cells for axis in cell or [])
    other = untold if told else None
    return [
        cell
        and [
            _Axis(role, other if space is None else space, _UNRESOLVED if loop is None else loop)
            for role, space, loop in cell
        ]
        for cell in cells
    ]


def _add_values(builder: GraphBuilder, values: list[dict[str, Any]], cells: list[Any]) -> dict[int, int]:
    """Adds the values and returns their positions by id."""
    positions: dict[int, int] = {}
    for i, (value, cell) in enumerate(zip(values, cells)):
        id = number_at(f"values[{i}].id", value.get("id"), _ID)
        if positions.setdefault(id, i) != i:
            raise malformed(f"values[{i}]: id {id} is already that of values[{positions[id]}]", id)
        builder.add_value(id, cell)
    return positions


def _add_edges(builder: GraphBuilder, edges: list[Any], positions: dict[int, int]) -> None:
    for i, edge in enumerate(edges):
        reader, operand = row_at(f"edges[{i}]", edge, "[reader, operand]", 2)
        _position(positions, reader, f"edges[{i}]: reader")
        _position(positions, operand, f"edges[{i}]: operand")
        builder.add_operands(reader, [operand])


def _position(positions: dict[int, int], id: int, what: str) -> int:
    if id not in positions:
        raise malformed(f"{what} {id} is no value", id)
    return positions[id]


def _labels(document: dict[str, Any], values: list[dict[str, Any]]) -> dict[str, Any]:
    """What is for people; left out where nothing is told."""
    names = [text_at(f"values[{i}].name", value.get("name")) for i, value in enumerate(values)]
    sizes = [
        None if value.get("bytes") is None else number_at(f"values[{i}].bytes", value["bytes"], _ID)
        for i, value in enumerate(values)
    ]
    sized = any(size is not None for size in sizes)
    texts = {key: text_at(key, document.get(key)) or None for key in ("name", "source", "producer")}
    return {
        "names": names if any(names) else None,
        "bytes": np.array([size or 0 for size in sizes], _ID) if sized else None,
        **texts,
    }


def _occurrences(document: dict[str, Any], positions: dict[int, int]) -> dict[str, Any]:
    entries = list_at("occurrences", document.get("occurrences"))
    if entries is None:
        return {}
    rows = [row_at(f"occurrences[{i}]", row, "[value, point, consumer point]", 3) for i, row in enumerate(entries)]
    values = [_position(positions, row[0], f"occurrences[{i}]: value") for i, row in enumerate(rows)]
    return {
        "occurrence_values": np.array(values, np.uint32),
        "occurrence_points": np.array([row[1] for row in rows], _ID),
        "occurrence_consumers": np.array([row[2] for row in rows], _ID),
    }
