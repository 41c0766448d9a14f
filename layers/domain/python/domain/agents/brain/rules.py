"""The rules by which the CEO answers without a model: understood from words, computed from records, never invented."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from domain.agents.brain.answers import (
    about_access,
    about_brief,
    about_dates,
    about_money,
    about_people,
    about_progress,
    about_record,
    about_review,
)
from domain.agents.brain.answers.part import Part, reply_of
from domain.agents.brain.cues import Topic
from domain.agents.brain.deciding import followed, weighed
from domain.agents.brain.noting import decision_noted, wish_noted, wish_weighed
from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.agents.brain.topics import Query
from domain.agents.brain.understanding import Understanding, understand
from domain.agents.records import Message

_ANSWERS: Mapping[Topic, Callable[[Query, ProjectFacts], Part]] = MappingProxyType(
    {
        Topic.HELP: about_people.help_offered,
        Topic.STATUS: about_progress.status,
        Topic.BLOCKERS: about_progress.blockers,
        Topic.MONEY: about_money.costs,
        Topic.DATES: about_dates.dates,
        Topic.APPROVALS: about_review.approvals,
        Topic.ACCESS: about_access.access,
        Topic.CHANGES: about_record.changes,
        Topic.DECISIONS: about_record.decisions,
        Topic.TEAM: about_people.team,
        Topic.DOCUMENT: about_review.documents,
        Topic.SCOPE: about_brief.scope,
        Topic.TECHNOLOGY: about_brief.technology,
        Topic.DESIGN: about_brief.design,
        Topic.MARKETING: about_brief.marketing,
    }
)


class RuleBrain:
    """The embedded brain: deterministic, offline, the same reply for the same question and facts."""

    def answer(self, question: Message, facts: ProjectFacts) -> Reply:
        """The reply, with what is done about it; nothing is done that is not said outright."""
        understood = understand(question.content)
        if understood.refusals:
            return reply_of([about_people.refused(understood.refusals)])
        parts = [*_done(understood, question, facts), *(_answered(query, facts) for query in understood.queries)]
        if not parts and understood.courtesy and not understood.unclear:
            parts = [about_people.greeted(understood.courtesy, facts)]
        return reply_of(
            parts or [about_people.not_understood(understood.unclear, facts, is_foreign=understood.is_foreign)]
        )


def _answered(query: Query, facts: ProjectFacts) -> Part:
    return replace(_ANSWERS[query.topic](query, facts), label=query.topic.value.capitalize())


def _done(understood: Understanding, question: Message, facts: ProjectFacts) -> list[Part]:
    """What becomes of what the customer told, before anything is answered."""
    parts: list[Part] = []
    if understood.instructions:
        parts.append(followed(understood.instructions, facts, may_decide=question.may_decide))
    elif understood.weighed:
        named = tuple(kind for query in understood.queries for kind in query.documents)
        parts.append(weighed(understood.weighed, named, facts))
    parts += [wish_noted(wish, facts) for wish in understood.wishes]
    parts += [wish_weighed(wish, facts) for wish in understood.wishes_weighed]
    parts += [decision_noted(text, facts, may_decide=question.may_decide) for text in understood.decisions]
    return parts
