"""The security log as people see and export it."""

from pydantic import Field

from common.envelope import View
from common.fields import Instant
from domain.audit.records import Actor, Chained, Checkpoint, EntryType, Outcome


class EntryView(View):
    """An entry. Its `hash` covers every other field but `actor_name`, without those that are null."""

    sequence: int = Field(description="Its place in the account's log, from 1, without gaps.")
    id: str
    account_id: str
    type: EntryType
    at: Instant
    actor: Actor
    actor_name: str | None = Field(description="Who that is today: a key's name, a user's address. Not in the hash.")
    subject: str = Field(description="What it was done to, in a few words.")
    address: str = Field(description="The IP address it came from; empty where there was none.")
    device: str = Field(description="What the client called itself; anybody can write what they like there.")
    request_id: str
    outcome: Outcome
    unfamiliar: bool | None = Field(description="True where it came from a new device or address; else null.")
    hash: str = Field(description="SHA-256 in hex, over the hash before, a line feed, and this entry.")


class EntryList(View):
    """A page of the log, newest first. `next_before` is the `before` of the next page."""

    entries: list[EntryView]
    has_more: bool
    next_before: int | None


class LogHead(View):
    """Where the log ends, and where it begins: without a checkpoint at entry 1, with one at the entry after it."""

    account_id: str
    sequence: int = Field(description="Of the last entry; 0 while there is none.")
    hash: str = Field(description="Of the last entry; 64 zeros while there is none.")
    checkpoint: Checkpoint | None = Field(description="The last entry that was pruned, signed.")
    public_key: str = Field(description="With it the checkpoint's signature is verified: DER in base64.")


class LogExport(View):
    """The whole log, as an account's export holds it; the fields are those of the routes. Oldest entry first."""

    account_id: str
    sequence: int
    hash: str
    checkpoint: Checkpoint | None
    entries: list[Chained]


def entry_view(entry: Chained, actor_name: str | None = None) -> EntryView:
    """The view of an entry, with the name under which people know its actor."""
    return EntryView(**dict(entry), actor_name=actor_name or entry.actor.name)
