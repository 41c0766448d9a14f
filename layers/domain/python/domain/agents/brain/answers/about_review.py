"""What is known of the documents: of those that are named, of a phase's, or of all."""

from __future__ import annotations

import re
from collections.abc import Sequence

from common.wording import counted
from domain.agents.brain import slices
from domain.agents.brain.answers.lookup import hit_list, look_up
from domain.agents.brain.answers.part import Part, folded, verdict
from domain.agents.brain.protocol import ProjectFacts
from domain.agents.brain.questions import Query
from domain.agents.brain.reader import Topic
from domain.agents.brain.wording import document_line, project_name, quoted_text, state_of, titles
from domain.agents.models import DECIDES_NOTHING, HOW_TO_DECIDE
from domain.language.dialogue import About
from domain.projects.documents.markdown import bullets, escaped
from domain.projects.documents.parts import be, on
from domain.projects.phases import DELIVERABLES, WORKING_PHASES
from domain.projects.records import Approval, Deliverable
from domain.projects.states import ApprovalStatus, DeliverableState, Phase, ProjectStatus

FINAL = (
    "a document is decided once, and the decision stays on record. To change what is built, change the brief, in the "
    "dashboard or by `PATCH /projects/{project_id}/brief/entries/{entry_id}`."
)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_READY = {DeliverableState.IN_REVIEW, DeliverableState.APPROVED}
# What is asked of documents, how it is told, and the states of those of which it holds.
_NOT_APPROVED = (
    r"left|open|remain\w*|missing|to go|to come|not",
    "not approved yet",
    set(DeliverableState) - {DeliverableState.APPROVED},
)
_ASKED_STATES = (
    ("approved?|sign(?:ed)?(?: off)?|accept(?:ed)?|done|finished|completed?", "approved", {DeliverableState.APPROVED}),
    ("in review|waiting|pending", "in review", {DeliverableState.IN_REVIEW}),
    ("blocked|stuck", "blocked", {DeliverableState.BLOCKED}),
    ("ready|there|available", "ready", _READY),
    (r"writ\w+|wrote", "written", _READY | {DeliverableState.CHANGES_REQUESTED}),
    ("started|begun|begin", "begun", set(DeliverableState) - {DeliverableState.WAITING}),
)


def how_to_decide(facts: ProjectFacts, pending: Sequence[Approval]) -> str:
    """How the customer decides on `pending` in this conversation, the first of them taken as the example."""
    if not pending:
        return ""
    if not facts.may_decide:
        return DECIDES_NOTHING
    if facts.project.status is ProjectStatus.ON_HOLD:
        return "While the project is on hold nothing can be decided; say “resume the project” first."
    return HOW_TO_DECIDE.format(title=pending[0].title)


def documents(query: Query, facts: ProjectFacts) -> Part:
    """The documents named: owner, state, revisions, contents; all of them where none is named."""
    if query.mentions("un ?approve|reopen|undo|revoke|take back|reverse|withdraw"):
        return Part(f"No: {FINAL}")
    if not facts.deliverables:
        lines = folded(f"**{one.title}** ({one.owner}), in the {one.phase.value} phase" for one in DELIVERABLES)
        return Part("Nothing is written yet: the brief is not submitted. To be written then:", (lines,))
    return _named(query, facts) if query.documents else _overview(query, facts)


def asks_of_documents(query: Query) -> bool:
    """Whether it asks who approved documents, or where a phase stands, which its documents tell."""
    is_of_phase = query.topic is Topic.STATUS and not query.asked_for and set(query.phases) & set(WORKING_PHASES)
    return bool(is_of_phase) or (query.mentions("who|whom") and query.mentions("approved|signed(?: off)?|accepted"))


def _named(query: Query, facts: ProjectFacts) -> Part:
    found = [item for kind in query.documents if (item := slices.document_of(facts, kind))]
    asked = next((states for words, _, states in _ASKED_STATES if query.mentions(words)), None)
    answer = verdict(query, holds=found[0].state in asked) if asked and len(found) == 1 else ""
    headline = answer + " ".join(_sentence(facts, item) for item in found)
    said = look_up(query.plain, facts, found)
    if said and said.hits:
        told = f"About “{said.asked}” it says: {said.hits[0].text}"
        return Part(f"{told}\n\n{headline}", (hit_list(said.hits),) if said.hits[1:] else ())
    contents = tuple(_contents(facts, item) for item in found if item.revision)
    waiting = [item for item in slices.pending_approvals(facts) if item.deliverable_kind in query.documents]
    return Part(headline, (*contents, how_to_decide(facts, waiting)))


def _overview(query: Query, facts: ProjectFacts) -> Part:
    """How many of the documents are as asked, and which; else how many are written and approved, and all of them."""
    own = [item for item in slices.documents_of(facts) if item.phase in (query.phases or Phase)]
    asked = next((row for row in (_NOT_APPROVED, *_ASKED_STATES) if query.mentions(row[0])), None)
    if asked:
        shown = [item for item in own if item.state in asked[2]]
        number, names = f"{len(shown)} of {counted(len(own), 'document')}", f": {titles(shown)}" if shown else ""
        is_so = bool(shown) if asked[1] == "begun" else len(shown) == len(own)
        answer = verdict(query, holds=is_so)
        headline = f"{answer}{number} {be(len(shown))} {asked[1]}{names}."
    else:
        done, written = slices.approved(tuple(own)), [item for item in own if item.revision]
        shown = sorted(own, key=lambda item: item in done)
        phase = query.phases[0] if len(query.phases) == 1 else None
        begun = "has begun" if phase and slices.phase_started_on(facts, phase) else "has not begun"
        whose = f"the **{phase.value}** phase {begun}; it" if phase else project_name(facts)
        headline = (
            f"{whose} has {counted(len(own), 'document')}: {len(written)} "
            f"{be(len(written))} written, {len(done)} {be(len(done))} approved."
        )
    lines = bullets(f"{document_line(item)}{_approved(facts, item)}" for item in shown)
    return Part(headline, (lines,), about=About(shown=tuple(item.title for item in shown)))


def _sentence(facts: ProjectFacts, document: Deliverable) -> str:
    written = f"by the {document.owner}, in the {document.phase.value} phase,"
    if document.revision:
        day = on(document.history[-1].at)
        written = f"revision {document.revision}, was written by the {document.owner} on {day} and"
    return f"The **{document.title}**, {written} is {state_of(document)}{_approved(facts, document)}."


def _approved(facts: ProjectFacts, document: Deliverable) -> str:
    """Since when and by whom it is approved; "" where it isn't."""
    own = [item for item in facts.approvals if item.deliverable_id == document.id]
    if not own or own[-1].status is not ApprovalStatus.APPROVED or own[-1].decided_at is None:
        return ""
    by = own[-1].decided_by or ""
    return f" since {on(own[-1].decided_at)}, by {f'{escaped(by)}, from a mail' if '@' in by else 'you'}"


def _contents(facts: ProjectFacts, document: Deliverable) -> str:
    """The headings of a document, and its revisions with the comments that they show."""
    lines = [f"Contents: {'; '.join(_HEADING.findall(facts.text_of(document)))}"]
    for entry in document.history:
        shows = f", shows your comment {quoted_text(entry.comment)}" if entry.comment else ""
        lines.append(f"Revision {entry.revision}, {on(entry.at)}{shows}")
    return f"**{document.title}**\n\n{bullets(lines)}"
