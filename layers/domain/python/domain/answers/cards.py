"""Cards: deeds (changes) that are prepared and not done. Whoever confirms a card sends its request, which does it.

A card is stored as it was made. Its state is worked out whenever it is read: as long as its target holds what the card
found there, it is open; once the target holds what the deed makes of it, it is done; otherwise it is outdated, and the
route refuses its request, which carries what it was based on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field

from common.envelope import View
from common.fields import Instant
from common.ids import derived_id
from common.model import Model
from common.services import frozen
from common.wording import shortened
from domain.answers.deeds import CardKind, Unread
from domain.projects.documents.markdown import bullets, escaped

KEPT = timedelta(days=7)
NOT_DONE = "Nothing changes until you confirm:"
_LONGEST = 300  # characters of a line that is quoted


class CardState(StrEnum):
    """Whether a card can still be confirmed."""

    OPEN = "open"
    DONE = "done"
    OUTDATED = "outdated"
    DISMISSED = "dismissed"


class CardRequest(Model):
    """The request that does the deed. `body` is null where the route takes none."""

    model_config = ConfigDict(extra="forbid")

    method: Literal["POST", "PATCH", "DELETE"]
    path: str
    body: Mapping[str, Any] | None = None

    @property
    def project_id(self) -> str | None:
        """The id of the project that the request changes; None for a task of the account."""
        _, collection, *ids = self.path.split("/")
        return ids[0] if collection == "projects" else None


class Target(Model):
    """What a deed changes: a value of a record, what the card found there (`was`), and what the deed makes of it."""

    model_config = ConfigDict(extra="forbid")

    record: str
    id: str
    was: str
    becomes: str


@frozen
class Prepared:
    """A deed whose record was found: all that a card needs but its ids and times."""

    kind: CardKind
    summary: str
    request: CardRequest
    target: Target


class Card(Model):
    """A card as it is stored.

    `project_id`: the project that it changes; None for a task of the account.
    `message_id`: the message that asked for it. `worker`: the worker whose words it has; None for the owner's own.
    """

    model_config = ConfigDict(extra="forbid")

    id: str
    account_id: str
    project_id: str | None
    message_id: str
    kind: CardKind
    summary: str
    request: CardRequest
    target: Target
    worker: str | None = None
    created_at: Instant
    dismissed_at: Instant | None = None

    @property
    def expires_at(self) -> Instant:
        """When the card expires: seven days after it was made."""
        return self.created_at + KEPT


class CardRequestView(View):
    """The request that does the deed. Send it with `Idempotency-Key` as given: it is then done once."""

    method: str
    path: str
    body: Mapping[str, Any] | None
    idempotency_key: str


class CardView(View):
    """A prepared change. Whoever confirms it sends its `request`, while `state` is open.

    `effect` is empty unless the card is open, and `project_id` is null for a change to a task of the account.
    """

    id: str
    kind: CardKind
    project_id: str | None
    message_id: str
    summary: str = Field(description="What it does, in a sentence.")
    effect: str = Field(description="What follows from it, as things stand now.")
    request: CardRequestView
    state: CardState
    worker: str | None = Field(description="The worker whose words it is made of; null for the owner's own.")
    created_at: Instant
    expires_at: Instant

    @classmethod
    def of(cls, card: Card, state: CardState, effect: str) -> Self:
        """The view of a card, with its present state and effect."""
        return cls(
            **card.model_dump(exclude={"account_id", "target", "dismissed_at", "request"}),
            request=CardRequestView(**card.request.model_dump(), idempotency_key=card.id),
            state=state,
            effect=effect,
            expires_at=card.expires_at,
        )


class CardList(View):
    """The cards that can be confirmed, the newest first, in one page."""

    cards: tuple[CardView, ...]
    has_more: bool = False


type ValueOf = Callable[[Target], str]
"""Reads what the target of a card holds now; "" where there is no such record."""


def state_of(card: Card, value_of: ValueOf) -> CardState:
    """The state of a card: dismissed, or what the present value of its target says."""
    if card.dismissed_at is not None:
        return CardState.DISMISSED
    now = value_of(card.target)
    if now == card.target.becomes:
        return CardState.DONE
    return CardState.OPEN if now == card.target.was else CardState.OUTDATED


def made_of(
    prepared: Sequence[Prepared], account_id: str, message_id: str, asked_at: datetime, now: datetime,
    worker: str | None = None,
) -> tuple[Card, ...]:  # fmt: skip
    """The cards of a message that was sent at `asked_at`. Made again, they have the same ids."""
    return tuple(
        Card(
            id=derived_id("card", asked_at, message_id, str(number)),
            account_id=account_id,
            project_id=one.request.project_id,
            message_id=message_id,
            kind=one.kind,
            summary=one.summary,
            request=one.request,
            target=one.target,
            worker=worker,
            created_at=now,
        )
        for number, one in enumerate(prepared)
    )


def to_confirm(cards: Sequence[Prepared]) -> str:
    """A Markdown list of the deeds to be confirmed, below a heading line; "" if there is none."""
    return f"{NOT_DONE}\n\n{bullets(escaped(card.summary) for card in cards)}" if cards else ""


def not_made(why: Sequence[str]) -> str:
    """A Markdown list of these reasons why deeds could not be prepared; "" if there is none."""
    return f"I could not prepare this:\n\n{bullets(map(escaped, why))}" if why else ""


def shown(unread: Unread) -> str:
    """Markdown that quotes a line which nearly has a form, says why we did not read it, and shows the form."""
    said = shortened(unread.line, _LONGEST)
    why = f" {escaped(unread.why)}" if unread.why else ""
    return f"I did nothing about “{escaped(said)}”.{why} Write it like this: `{unread.form}`."
