"""The models of small_models.txt and composed_models.txt."""

import re
from pathlib import Path
from typing import NamedTuple

import onnx.parser

_ROLES = {"L": "LoopLocal", "R": "Reduction", "C": "LoopCarried", "I": "LoopInvariant", "-": None}


class Small(NamedTuple):
    """A model, the row of the table that it is about, and what is expected along each of some dimensions of x: role and
    pass of each value but constants, and the operators that are not in the table."""

    row: str
    axes: list
    model: onnx.ModelProto
    expected: dict
    unknown: set


def _small(block):
    heading, *text, expected = (line.strip() for line in block.splitlines() if not line.startswith("#"))
    about, *more = heading.split("; ")
    row, axes = about.split(" along ")
    options = dict(option.split(" ", 1) for option in more)
    opset = options.get("version", "18")
    model = onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}]> g {" ".join(text)}')
    unknown = set(options.get("unknown", "").split())
    return Small(row, [int(axis) for axis in axes.split(", ")], model, _expectation(expected), unknown)


def _expectation(text):
    """(role, pass) by name, of "= x I0, y sum R1"."""
    entries = (entry.rsplit(" ", 1) for entry in text.removeprefix("= ").split(", "))
    return {name: (_ROLES[code[0]], int(code[1:])) for name, code in entries}


def _models(name):
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [_small(block) for block in re.split(r"\n\n+", text.strip())[1:]]


SMALL = _models("small_models.txt")
COMPOSED = _models("composed_models.txt")
