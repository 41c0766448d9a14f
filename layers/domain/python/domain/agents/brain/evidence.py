"""What an answer rests on: the facts traced before it is worded, and its marks taken out afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import update_wrapper
from typing import Any, Concatenate

from pydantic import BaseModel

from domain.agents.brain.protocol import ProjectFacts, Reply
from domain.language.dialogue import About
from domain.receipts.marks import settled
from domain.receipts.tracing import CLOCK, traced

_RECORDS = (
    "deliverables", "approvals", "decisions", "change_requests", "credential_requests", "credentials", "work"
)  # fmt: skip


def traced_facts(facts: ProjectFacts) -> ProjectFacts:
    """The facts for wording an answer: every number and day in them knows its record."""
    lists: Any = {name: tuple(traced(item, item.id) for item in getattr(facts, name)) for name in _RECORDS}
    project, now = traced(facts.project, facts.project.id), traced(facts.now, CLOCK, "now")
    return replace(facts, project=project, now=now, untraced=facts.untraced or facts, **lists)


def settled_reply(reply: Reply) -> Reply:
    """The reply as the customer reads it, with the evidence that its marks held."""
    content = settled(reply.content)
    said = [settled(entry.summary) for entry in reply.contributions]
    contributions = tuple(
        entry.model_copy(update={"summary": one.text}) for entry, one in zip(reply.contributions, said, strict=True)
    )
    return replace(
        reply,
        content=content.text,
        contributions=contributions,
        about=_settled_about(reply.about) if reply.about else None,
        evidence=(*reply.evidence, *(one for one in (content, *said) if one.spans)),
    )


def on_traced[**P](
    announce: Callable[Concatenate[ProjectFacts, P], Reply],
) -> Callable[Concatenate[ProjectFacts, P], Reply]:
    """An announcement worded from traced facts and records, with its evidence."""

    def announced(facts: ProjectFacts, /, *records: P.args, **named: P.kwargs) -> Reply:
        traced_records: Any = tuple(_traced_record(record) for record in records)
        return settled_reply(announce(traced_facts(facts), *traced_records, **named))

    update_wrapper(announced, announce)
    return announced


def _traced_record(record: object) -> object:
    if isinstance(record, BaseModel):
        return traced(record, str(getattr(record, "id", "")))
    if isinstance(record, Sequence) and not isinstance(record, str):
        return tuple(_traced_record(one) for one in record)
    return record


def _settled_about(about: About) -> About:
    settled_now = {
        name: settled(value).text if isinstance(value, str) else tuple(settled(one).text for one in value)
        for name, value in about
    }
    return about.model_copy(update=settled_now)
