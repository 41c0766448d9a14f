"""What the CEO says, and a step of a project: the records after it, its other writes, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from common.dynamo import Write
from common.services import frozen
from domain.agents.records import Contribution, Cost, FellBack, Run, Sentence, ToldFact
from domain.answers.cards import Prepared
from domain.answers.facts import Fact
from domain.answers.project_facts import ProjectFacts, with_records
from domain.projects.changes import Child
from domain.projects.records import Deliverable, Project
from domain.projects.states import Role
from domain.work.queue import ThoughtWork


@frozen
class Reply:
    """An answer, or what the CEO says by itself, in Markdown.

    Attributes:
        facts: what is on record, in the order in which it is told.
        cards: deeds prepared, not done. `prepared`: what `content` says of them, and of deeds that we could not read.
        note: the customer's words that are kept as a note for the team; "" for none.
        settled: the message held only courtesies and orders in known forms, all of them read, so no model is asked.
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
    return tuple(ToldFact.model_validate(one, from_attributes=True) for one in facts)


def asked_of(facts: Iterable[Fact]) -> tuple[Contribution, ...]:
    """A contribution of each role that answers for a fact: its facts' sentences, and the ids of their records."""
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


@frozen
class Passed:
    """Work for the thinker, and the thinker's run, which takes over the project's lease."""

    work: ThoughtWork
    run: Run


@frozen
class Move:
    """One step, which is written in one transaction.

    Attributes:
        facts: those after the step; `children` are the project's own records that it changes.
        writes: what the step changes in other tables, and documents that are written on condition of an older state.
        focus: what the `roles` at work are doing, in words for the customer.
        delivers: a document that the step puts on its way into the source repository.
        passed: what the step hands over to be thought about. Then nobody else takes a step until that is done.
    """

    facts: ProjectFacts
    children: tuple[Child, ...] = ()
    writes: tuple[Write, ...] = ()
    roles: tuple[Role, ...] = ()
    focus: str = ""
    says: Reply | None = None
    delivers: Deliverable | None = None
    passed: Passed | None = None


def moved(facts: ProjectFacts, project: Project, *children: Child) -> Move:
    """The step that writes the project and these records of its own; callers add the rest by `replace`."""
    return Move(with_records(facts, project, *children), children)
