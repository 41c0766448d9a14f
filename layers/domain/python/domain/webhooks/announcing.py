"""The events of webhooks themselves. They name an endpoint by its host: the whole URL may hold a key."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit

from domain.events.records import Event, EventType, happened
from domain.webhooks.records import Disabled, Endpoint

_DISABLED = {
    Disabled.BY_CUSTOMER: "the webhook was switched off",
    Disabled.GONE: "the webhook is switched off, because the receiver answered that it is gone (410)",
    Disabled.FAILING: "the webhook is switched off, because every delivery has failed for five days",
}


def tested(endpoint: Endpoint, at: datetime) -> Event:
    """A test, which goes to this endpoint alone."""
    return _about(endpoint, EventType.WEBHOOK_TEST, at, "this is a test")


def failing(endpoint: Endpoint, at: datetime) -> Event:
    """Every delivery has failed for a day."""
    words = "every delivery has failed for a day; after five days the webhook is switched off"
    return _about(endpoint, EventType.WEBHOOK_FAILING, at, words)


def disabled(endpoint: Endpoint, why: Disabled, at: datetime) -> Event:
    """Nothing more is sent to it."""
    return _about(endpoint, EventType.WEBHOOK_DISABLED, at, _DISABLED[why])


def _about(endpoint: Endpoint, kind: EventType, at: datetime, words: str) -> Event:
    name = f"Webhook to {urlsplit(endpoint.url).hostname}"
    return happened(kind, endpoint.account_id, at, (name, words), subject_id=endpoint.id, path="/app/webhooks")
