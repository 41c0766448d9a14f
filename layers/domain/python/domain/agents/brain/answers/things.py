"""The project's records one by one, each with a sentence that says all of it: since when, whose, why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from common.services import frozen
from common.wording import listed
from domain.agents.brain import slices
from domain.agents.brain.answers.lookup import NAMES, Entry, entries
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.reader import Topic
from domain.agents.brain.wording import decider, promise_of, quoted_text, since, state_of, told
from domain.answers.facts import Sheet
from domain.projects.documents.markdown import escaped
from domain.projects.documents.parts import on
from domain.projects.phases import WORKING_PHASES
from domain.projects.records import ChangeRequest, Decision, Deliverable
from domain.projects.states import DecisionKind, DeliverableKind, DeliverableState, Phase
from domain.vault.records import CredentialRequest

NOT_COUNTED = "The estimate counts what the brief holds; nothing on record says what this would add."
CUT_OUT = "what was cut out"
_NEVER_STORED = (
    "Not kept anywhere: what I cut out was never stored, and nobody has seen it. Its place is the vault: the "
    "dashboard's vault page, or `POST /vault/credentials/{project_id}`."
)


@frozen
class Thing:
    """One record: its name as replies list it, the topic of questions about it, and what is `said` of it.

    `at`: when it came up; None while it has not. `kind` and `phases`: which document or phase it is.
    """

    name: str
    topic: Topic
    said: str = ""
    at: datetime | None = None
    kind: DeliverableKind | None = None
    phases: tuple[Phase, ...] = ()


def things_of(facts: ProjectFacts, weighed: Iterable[str] = ()) -> dict[str, Thing]:
    """Every record of the project, by its name; and the wishes that were `weighed`, and not recorded."""
    said = {name: f"{quoted_text(name)} is not recorded. {NOT_COUNTED}" for name in weighed}
    wishes = {name: Thing(name, Topic.CHANGES, text) for name, text in said.items()}
    return wishes | {thing.name: thing for thing in _all(facts)}


def _all(facts: ProjectFacts) -> Iterator[Thing]:
    yield from (_document(item, facts) for item in slices.documents_of(facts))
    yield from (_request(item, facts) for item in facts.credential_requests)
    sheet = slices.sheet_of(facts)
    yield from (_entry(entry, sheet) for name in NAMES for entry in entries(facts, name))
    yield from (_wish(item) for item in slices.wishes(facts))
    yield from (_decision(item, facts) for item in facts.decisions)
    yield Thing(CUT_OUT, Topic.ACCESS, _NEVER_STORED)
    yield from (Thing(phase.value, Topic.STATUS, phases=(phase,)) for phase in WORKING_PHASES)


def _document(item: Deliverable, facts: ProjectFacts) -> Thing:
    approval = next((one for one in reversed(facts.approvals) if one.deliverable_id == item.id), None)
    is_open = approval is not None and approval in slices.pending_approvals(facts)
    title, at = f"**{item.title}**", approval.created_at if approval else None
    goes_on = f"the {item.phase.value} phase ends once you have approved each of its documents"
    if approval and is_open:
        revision = f"revision {approval.revision} by the {item.owner}"
        is_since = f"is open {since(approval.created_at, facts.now)}"
        said = f"{title}, {revision}, {is_since}, and the decision on it is yours; {goes_on}."
    elif approval and approval.decided_at and item.state is DeliverableState.APPROVED:
        by = approval.decided_by or ""
        by = escaped(by) if "@" in by else "you"
        written = f"was written by the {item.owner} on {on(approval.created_at)}"
        said = f"{title} {written} and approved by {by} on {on(approval.decided_at)}."
    else:
        awaited = [f"**{escaped(one.name)}**" for one in slices.open_requests(facts) if one.deliverable_id == item.id]
        waits = f": it waits for you to give access to {listed(awaited)}" if awaited else ""
        said = f"{title}, by the {item.owner}, is {state_of(item)}{waits}; {goes_on}."
    return Thing(item.title, Topic.DOCUMENT, said, at, item.kind)


def _request(item: CredentialRequest, facts: ProjectFacts) -> Thing:
    name, is_open = f"**{escaped(item.name)}**", item in slices.open_requests(facts)
    blocked = next(one.title for one in facts.deliverables if one.id == item.deliverable_id)
    end = item.declined_at or item.fulfilled_at
    settled = f"; it was {item.status} on {on(end)}" if end else promise_of(item)
    reason = f": {quoted_text(item.decline_reason)}" if item.decline_reason else ""
    asked = f"Access to {name} was asked for by the {item.requested_by} {since(item.created_at, facts.now)}"
    yours = f" {escaped(item.how_to_obtain)} Put it into the vault, never into this conversation, or decline it there."
    stops = f"It blocks **{blocked}** until you give or decline it.{yours}" if is_open else f"It was for **{blocked}**."
    said = f"{asked}{settled}{reason}. {escaped(item.reason)} {stops}"
    return Thing(item.name, Topic.ACCESS, said, item.created_at)


def _entry(entry: Entry, sheet: Sheet) -> Thing:
    stands = "It stands in the brief; no reason for it is on record." if entry.is_active else "It was dropped."
    counted = told(sheet, f"brief.{entry.id}")
    said = f"{entry.kind.capitalize()} **{entry.id}**: “{entry.words}”. {stands} {counted}".rstrip()
    return Thing(entry.id, Topic.SCOPE, said)


def _wish(item: ChangeRequest) -> Thing:
    asked = f"you asked for {quoted_text(item.text)} on {on(item.at)}; it is a change request with the {item.owner}"
    said = f"Noted on record, and not part of the brief: {asked}. {NOT_COUNTED}"
    return Thing(item.text, Topic.CHANGES, said, item.at)


def _decision(item: Decision, facts: ProjectFacts) -> Thing:
    text = f"you decided: {quoted_text(item.text)}" if item.kind is DecisionKind.OTHER else escaped(item.text)
    who = f"{decider(item, facts)} that: nothing is ever decided by time or by an agent."
    return Thing(item.text, Topic.DECISIONS, f"On {on(item.at)}: {text.rstrip('.')}. {who}", item.at)
