"""Phrases that several answers share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from domain.agents.brain.protocol import ProjectFacts
from domain.projects import figures
from domain.projects.documents import markdown
from domain.projects.documents.markdown import listed
from domain.projects.documents.parts import counted, on
from domain.projects.records import Approval, Decision, Deliverable
from domain.projects.states import DeliverableState
from domain.receipts.tracing import quoted
from domain.vault.records import CredentialRequest

_MOST_QUOTED = 300
_STATES = {
    DeliverableState.WAITING: "not begun yet",
    DeliverableState.BLOCKED: "blocked until the access asked for is there",
    DeliverableState.WRITING: "being written",
    DeliverableState.IN_REVIEW: "in review, waiting for your approval",
    DeliverableState.CHANGES_REQUESTED: "being revised after your comment",
    DeliverableState.APPROVED: "approved",
}


def project_name(facts: ProjectFacts) -> str:
    """The project's name in bold."""
    return f"**{escaped(facts.project.name)}**"


def decider(decision: Decision, facts: ProjectFacts) -> str:
    """`You did`, or `anna@example.com did` of a document that was decided from a mail."""
    by = next((item.decided_by for item in facts.approvals if item.id == decision.source), None) or ""
    return f"{escaped(by) if '@' in by else 'You'} did"


def escaped(text: str) -> str:
    """A customer's or a document's words as one line that no markup survives in, known to be quoted."""
    return quoted(text, markdown.escaped(text))


def as_said(text: str) -> str:
    """Words of a record that are Markdown already, known to be quoted."""
    return quoted(text, text)


def state_of(document: Deliverable) -> str:
    """Where a document stands, in words."""
    return _STATES[document.state]


def document_line(document: Deliverable) -> str:
    """`**Roadmap** (CPO), revision 1: in review, waiting for your approval`."""
    revision = f", revision {document.revision}" if document.revision else ""
    return f"**{document.title}** ({document.owner}){revision}: {state_of(document)}"


def approval_name(approval: Approval) -> str:
    """`**Roadmap**, revision 2`."""
    return f"**{approval.title}**, revision {approval.revision}"


def work_told(facts: ProjectFacts) -> str:
    """How far the work is that was handed out, without a full stop; "" when none was."""
    project = facts.project
    if not project.hand_out_work or not project.work_items:
        return ""
    done = project.work_items - project.open_work_items
    said = f"{done} of {counted(project.work_items, 'item')} done"
    expected = figures.eta(project, today=facts.now.date())
    if not project.open_work_items or expected is None:
        return said
    return f"{said}, the rest by {on(expected)} if two items are worked on at once"


def since(moment: datetime, now: datetime) -> str:
    """`since 2026-03-02 (3 days)`, `since today`."""
    days = (now - moment).days
    return f"since {on(moment)} ({counted(days, 'day')})" if days > 0 else f"since {on(moment)}"


def promise_of(request: CredentialRequest) -> str:
    """`, promised for Monday, 2026-03-16`; "" where no day was promised."""
    day = request.promised_for
    return f", promised for {day:%A}, {on(day)}" if day else ""


def quoted_text(text: str) -> str:
    """A customer's words in quotation marks, on one line, escaped, shortened when long."""
    line = " ".join(text.split())
    shown = line if len(line) <= _MOST_QUOTED else f"{line[:_MOST_QUOTED].rstrip()}…"
    return f"“{escaped(shown)}”"


def titles(items: Iterable[Deliverable | Approval]) -> str:
    """Titles in bold: `**Roadmap** and **Product brief**`."""
    return listed(f"**{item.title}**" for item in items)
