"""Noting entries of the security log: each is written in the transaction of the deed, so neither is stored alone."""

from __future__ import annotations

from datetime import datetime

from common.caller import Caller, Origin
from common.dynamo import Write
from common.ids import derived_id
from domain.audit.records import Actor, By, Entry, EntryType, Outcome
from domain.audit.store import audit_store

_SUBJECT_LENGTH = 300
NOWHERE = Origin("", "", "")
"""The origin of what nobody asked for by a request: the team's work, a schedule."""


def noting(
    kind: EntryType,
    account_id: str,
    at: datetime,
    actor: Actor,
    origin: Origin,
    *,
    subject: str = "",
    outcome: Outcome = "done",
    unfamiliar: bool = False,
) -> Write:
    """The write of an entry, for the `domain.events.log.commit` of what was done.

    A step that is repeated with the same arguments writes the same entry again. `unfamiliar` says that it came from a
    device or address that the account had not been used from before; the owner hears of that at once.
    """
    entry = Entry(
        id=derived_id("aud", at, kind.value, account_id, actor.id or "", subject, origin.request_id),
        account_id=account_id,
        type=kind,
        at=at,
        actor=actor,
        subject=" ".join(subject.split())[:_SUBJECT_LENGTH],
        address=origin.address,
        device=origin.device,
        request_id=origin.request_id,
        outcome=outcome,
        unfamiliar=unfamiliar or None,
    )
    return audit_store().noting(entry)


def noting_by(
    kind: EntryType, account_id: str, at: datetime, by: By, *, subject: str = "", outcome: Outcome = "done"
) -> Write:
    """`noting`, with the actor and the origin that `by` holds."""
    origin = Origin(by.address, by.device, by.request_id)
    return noting(kind, account_id, at, by.actor, origin, subject=subject, outcome=outcome)


def by_caller(caller: Caller, origin: Origin) -> By:
    """The caller of a request, with its origin."""
    return by_actor(actor_of(caller), origin)


def by_actor(actor: Actor, origin: Origin) -> By:
    """An actor, with the origin of what they do."""
    return By(actor=actor, address=origin.address, device=origin.device, request_id=origin.request_id)


def actor_of(caller: Caller) -> Actor:
    """The actor of a request, without a name: that is looked up when the log is shown."""
    return Actor(kind="user" if caller.kind == "session" else caller.kind, id=caller.principal_id)
