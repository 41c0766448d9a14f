"""What deliveries tell about an endpoint: since when it fails, when we warn, when we switch it off. Pure rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from domain.events.records import Event
from domain.webhooks.announcing import disabled, failing
from domain.webhooks.records import Disabled, Endpoint, Reason
from domain.webhooks.retries import SERIES, Outcome

WARN_AFTER = timedelta(hours=24)
DISABLE_AFTER = timedelta(days=5)
WELL: Mapping[str, None] = {"failing_since": None, "warned_at": None}
"""What is stored of an endpoint that does not fail."""
Health = tuple[Endpoint, tuple[Event, ...]]


def missing_since(endpoint: Endpoint, at: datetime) -> datetime:
    """The time of the first event that may be missing when deliveries have failed since `at`.

    A delivery that fails at `at` may have been tried for days before. An earlier `recover_since` stays: those are still
    missing.
    """
    begun = at - SERIES
    return min(begun, endpoint.recover_since or begun)


def after(endpoint: Endpoint, outcome: Outcome, now: datetime) -> Health | None:
    """The endpoint after an attempt, and the events to announce; None when the attempt changes nothing in it."""
    if endpoint.disabled is not None:
        return None
    if outcome.reason is None:
        return (endpoint.model_copy(update=WELL), ()) if endpoint.failing_since else None
    since = endpoint.failing_since or now
    ill = {"failing_since": since}
    if outcome.reason is Reason.GONE or now - since >= DISABLE_AFTER:
        why = Disabled.GONE if outcome.reason is Reason.GONE else Disabled.FAILING
        off = {**ill, "disabled": why, "disabled_at": now, "recover_since": missing_since(endpoint, since)}
        return endpoint.model_copy(update=off), (disabled(endpoint, why, now),)
    if now - since >= WARN_AFTER and endpoint.warned_at is None:
        return endpoint.model_copy(update={**ill, "warned_at": now}), (failing(endpoint, now),)
    return None if endpoint.failing_since else (endpoint.model_copy(update=ill), ())
