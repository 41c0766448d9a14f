"""What waits for the customer, and what is known of a single document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from domain.agents.brain import roles, slices
from domain.agents.brain.answers.about_brief import about
from domain.agents.brain.answers.about_progress import awaited, draft_status, ended, under_way
from domain.agents.brain.answers.lookup import hit_list, look_up, look_up_in
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.wording import (
    as_said,
    document_line,
    escaped,
    project_name,
    quoted_text,
    state_of,
    titles,
)
from domain.agents.models import DECIDED_ELSEWHERE, HOW_TO_DECIDE
from domain.language.dialogue import About
from domain.projects.documents.markdown import bullets, listed
from domain.projects.documents.parts import be, counted, on
from domain.projects.phases import DELIVERABLES
from domain.projects.records import Approval, Deliverable
from domain.projects.states import ApprovalStatus, DeliverableState, ProjectStatus
from domain.receipts.tracing import count

FINAL = (
    "a document is decided once, and the decision stays on record. To change the document after it, say “please …” as "
    "a wish."
)
_MOST_LISTED = 10
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
# Which of the documents are asked for, by the words that ask for it.
_SORTS = (
    (
        r"(?:sen[dt]|c[oa]me) \w* ?back|(?:return|reject|comment|correct|remark)\w*|chang\w+",
        "returned with a comment of yours",
    ),
    (r"left|open|remain\w*|missing|to go|to come|not", "not approved yet"),
    ("approved?|sign(?:ed)?|done|finished|ready|complete", "approved"),
    (r"writ\w+|wrote", "written"),
)
# What is asked of one document, and the states in which the answer is yes.
_ASKED_STATES = (
    ("approved?|sign(?:ed)? off|accept(?:ed)?|done|finished|complete|completed", {DeliverableState.APPROVED}),
    ("in review|waiting|pending", {DeliverableState.IN_REVIEW}),
    ("blocked|stuck", {DeliverableState.BLOCKED}),
    ("write|written|ready|there|available", {DeliverableState.IN_REVIEW, DeliverableState.APPROVED}),
    ("started|begun|begin", set(DeliverableState) - {DeliverableState.WAITING}),
)


def approvals(query: Query, facts: ProjectFacts) -> Part:
    """What waits for the customer, the oldest first: decisions, access, or a draft's answers."""
    if facts.project.status is ProjectStatus.DRAFT:
        return draft_status(facts)
    if slices.is_over(facts):
        return Part(f"Nothing waits for you. {ended(facts)}")
    pending, requests = slices.pending_approvals(facts), slices.open_requests(facts)
    lines = [f"{name[0].upper()}{name[1:]}{more}" for _, name, more in awaited(facts)]
    is_of_some = query.mentions("wait\\w*|need\\w*|anything|pending|in review|open")
    needed = verdict(query, holds=bool(lines)) if is_of_some and not query.mentions("all|every|each") else ""
    if not lines:
        return Part(f"{needed}nothing waits for you right now; this is under way:", (under_way(facts),))
    several = ((pending, "document"), (requests, "access request"), (slices.submitted_work(facts), "submission"))
    waiting = listed(counted(count(items), noun) for items, noun in several if items)
    verb = "waits for you" if len(lines) == 1 else "wait for you, the oldest first"
    reviewed = tuple(item for item in facts.deliverables if item.id in {entry.deliverable_id for entry in pending})
    return Part(
        f"{needed}{waiting} {verb}:",
        (folded(lines), how_to_decide(facts, pending)),
        (*roles.about(reviewed), *roles.waiting_for(requests)),
        about=About(shown=(*(item.title for item in pending), *(item.name for item in requests))),
    )


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
    if not facts.deliverables:
        own = [spec for spec in DELIVERABLES if not query.documents or spec.kind in query.documents]
        lines = folded(f"**{spec.title}** ({spec.owner}), in the {spec.phase.value} phase" for spec in own)
        return Part("Nothing is written yet: the brief is not submitted. To be written then:", (lines,))
    if not query.documents:
        return _overview(query, facts)
    found = [item for kind in query.documents if (item := slices.document_of(facts, kind))]
    asked = next((states for words, states in _ASKED_STATES if query.mentions(words)), None)
    answer = verdict(query, holds=found[0].state in asked) if asked and len(found) == 1 else ""
    headline = answer + " ".join(_sentence(facts, item) for item in found)
    said = look_up_in(found, query.plain)
    if said and said.hits:
        told = f"About “{said.asked}” it says: {as_said(said.hits[0].text)}"
        return Part(f"{told}\n\n{headline}", (hit_list(said.hits),) if said.hits[1:] else (), roles.about(found))
    contents = tuple(_contents(item) for item in found if item.revision)
    waiting = [item for item in slices.pending_approvals(facts) if item.deliverable_kind in query.documents]
    return Part(headline, (*contents, how_to_decide(facts, waiting)), roles.about(found))


def asks_who_approved(query: Query) -> bool:
    """Whether it asks by whom documents were approved, which is told with the documents."""
    return query.mentions("who|whom") and query.mentions("approved|signed(?: off)?|accepted")


def _overview(query: Query, facts: ProjectFacts) -> Part:
    everything = slices.documents_of(facts)
    own = tuple(item for item in everything if not query.phases or item.phase in query.phases)
    written, done = [item for item in own if item.revision], slices.approved(own)
    headline = (
        f"{project_name(facts)} has {counted(count(everything), 'document')}: {count(written)} {be(len(written))} "
        f"written, {count(done)} {be(len(done))} approved."
    )
    shown = [*(item for item in own if item not in done), *done]
    if sort := next((sort for words, sort in _SORTS if query.mentions(words)), None):
        returned = {item.deliverable_id for item in facts.approvals if item.comment}
        shown = {
            "approved": list(done),
            "written": written,
            "not approved yet": [item for item in own if item not in done],
            "returned with a comment of yours": [item for item in own if item.id in returned],
        }[sort]
        names = f": {titles(shown)}" if shown else ""
        number = f"{count(shown)} of {counted(count(own), 'document')}"
        headline = f"{verdict(query, holds=len(shown) == len(own))}{number} {be(len(shown))} {sort}{names}."
    lines = [f"{document_line(item)}{_approved(facts, item)}" for item in shown]
    about_them = About(shown=tuple(item.title for item in shown))
    return Part(headline, (folded(lines, _MOST_LISTED),), roles.about(written), about=about_them)


def _sentence(facts: ProjectFacts, document: Deliverable) -> str:
    if not document.revision:
        when = {item.phase: item.end for item in slices.outlook(facts)}.get(document.phase)
        expected = f" The documents of that phase are expected on {on(when)}." if when else ""
        return (
            f"The **{document.title}** is {state_of(document)}; the {document.owner} writes it in the "
            f"{document.phase.value} phase.{expected}"
        )
    return (
        f"The **{document.title}**, revision {document.revision}, was written by the {document.owner} on "
        f"{on(document.history[-1].at)} and is {state_of(document)}{_approved(facts, document)}."
    )


def _approved(facts: ProjectFacts, document: Deliverable) -> str:
    """Since when and by whom it is approved; "" where it isn't."""
    own = [item for item in facts.approvals if item.deliverable_id == document.id]
    if not own or own[-1].status is not ApprovalStatus.APPROVED or own[-1].decided_at is None:
        return ""
    by = own[-1].decided_by or ""
    return f" since {on(own[-1].decided_at)}, by {f'{escaped(by)}, from a mail' if '@' in by else 'you'}"


def _contents(document: Deliverable) -> str:
    headings = [match[1] for match in _HEADING.finditer(document.content)]
    lines = [f"Contents: {'; '.join(headings)}"] if headings else []
    lines += [
        f"Revision {entry.revision}, {on(entry.at)}"
        + (f", answers your comment {quoted_text(entry.comment)}" if entry.comment else "")
        for entry in document.history
    ]
    return f"**{document.title}**\n\n{bullets(lines)}"
