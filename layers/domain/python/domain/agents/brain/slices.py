"""What of a project's facts a topic or a role is about: selections and figures, no words."""

from __future__ import annotations

import re
from datetime import date

from domain.agents.brain.protocol import ProjectFacts
from domain.projects import rates
from domain.projects.build_outlook import BuildOutlook, build_outlook
from domain.projects.dates import add_working_days, whole_days
from domain.projects.documents.brief import Brief, brief_from
from domain.projects.errors import IntakeIncomplete
from domain.projects.estimate import estimate
from domain.projects.phases import position_of, remaining_phases
from domain.projects.questionnaire import Answers
from domain.projects.records import HOURS_PER_DAY, Approval, ChangeRequest, Deliverable, Estimate
from domain.projects.states import (
    ApprovalStatus,
    DecisionKind,
    DeliverableKind,
    DeliverableState,
    Phase,
    ProjectStatus,
    Role,
)
from domain.receipts.tracing import traced
from domain.vault.records import CredentialRequest, RequestStatus
from domain.work_items.board import Board
from domain.work_items.records import ItemState, WorkItem

_LAUNCH_DAY = re.compile(r"^## Launch date\s+Your deadline, (\d{4}-\d{2}-\d{2})", re.MULTILINE)
ESTIMATE, BUILD_OUTLOOK = "estimate", "build_outlook"
"""What receipts call the records that are computed anew from the intake, and not stored."""


def is_running(facts: ProjectFacts) -> bool:
    """Whether the project is submitted and neither completed nor cancelled."""
    return facts.project.status in {ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD}


def is_over(facts: ProjectFacts) -> bool:
    """Whether nothing about the project can change any more."""
    return facts.project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}


def pending_approvals(facts: ProjectFacts) -> tuple[Approval, ...]:
    """What waits for the customer's decision, in the order of the documents."""
    if not is_running(facts):
        return ()
    pending = (item for item in facts.approvals if item.status is ApprovalStatus.PENDING)
    return tuple(sorted(pending, key=lambda item: position_of(item.deliverable_kind)))


def open_requests(facts: ProjectFacts) -> tuple[CredentialRequest, ...]:
    """The access the team still waits for, oldest first."""
    return tuple(item for item in facts.credential_requests if item.status is RequestStatus.PENDING)


def blocked_title(facts: ProjectFacts, request: CredentialRequest) -> str:
    """The title of the document that waits for an access."""
    return next(item.title for item in facts.deliverables if item.id == request.deliverable_id)


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


def launch_day_of(plan: Deliverable | None) -> str:
    """The day that a launch plan names, as it is written there (`2026-06-30`); empty where it names none."""
    named = _LAUNCH_DAY.search(plan.content) if plan else None
    return named[1] if named else ""


def approved(documents: tuple[Deliverable, ...]) -> tuple[Deliverable, ...]:
    """Those of `documents` that are approved."""
    return tuple(item for item in documents if item.state is DeliverableState.APPROVED)


def estimate_of(facts: ProjectFacts) -> Estimate | None:
    """The accepted estimate, or what the answers of a draft give today; None while they do not suffice."""
    if facts.project.estimate is not None or facts.project.status is not ProjectStatus.DRAFT:
        return facts.project.estimate
    try:
        offer = estimate(facts.intake.answers, today=facts.now.date())
        return traced(offer, ESTIMATE) if facts.untraced else offer
    except IntakeIncomplete:
        return None


def build_outlook_of(facts: ProjectFacts) -> BuildOutlook:
    """The outlook for building what the brief names now, in the currency of the project."""
    offer, ceiling = estimate_of(facts), facts.project.ceiling
    currency = offer.currency if offer else ceiling.currency if ceiling else rates.DEFAULT_CURRENCY
    outlook = build_outlook(answers_of(facts), currency=currency)
    return traced(outlook, BUILD_OUTLOOK) if facts.untraced else outlook


def is_build_planned(facts: ProjectFacts) -> bool:
    """Whether the delivery plan, which has the packages of the build, is approved."""
    plan = document_of(facts, DeliverableKind.DELIVERY_PLAN)
    return plan is not None and plan.state is DeliverableState.APPROVED


def brief_of(facts: ProjectFacts) -> Brief | None:
    """The submitted brief as the answered comments have changed it; None before submission."""
    if facts.project.estimate is None or facts.project.submitted_at is None:
        return None
    facts = facts.untraced or facts  # a brief writes texts of its own from the project
    brief = brief_from(facts.project, facts.intake.answers, facts.deliverables)
    if not brief.past_comments:
        return brief
    # Reading comments takes a tenth of the CEO's start.
    from domain.projects.documents.compose import after_past_comments  # noqa: PLC0415
    from domain.projects.documents.edits import Draft  # noqa: PLC0415

    return after_past_comments(Draft(DeliverableKind.PRODUCT_BRIEF, 1, brief)).brief


def answers_of(facts: ProjectFacts) -> Answers:
    """The answers to the intake, as comments have changed them since."""
    brief = brief_of(facts)
    return brief.amended_answers if brief else facts.intake.answers


def outlook(facts: ProjectFacts) -> dict[Phase, date]:
    """The phases still to be done, each with the day its documents are done by the rule of the eta, the last's day."""
    ends, days = dict[Phase, date](), 0
    for phase in remaining_phases(facts.project.phase) if is_running(facts) else ():
        own = documents_of(facts, phase=phase)
        hours = sum(item.effort_hours for item in own if item.state is not DeliverableState.APPROVED)
        days += whole_days(hours, HOURS_PER_DAY)
        ends[phase] = add_working_days(facts.now.date(), days)
    return ends


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
