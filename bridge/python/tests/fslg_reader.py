"""Reads FSLG with FlatBuffers' own Python runtime, field by field as the schema file declares them."""

import re

import numpy as np
from conftest import ROOT
from flatbuffers import encode, packer
from flatbuffers.number_types import Uint32Flags
from flatbuffers.table import Table

SCHEMA = (ROOT / "bridge" / "wire" / "fslg.fbs").read_text(encoding="utf-8")
DTYPES = {"ulong": "<u8", "uint": "<u4", "ushort": "<u2", "int": "<i4", "Role": "<u1"}
LOOP = np.dtype({"names": ["space", "slot", "nest"], "formats": ["<u2", "<i4", "<u4"], "offsets": [0, 4, 8]})


def schema_fields():
    """name -> type of the table's fields, in the schema's order."""
    body = re.search(r"table Graph \{(.*?)\n\}", SCHEMA, re.DOTALL)[1]
    return dict(re.findall(r"^\s*(\w+):\s*([\[\]\w]+);", body, re.MULTILINE))


def read(buffer):
    """All fields that are present, as Python objects."""
    table = Table(buffer, encode.Get(packer.uoffset, buffer, 0))
    fields = {}
    for slot, (name, kind) in enumerate(schema_fields().items()):
        offset = table.Offset(4 + 2 * slot)
        if kind == "uint":
            fields[name] = table.Get(Uint32Flags, offset + table.Pos) if offset else 0
        elif offset:
            fields[name] = read_field(table, offset, kind)
    return fields


def read_field(table, offset, kind):
    if kind == "string":
        return table.String(offset + table.Pos).decode()
    start, length = table.Vector(offset), table.VectorLen(offset)
    if kind == "[string]":
        return [table.String(start + 4 * i).decode() for i in range(length)]
    dtype = LOOP if kind == "[LoopInstance]" else np.dtype(DTYPES[kind[1:-1]])
    assert start % (4 if dtype == LOOP else dtype.alignment) == 0, "FlatBuffers align vectors"
    return np.frombuffer(bytes(table.Bytes[start : start + length * dtype.itemsize]), dtype).tolist()
