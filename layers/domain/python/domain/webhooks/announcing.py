"""The events, notices and security-log entries of webhooks. They name only the host, because a URL may hold a key."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit

from common.dynamo import Write
from common.ids import new_id
from domain.audit.log import noting_by
from domain.audit.records import By, EntryType
from domain.events.notices import Notice, NoticeKind
from domain.events.records import Event, EventType, happened
from domain.webhooks.records import Disabled, Endpoint

_DISABLED = {
    Disabled.BY_CUSTOMER: "switched off",
    Disabled.GONE: "switched off: the receiver answered that it is gone (410)",
    Disabled.FAILING: "switched off: every delivery failed for five days",
}
_REMEDIES = {
    Disabled.GONE: "the receiver answered that it is gone (410): enter its new address and switch it on, or delete it",
    Disabled.FAILING: "every delivery failed for five days: repair the receiver, then switch it on",
}


def tested(endpoint: Endpoint, at: datetime) -> Event:
    """A test event, which goes to this endpoint alone. Each call makes another event, even in the same millisecond."""
    event = _about(endpoint, EventType.WEBHOOK_TEST, at, "this is a test")
    return event.model_copy(update={"id": new_id("evt", at)})


def failing(endpoint: Endpoint, at: datetime) -> Event:
    """The event that every delivery to an endpoint has failed for a day."""
    words = "every delivery has failed for a day; after five days we switch it off"
    return _about(endpoint, EventType.WEBHOOK_FAILING, at, words)


def disabled(endpoint: Endpoint, why: Disabled, at: datetime) -> Event:
    """The event that an endpoint is switched off, with the reason in words."""
    return _about(endpoint, EventType.WEBHOOK_DISABLED, at, _DISABLED[why])


def noting(endpoint: Endpoint, done: str, at: datetime, by: By) -> Write:
    """The write of the security-log entry that somebody changed an endpoint; `done` says how."""
    subject = f"{_name(endpoint)}: {done} ({endpoint.id})"
    return noting_by(EntryType.WEBHOOK_CHANGED, endpoint.account_id, at, by, subject=subject)


def notice_of(endpoint: Endpoint) -> Notice | None:
    """The notice that an endpoint needs the customer; None while it delivers, or if they switched it off themselves."""
    if endpoint.disabled in _REMEDIES and endpoint.disabled_at is not None:
        kind, since, action = NoticeKind.WEBHOOK_DISABLED, endpoint.disabled_at, "enable_webhook"
        trouble, over = "it has been off", "it is on again, or deleted"
        remedy = _REMEDIES[endpoint.disabled]
    elif endpoint.disabled is None and endpoint.warned_at is not None and endpoint.failing_since is not None:
        kind, since, action = NoticeKind.WEBHOOK_FAILING, endpoint.failing_since, "repair_webhook"
        trouble, over = "every delivery has failed", "it delivers again, or is off or deleted"
        remedy = "repair the receiver; after five days of failures we switch it off"
    else:
        return None
    return Notice(
        account_id=endpoint.account_id,
        kind=kind,
        subject_id=endpoint.id,
        name=_name(endpoint),
        trouble=trouble,
        remedy=remedy,
        over=over,
        since=since,
        action=action,
        path=_page(endpoint),
    )


def _about(endpoint: Endpoint, kind: EventType, at: datetime, words: str) -> Event:
    sentence = (_name(endpoint), words)
    return happened(kind, endpoint.account_id, at, sentence, subject_id=endpoint.id, path=_page(endpoint))


def _name(endpoint: Endpoint) -> str:
    return f"Webhook to {urlsplit(endpoint.url).hostname}"


def _page(endpoint: Endpoint) -> str:
    return f"/app/developers/webhooks/{endpoint.id}"
