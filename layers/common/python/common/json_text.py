"""JSON as we read it from callers: UTF-8, finite numbers, no lone surrogates, no name twice (RFC 8259, RFC 7493)."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from common.errors import InvalidRequest


class NotJson(InvalidRequest):
    """The text is not JSON as we take it; the message repeats nothing of it."""

    default_message = "Send well-formed JSON in UTF-8, with each name once in an object."


def read_json(data: bytes) -> Any:
    """The value that a JSON text holds. Raises `NotJson`.

    A name given twice is refused, because Python would keep its last value and other readers its first.
    """
    try:
        # We decode UTF-8 first, because `json.loads` also takes UTF-16 and UTF-32, which the handlers cannot read.
        text = data.decode()
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse, parse_float=_finite)
        if "\\u" in text:  # half of a character can be escaped, and not be written again
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise NotJson from None
    return value


def meaning(value: Any) -> bytes:
    """The JSON of a value as bytes, the same for equal values: members in order of their names, and 1 for 1.0."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":")).encode()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError
    return number


def _refuse(_name: str) -> NoReturn:
    raise ValueError  # Python reads NaN and Infinity; JSON has no such values


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
