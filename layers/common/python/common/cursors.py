"""Opaque list cursors: a `last_key` of DynamoDB as URL-safe text."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from common.errors import InvalidRequest


def encode_cursor(key: dict[str, Any] | None) -> str | None:
    """A `last_key` as an opaque, URL-safe text."""
    if key is None:
        return None
    return base64.urlsafe_b64encode(json.dumps(key, separators=(",", ":")).encode()).decode().rstrip("=")


def decode_cursor(cursor: str, *, partition: Mapping[str, str]) -> dict[str, Any]:
    """The inverse of `encode_cursor`.

    Args:
        cursor: what a caller sent back.
        partition: the key attributes the cursor must name, so that nobody pages through another's rows.

    Raises:
        InvalidRequest: malformed, or made for another list.
    """
    try:
        key = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        fits = all(isinstance(value, str) for value in key.values()) and partition.items() <= key.items()
    except (ValueError, AttributeError) as error:
        raise InvalidRequest.of("cursor", "Not a cursor of this list.") from error
    if not fits:
        raise InvalidRequest.of("cursor", "Not a cursor of this list.")
    return dict(key)
