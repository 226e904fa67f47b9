"""What may stand at a place of a JSON text; anything else is an Error that names the place.

The rules are the command-line tool's (bridge/wire/jsonchecks.go): nothing is read loosely, numbers are integers that
are written as such, and null stands only where something may be left out. bridge/wire/testdata/json_cases.json is for
both.
"""

import json
import re
from typing import Any, NamedTuple, NoReturn, Optional, Union

import numpy as np

from ._columns import limits
from ._shown import quoted, shortened
from .errors import Error, Status

MISSING = object()
"""Stands for what a key leads to that is not there."""

# What a backslash may begin in a string; the group is half of a surrogate pair.
_ESCAPES = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)", re.DOTALL)


class _Digits(NamedTuple):
    """A number that no place takes: with a fraction or an exponent, or longer than any 64-bit integer."""

    text: str


def malformed(message: str, *values: int) -> Error:
    """Returns the Error for a text that is no graph."""
    return Error(Status.MALFORMED_GRAPH, message, values)


def parse(text: Union[str, bytes, bytearray]) -> dict[str, Any]:
    """Returns a JSON text as the one object that it has to be. Numbers that are no integers are `_Digits`."""
    source = _decoded(text)
    try:
        document = json.loads(source, parse_int=_integer, parse_float=_Digits, parse_constant=_no_number)
    except (ValueError, RecursionError) as fault:
        raise malformed(f"JSON: {fault}") from None
    for escape in _ESCAPES.finditer(source):
        if escape[1]:
            at = len(source[: escape.start()].encode())
            raise malformed(f"JSON: half a surrogate pair is no text, at byte {at}")
    return object_at("JSON", document)


def _decoded(text: Union[str, bytes, bytearray]) -> str:
    try:
        if not isinstance(text, str):
            return text.decode()
        text.encode()
    except UnicodeDecodeError as fault:
        raise malformed(f"JSON: expected UTF-8, found {text[fault.start]:#x} at byte {fault.start}") from None
    except UnicodeEncodeError as fault:
        raise malformed(f"JSON: half a surrogate pair is no text, at character {fault.start}") from None
    return text


def _integer(digits: str) -> Union[int, _Digits]:
    return int(digits) if len(digits) <= 20 else _Digits(digits)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def object_at(place: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise expected(place, "an object", value)
    return value


def list_at(place: str, value: Any) -> Optional[list[Any]]:
    """A list, or None where nothing is told."""
    if value is not None and not isinstance(value, list):
        raise expected(place, "a list", value)
    return value


def string_at(place: str, value: Any) -> str:
    if not isinstance(value, str):
        raise expected(place, "a string", value)
    return value


def text_at(place: str, value: Any) -> str:
    """A text, "" where nothing is told."""
    return "" if value is None else string_at(place, value)


def number_at(place: str, value: Any, dtype: np.dtype) -> int:
    """An integer that `dtype` can hold."""
    low, high = limits(dtype)
    if type(value) is not int or not low <= value <= high:
        raise expected(place, f"an integer from {low} to {high}", value)
    return value


def row_at(place: str, value: Any, shape: str, count: int) -> list[int]:
    """A list of exactly so many ids."""
    if not isinstance(value, list):
        raise expected(place, shape, value)
    if len(value) != count:
        raise malformed(f"{place}: expected {shape}, found a list of {len(value)}")
    return [number_at(place, item, np.dtype(np.uint64)) for item in value]


def expected(place: str, what: str, value: Any) -> Error:
    return malformed(f"{place}: expected {what}, found {_found(value)}")


def _found(value: Any) -> str:
    """What stands at a place, in a few words."""
    if value is MISSING:
        return "nothing"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return quoted(value)
    return shortened(value.text) if isinstance(value, _Digits) else json.dumps(value)
