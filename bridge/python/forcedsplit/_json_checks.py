"""What may stand at a place of a JSON text; anything else is an Error that names the place."""

from typing import Any, Optional

import numpy as np

from ._columns import integer
from .errors import Error, Status


def malformed(message: str, *values: int) -> Error:
    """Returns the Error for a text that is no graph."""
    return Error(Status.MALFORMED_GRAPH, message, values)


def object_at(place: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise malformed(f"{place}: expected an object, not {_shown(value)}")
    return value


def list_at(place: str, value: Any) -> Optional[list[Any]]:
    """A list, or None where there is none."""
    if value is not None and not isinstance(value, list):
        raise malformed(f"{place}: expected a list, not {_shown(value)}")
    return value


def text_at(place: str, value: Any) -> str:
    """A text, "" where there is none."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise malformed(f"{place}: expected a string, not {_shown(value)}")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise malformed(f"{place}: half a surrogate pair is no text") from None
    return value


def number_at(place: str, value: Any, dtype: np.dtype) -> int:
    """An integer that `dtype` can hold."""
    try:
        return integer(place, value, dtype)
    except (TypeError, ValueError) as fault:
        raise malformed(str(fault)) from None


def row_at(place: str, value: Any, shape: str, count: int) -> list[int]:
    """A list of exactly so many ids."""
    if not isinstance(value, list) or len(value) != count:
        raise malformed(f"{place}: expected {shape}, not {_shown(value)}")
    return [number_at(place, item, np.dtype(np.uint64)) for item in value]


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:40] + "..."
