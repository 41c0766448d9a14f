"""The figures of a project's sheet: what is on record of its money, dates and progress, and counts of what waits."""

from __future__ import annotations

from domain.agents.brain import slices
from domain.answers.projects import project_sheet
from domain.projects.states import DeliverableState
from domain.thinking.fact_writer import FactWriter
from domain.thinking.facts import FactKind, Words

_IN_WORK = frozenset({DeliverableState.WRITING, DeliverableState.CHANGES_REQUESTED})


def write_figures(sheet: FactWriter) -> None:
    """Add the figures that the project has so far."""
    for fact in project_sheet(sheet.facts.plan, sheet.facts.now):
        sheet.add(fact.id, Words(fact.text), kind=FactKind.SENTENCE, label=fact.topic.value)
    _counts(sheet)


def _counts(sheet: FactWriter) -> None:
    documents = sheet.facts.deliverables
    for key, counted in (
        ("documents", documents),
        ("documents_approved", slices.approved(documents)),
        ("documents_in_review", slices.pending_approvals(sheet.facts)),
        ("documents_blocked", [one for one in documents if one.state is DeliverableState.BLOCKED]),
        ("documents_in_work", [one for one in documents if one.state in _IN_WORK]),
        ("documents_waiting", [one for one in documents if one.state is DeliverableState.WAITING]),
        ("requests_open", slices.open_requests(sheet.facts)),
        ("wishes", slices.wishes(sheet.facts)),
    ):
        sheet.add(key, len(counted))
