"""A security log with a few entries."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from common.caller import Origin
from domain.audit.chaining import chaining_service
from domain.audit.log import noting
from domain.audit.reading import entries_for_export
from domain.audit.records import Actor, EntryType
from domain.audit.store import audit_store
from domain.events.log import commit
from unit_fixtures import START

ACCOUNT = "acc_1"
ORIGIN = Origin("203.0.113.9", "curl/8", "req-9")
_ID = re.compile(r" \(\w+\)")
OWNER = Actor(kind="user", id="usr_1")


def note(
    number: int,
    *,
    account_id: str = ACCOUNT,
    kind: EntryType = EntryType.KEY_CREATED,
    actor: Actor = OWNER,
    at: datetime | None = None,
    device: str = "Firefox",
    **said: Any,
) -> str:
    """Note entry `number`, made that many seconds after the start unless `at` says when; returns its id."""
    origin = Origin("203.0.113.9", device, f"request-{number}")
    moment = at or START + timedelta(seconds=number)
    write = noting(kind, account_id, moment, actor, origin, **{"subject": f"number {number}", **said})
    commit([write])
    return str(write["Put"]["Item"]["id"]["S"])


def chain(account_id: str = ACCOUNT) -> int:
    return chaining_service().chain_all(account_id)


def exported(account_id: str = ACCOUNT) -> dict[str, Any]:
    """The log as an export holds it."""
    return entries_for_export(account_id).model_dump(mode="json")


def subjects(account_id: str = ACCOUNT) -> list[str]:
    return [entry["subject"] for entry in exported(account_id)["entries"]]


def noted(account_id: str = ACCOUNT) -> list[tuple[str, str, str | None, str, str]]:
    """Entries still to be chained, oldest first: type, subject without ids, the actor's id or name, address, device."""
    entries = audit_store().list_unchained(account_id, limit=100)
    return [
        (one.type.value, _ID.sub("", one.subject), one.actor.id or one.actor.name, one.address, one.device)
        for one in entries
    ]
