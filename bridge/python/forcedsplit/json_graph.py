"""A graph from its JSON form, which is for people, bug reports and tests."""

from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _wire
from ._columns import limits
from ._json_checks import (
    MISSING,
    expected,
    list_at,
    malformed,
    number_at,
    object_at,
    parse,
    row_at,
    string_at,
    text_at,
)
from ._shown import quoted
from .builder import GraphBuilder
from .errors import Error
from .roles import Role

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

    Values, their roles and either edges or occurrences must be there. Other keys are ignored, and of a key that is
    given twice the last one counts. The answers of "inside", [reader id, source id], are checked but no part of a
    graph; where only some values have "bytes" the others get 0. Raises Error (MALFORMED_GRAPH), which names the place
    and has the id of the value that it is about, for a text that says something else, TypeError for what is no text.
    """
    if not isinstance(text, (str, bytes, bytearray)):
        raise TypeError(f"a JSON text is str or bytes, not {type(text).__name__}")
    return _wire.write(_fields(parse(text)))


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


class _Value(NamedTuple):
    """What an entry of "values" tells."""

    id: int
    name: str
    bytes: Optional[int]
    cell: Optional[list[_Axis]]


# Checks go in the order in which the command-line tool makes them, so that both tell the same fault.
def _fields(document: dict[str, Any]) -> dict[str, Any]:
    """The graph's columns by their names on the wire."""
    texts = {key: text_at(key, document.get(key)) or None for key in ("name", "source", "producer")}
    lists = {key: list_at(key, document.get(key)) for key in ("loops", "values", "edges", "inside", "occurrences")}
    if lists["values"] is None:
        raise malformed("values: missing")
    if lists["edges"] is None and lists["occurrences"] is None:
        raise malformed("edges: missing, and there are no occurrences either")
    loops = [_loop(f"loops[{i}]", entry) for i, entry in enumerate(lists["loops"] or [])]
    values = _values(lists["values"])
    untold = _untold_space(loops, values)

    builder = GraphBuilder()
    for loop in loops:
        builder.add_loop(untold if loop.space is None else loop.space, loop.slot, loop.nest)
    for value, cell in zip(values, _settled([value.cell for value in values], untold)):
        builder.add_value(value.id, cell)
    positions = {value.id: v for v, value in enumerate(values)}
    for reader, operand in _pairs("edges", lists["edges"], "operand", positions):
        builder.add_operands(reader, [operand])
    _pairs("inside", lists["inside"], "source", positions)
    occurrences = _occurrences(lists["occurrences"], positions)

    fields = builder._fields()
    told_loops = lists["loops"] is not None or any(
        axis.loop is not None for value in values for axis in value.cell or []
    )
    fields["axis_loops"] = np.array(builder._axis_loops, _LOOP_INDEX) if told_loops else None
    fields["loops"] = None if lists["loops"] is None else builder._loops
    if lists["edges"] is None:
        fields["operand_offsets"] = fields["operands"] = None
    return {**fields, **texts, **_labels(values), **occurrences}


def _loop(place: str, entry: Any) -> _Loop:
    told = object_at(place, entry)
    return _Loop(
        _space(f"{place}.space", told.get("space")),
        number_at(f"{place}.slot", told.get("slot", 0), _wire.LOOP["slot"]),
        number_at(f"{place}.nest", told.get("nest", 0), _wire.LOOP["nest"]),
    )


def _values(entries: list[Any]) -> list[_Value]:
    values: list[_Value] = []
    positions: dict[int, int] = {}
    for v, entry in enumerate(entries):
        place = f"values[{v}]"
        told = object_at(place, entry)
        id = number_at(f"{place}.id", told.get("id", MISSING), _ID)
        if positions.setdefault(id, v) != v:
            raise malformed(f"{place}: id {id} is already that of values[{positions[id]}]", id)
        try:
            values.append(_value(place, id, told))
        except Error as fault:
            raise fault if fault.values else malformed(f"{fault}, in value {id}", id) from None
    return values


def _value(place: str, id: int, told: dict[str, Any]) -> _Value:
    name = text_at(f"{place}.name", told.get("name"))
    size = told.get("bytes")
    if size is not None:
        size = number_at(f"{place}.bytes", size, _ID)
    roles = told.get("roles", MISSING)
    if roles is not None and not isinstance(roles, list):
        raise expected(f"{place}.roles", "a list or null", roles)
    cell = None if roles is None else [_axis(f"{place}.roles[{k}]", id, entry) for k, entry in enumerate(roles)]
    return _Value(id, name, size, cell)


def _axis(place: str, id: int, entry: Any) -> _Axis:
    if isinstance(entry, str):
        return _Axis(_role(place, id, entry), None, None)
    if not isinstance(entry, dict):
        raise expected(place, "a role or an object", entry)
    role = _role(f"{place}.role", id, string_at(f"{place}.role", entry.get("role", MISSING)))
    space = _space(f"{place}.space", entry.get("space"))
    loop = entry.get("loop")
    return _Axis(role, space, None if loop is None else number_at(f"{place}.loop", loop, _LOOP_INDEX))


def _role(place: str, id: int, name: str) -> Role:
    if name not in Role.__members__:
        *most, last = Role.__members__
        known = f"{', '.join(most)} or {last}"
        raise malformed(f"{place}: value {id} has the unknown role {quoted(name)}, expected {known}", id)
    return Role[name]


def _space(place: str, space: Any) -> Union[str, int, None]:
    low, high = limits(_SPACE)
    if space is None or isinstance(space, str) or (type(space) is int and low <= space <= high):
        return space
    raise expected(place, f"a name or a number from {low} to {high}", space)


def _untold_space(loops: list[_Loop], values: list[_Value]) -> Union[str, int]:
    """What stands for a space that is not told: "" among names, 0 among numbers."""
    places = [(loop.space, "loops[{}]".format, (i,)) for i, loop in enumerate(loops)] + [
        (axis.space, "values[{}].roles[{}]".format, (v, k))
        for v, value in enumerate(values)
        for k, axis in enumerate(value.cell or [])
    ]
    first: dict[type, str] = {}
    for space, form, at in places:
        if space is not None and type(space) not in first:
            first[type(space)] = form(*at)
    if len(first) > 1:
        raise malformed(f"spaces: {first[str]} has one by name and {first[int]} one by number, expected one of the two")
    return 0 if int in first else ""


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


def _pairs(key: str, entries: Optional[list[Any]], other: str, positions: dict[int, int]) -> list[list[int]]:
    """The rows [reader, other] of values that exist, by id."""
    pairs = []
    for i, entry in enumerate(entries or []):
        pair = row_at(f"{key}[{i}]", entry, f"[reader, {other}]", 2)
        for id, what in zip(pair, ("reader", other)):
            _position(positions, id, f"{key}[{i}]: {what}")
        pairs.append(pair)
    return pairs


def _position(positions: dict[int, int], id: int, what: str) -> int:
    if id not in positions:
        raise malformed(f"{what} {id} is no value", id)
    return positions[id]


def _labels(values: list[_Value]) -> dict[str, Any]:
    """What is for people; left out where nothing is told."""
    names = [value.name for value in values]
    sized = any(value.bytes is not None for value in values)
    return {
        "names": names if any(names) else None,
        "bytes": np.array([value.bytes or 0 for value in values], _ID) if sized else None,
    }


def _occurrences(entries: Optional[list[Any]], positions: dict[int, int]) -> dict[str, Any]:
    if entries is None:
        return {}
    rows = []
    for i, entry in enumerate(entries):
        value, *points = row_at(f"occurrences[{i}]", entry, "[value, point, consumer point]", 3)
        rows.append((_position(positions, value, f"occurrences[{i}]: value"), *points))
    return {
        "occurrence_values": np.array([row[0] for row in rows], np.uint32),
        "occurrence_points": np.array([row[1] for row in rows], _ID),
        "occurrence_consumers": np.array([row[2] for row in rows], _ID),
    }
