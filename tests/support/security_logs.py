"""A security log with a few entries."""

from __future__ import annotations

from datetime import timedelta

from common.caller import Origin
from domain.audit.chaining import chaining_service
from domain.audit.log import noting
from domain.audit.reading import entries_for_export
from domain.audit.records import Actor, EntryType
from domain.events.log import commit
from unit_fixtures import START

ACCOUNT = "acc_1"
OWNER = Actor(kind="user", id="usr_1")


def note(number, *, account_id=ACCOUNT, kind=EntryType.KEY_CREATED, actor=OWNER, at=None, device="Firefox", **said):
    """Note entry `number`, made that many seconds after the start unless `at` says when."""
    origin = Origin("203.0.113.9", device, f"request-{number}")
    moment = at or START + timedelta(seconds=number)
    write = noting(kind, account_id, moment, actor, origin, **{"subject": f"number {number}", **said})
    commit([write])
    return write["Put"]["Item"]["id"]["S"]


def chain(account_id=ACCOUNT):
    return chaining_service().chain_all(account_id)


def exported(account_id=ACCOUNT):
    """The log as an export holds it."""
    return entries_for_export(account_id).model_dump(mode="json")


def subjects(account_id=ACCOUNT):
    return [entry["subject"] for entry in exported(account_id)["entries"]]
