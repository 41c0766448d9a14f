"""Identifiers: a short type prefix and a ULID, so that text order is order of creation (`msg_01J…`)."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, date, datetime

from ulid import ULID

_ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}"


def new_id(prefix: str, now: datetime) -> str:
    """A fresh id of kind `prefix`, ordered by `now` to the millisecond and random beyond."""
    return f"{prefix}_{ULID.from_datetime(now)}"


def is_id(prefix: str, text: str) -> bool:
    """Whether `text` has the form of an id of kind `prefix`; says nothing about its existence."""
    return re.fullmatch(f"{prefix}_{_ULID}", text) is not None


def derived_id(prefix: str, moment: datetime, *parts: str) -> str:
    """The one id that `parts` have at `moment`: a step redone after a crash names its records as it did before."""
    digest = hashlib.sha256("\x1f".join((prefix, *parts)).encode()).digest()
    milliseconds = int(moment.timestamp() * 1000)
    return f"{prefix}_{ULID.from_bytes(milliseconds.to_bytes(6) + digest[:10])}"


def first_id(prefix: str, day: date) -> str:
    """The smallest id that a thing of kind `prefix` made on `day` (UTC) can have."""
    milliseconds = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
    return f"{prefix}_{ULID.from_bytes(milliseconds.to_bytes(6) + bytes(10))}"
