"""What the CEO says: words, the facts that they rest on, and what is prepared for the customer to confirm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from common.services import frozen
from domain.agents.records import Contribution, Cost, FellBack, Sentence, ToldFact
from domain.answers.facts import Fact
from domain.answers.preparing import Prepared
from domain.projects.states import Role


@frozen
class Reply:
    """An answer, or what the CEO says by itself, in Markdown.

    Attributes:
        facts: what is on record, in the order in which it is told.
        cards: deeds that are prepared and not done, and `prepared` what `content` says of them and of unread forms.
        note: the customer's words that are kept as a note for the team; "" for none.
        settled: the message had nothing in it but forms and courtesies, all of them read, so that no model is asked.
        by, cost, fell_back, sentences, draft: as in `Message`.
    """

    content: str
    contributions: tuple[Contribution, ...] = ()
    facts: tuple[ToldFact, ...] = ()
    cards: tuple[Prepared, ...] = ()
    prepared: str = ""
    note: str = ""
    settled: bool = False
    by: Literal["rules", "model"] = "rules"
    cost: Cost | None = None
    fell_back: FellBack | None = None
    sentences: tuple[Sentence, ...] = ()
    draft: str = ""


def told(facts: Iterable[Fact]) -> tuple[ToldFact, ...]:
    """The facts as a message stores them."""
    return tuple(ToldFact(id=one.id, text=one.text, record=one.record, path=one.path) for one in facts)


def asked_of(facts: Iterable[Fact]) -> tuple[Contribution, ...]:
    """Which roles were asked: of each fact that a role answers for, what it said and the records that show it."""
    by_role: dict[Role, list[Fact]] = {}
    for fact in facts:
        if fact.owner is not None:
            by_role.setdefault(fact.owner, []).append(fact)
    return tuple(
        Contribution(
            role=role,
            summary=" ".join(fact.text for fact in own),
            evidence=tuple(dict.fromkeys(fact.record for fact in own)),
        )
        for role, own in by_role.items()
    )
