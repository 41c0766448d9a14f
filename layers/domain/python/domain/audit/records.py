"""An entry of the security log, as it is noted and as it is chained, and the log's head and checkpoint."""

from enum import StrEnum
from typing import Literal

from common.fields import Instant
from common.model import Model

Outcome = Literal["done", "refused"]


class EntryType(StrEnum):
    """What an entry says was done."""

    SIGN_IN = "sign_in"
    SIGN_IN_FAILED = "sign_in_failed"
    SESSION_ENDED = "session_ended"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name, no password
    PASSWORD_RESET = "password_reset"  # noqa: S105
    EMAIL_CHANGED = "email_changed"
    FACTOR_ADDED = "factor_added"
    FACTOR_REMOVED = "factor_removed"
    KEY_CREATED = "key_created"
    KEY_CHANGED = "key_changed"
    KEY_ROTATED = "key_rotated"
    KEY_REVOKED = "key_revoked"
    KEY_NEW_ADDRESS = "key_new_address"
    CREDENTIAL_DEPOSITED = "credential_deposited"
    CREDENTIAL_USED = "credential_used"
    CREDENTIAL_DELETED = "credential_deleted"
    REQUEST_FULFILLED = "request_fulfilled"
    GRANT_REVOKED = "grant_revoked"
    APPROVAL_DECIDED = "approval_decided"
    EXPORT_MADE = "export_made"
    WEBHOOK_CHANGED = "webhook_changed"
    CONNECTION_GRANTED = "connection_granted"
    CONNECTION_REVOKED = "connection_revoked"
    ACCOUNT_CLOSING = "account_closing"
    ACCOUNT_RESTORED = "account_restored"


class Actor(Model):
    """Who did something.

    `id` is a user's, key's or connection's; `name` is what people know them by, such as an address or a key's name.
    """

    kind: Literal["user", "api_key", "connection", "approver", "team", "operator", "nobody"]
    id: str | None = None
    name: str | None = None


class By(Model):
    """Who does something and from where, as an entry of the log says it.

    `address`, `device` and `request_id` are empty where no request caused it. What is done later, such as making a
    device's key, stores it until then.
    """

    actor: Actor
    address: str = ""
    device: str = ""
    request_id: str = ""


THE_TEAM = By(actor=Actor(kind="team"))
"""The team, at work by itself."""


class Entry(Model):
    """Something that was done, or tried, to an account. It never holds a secret.

    Attributes:
        id: `aud_…`; what happens twice by a repetition has the same id twice.
        subject: what it was done to, in a few words: a key's name and id, a session's device, an address.
        address: the client's IP address; empty where there was none.
        device: what the client called itself.
        request_id: of the request; empty where there was none.
        outcome: whether it was done, or tried and refused.
        unfamiliar: true where it came from a device or address that the account had not been used from before.
    """

    id: str
    account_id: str
    type: EntryType
    at: Instant
    actor: Actor
    subject: str = ""
    address: str = ""
    device: str = ""
    request_id: str = ""
    outcome: Outcome = "done"
    unfamiliar: bool | None = None


class Chained(Entry):
    """An entry in its place. `hash` covers all other fields that are not None, and the hash before.

    Attributes:
        sequence: its place in the account's log, from 1, without gaps.
        hash: SHA-256 in hex; see `chain.hash_of`.
    """

    sequence: int
    hash: str


class Tries(Model):
    """Failed sign-ins of one hour: how many have an entry each, and how many more there were."""

    hour: Instant
    noted: int = 0
    withheld: int = 0


class Head(Model):
    """The end of an account's log.

    Attributes:
        sequence, hash: of the last entry; 0 and `chain.GENESIS` before the first.
        oldest_at: when the oldest entry that is still kept was made.
        tries: the failed sign-ins of the hour under way; None without any.
        version: grows with each change of this row.
    """

    account_id: str
    sequence: int
    hash: str
    oldest_at: Instant | None = None
    tries: Tries | None = None
    version: int = 0


class Checkpoint(Model):
    """The last entry that was pruned. `signature` is by KMS, in base64, over the bytes that `chain.signed` returns."""

    account_id: str
    sequence: int
    hash: str
    at: Instant
    algorithm: str
    signature: str
