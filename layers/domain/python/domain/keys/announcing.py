"""The events of API keys. They name a key and never hold any part of its secret."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.events.records import Event, EventType, happened
from domain.keys.models import ApiKey

EXPIRING = timedelta(days=7)


def created(api_key: ApiKey) -> Event:
    """A new key."""
    return _about(api_key, EventType.KEY_CREATED, api_key.created_at, "the API key was created")


def rotated(old: ApiKey, successor: ApiKey, ends_at: datetime) -> Event:
    """A key got a successor and will end."""
    words = f"the API key was rotated, the old one ends at {ends_at:%Y-%m-%d %H:%M} UTC"
    return _about(old, EventType.KEY_ROTATED, successor.created_at, words)


def revoked(api_key: ApiKey, at: datetime, *, leaked: bool = False) -> Event:
    """A key was ended; when `leaked`, because somebody who had found it reported it."""
    words = "the API key was reported as leaked, so it was revoked" if leaked else "the API key was revoked"
    return _about(api_key, EventType.KEY_REVOKED, at, words)


def expiring(api_key: ApiKey, expires_at: datetime, *, now: datetime) -> Event:
    """A key is about to expire; the event happens seven days before, or at once."""
    words = f"the API key expires on {expires_at:%Y-%m-%d}"
    return _about(api_key, EventType.KEY_EXPIRING, max(now, expires_at - EXPIRING), words)


def _about(api_key: ApiKey, kind: EventType, at: datetime, words: str) -> Event:
    return happened(kind, api_key.account_id, at, (api_key.name, words), subject_id=api_key.id, path="/app/keys")
