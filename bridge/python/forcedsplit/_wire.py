"""Writing FSLG: the columns of a graph as one FlatBuffer (bridge/wire/fslg.fbs), with FlatBuffers' own builder.

The builder makes all but the columns of numbers, which are joined to it in one copy.

No generated code: the schema is one table of vectors, and a test compares FIELDS with the schema.
"""

import struct
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import flatbuffers
import numpy as np
from flatbuffers import encode, packer

from ._columns import integer, integer_column, iterated
from ._shown import shown
from .errors import Error, Status

# The table's fields and types as the schema spells them; a field's slot is its place here.
FIELDS: dict[str, str] = {
    "value_count": "uint",
    "ids": "[ulong]",
    "operand_offsets": "[uint]",
    "operands": "[uint]",
    "axis_offsets": "[uint]",
    "axis_roles": "[Role]",
    "axis_spaces": "[ushort]",
    "axis_loops": "[int]",
    "unclassified": "[uint]",
    "loops": "[LoopInstance]",
    "spaces": "[string]",
    "names": "[string]",
    "bytes": "[ulong]",
    "occurrence_values": "[uint]",
    "occurrence_points": "[ulong]",
    "occurrence_consumers": "[ulong]",
    "name": "string",
    "source": "string",
    "producer": "string",
}

VALUE_COUNT = np.dtype("<u4")
NUMBERS: dict[str, np.dtype] = {
    "[ulong]": np.dtype("<u8"),
    "[uint]": np.dtype("<u4"),
    "[ushort]": np.dtype("<u2"),
    "[int]": np.dtype("<i4"),
    "[Role]": np.dtype("<u1"),
}
# The struct LoopInstance, laid out as FlatBuffers does it.
LOOP = np.dtype([("space", "<u2"), ("slot", "<i4"), ("nest", "<u4")], align=True)

SIZE_LIMIT = 2**31 - 1

# Room for a vector's length and padding, and for the table, its vtable and the header.
_VECTOR_ROOM = 16
_TABLE_ROOM = 512

# An offset that is filled in when the place of its column is known; 0 would be left out.
_LATER = 1
_U32 = struct.Struct("<I")  # a vector's length, an offset
# A table's vtable begins with two sizes; behind them are the slots.
_FIRST_SLOT = 4
_SLOT_SIZE = 2


def write(fields: Mapping[str, Any]) -> bytes:
    """Returns a graph as FSLG.

    fields: by their names in the schema; absent or None is left out. `value_count` is an int; columns are what
    `integer_column` takes; `loops` are a structured array or a sequence of (space, slot, nest); `spaces` and `names`
    are sequences of str; `name`, `source`, `producer` are str.
    Raises Error (TOO_LARGE) before any column is copied, TypeError and ValueError for what does not fit its field.
    """
    given = {name: fields[name] for name in FIELDS if fields.get(name) is not None}
    value_count = integer("value_count", given.pop("value_count"), VALUE_COUNT)
    for name, value in given.items():
        if "string" in FIELDS[name]:
            given[name] = _encoded(name, value)
    room = _room_for(given)
    if room > SIZE_LIMIT:
        raise Error(Status.TOO_LARGE, f"the graph takes up to {room} bytes, over the limit of {SIZE_LIMIT}")

    columns = {
        name: integer_column(name, value, NUMBERS[FIELDS[name]])
        for name, value in given.items()
        if FIELDS[name] in NUMBERS
    }
    others = {name: value for name, value in given.items() if name not in columns}
    return _with_columns(_head(value_count, others, list(columns)), columns)


def _head(value_count: int, others: Mapping[str, Any], columns: Collection[str]) -> bytearray:
    """A whole FlatBuffer but for the columns, which only have their slots in the table, not filled in yet."""
    builder = flatbuffers.Builder(_room_for(others))
    offsets = {name: _create(builder, name, value) for name, value in others.items()}
    builder.StartObject(len(FIELDS))
    for slot, name in enumerate(FIELDS):
        if name in offsets:
            builder.PrependUOffsetTRelativeSlot(slot, offsets[name], 0)
        elif name in columns:
            builder.PrependUint32Slot(slot, _LATER, 0)
    builder.PrependUint32Slot(0, value_count, 0)
    builder.Finish(builder.EndObject(), file_identifier=b"FSLG")
    return builder.Output()


def _with_columns(head: bytearray, columns: Mapping[str, np.ndarray]) -> bytes:
    """The FlatBuffer with its columns behind the rest. The builder would copy each of them three times."""
    table = flatbuffers.Table(head, encode.Get(packer.uoffset, head, 0))
    parts: list[Any] = [head]
    size = len(head)
    for slot, name in enumerate(FIELDS):
        if name not in columns:
            continue
        column = columns[name]
        padding = -(size + _U32.size) % max(column.itemsize, _U32.size)  # the elements are aligned to their size
        parts += [bytes(padding) + _U32.pack(len(column)), column]
        place = table.Pos + table.Offset(_FIRST_SLOT + _SLOT_SIZE * slot)
        _U32.pack_into(head, place, size + padding - place)
        size += padding + _U32.size + column.nbytes
    return b"".join(parts)


def _encoded(name: str, value: Any) -> Any:
    """A string as bytes, or a sequence of them as a list of bytes."""
    if FIELDS[name] == "string":
        return _utf8(name, value)
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name}: expected a sequence of str, not one {type(value).__name__}")
    return [_utf8(f"{name}[{i}]", item) for i, item in enumerate(iterated(name, value, "a sequence of str"))]


def _utf8(name: str, value: Any) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected str, not {type(value).__name__}: {shown(value)}")
    return value.encode()


def _room_for(given: Mapping[str, Any]) -> int:
    """No fewer bytes than the FlatBuffer will take, from the columns' lengths alone."""
    room = _TABLE_ROOM
    for name, value in given.items():
        kind = FIELDS[name]
        room += _VECTOR_ROOM
        if kind == "string":
            room += len(value)
        elif kind == "[string]":
            room += sum(4 + _VECTOR_ROOM + len(text) for text in value)
        else:
            room += length(name, value) * (LOOP if name == "loops" else NUMBERS[kind]).itemsize
    return room


def length(name: str, column: Any) -> int:
    """Returns how many entries a column has; raises TypeError for what is none."""
    try:
        return len(column)
    except TypeError:
        raise TypeError(f"{name}: expected an array or a sequence, not {type(column).__name__}") from None


def _create(builder: flatbuffers.Builder, name: str, value: Any) -> int:
    """Writes a string, strings or loops and returns their offset."""
    kind = FIELDS[name]
    if kind == "string":
        return builder.CreateString(value)
    if kind == "[string]":
        return _create_strings(builder, value)
    return _create_loops(builder, loop_columns(value))


def _create_strings(builder: flatbuffers.Builder, texts: list[bytes]) -> int:
    offsets = [builder.CreateString(text) for text in texts]
    builder.StartVector(4, len(offsets), 4)
    for offset in reversed(offsets):
        builder.PrependUOffsetTRelative(offset)
    return builder.EndVector()


def loop_columns(loops: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns space, slot and nest of `loops`, a structured array with these fields or rows of three integers."""
    names: Sequence[str] = LOOP.names or ()
    if getattr(getattr(loops, "dtype", None), "names", None):
        absent = [name for name in names if name not in loops.dtype.names]
        if absent:
            raise ValueError(f"loops: expected the fields space, slot and nest, but there is no {absent[0]}")
        columns = [loops[name] for name in names]
    else:
        expected = "(space, slot, nest)"
        rows = [tuple(iterated(f"loops[{i}]", row, expected)) for i, row in enumerate(loops)]
        for i, row in enumerate(rows):
            if len(row) != len(names):
                raise ValueError(f"loops[{i}]: expected {expected}, not {shown(row)}")
        columns = [[row[k] for row in rows] for k in range(len(names))]
    space, slot, nest = (integer_column(f"loops.{name}", column, LOOP[name]) for name, column in zip(names, columns))
    return space, slot, nest


def _create_loops(builder: flatbuffers.Builder, columns: tuple[np.ndarray, np.ndarray, np.ndarray]) -> int:
    rows = list(zip(*(column.tolist() for column in columns)))
    builder.StartVector(LOOP.itemsize, len(rows), LOOP.alignment)
    for space, slot, nest in reversed(rows):
        builder.Prep(LOOP.alignment, LOOP.itemsize)
        builder.PrependUint32(nest)
        builder.PrependInt32(slot)
        builder.Pad(2)
        builder.PrependUint16(space)
    return builder.EndVector()
