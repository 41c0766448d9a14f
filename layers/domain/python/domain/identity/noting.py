"""What identity writes beside its own rows: entries of the security log, and mails that tell the owner."""

from __future__ import annotations

from datetime import datetime

from common.caller import Origin
from common.dynamo import Write
from domain.audit.log import noting
from domain.audit.records import Actor, EntryType, Outcome
from domain.identity import sessions
from domain.identity.devices import device_name
from domain.identity.models import User
from domain.mail.records import About, Notice

NOBODY = Actor(kind="nobody")
OPERATOR = Actor(kind="operator")


def noted(
    kind: EntryType,
    user: User,
    now: datetime,
    origin: Origin,
    *,
    subject: str = "",
    actor: Actor | None = None,
    outcome: Outcome = "done",
    unfamiliar: bool = False,
) -> Write:
    """The write of a security-log entry about `user`. `actor` did it, or without one, the user."""
    who = actor or Actor(kind="user", id=user.id, name=user.email)
    about = subject or user.email
    return noting(kind, user.account_id, now, who, origin, subject=about, outcome=outcome, unfamiliar=unfamiliar)


def ended(user: User, session_hashes: set[str], now: datetime, origin: Origin) -> list[Write]:
    """The write of a security-log entry for each session that ends."""
    names = sorted(sessions.public_id(session_hash) for session_hash in session_hashes)
    return [noted(EntryType.SESSION_ENDED, user, now, origin, subject=name) for name in names]


def notice(about: About, now: datetime, origin: Origin, subject: str = "") -> Notice:
    """The notice by which a mail tells the owner what was done, when, and from where."""
    return Notice(about=about, at=now, address=origin.address, device=device_name(origin.device), subject=subject)
