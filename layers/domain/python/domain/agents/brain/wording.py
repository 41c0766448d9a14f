"""Phrases that several answers share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from common.wording import counted, listed
from domain.agents.brain.protocol import ProjectFacts
from domain.answers.facts import Sheet
from domain.projects.documents.markdown import escaped
from domain.projects.documents.parts import on
from domain.projects.records import Approval, Decision, Deliverable
from domain.projects.wording import DOCUMENT_STATES
from domain.vault.records import CredentialRequest

_MOST_QUOTED = 300


def told(sheet: Sheet, *fact_ids: str) -> str:
    """The sentences of these facts as Markdown, as far as they are on the sheet."""
    return escaped(sheet.say(*fact_ids))


def project_name(facts: ProjectFacts) -> str:
    """The project's name in bold."""
    return f"**{escaped(facts.project.name)}**"


def decider(decision: Decision, facts: ProjectFacts) -> str:
    """`You did`, or `anna@example.com did` of a document that was decided from a mail."""
    by = next((item.decided_by for item in facts.approvals if item.id == decision.source), None) or ""
    return f"{escaped(by) if '@' in by else 'You'} did"


def state_of(document: Deliverable) -> str:
    """Where a document stands, in words."""
    return DOCUMENT_STATES[document.state]


def document_line(document: Deliverable) -> str:
    """`**Roadmap** (CPO), revision 1: in review, waiting for your approval`."""
    revision = f", revision {document.revision}" if document.revision else ""
    return f"**{document.title}** ({document.owner}){revision}: {state_of(document)}"


def approval_name(approval: Approval) -> str:
    """`**Roadmap**, revision 2`."""
    return f"**{approval.title}**, revision {approval.revision}"


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
