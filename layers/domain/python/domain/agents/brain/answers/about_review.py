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
from domain.projects.states import ApprovalStatus, DeliverableState, ProjectStatus
from domain.receipts.tracing import count
from domain.work_items.standing import name_of

FINAL = (
    "a document is decided once, and the decision stays on record. To change the document after it, say “please …” as "
    "a wish."
)
_MOST_APPROVED = 12
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
# Which of the documents are asked for, by the words that ask for it.
_SORTS = (
    (r"(?:sen[dt]|c[oa]me) \w* ?back|(?:return|reject|comment|correct|remark)\w*|chang\w+", "with a comment of yours"),
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
    submitted = slices.submitted_work(facts)
    is_of_some = query.mentions("wait\\w*|need\\w*|anything|pending|in review|open")
    holds = bool(pending or requests or submitted)
    needed = verdict(query, holds=holds) if is_of_some and not query.mentions("all|every|each") else ""
    if not holds:
        return Part(f"{needed}nothing waits for you right now; this is under way:", (under_way(facts),))
    opened = [(one.created_at, f"{approval_name(one)} by the {spec_of(one.deliverable_kind).owner}") for one in pending]
    opened += [(one.created_at, f"Access to **{escaped(one.name)}** for the {one.requested_by}") for one in requests]
    opened += [(one.updated_at, f"Your review of {name_of(one)}, submitted") for one in submitted]
    lines = [f"{said}, {since(at, facts.now)}" for at, said in sorted(opened, key=lambda one: one[0])]
    several = ((pending, "document"), (requests, "access request"), (submitted, "submission"))
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
    """Whether it asks by whom documents were approved."""
    return query.mentions("who|whom") and query.mentions("approved|signed(?: off)?|accepted")


def who_approved(query: Query, facts: ProjectFacts) -> Part | None:
    """Each approval that a question is about: of which revision, when and by whom; None where there is none."""
    lines, shown = [], []
    for item in facts.approvals:
        is_meant = not query.documents or item.deliverable_kind in query.documents
        if item.status is ApprovalStatus.APPROVED and item.decided_at and is_meant:
            by = item.decided_by or ""
            who = f"{escaped(by)}, from a mail" if "@" in by else "you"
            lines.append(f"{approval_name(item)}: on {on(item.decided_at)}, by {who}")
            shown.append(item.title)
    if not lines:
        return None
    headline = (
        f"{counted(count(lines), 'document')} {be(len(lines))} approved; nothing is approved by time or an agent:"
    )
    return Part(headline, (folded(lines, _MOST_APPROVED),), about=About(shown=tuple(shown)))


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
            "with a comment of yours": [item for item in own if item.id in returned],
        }[sort]
        names = f": {titles(shown)}" if shown else ""
        number = f"{count(shown)} of {counted(count(own), 'document')}"
        headline = f"{verdict(query, holds=len(shown) == len(own))}{number} {be(len(shown))} {sort}{names}."
    about_them = About(shown=tuple(item.title for item in shown))
    return Part(headline, (folded(map(document_line, shown)),), roles.about(written), about=about_them)


def _sentence(facts: ProjectFacts, document: Deliverable) -> str:
    if not document.revision:
        when = {item.phase: item.end for item in slices.outlook(facts)}.get(document.phase)
        expected = f" The documents of that phase are expected on {on(when)}." if when else ""
        return (
            f"The **{document.title}** is {state_of(document)}; the {document.owner} writes it in the "
            f"{document.phase.value} phase.{expected}"
        )
    own = [item for item in facts.approvals if item.deliverable_id == document.id and item.decided_at]
    is_approved = document.state is DeliverableState.APPROVED
    decided = f" since {on(max(item.decided_at for item in own if item.decided_at))}" if own and is_approved else ""
    return (
        f"The **{document.title}**, revision {document.revision}, was written by the {document.owner} on "
        f"{on(document.history[-1].at)} and is {state_of(document)}{decided}."
    )


def _contents(document: Deliverable) -> str:
    headings = [match[1] for match in _HEADING.finditer(document.content)]
    lines = [f"Contents: {'; '.join(headings)}"] if headings else []
    lines += [
        f"Revision {entry.revision}, {on(entry.at)}"
        + (f", answers your comment {quoted_text(entry.comment)}" if entry.comment else "")
        for entry in document.history
    ]
    return f"**{document.title}**\n\n{bullets(lines)}"
