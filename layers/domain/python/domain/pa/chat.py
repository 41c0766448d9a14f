"""The chat with the assistant: what was asked and answered, kept for 30 days, the newest 200 of an account.

Rows of the pa table: pk=ACCOUNT#id sk=ASKED#number. The row ASKED counts the questions. The number of a
question is that count, so the row to delete, 200 numbers back, is known without a query.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal, Self

from pydantic import Field

from common.clock import to_iso
from common.dynamo import ConditionFailed, Item, Table, Write
from common.envelope import View
from common.fields import Instant
from common.services import service
from common.settings import settings
from common.transactions import transact
from domain.agents.records import Sender
from domain.answers.answering import Before
from domain.answers.cards import CardView
from domain.answers.facts import Written
from domain.answers.views import SenderView
from domain.pa.models import AssistantAnswer

KEPT = timedelta(days=30)
MOST_KEPT = 200
_RECENT = 5
_REMEMBERED = timedelta(hours=1)
MAX_SEQUENCE = 10**12 - 1
_COUNTER = "ASKED"
_AWAITED = "thinking = :working AND thinking_until > :now"


class AskedView(View):
    """A question to the assistant and its answer. Passwords told in words were cut out of `message`."""

    sequence: int = Field(ge=1, description="Numbers an account's questions; the cursor of a page.")
    message: str
    answer: AssistantAnswer
    asked_at: Instant
    sender: SenderView | None = Field(default=None, description="Who asked; null for earlier questions.")


class Asked(AskedView):
    """A question as it is stored.

    `thinking`: "working" while a model's answer may replace the one from the records, until `thinking_until`;
    "cancelled" once the customer stopped waiting. `progress`: what the model is doing, in words.
    """

    thinking: Literal["working", "cancelled"] | None = None
    thinking_until: Instant | None = None
    progress: str | None = None

    def is_overdue(self, now: datetime) -> bool:
        """Whether a model's answer has not come in time."""
        return self.thinking == "working" and self.thinking_until is not None and now >= self.thinking_until


class ChatPage(View):
    """A page of the chat, newest first."""

    messages: list[AskedView]
    has_more: bool

    def with_cards(self, cards: Mapping[str, CardView]) -> Self:
        """The page with the cards that `cards` has instead of its own; cards that `cards` lacks are left out."""

        def shown(asked: AskedView) -> AskedView:
            own = [cards[one.id] for one in asked.answer.cards if one.id in cards]
            return asked.model_copy(update={"answer": asked.answer.model_copy(update={"cards": own})})

        return self.model_copy(update={"messages": [shown(one) for one in self.messages]})


@service
class ChatStore:
    """The access patterns of the chat."""

    table: Table

    def keep_answer(
        self,
        account_id: str,
        message: str,
        answer: AssistantAnswer,
        now: datetime,
        *,
        sender: Sender | None = None,
        until: datetime | None = None,
    ) -> int:
        """UpdateItem pk=ACCOUNT#id, sk=ASKED counts; transaction: put sk=ASKED#number, delete number - 200.

        Returns the number. `until`: until when a model's answer may replace this one; None where no model is asked.
        """
        counted = self.table.update(_key(account_id, _COUNTER), "ADD asked :one", {"one": 1}, returning="ALL_NEW")
        assert counted is not None  # noqa: S101 - ALL_NEW returns the row
        number = int(counted["asked"])
        shown = SenderView.model_validate(sender) if sender else None
        asked = AskedView(sequence=number, message=message, answer=answer, asked_at=now, sender=shown)
        waits = {"thinking": "working", "thinking_until": to_iso(until)} if until else {}
        row = {**_key(account_id, _place(number)), **asked.model_dump(mode="json"), **waits}
        writes = [self.table.putting({**row, "expires_at_epoch": int((now + KEPT).timestamp())})]
        if (old := number - MOST_KEPT) > 0:
            writes.append(self.table.deleting(_key(account_id, _place(old))))
        transact(writes)
        return number

    def find_asked(self, account_id: str, sequence: int) -> Asked | None:
        """GetItem pk=ACCOUNT#id, sk=ASKED#number; None for a number that has no row."""
        row = self.table.get(_key(account_id, _place(sequence)))
        return Asked.model_validate({name: row[name] for name in Asked.model_fields if name in row}) if row else None

    def note_progress(self, account_id: str, sequence: int, doing: str, now: datetime) -> AssistantAnswer | None:
        """UpdateItem pk=ACCOUNT#id, sk=ASKED#number, progress, while a model's answer is awaited.

        Returns the answer made from the records; None, with nothing written, when nobody waits any more.
        """
        row = self._change(account_id, sequence, "SET progress = :doing", now, doing=doing)
        return AssistantAnswer.model_validate(row["answer"]) if row else None

    def cancel(self, account_id: str, sequence: int, now: datetime) -> None:
        """UpdateItem pk=ACCOUNT#id, sk=ASKED#number, thinking; writes nothing unless a model's answer is awaited."""
        self._change(account_id, sequence, "SET thinking = :cancelled", now, cancelled="cancelled")

    def answering(self, account_id: str, sequence: int, answer: AssistantAnswer, now: datetime) -> Write:
        """The update that replaces the stored answer by a model's. It fails when no model's answer is awaited."""
        values = {"answer": answer.model_dump(mode="json"), "working": "working", "now": to_iso(now)}
        change = "SET answer = :answer REMOVE thinking, thinking_until, progress"
        return self.table.updating(_key(account_id, _place(sequence)), change, values, condition=_AWAITED)

    def _change(self, account_id: str, sequence: int, change: str, now: datetime, **values: Any) -> Item | None:
        values |= {"working": "working", "now": to_iso(now)}
        with suppress(ConditionFailed):
            return self.table.update(
                _key(account_id, _place(sequence)), change, values, condition=_AWAITED, returning="ALL_NEW"
            )
        return None

    def find_before(self, account_id: str, now: datetime) -> Before:
        """As `list_asked`, limit 1: the last question and its facts, if within an hour; else an empty `Before`."""
        page = self.list_asked(account_id, now, limit=1, before=None)
        if not page.messages or now - page.messages[0].asked_at > _REMEMBERED:
            return Before()
        last = page.messages[0]
        return Before(last.message, tuple(one.fact(last.asked_at) for one in last.answer.facts))

    def list_said(self, account_id: str, now: datetime) -> list[Written]:
        """As `list_asked`: the five latest questions, if within the last hour, and their answers, oldest first."""
        page = self.list_asked(account_id, now, limit=_RECENT, before=None)
        recent = [one for one in reversed(page.messages) if now - one.asked_at <= _REMEMBERED]
        return [
            Written(id=f"said_{number}", sender_type=who, content=text, created_at=one.asked_at)
            for number, one in enumerate(recent)
            for who, text in (("customer", one.message), ("agent", one.answer.response))
        ]

    def list_asked(self, account_id: str, now: datetime, *, limit: int, before: int | None) -> ChatPage:
        """Query pk=ACCOUNT#id, sk from ASKED# to ASKED#number below `before`, backwards; without expired rows."""
        values = {"pk": f"ACCOUNT#{account_id}", "low": "ASKED#", "high": _place(before - 1) if before else "ASKED$"}
        page = self.table.query_page("pk = :pk AND sk BETWEEN :low AND :high", values, backwards=True, limit=limit + 1)
        fields = AskedView.model_fields
        kept = [AskedView.model_validate({name: row[name] for name in fields if name in row}) for row in page.items]
        live = [one for one in kept if one.asked_at > now - KEPT]
        has_more = len(live) > limit or (page.has_more and len(live) == len(kept))
        return ChatPage(messages=live[:limit], has_more=has_more)


@cache
def chat_store() -> ChatStore:
    """The store, built once for each process."""
    return ChatStore(Table(settings.pa_table))


def _place(number: int) -> str:
    return f"ASKED#{number:012}"


def _key(account_id: str, sk: str) -> Item:
    return {"pk": f"ACCOUNT#{account_id}", "sk": sk}
