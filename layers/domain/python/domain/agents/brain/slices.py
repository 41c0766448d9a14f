"""What of a project's facts a topic or a role is about: selections, no words."""

from __future__ import annotations

from datetime import date

from domain.agents.brain.protocol import ProjectFacts
from domain.answers.facts import Sheet
from domain.answers.projects import project_sheet
from domain.projects.brief.intake import answers_of as intake_answers
from domain.projects.phases import position_of
from domain.projects.questionnaire import Answers
from domain.projects.records import Approval, ChangeRequest, Deliverable
from domain.projects.states import (
    ApprovalStatus,
    DecisionKind,
    DeliverableKind,
    DeliverableState,
    Phase,
    ProjectStatus,
    Role,
)
from domain.vault.records import CredentialRequest, RequestStatus
from domain.work_items.board import Board
from domain.work_items.records import ItemState, WorkItem


def sheet_of(facts: ProjectFacts) -> Sheet:
    """What is on record of the project's money, dates, progress and must-haves."""
    return project_sheet(facts.plan, facts.now)


def is_running(facts: ProjectFacts) -> bool:
    """Whether the project is submitted, and neither completed nor cancelled nor an archive."""
    return facts.project.is_running


def is_over(facts: ProjectFacts) -> bool:
    """Whether nothing about the project can change any more."""
    has_ended = facts.project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}
    return has_ended or facts.project.archived


def pending_approvals(facts: ProjectFacts) -> tuple[Approval, ...]:
    """What waits for the customer's decision, in the order of the documents."""
    if not is_running(facts):
        return ()
    pending = (item for item in facts.approvals if item.status is ApprovalStatus.PENDING)
    return tuple(sorted(pending, key=lambda item: position_of(item.deliverable_kind)))


def sent_back(facts: ProjectFacts) -> tuple[Deliverable, ...]:
    """The documents that the customer has sent back, and edits and presents again, in the order of writing."""
    if not is_running(facts):
        return ()
    return tuple(item for item in documents_of(facts) if item.state is DeliverableState.CHANGES_REQUESTED)


def open_requests(facts: ProjectFacts) -> tuple[CredentialRequest, ...]:
    """The access the team still waits for, oldest first."""
    if facts.project.archived:
        return ()
    return tuple(item for item in facts.credential_requests if item.status is RequestStatus.PENDING)


def board_of(facts: ProjectFacts) -> Board:
    """The work items at this moment."""
    return Board(facts.project, facts.work, facts.now, {one.id: one.name for one in open_requests(facts)})


def submitted_work(facts: ProjectFacts) -> tuple[WorkItem, ...]:
    """The work items whose submission waits for the customer's review."""
    return board_of(facts).in_state(ItemState.IN_REVIEW) if is_running(facts) else ()


def wishes(facts: ProjectFacts) -> tuple[ChangeRequest, ...]:
    """The customer's wishes on record that were not taken back, oldest first."""
    kept = (item for item in facts.change_requests if item.withdrawn_at is None)
    return tuple(sorted(kept, key=lambda item: item.at))


def documents_of(
    facts: ProjectFacts, *, phase: Phase | None = None, role: Role | None = None
) -> tuple[Deliverable, ...]:
    """The documents of a phase, of an owner, or all, in the order of writing."""
    found = (item for item in facts.deliverables if phase in {None, item.phase} and role in {None, item.owner})
    return tuple(sorted(found, key=lambda item: position_of(item.kind)))


def document_of(facts: ProjectFacts, kind: DeliverableKind) -> Deliverable | None:
    """The document of a kind; None before submission."""
    return next((item for item in facts.deliverables if item.kind is kind), None)


def approved(documents: tuple[Deliverable, ...]) -> tuple[Deliverable, ...]:
    """Those of `documents` that are approved."""
    return tuple(item for item in documents if item.state is DeliverableState.APPROVED)


def answers_of(facts: ProjectFacts) -> Answers:
    """The answers to the intake, as the brief stands."""
    return intake_answers(facts.plan)


def phase_started_on(facts: ProjectFacts, phase: Phase) -> date | None:
    """The day a phase began; None while it has not."""
    if phase is Phase.PLANNING and facts.project.submitted_at:
        return facts.project.submitted_at.date()
    started = (item for item in facts.decisions if item.kind is DecisionKind.PHASE_STARTED)
    return next((item.at.date() for item in started if f" {phase.value} phase" in item.text), None)


def status_changed_on(facts: ProjectFacts) -> date | None:
    """The day of the last pause, resumption or cancellation."""
    changes = [item.at.date() for item in facts.decisions if item.kind is DecisionKind.STATUS_CHANGED]
    return changes[-1] if changes else None
