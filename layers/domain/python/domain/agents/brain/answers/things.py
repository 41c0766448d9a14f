"""The project's records one by one, each with what may be asked of it: since when, who, why, what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import StrEnum

from common.services import frozen
from domain.agents.brain import slices
from domain.agents.brain.answers.lookup import NAMES, Entry, entries
from domain.agents.brain.deciding import revision_price
from domain.agents.brain.noting import price_of
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.reader import Topic
from domain.agents.brain.wishes import Wish
from domain.agents.brain.wording import decider, escaped, promise_of, quoted_text, since, state_of
from domain.projects.documents.markdown import listed
from domain.projects.documents.parts import money, on
from domain.projects.phases import WORKING_PHASES, phase_after
from domain.projects.questionnaire import QUESTIONS
from domain.projects.records import Approval, ChangeRequest, Decision, Deliverable
from domain.projects.states import ApprovalStatus, DecisionKind, DeliverableKind, DeliverableState, Phase
from domain.vault.records import CredentialRequest, RequestStatus


class Facet(StrEnum):
    """What may be asked of a record."""

    WHAT = "what"
    WHEN = "when"
    WHO = "who"
    WHY = "why"
    WITHOUT = "without"
    WHERE = "where"
    COST = "cost"
    COMMENT = "comment"
    IN = "in"
    KEPT = "kept"


@frozen
class Thing:
    """One record.

    Attributes:
        name: as replies list it.
        topic: what a question about it is about.
        said: the answers, each a sentence.
        at: when it came up; None while it has not.
        size: how much it is: a document's words, days of building a must-have.
        kind, phases: which document or phase it is.
        is_open: whether it waits for the customer.
    """

    name: str
    topic: Topic
    said: Mapping[Facet, str]
    at: datetime | None = None
    size: int = 0
    kind: DeliverableKind | None = None
    phases: tuple[Phase, ...] = ()
    is_open: bool = False


def things_of(facts: ProjectFacts) -> dict[str, Thing]:
    """Every record of the project, by its name."""
    return {thing.name: thing for thing in _all(facts)}


def _all(facts: ProjectFacts) -> Iterator[Thing]:
    yield from (_document(item, facts) for item in slices.documents_of(facts))
    yield from (_request(item, facts) for item in facts.credential_requests)
    built = {line.text: line.days.high for line in slices.build_outlook_of(facts).basis}
    yield from (_entry(entry, built.get(entry.words, 0), facts) for name in NAMES for entry in entries(facts, name))
    yield from (_wish(item, facts) for item in slices.wishes(facts))
    yield from (_decision(item, facts) for item in facts.decisions)
    for phase in WORKING_PHASES:
        yield Thing(phase.value, Topic.STATUS, {}, phases=(phase,))
    for question in QUESTIONS:
        needed = "It must be answered" if question.required else "It may be left out"
        told = f"{needed}: {question.prompt}"
        said = {Facet.WHAT: f"`{question.id}`: {question.prompt}", Facet.WHY: told, Facet.WITHOUT: told}
        yield Thing(question.id, Topic.ANSWERS, said)


def _document(item: Deliverable, facts: ProjectFacts) -> Thing:
    title, estimate = f"**{item.title}**", slices.estimate_of(facts)
    approval = next((one for one in reversed(facts.approvals) if one.deliverable_id == item.id), None)
    awaited = [f"**{escaped(one.name)}**" for one in slices.open_requests(facts) if one.deliverable_id == item.id]
    is_open = approval is not None and approval in slices.pending_approvals(facts)
    line = next((line for line in (estimate.lines if estimate else ()) if line.kind is item.kind), None)
    cost = f"{title} is estimated at {money(line.cost, estimate.currency)}." if line and estimate else ""
    if approval and is_open:
        cost += f" Approving it costs nothing; {revision_price(approval, facts)}."
    after = phase_after(item.phase).value
    ends = f"the {item.phase.value} phase ends once each of its documents is approved, and {after} follows"
    waits = f"{title} waits for access to {listed(awaited)}." if awaited else f"{title} is {state_of(item)}; {ends}."
    said = {
        Facet.WHEN: _document_when(item, approval, facts, is_open=is_open),
        Facet.WHO: _document_who(item, approval, is_open=is_open, awaited=awaited),
        Facet.WHY: f"{title} is open {since(approval.created_at, facts.now)}; {ends}."
        if approval and is_open
        else waits,
        Facet.WITHOUT: f"{title} is {state_of(item)}. {ends[0].upper()}{ends[1:]}; nothing is approved by itself.",
        Facet.COST: cost,
    }
    comments = [quoted_text(one.comment) for one in facts.approvals if one.deliverable_id == item.id and one.comment]
    if comments:
        said[Facet.COMMENT] = (
            f"Your comment on {title}: {'; '.join(comments)}. Revision {item.revision} is {state_of(item)}."
        )
    at = approval.created_at if approval else None
    size = len(item.content.split())
    return Thing(item.title, Topic.DOCUMENT, said, at, size, item.kind, is_open=is_open)


def _document_when(item: Deliverable, approval: Approval | None, facts: ProjectFacts, *, is_open: bool) -> str:
    if approval and is_open:
        return f"**{item.title}**, revision {approval.revision}, is open {since(approval.created_at, facts.now)}."
    if approval and approval.decided_at and approval.status is ApprovalStatus.APPROVED:
        return f"**{item.title}** was written on {on(approval.created_at)} and approved on {on(approval.decided_at)}."
    ends = {end.phase: end.end for end in slices.outlook(facts)}
    expected = (
        f" It is expected with the {item.phase.value} documents on {on(ends[item.phase])}."
        if item.phase in ends
        else ""
    )
    return f"**{item.title}** is {state_of(item)}.{expected}"


def _document_who(item: Deliverable, approval: Approval | None, *, is_open: bool, awaited: list[str]) -> str:
    if is_open:
        return f"You: the {item.owner} wrote **{item.title}**, and the decision on it is yours."
    if item.state is DeliverableState.APPROVED and approval and approval.decided_at:
        decider = approval.decided_by or ""
        who = escaped(decider) if "@" in decider else "you"
        return f"The {item.owner} wrote **{item.title}**, and {who} approved it on {on(approval.decided_at)}."
    if awaited:
        return f"You: **{item.title}** is the {item.owner}'s, and waits for you to give access to {listed(awaited)}."
    return f"The {item.owner} {'wrote' if item.revision else 'writes'} **{item.title}**; it is {state_of(item)}."


def _request(item: CredentialRequest, facts: ProjectFacts) -> Thing:
    name, blocked = (
        f"**{escaped(item.name)}**",
        next(one.title for one in facts.deliverables if one.id == item.deliverable_id),
    )
    is_open = item in slices.open_requests(facts)
    declined = item.status is RequestStatus.DECLINED
    end = item.declined_at if declined else item.fulfilled_at
    settled = f"; it was {item.status} on {on(end)}" if end else promise_of(item, facts)
    reason = f": {quoted_text(item.decline_reason)}" if declined and item.decline_reason else ""
    began = since(item.created_at, facts.now)
    asked = f"Access to {name} was asked for by the {item.requested_by} {began}{settled}{reason}"
    stops = f"It blocks **{blocked}**." if is_open else f"It was for **{blocked}**."
    said = {
        Facet.WHAT: f"{asked}. {escaped(item.reason)} {stops}",
        Facet.WHEN: f"{asked}.",
        Facet.WHO: f"You: put the access to {name} into the vault, or decline it; the {item.requested_by} asked for it."
        if is_open
        else f"{asked}.",
        Facet.WHY: f"The {item.requested_by} needs access to {name}: {escaped(item.reason)} {stops}",
        Facet.WITHOUT: f"Until you give access to {name} or decline it, **{blocked}** stays blocked; if you decline "
        f"it, the {item.requested_by} writes that without it."
        if is_open
        else f"{asked}.",
        Facet.WHERE: f"{name}: {escaped(item.how_to_obtain)} Then put it into the vault, never into this conversation.",
        Facet.COST: f"Giving access to {name} costs nothing here.",
    }
    return Thing(item.name, Topic.ACCESS, said, item.created_at, is_open=is_open)


def _entry(entry: Entry, days: int, facts: ProjectFacts) -> Thing:
    what = f"{entry.kind.capitalize()} **{entry.id}**: “{entry.words}”."
    submitted = facts.project.submitted_at
    said = {
        Facet.WHAT: what if entry.is_active else f"{what} It was withdrawn at your request.",
        Facet.WHEN: f"{what} It has been in the brief since {on(submitted)}, the day it was submitted."
        if submitted
        else what,
        Facet.WHO: f"You: {what[:1].lower()}{what[1:]} It is in your answers to the intake.",
        Facet.WHY: f"{what} It is your own answer in the intake; no reason for it is on record.",
        Facet.COST: f"{what} Building it: up to {days} days, by the build outlook; not in the price of the documents."
        if days
        else f"{what} No price of its own is on record.",
    }
    return Thing(entry.id, Topic.SCOPE, said, submitted, days)


def _wish(item: ChangeRequest, facts: ProjectFacts) -> Thing:
    wish = quoted_text(item.text)
    said = {
        Facet.WHAT: f"Your wish {wish}, noted as a change request on {on(item.at)}, is with the {item.owner}.",
        Facet.KEPT: f"Yes: {wish} is on record as a change request since {on(item.at)}, with the {item.owner}.",
        Facet.IN: f"No: {wish} is on record as a change request, and not part of the accepted brief.",
        Facet.WHEN: f"You asked for {wish} on {on(item.at)}.",
        Facet.WHO: f"You asked for {wish}, on {on(item.at)}; it is with the {item.owner}.",
        Facet.COST: f"{wish}: {price_of(Wish(item.text, item.owner), facts)}",
    }
    return Thing(item.text, Topic.CHANGES, said, item.at)


def _decision(item: Decision, facts: ProjectFacts) -> Thing:
    text = f"you decided: {quoted_text(item.text)}" if item.kind is DecisionKind.OTHER else escaped(item.text)
    when = f"On {on(item.at)}: {text.rstrip('.')}."
    said = {
        Facet.WHAT: when,
        Facet.WHEN: when,
        Facet.WHO: f"{decider(item, facts)}: nothing is ever decided by time or by an agent. {when}",
    }
    return Thing(item.text, Topic.DECISIONS, said, item.at)
