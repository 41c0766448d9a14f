"""The rules by which the CEO answers without a model: understood from words, computed from records, never invented."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from domain.agents.brain.answers import access, brief, dates, money, people, progress, record, review
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
        Topic.HELP: people.help_offered,
        Topic.STATUS: progress.status,
        Topic.BLOCKERS: progress.blockers,
        Topic.MONEY: money.costs,
        Topic.DATES: dates.dates,
        Topic.APPROVALS: review.approvals,
        Topic.ACCESS: access.access,
        Topic.CHANGES: record.changes,
        Topic.DECISIONS: record.decisions,
        Topic.TEAM: people.team,
        Topic.DOCUMENT: review.documents,
        Topic.SCOPE: brief.scope,
        Topic.TECHNOLOGY: brief.technology,
        Topic.DESIGN: brief.design,
        Topic.MARKETING: brief.marketing,
    }
)


class RuleBrain:
    """The embedded brain: deterministic, offline, the same reply for the same question and facts."""

    def answer(self, question: Message, facts: ProjectFacts) -> Reply:
        """The reply, with what is done about it; nothing is done that is not said outright."""
        understood = understand(question.content)
        if understood.refusals:
            return reply_of([people.refused(understood.refusals)])
        parts = [*_done(understood, question, facts), *(_answered(query, facts) for query in understood.queries)]
        if not parts and understood.courtesy and not understood.unclear:
            parts = [people.greeted(understood.courtesy, facts)]
        return reply_of(parts or [people.not_understood(understood.unclear, facts, is_foreign=understood.is_foreign)])


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
