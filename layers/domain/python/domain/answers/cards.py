"""Cards: deeds that are prepared and not done. Doing one is sending its request, which is a request of a route.

A card is stored as it was made. Its state is worked out whenever it is read: as long as its target is as the card found
it, it is open; once the target shows the deed, it is done; otherwise it is outdated, and the route refuses its request,
because that carries what it was based on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Any, Literal

from pydantic import ConfigDict, Field

from common.envelope import View
from common.fields import Instant
from common.model import Model
from domain.answers.deeds import CardKind

KEPT = timedelta(days=7)


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


class Target(Model):
    """What a deed changes: a value of a record, what the card found there, and what is there once it is done."""

    model_config = ConfigDict(extra="forbid")

    record: str
    id: str
    was: str
    becomes: str


class Card(Model):
    """A card as it is stored.

    `project_id`: the project that it changes; None for a task of the account.
    `message_id`: the message that asked for it. `worker`: the name of the worker whose words it is made of.
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
        """From then on nobody is shown the card."""
        return self.created_at + KEPT


class CardRequestView(View):
    """The request that does the deed. Send it with `Idempotency-Key` as given: it is then done once."""

    method: str
    path: str
    body: Mapping[str, Any] | None
    idempotency_key: str


class CardView(View):
    """A deed that is prepared and not done."""

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


class CardList(View):
    """The cards that can be confirmed, the newest first, in one page."""

    cards: tuple[CardView, ...]
    has_more: bool = False


type ValueOf = Callable[[Target], str]
"""Reads what the target of a card holds now; "" where there is no such record."""


def state_of(card: Card, value_of: ValueOf) -> CardState:
    """The state of a card, by what its target holds now."""
    if card.dismissed_at is not None:
        return CardState.DISMISSED
    now = value_of(card.target)
    if now == card.target.becomes:
        return CardState.DONE
    return CardState.OPEN if now == card.target.was else CardState.OUTDATED


def card_view(card: Card, state: CardState, effect: str) -> CardView:
    """A card as callers see it."""
    return CardView(
        id=card.id,
        kind=card.kind,
        project_id=card.project_id,
        message_id=card.message_id,
        summary=card.summary,
        effect=effect if state is CardState.OPEN else "",
        request=CardRequestView(
            method=card.request.method, path=card.request.path, body=card.request.body, idempotency_key=card.id
        ),
        state=state,
        worker=card.worker,
        created_at=card.created_at,
        expires_at=card.expires_at,
    )
