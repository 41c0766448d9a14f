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
from domain.projects.phases import WORKING_PHASES
from domain.projects.questionnaire import QUESTIONS
from domain.projects.records import Approval, ChangeRequest, Decision, Deliverable
from domain.projects.states import DecisionKind, DeliverableKind, DeliverableState, Phase
from domain.vault.records import CredentialRequest


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
    own = [one for one in facts.approvals if one.deliverable_id == item.id]
    approval = own[-1] if own else None
    is_open = approval is not None and approval in slices.pending_approvals(facts)
    costs = {line.kind: line.cost for line in estimate.lines} if estimate else {}
    cost = f"{title} is estimated at {money(costs[item.kind], estimate.currency)}." if estimate else ""
    if approval and is_open:
        cost += f" Approving it costs nothing; {revision_price(approval, facts)}."
    # When it was written, by whom, and what it waits for is told in one sentence, whichever of them is asked.
    told = _document_told(item, approval, facts, is_open=is_open)
    said = {**dict.fromkeys((Facet.WHEN, Facet.WHO, Facet.WHY, Facet.WITHOUT), told), Facet.COST: cost}
    if comments := [quoted_text(one.comment) for one in own if one.comment]:
        standing = f"Revision {item.revision} is {state_of(item)}."
        said[Facet.COMMENT] = f"Your comment on {title}: {'; '.join(comments)}. {standing}"
    at, size = approval.created_at if approval else None, len(item.content.split())
    return Thing(item.title, Topic.DOCUMENT, said, at, size, item.kind, is_open=is_open)


def _document_told(item: Deliverable, approval: Approval | None, facts: ProjectFacts, *, is_open: bool) -> str:
    title, ends = f"**{item.title}**", {end.phase: end.end for end in slices.outlook(facts)}
    goes_on = f"the {item.phase.value} phase ends once you have approved each of its documents"
    if approval and is_open:
        open_since = (
            f"revision {approval.revision} by the {item.owner}, is open {since(approval.created_at, facts.now)}"
        )
        return f"{title}, {open_since}, and the decision on it is yours; {goes_on}."
    if approval and approval.decided_at and item.state is DeliverableState.APPROVED:
        by = approval.decided_by or ""
        written = f"was written by the {item.owner} on {on(approval.created_at)}"
        return f"{title} {written} and approved by {escaped(by) if '@' in by else 'you'} on {on(approval.decided_at)}."
    awaited = [f"**{escaped(one.name)}**" for one in slices.open_requests(facts) if one.deliverable_id == item.id]
    waits = f": it waits for you to give access to {listed(awaited)}" if awaited else ""
    day = f", expected with the {item.phase.value} documents on {on(ends[item.phase])}" if item.phase in ends else ""
    return f"{title}, by the {item.owner}, is {state_of(item)}{waits}{day}; {goes_on}."


def _request(item: CredentialRequest, facts: ProjectFacts) -> Thing:
    name, is_open = f"**{escaped(item.name)}**", item in slices.open_requests(facts)
    blocked = next(one.title for one in facts.deliverables if one.id == item.deliverable_id)
    end = item.declined_at or item.fulfilled_at
    settled = f"; it was {item.status} on {on(end)}" if end else promise_of(item, facts)
    reason = f": {quoted_text(item.decline_reason)}" if item.decline_reason else ""
    asked = f"Access to {name} was asked for by the {item.requested_by} {since(item.created_at, facts.now)}"
    yours = f"{escaped(item.how_to_obtain)} Put it into the vault, never into this conversation, or decline it there."
    stops = f"It blocks **{blocked}** until you give or decline it." if is_open else f"It was for **{blocked}**."
    said = {
        Facet.WHAT: f"{asked}{settled}{reason}. {escaped(item.reason)} {stops}",
        Facet.WHERE: f"{name}: {yours}",
    }
    if is_open:
        said[Facet.WHO] = f"You: {said[Facet.WHAT]} {yours}"
    return Thing(item.name, Topic.ACCESS, said, item.created_at, is_open=is_open)


def _entry(entry: Entry, days: int, facts: ProjectFacts) -> Thing:
    what = f"{entry.kind.capitalize()} **{entry.id}**: “{entry.words}”."
    what = what if entry.is_active else f"{what} It was withdrawn at your request."
    submitted = facts.project.submitted_at
    since_when = f", in the brief since {on(submitted)}, the day it was submitted" if submitted else ""
    own = f"{what} It is your own answer in the intake{since_when}; no reason for it is on record."
    cost = f"Building it: up to {days} days, by the build outlook; not in the price of the documents."
    said = {
        Facet.WHAT: what,
        **dict.fromkeys((Facet.WHEN, Facet.WHO, Facet.WHY), own),
        Facet.COST: f"{what} {cost if days else 'No price of its own is on record.'}",
    }
    return Thing(entry.id, Topic.SCOPE, said, submitted, days)


def _wish(item: ChangeRequest, facts: ProjectFacts) -> Thing:
    wish = quoted_text(item.text)
    told = f"you asked for {wish} on {on(item.at)}; it is a change request with the {item.owner}"
    said = {
        Facet.WHAT: f"{told[0].upper()}{told[1:]}, on record, and not part of the accepted brief.",
        Facet.KEPT: f"Yes: {told}, on record.",
        Facet.IN: f"No: {told}, and not part of the accepted brief.",
        Facet.COST: f"{wish}: {price_of(Wish(item.text, item.owner), facts)}",
    }
    return Thing(item.text, Topic.CHANGES, said, item.at)


def _decision(item: Decision, facts: ProjectFacts) -> Thing:
    text = f"you decided: {quoted_text(item.text)}" if item.kind is DecisionKind.OTHER else escaped(item.text)
    what = f"On {on(item.at)}: {text.rstrip('.')}."
    who = f"{decider(item, facts)}: nothing is ever decided by time or by an agent. {what}"
    return Thing(item.text, Topic.DECISIONS, {Facet.WHAT: what, Facet.WHO: who}, item.at)
