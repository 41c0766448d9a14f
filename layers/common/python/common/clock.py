"""Time as the service sees it: aware UTC instants, written with milliseconds and `Z`."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    """The present instant, cut to the millisecond that we store and show."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


def to_iso(moment: datetime) -> str:
    """`2026-03-01T09:00:00.000Z`: fixed width, so that text order is time order. `moment` must be aware."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_iso(text: str) -> datetime:
    """The inverse of `to_iso`; takes any ISO 8601 text with an offset."""
    return datetime.fromisoformat(text)
