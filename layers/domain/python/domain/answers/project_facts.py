"""All records of one project at one moment, and those of them that wait for the customer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from common.services import frozen
from domain.answers.facts import Sheet
from domain.answers.sheets import project_sheet
from domain.projects.brief.changing import Plan
from domain.projects.brief.records import Brief
from domain.projects.changes import Child
from domain.projects.documents.records import DocumentText
from domain.projects.records import Approval, Decision, Deliverable, Note, Project, Record
from domain.projects.states import (
    ApprovalStatus,
    DecisionKind,
    DeliverableState,
    Phase,
    ProjectStatus,
    Role,
    position_of,
)
from domain.vault.records import Credential, CredentialRequest, RequestStatus
from domain.work_items.board import Board
from domain.work_items.records import WorkItem

_FIELDS: dict[type, str] = {Deliverable: "deliverables", Approval: "approvals", Decision: "decisions"}


@frozen
class ProjectFacts:
    """Everything that may be stated about a project, read at one moment. Every tuple is in the order of ids.

    `credentials` are metadata, never values. `work`: the work items that anybody handed out or made.
    `text_of`: reads the text of a document, which few questions need; None if it has none.
    """

    project: Project
    brief: Brief
    deliverables: tuple[Deliverable, ...]
    approvals: tuple[Approval, ...]
    decisions: tuple[Decision, ...]
    notes: tuple[Note, ...]
    credential_requests: tuple[CredentialRequest, ...]
    credentials: tuple[Credential, ...]
    now: datetime
    work: tuple[WorkItem, ...] = ()
    text_of: Callable[[Deliverable], DocumentText | None] = lambda _: None

    @property
    def plan(self) -> Plan:
        """The project with its brief, as estimates need it."""
        return Plan(self.project, self.brief)


def status_of(facts: ProjectFacts) -> str:
    """The status and the number of changes so far, so that a card sees when a status changed and came back."""
    changes = sum(one.kind is DecisionKind.STATUS_CHANGED for one in facts.decisions)
    return f"{facts.project.status.value} after {changes}"


def sheet_of(facts: ProjectFacts) -> Sheet:
    """The facts on record of the project's money, dates, progress and must-haves."""
    return project_sheet(facts.plan, facts.now)


def is_over(facts: ProjectFacts) -> bool:
    """Whether the project is completed, cancelled or archived, so that nothing about it changes any more."""
    has_ended = facts.project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}
    return has_ended or facts.project.archived


def pending_approvals(facts: ProjectFacts) -> tuple[Approval, ...]:
    """The approvals that wait for the customer, in the order of the documents; none unless the project is running."""
    if not facts.project.is_running:
        return ()
    pending = (item for item in facts.approvals if item.status is ApprovalStatus.PENDING)
    return tuple(sorted(pending, key=lambda item: position_of(item.deliverable_kind)))


def sent_back(facts: ProjectFacts) -> tuple[Deliverable, ...]:
    """The documents that the customer sent back and no model revises now, in order; none unless the project runs."""
    if not facts.project.is_running:
        return ()
    own = [item for item in documents_of(facts) if item.state is DeliverableState.CHANGES_REQUESTED]
    return tuple(item for item in own if not item.is_being_written(facts.now))


def open_requests(facts: ProjectFacts) -> tuple[CredentialRequest, ...]:
    """The pending requests for access, oldest first; none in an archived project."""
    if facts.project.archived:
        return ()
    return tuple(item for item in facts.credential_requests if item.status is RequestStatus.PENDING)


def board_of(facts: ProjectFacts) -> Board:
    """The board of the project's work items, with the names of open requests for access that they may wait for."""
    return Board(facts.project, facts.work, facts.now, {one.id: one.name for one in open_requests(facts)})


def documents_of(
    facts: ProjectFacts, *, phase: Phase | None = None, role: Role | None = None
) -> tuple[Deliverable, ...]:
    """The documents of this phase and this owner, in the order of writing; None leaves phase or owner open."""
    found = (item for item in facts.deliverables if phase in {None, item.phase} and role in {None, item.owner})
    return tuple(sorted(found, key=lambda item: position_of(item.kind)))


def status_changed_on(facts: ProjectFacts) -> date | None:
    """The day on which the customer last changed the status; None if that never happened."""
    changes = [item.at.date() for item in facts.decisions if item.kind is DecisionKind.STATUS_CHANGED]
    return changes[-1] if changes else None


def with_records(facts: ProjectFacts, project: Project, *records: Child) -> ProjectFacts:
    """The facts with `project` and with these documents, approvals and decisions: new ones, or new versions by id.

    Records of other types change nothing in the facts.
    """
    after = replace(facts, project=project)
    for record in records:
        if name := _FIELDS.get(type(record)):
            known: tuple[Any, ...] = getattr(after, name)
            after_it = replaced(known, record)
            changes: dict[str, Any] = {name: after_it if record in after_it else (*known, record)}
            after = replace(after, **changes)
    return after


def replaced[T: Record](records: tuple[T, ...], changed: T) -> tuple[T, ...]:
    """`records` with `changed` in place of the record that has the same id."""
    return tuple(
        changed if getattr(record, "id", None) == getattr(changed, "id", None) else record for record in records
    )
