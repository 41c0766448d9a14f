"""What waits for the customer, and what is known of a single document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_brief import about
from domain.agents.brain.answers.about_progress import draft_status, ended, under_way
from domain.agents.brain.answers.lookup import hit_list, look_up, look_up_in
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import (
    approval_name,
    as_said,
    document_line,
    escaped,
    project_name,
    quoted_text,
    since,
    state_of,
    titles,
)
from domain.agents.models import DECIDED_ELSEWHERE, HOW_TO_DECIDE
from domain.language.dialogue import About
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.parts import be, counted, on
from domain.projects.phases import DELIVERABLES, spec_of
from domain.projects.records import Approval, Deliverable
from domain.projects.states import ApprovalStatus, DeliverableKind, DeliverableState, ProjectStatus
from domain.receipts.tracing import count
from domain.work_items.standing import name_of

FINAL = (
    "a document is decided once, and the decision stays on record. To change the document after it, say “please …” as "
    "a wish."
)
_MOST_APPROVED = 12
_BY = {
    "usr": "by you, in the dashboard",
    "key": "by you, with an API key",
    "con": "by you, through a connected program",
    "msg": "by you, in this conversation",
}
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def approvals(query: Query, facts: ProjectFacts) -> Part:
    """What waits for the customer: decisions, access, or a draft's answers."""
    if facts.project.status is ProjectStatus.DRAFT:
        return draft_status(facts)
    if slices.is_over(facts):
        return Part(f"Nothing waits for you. {ended(facts)}")
    pending, requests = slices.pending_approvals(facts), slices.open_requests(facts)
    submitted = slices.submitted_work(facts)
    if not pending and not requests and not submitted:
        return Part(
            f"{_needed(query, holds=False)}nothing waits for you right now. {_at_work(facts)}", (under_way(facts),)
        )
    lines = [
        f"{approval_name(item)} by the {spec_of(item.deliverable_kind).owner}, {since(item.created_at, facts.now)}"
        for item in pending
    ]
    lines += [
        f"Access to **{escaped(item.name)}** for the {item.requested_by}, {since(item.created_at, facts.now)}"
        for item in requests
    ]
    lines += [f"Your review of {name_of(item)}, submitted {since(item.updated_at, facts.now)}" for item in submitted]
    waiting = [counted(count(pending), "document")] if pending else []
    waiting += [counted(count(requests), "access request")] if requests else []
    waiting += [counted(count(submitted), "submission")] if submitted else []
    wait = "waits" if len(lines) == 1 else "wait"
    headline = f"{_needed(query, holds=True)}{listed(waiting)} {wait} for you:"
    if query.mentions("oldest|first|longest|since when"):
        opened = [(item.created_at, item.title) for item in pending]
        opened += [(item.created_at, f"access to {escaped(item.name)}") for item in requests]
        opened += [(item.updated_at, name_of(item).strip("*")) for item in submitted]
        oldest, name = min(opened)
        headline = f"The oldest is **{name}**, open {since(oldest, facts.now)}. {headline}"
    reviewed = tuple(item for item in facts.deliverables if item.id in {entry.deliverable_id for entry in pending})
    return Part(
        headline,
        (folded(lines), how_to_decide(facts, pending)),
        (*roles.about(reviewed), *roles.waiting_for(requests)),
        about=About(shown=(*(item.title for item in pending), *(item.name for item in requests))),
    )


def _needed(query: Query, *, holds: bool) -> str:
    of_some = query.mentions("wait\\w*|need\\w*|anything|pending|in review|open") and not query.mentions(
        "all|every|each"
    )
    return verdict(query, holds=holds) if of_some else ""


def how_to_decide(facts: ProjectFacts, pending: Sequence[Approval]) -> str:
    """How the customer decides on `pending` in this conversation, the first of them taken as the example."""
    if not pending:
        return ""
    if not facts.may_decide:
        return f"A message sent from here decides nothing: {DECIDED_ELSEWHERE}."
    if facts.project.status is ProjectStatus.ON_HOLD:
        return "While the project is on hold nothing can be decided; say “resume the project” first."
    return HOW_TO_DECIDE.format(title=pending[0].title)


def documents(query: Query, facts: ProjectFacts) -> Part:
    """The documents named: owner, state, revisions, contents; all of them where none is named."""
    is_sorted = any(query.mentions(words) for words, _ in _SORTS)
    anywhere = look_up(query.plain, facts) if not query.documents and not is_sorted else None
    if anywhere and (anywhere.hits or query.mentions(r"mention\w*|says?|about")):
        return about(anywhere, query, facts)
    if query.mentions("un ?approve|reopen|undo|revoke|take back|reverse|withdraw"):
        return Part(f"No: {FINAL}")
    if not query.documents:
        return _overview(query, facts)
    if not facts.deliverables:
        names = " and ".join(f"**{spec_of(kind).title}**" for kind in query.documents)
        planned = " ".join(
            f"{spec_of(kind).title} is written by the {spec_of(kind).owner} in the {spec_of(kind).phase.value} phase."
            for kind in query.documents
        )
        return Part(f"{names} {be(len(query.documents))} not written: the brief is not submitted. {planned}")
    found = [item for kind in query.documents if (item := slices.document_of(facts, kind))]
    count = (
        f"{counted(found[0].revision, 'revision')} so far. " if query.counts and query.mentions("revisions?") else ""
    )
    headline = count + _answer(query, found) + " ".join(_sentence(facts, item) for item in found)
    said = look_up_in(found, query.plain)
    if said and said.hits:
        told = f"About “{said.asked}” it says: {as_said(said.hits[0].text)}"
        return Part(f"{told}\n\n{headline}", (hit_list(said.hits),) if said.hits[1:] else (), roles.about(found))
    contents = tuple(_contents(item) for item in found if item.revision)
    waiting = [item for item in slices.pending_approvals(facts) if item.deliverable_kind in query.documents]
    return Part(headline, (*contents, how_to_decide(facts, waiting)), roles.about(found))


def asks_who_approved(query: Query) -> bool:
    """Whether it asks by whom documents were approved."""
    return query.mentions("who|whom") and query.mentions("approved|signed(?: off)?|accepted")


def who_approved(query: Query, facts: ProjectFacts) -> Part | None:
    """Each approval that a question is about: of which revision, when, by whom and where; None where there is none."""
    approved = [item for item in facts.approvals if item.status is ApprovalStatus.APPROVED and item.decided_at]
    found = [item for item in approved if item.deliverable_kind in query.documents] if query.documents else approved
    lines = [f"{approval_name(item)}: on {on(item.decided_at)}, {_by(item)}" for item in found if item.decided_at]
    if len(lines) == 1:
        return Part(f"{approval_name(found[0])} was approved {lines[0].partition(': ')[2]}.")
    if not lines:
        return None
    headline = f"{counted(count(found), 'document')} are approved; nothing is ever approved by time or by an agent:"
    return Part(headline, (folded(lines, _MOST_APPROVED),), about=About(shown=tuple(item.title for item in found)))


def _by(approval: Approval) -> str:
    """Who decided it, as far as the record has it: a key by its kind, not by its name."""
    decider = approval.decided_by or ""
    return f"by {escaped(decider)}, from a mail" if "@" in decider else _BY.get(decider.partition("_")[0], "by you")


def _overview(query: Query, facts: ProjectFacts) -> Part:
    if not facts.deliverables:
        planned = folded(f"**{spec.title}** ({spec.owner}), in the {spec.phase.value} phase" for spec in DELIVERABLES)
        noun = counted(count(DELIVERABLES), "document")
        return Part(f"Nothing is written yet: {noun} follow once the brief is submitted.", (planned,))
    everything = slices.documents_of(facts)
    own = tuple(item for item in everything if not query.phases or item.phase in query.phases)
    written, done = [item for item in own if item.revision], slices.approved(own)
    number = counted(count(everything), "document")
    headline = (
        f"{project_name(facts)} has {number}: {count(written)} {be(len(written))} written, "
        f"{count(done)} {be(len(done))} approved."
    )
    shown = [*(item for item in own if item not in done), *done]
    if written and query.mentions("last|latest|newest"):
        newest = max(written, key=lambda item: item.history[-1].at)
        headline = f"The last one written is the **{newest.title}**, on {on(newest.history[-1].at)}. {headline}"
    elif query.mentions("next") and (unwritten := [item for item in own if not item.revision]):
        headline = f"The next to be written is the **{unwritten[0].title}**, by the {unwritten[0].owner}. {headline}"
    elif sort := next((sort for words, sort in _SORTS if query.mentions(words)), None):
        returned = {item.deliverable_id for item in facts.approvals if item.comment}
        chosen = {
            "are approved": done,
            "are written": tuple(written),
            "are not approved yet": tuple(item for item in own if item not in done),
            "have a comment of yours": tuple(item for item in own if item.id in returned),
        }[sort]
        said = verdict(query, holds=len(chosen) == len(own))
        verb = sort.replace("are ", "is ").replace("have ", "has ") if len(chosen) == 1 else sort
        names = f": {titles(chosen)}" if chosen else ""
        headline = f"{said}{count(chosen)} of {counted(count(own), 'document')} {verb}{names}."
        shown = list(chosen)
    listed = About(shown=tuple(item.title for item in shown))
    return Part(headline, (folded(map(document_line, shown)),), roles.about(written), about=listed)


# What of the documents is asked for, by the words that ask for it.
_SORTS = (
    (r"(?:sen[dt]|c[oa]me) \w* ?back|(?:return|reject|comment|correct|remark)\w*|chang\w+", "have a comment of yours"),
    (r"left|open|remain\w*|missing|to go|to come|not", "are not approved yet"),
    ("approved?|sign(?:ed)?|done|finished|ready|complete", "are approved"),
    (r"writ\w+|wrote", "are written"),
)

# What is asked of a document, and the states in which the answer is yes.
_ASKED_STATES = (
    ("approved?|sign(?:ed)? off|accept(?:ed)?", {DeliverableState.APPROVED}),
    ("in review|waiting|pending", {DeliverableState.IN_REVIEW}),
    ("blocked|stuck", {DeliverableState.BLOCKED}),
    ("write|written|ready|there|available", {DeliverableState.IN_REVIEW, DeliverableState.APPROVED}),
    ("done|finished|complete|completed", {DeliverableState.APPROVED}),
    ("started|begun|begin", set(DeliverableState) - {DeliverableState.WAITING}),
)


def _answer(query: Query, found: Sequence[Deliverable]) -> str:
    """Yes or no, where one document is asked for one of the states."""
    asked = next((states for words, states in _ASKED_STATES if query.mentions(words)), None)
    return verdict(query, holds=found[0].state in asked) if asked and len(found) == 1 else ""


def _sentence(facts: ProjectFacts, document: Deliverable) -> str:
    if not document.revision:
        when = {item.phase: item.end for item in slices.outlook(facts)}.get(document.phase)
        expected = f" The documents of that phase are expected on {on(when)}." if when else ""
        return (
            f"The **{document.title}** is {state_of(document)}; the {document.owner} writes it in the "
            f"{document.phase.value} phase.{expected}"
        )
    written = document.history[-1]
    decided = _decided_on(facts, document.kind)
    return (
        f"The **{document.title}**, revision {document.revision}, was written by the {document.owner} on "
        f"{on(written.at)} and is {state_of(document)}{decided}."
    )


def _decided_on(facts: ProjectFacts, kind: DeliverableKind) -> str:
    document = slices.document_of(facts, kind)
    if document is None or document.state is not DeliverableState.APPROVED:
        return ""
    days = [item.decided_at for item in facts.approvals if item.deliverable_kind is kind and item.decided_at]
    return f" since {on(max(days))}" if days else ""


def _contents(document: Deliverable) -> str:
    headings = [match[1] for match in _HEADING.finditer(document.content)]
    lines = [f"Contents: {'; '.join(headings)}"] if headings else []
    lines += [
        f"Revision {entry.revision}, {on(entry.at)}"
        + (f", answers your comment {quoted_text(entry.comment)}" if entry.comment else "")
        for entry in document.history
    ]
    return f"**{document.title}**\n\n{bullets(lines)}"


def _at_work(facts: ProjectFacts) -> str:
    if facts.project.status is ProjectStatus.ON_HOLD:
        return f"{project_name(facts)} is on hold until you resume it."
    return f"{project_name(facts)} is in the **{facts.project.phase.value}** phase and the team is at work."
