"""JSON as we read it from callers: UTF-8, finite numbers, and no name twice in an object (RFC 8259, RFC 7493)."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

NOT_JSON = "Not well-formed JSON in UTF-8."
REPEATED = "An object must not hold the same name twice."


class BadJson(ValueError):
    """A text that is refused. The message may be shown: it repeats nothing of the text."""


def read_json(data: bytes) -> Any:
    """What the text says. Raises `BadJson`.

    Of a name that stands there twice, Python would keep the last value, and others who read the text the first.
    """
    try:
        # We decode UTF-8 first, because `json.loads` also takes UTF-16 and UTF-32, which the handlers cannot read.
        return json.loads(
            data.decode(), object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite
        )
    except BadJson:
        raise
    except (ValueError, RecursionError) as error:
        raise BadJson(NOT_JSON) from error


def meaning(value: Any) -> bytes:
    """A text that is the same for equal values: members in order of their names, and 1 for 1.0."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":")).encode()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadJson(REPEATED)
    return found


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise BadJson("A number is too large.")
    return number


def _refuse_constant(_name: str) -> NoReturn:
    raise BadJson(NOT_JSON)  # Python reads NaN and Infinity; JSON has no such values


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
