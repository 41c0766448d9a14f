"""Paging: each page of a list comes with a cursor, an opaque text that the caller sends back to get the next page."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from common.errors import InvalidRequest

_MAX_KEY_BYTES = 1024  # DynamoDB's limit of a sort key


def encode_cursor(key: dict[str, Any] | None) -> str | None:
    """A `last_key` as an opaque, URL-safe text."""
    if key is None:
        return None
    return base64.urlsafe_b64encode(json.dumps(key, separators=(",", ":")).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, *, partition: Mapping[str, str], begins: Mapping[str, str]) -> dict[str, Any]:
    """The inverse of `encode_cursor`.

    Args:
        cursor: what a caller sent back.
        partition: the values that these key attributes must have, so that nobody pages through another account's rows.
        begins: the other attributes of the list's key, and the text that each begins with.

    Raises:
        InvalidRequest: the cursor is malformed, or was made for another list.
    """
    try:
        key = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except ValueError:
        key = None
    if not isinstance(key, dict) or not _fits(key, partition, begins):
        raise InvalidRequest.of("cursor", "Not a cursor of this list.")
    return key


def _fits(key: dict[str, Any], partition: Mapping[str, str], begins: Mapping[str, str]) -> bool:
    """Whether `key` is a place in this list. DynamoDB refuses empty, missing and additional attributes."""
    if key.keys() != partition.keys() | begins.keys() or not all(map(_is_key_value, key.values())):
        return False
    return partition.items() <= key.items() and all(key[name].startswith(start) for name, start in begins.items())


def _is_key_value(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.encode(errors="replace")) <= _MAX_KEY_BYTES
