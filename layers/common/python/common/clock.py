"""Instants: aware datetimes in UTC, written with milliseconds and `Z`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def utc_now() -> datetime:
    """The present instant, cut to whole milliseconds, because we store and show no more than these."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


def to_iso(moment: datetime) -> str:
    """`moment` (aware) in UTC, cut to milliseconds: `2026-03-01T09:00:00.000Z`. Such texts sort by time."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_iso(text: str) -> datetime:
    """The instant of an ISO 8601 text, naive if the text has no offset. Raises ValueError for malformed text."""
    return datetime.fromisoformat(text)


def whole_seconds(left: timedelta) -> int:
    """`left` in seconds, rounded up, so that a caller who waits that long does not come too early."""
    return -(-left // timedelta(seconds=1))
