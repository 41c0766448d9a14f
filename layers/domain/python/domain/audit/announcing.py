"""The events that tell an account's owner of an entry in the security log at once.

Sessions and webhooks get these events. No key reads them, whatever its scopes: a thief of a key must not be able to
watch how its owner reacts. A key's creation, rotation and end have events of their own (`domain.keys.announcing`).
"""

from __future__ import annotations

from domain.audit.records import Chained, EntryType
from domain.events.records import Event, EventType, happened

_TOLD = {
    EntryType.SIGN_IN: (EventType.SECURITY_SIGN_IN, "somebody signed in from a new device"),
    EntryType.PASSWORD_CHANGED: (EventType.SECURITY_PASSWORD_CHANGED, "the password was changed"),
    EntryType.PASSWORD_RESET: (EventType.SECURITY_PASSWORD_RESET, "the password was reset"),
    EntryType.EMAIL_CHANGED: (EventType.SECURITY_EMAIL_CHANGED, "the account's email address was changed"),
    EntryType.FACTOR_ADDED: (EventType.SECURITY_FACTOR_ADDED, "a second factor was added"),
    EntryType.FACTOR_REMOVED: (EventType.SECURITY_FACTOR_REMOVED, "a second factor was removed"),
    EntryType.KEY_REVOKED: (EventType.SECURITY_KEY_LEAKED, "an API key was reported as leaked and revoked"),
    EntryType.KEY_NEW_ADDRESS: (EventType.SECURITY_KEY_NEW_ADDRESS, "an API key was used from a new address"),
    EntryType.ACCOUNT_CLOSING: (EventType.SECURITY_ACCOUNT_CLOSING, "the account is being closed"),
}


def told(entry: Chained) -> Event | None:
    """The event that tells of an entry; None for an entry of which nobody needs to hear at once.

    It says what was done and from which address. It leaves out what the client calls itself, which anybody can write.
    """
    if entry.type not in _TOLD or entry.outcome != "done":
        return None
    if entry.type is EntryType.SIGN_IN and not entry.unfamiliar:
        return None
    if entry.type is EntryType.KEY_REVOKED and entry.actor.kind != "nobody":
        return None
    kind, words = _TOLD[entry.type]
    if entry.type is EntryType.PASSWORD_RESET and entry.actor.kind == "operator":
        words = "the operator made a link to reset the password"
    sentence = f"{words}, from {entry.address}" if entry.address else words
    said = ("Security", sentence)
    return happened(kind, entry.account_id, entry.at, said, subject_id=entry.id, path="/app/settings/log")
