"""How an error message shows what somebody else has written: short, and nothing that speaks to a terminal."""

import json
import reprlib
from typing import Any

_LENGTH = 40

_repr = reprlib.Repr()
_repr.maxstring = _repr.maxother = _repr.maxlong = _LENGTH
_repr.maxlevel = 1


def shown(value: Any) -> str:
    """Returns the repr of an object, cut to some 40 characters; of an integer with thousands of digits, its size."""
    try:
        return shortened(_repr.repr(value))
    except ValueError:  # Python limits the digits that it prints
        return f"an integer of {value.bit_length()} bits" if isinstance(value, int) else f"a {type(value).__name__}"


def quoted(text: str) -> str:
    """Returns a text in double quotes, as JSON and the command-line tool have it, cut to 40 characters."""
    short = text[:_LENGTH]
    return json.dumps(short, ensure_ascii=not short.isprintable()) + ("…" if short != text else "")


def shortened(text: str) -> str:
    return text if len(text) <= _LENGTH else text[:_LENGTH] + "…"
