"""Paging: each page of a list comes with a cursor, an opaque text that the caller sends back to get the next page.

A page ends at its limit of rows or of bytes, because Lambda refuses an answer of more than 6 MB.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from typing import Any

from common.errors import AnswerTooLarge, InvalidRequest

PAGE_BYTES = 1_500_000  # an answer of MCP holds a page twice, once as escaped JSON: up to 4 times as much
FILE_BYTES = 5_000_000  # of an export, which is in its answer once
ANSWER_BYTES = 6_000_000  # of a body as JSON; Lambda takes 6 MiB with the headers
_MAX_KEY_BYTES = 1024  # DynamoDB's limit of a sort key


def weight(value: Any) -> int:
    """How many bytes JSON data has in a function's answer, whose body is itself a text in JSON.

    Both steps escape: an umlaut (2 bytes) takes 7 bytes, and a quotation mark (1 byte) takes 4.
    """
    return len(json.dumps(json.dumps(value, default=_plain)))


def _plain(value: Any) -> Any:
    # Not by pydantic's class: the authorizer, for which every request waits, starts without pydantic.
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else str(value)


def fitting[T](rows: Iterable[T], limit: int, *, most_bytes: int | None = PAGE_BYTES) -> list[T]:
    """The first `limit` rows, fewer if together they weigh over `most_bytes` (None: no limit), but at least one."""
    chosen: list[T] = []
    total = 0
    for row in rows:
        if most_bytes is not None:
            total += weight(row)
        if chosen and (len(chosen) >= limit or (most_bytes is not None and total > most_bytes)):
            break
        chosen.append(row)
    return chosen


def require_sendable(body: str) -> None:
    """Raise `AnswerTooLarge` for a body that Lambda would refuse: as an escaped JSON text, it has over 6 MB."""
    if len(body) > ANSWER_BYTES // 12 and len(json.dumps(body)) > ANSWER_BYTES:  # a character has 12 bytes at most
        raise AnswerTooLarge


def encode_cursor(key: dict[str, Any] | None) -> str | None:
    """The cursor of a `last_key`: an opaque, URL-safe text. None for None, when there is no next page."""
    if key is None:
        return None
    return base64.urlsafe_b64encode(json.dumps(key, separators=(",", ":")).encode()).decode().rstrip("=")


def decode_cursor(
    cursor: str | None, *, partition: Mapping[str, str], begins: Mapping[str, str]
) -> dict[str, Any] | None:
    """The `last_key` of a cursor: the inverse of `encode_cursor`.

    Args:
        cursor: what a caller sent back; None for the first page.
        partition: the values that these key attributes must have, so that nobody pages through another account's rows.
        begins: the other attributes of the list's key, and the text that each begins with.

    Raises:
        InvalidRequest: the cursor is malformed, or was made for another list.
    """
    if cursor is None:
        return None
    try:
        key = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, RecursionError):
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
