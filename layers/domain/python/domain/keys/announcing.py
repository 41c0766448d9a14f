"""The events of API keys. They name a key and never hold any part of its secret."""

from __future__ import annotations

from datetime import datetime, timedelta

from common.wording import day_of, moment_of
from domain.events.records import Event, EventType, happened
from domain.keys.models import ApiKey

EXPIRING = timedelta(days=7)


def created(api_key: ApiKey) -> Event:
    """The event that a key was created."""
    return _about(api_key, EventType.KEY_CREATED, api_key.created_at, "API key created")


def rotated(old: ApiKey, successor: ApiKey, ends_at: datetime) -> Event:
    """The event that a key got a successor and ends at `ends_at`."""
    words = f"API key rotated; the old one ends on {moment_of(ends_at)}"
    return _about(old, EventType.KEY_ROTATED, successor.created_at, words)


def revoked(api_key: ApiKey, at: datetime, *, leaked: bool = False) -> Event:
    """The event that a key was revoked; `leaked`: because somebody who had found it reported it."""
    words = "API key revoked: somebody reported it as leaked" if leaked else "API key revoked"
    return _about(api_key, EventType.KEY_REVOKED, at, words)


def expiring(api_key: ApiKey, expires_at: datetime, *, now: datetime) -> Event:
    """The event that a key will expire soon; it happens seven days before `expires_at`, or `now` if that is later."""
    words = f"API key expires on {day_of(expires_at)}"
    return _about(api_key, EventType.KEY_EXPIRING, max(now, expires_at - EXPIRING), words)


def _about(api_key: ApiKey, kind: EventType, at: datetime, words: str) -> Event:
    return happened(
        kind, api_key.account_id, at, (api_key.name, words), subject_id=api_key.id, path="/app/developers/keys"
    )
