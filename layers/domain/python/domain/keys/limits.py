"""How long an API key may live, and whether a change lets a key do more than before."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.keys.addresses import covers
from domain.keys.models import ApiKey


def widens(before: ApiKey, after: ApiKey) -> bool:
    """Whether a key can do more after a change: more scopes, addresses or projects, or the same for longer."""
    return (
        not set(after.scopes) <= set(before.scopes)
        or not _within(after.project_ids, before.project_ids)
        or _more_addresses(before.allowed_ips, after.allowed_ips)
        or _later(after.expires_at, before.expires_at)
    )


def latest_end(created_at: datetime, max_lifetime_days: int | None) -> datetime | None:
    """The latest instant at which a key made at `created_at` may expire; None when the account sets no limit."""
    return None if max_lifetime_days is None else created_at + timedelta(days=max_lifetime_days)


def lives_too_long(expires_at: datetime | None, latest: datetime | None) -> bool:
    """Whether a key expires after `latest`, or never; False where `latest` is None."""
    return latest is not None and _later(expires_at, latest)


def _within(narrow: list[str] | None, wide: list[str] | None) -> bool:
    if wide is None:
        return True
    return narrow is not None and set(narrow) <= set(wide)


def _more_addresses(before: list[str] | None, after: list[str] | None) -> bool:
    if before is None:
        return False
    return after is None or not covers(before, after)


def _later(one: datetime | None, other: datetime | None) -> bool:
    """Whether an expiration is later than another; None means never."""
    if other is None:
        return False
    return one is None or one > other
