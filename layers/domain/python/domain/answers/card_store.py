"""Cards as rows beside what made them: pk=PROJECT#id of conversations, pk=ACCOUNT#id of pa; sk=CARD#id.

DynamoDB deletes a row a day or more after its card has expired.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from typing import Literal

from common.clock import from_iso, to_iso
from common.dynamo import Item, Table, Write
from common.errors import NotFound
from common.services import service
from common.settings import settings
from domain.answers.cards import Card

_LONGER = timedelta(days=1)
_FIRST = "CARD#"


@service
class CardStore:
    """The access patterns of cards. `owner` is the id of a project or an account, as `kind` says."""

    table: Table
    kind: Literal["PROJECT", "ACCOUNT"]

    def putting(self, owner: str, card: Card) -> Write:
        """The write that puts a card. The card's id comes from its message, so a repeated turn overwrites it."""
        epoch = int((card.expires_at + _LONGER).timestamp())
        # As text: the table keeps no null inside a request's body, and null there says "remove".
        return self.table.putting(
            {**self._key(owner, card.id), "card": card.model_dump_json(), "expires_at_epoch": epoch}
        )

    def list_cards(self, owner: str, account_id: str, now: datetime) -> list[Card]:
        """Query pk=PROJECT#id or ACCOUNT#id, sk begins CARD#, backwards: cards that have not expired, newest first."""
        values = {"pk": f"{self.kind}#{owner}", "first": _FIRST}
        rows = self.table.query_all("pk = :pk AND begins_with(sk, :first)", values, backwards=True)
        cards = [_card(row) for row in rows]
        return [card for card in cards if card.account_id == account_id and card.expires_at > now]

    def get_card(self, owner: str, account_id: str, card_id: str, now: datetime) -> Card:
        """GetItem pk=PROJECT#id or ACCOUNT#id, sk=CARD#id. Raises `NotFound`, also if expired or another account's."""
        row = self.table.get(self._key(owner, card_id))
        card = _card(row) if row else None
        if card is None or card.account_id != account_id or card.expires_at <= now:
            raise NotFound("No such card.")
        return card

    def dismiss(self, owner: str, card: Card, now: datetime) -> None:
        """UpdateItem pk=PROJECT#id or ACCOUNT#id: set dismissed_at once. Raises `ConditionFailed` without the row."""
        self.table.update(
            self._key(owner, card.id),
            "SET dismissed_at = if_not_exists(dismissed_at, :now)",
            {"now": to_iso(now)},
            condition="attribute_exists(pk)",
        )

    def _key(self, owner: str, card_id: str) -> Item:
        return {"pk": f"{self.kind}#{owner}", "sk": f"{_FIRST}{card_id}"}


@cache
def project_card_store() -> CardStore:
    """The cards of projects, beside their conversations."""
    return CardStore(Table(settings.conversations_table), "PROJECT")


@cache
def account_card_store() -> CardStore:
    """The cards of accounts, beside their tasks."""
    return CardStore(Table(settings.pa_table), "ACCOUNT")


def _card(row: Item) -> Card:
    card = Card.model_validate_json(row["card"])
    return card.model_copy(update={"dismissed_at": from_iso(row["dismissed_at"])}) if "dismissed_at" in row else card
