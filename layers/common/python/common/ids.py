"""Identifiers such as `msg_01J…`: a short prefix for the type and a ULID, so that ids sort by time of creation."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, date, datetime

from ulid import ULID

from common.once import note_made

_ULID = "[0-7][0-9A-HJKMNP-TV-Z]{25}"


def new_id(prefix: str, now: datetime) -> str:
    """A new id of kind `prefix`, noted by `note_made`. Ids sort by `now`, to the millisecond; the rest is random."""
    made = f"{prefix}_{ULID.from_datetime(now)}"
    note_made(prefix, made)
    return made


def is_id(prefix: str, text: str) -> bool:
    """Whether `text` has the form of an id of kind `prefix`; a thing with that id need not exist."""
    return re.fullmatch(f"{prefix}_{_ULID}", text) is not None


def derived_id(prefix: str, moment: datetime, *parts: str) -> str:
    """An id made at `moment`. Equal arguments give equal ids: a step repeated after a crash writes the same rows."""
    digest = hashlib.sha256("\x1f".join((prefix, *parts)).encode()).digest()
    milliseconds = int(moment.timestamp() * 1000)
    return f"{prefix}_{ULID.from_bytes(milliseconds.to_bytes(6) + digest[:10])}"


def first_id(prefix: str, day: date) -> str:
    """The smallest id that a thing of kind `prefix` can have when it is made on `day` (UTC)."""
    return least_id(prefix, datetime(day.year, day.month, day.day, tzinfo=UTC))


def least_id(prefix: str, moment: datetime) -> str:
    """The smallest id that a thing of kind `prefix` can have when it is made at `moment`."""
    milliseconds = int(moment.timestamp() * 1000)
    return f"{prefix}_{ULID.from_bytes(milliseconds.to_bytes(6) + bytes(10))}"


def made_at(identifier: str) -> datetime:
    """When the thing with this id was made, to the millisecond. Raises ValueError for a malformed id."""
    return ULID.from_str(identifier.rpartition("_")[2]).datetime
