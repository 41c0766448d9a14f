"""Turns records into what a caller is shown."""

from __future__ import annotations

from datetime import date

from domain.projects import figures
from domain.projects.build_outlook import build_outlook
from domain.projects.dates import working_days_between
from domain.projects.decided import said_of
from domain.projects.delivering import said_of_delivery
from domain.projects.estimate import over_ceiling
from domain.projects.models import (
    ApprovalView,
    BudgetView,
    BuildOutlookView,
    DeliverableSummary,
    DeliverableView,
    DocumentDeliveryView,
    EstimatePhaseView,
    EstimateView,
    HandedOutView,
    IntakeView,
    LateView,
    OverCeilingView,
    ProjectDetail,
    ProjectView,
    QuestionView,
    RevisionTextView,
    RevisionView,
)
from domain.projects.questionnaire import QUESTIONS, Question, missing
from domain.projects.records import (
    HOURS_PER_DAY,
    Approval,
    Deliverable,
    DocumentDelivery,
    Estimate,
    Intake,
    Project,
    Revision,
)
from domain.projects.review import approval_id_of
from domain.projects.states import ApprovalStatus


def project_view(project: Project, *, today: date) -> ProjectView:
    """A project as in a list; the eta counts from `today`."""
    return ProjectView(**_project_fields(project, today))


def project_detail(project: Project, deliverables: tuple[Deliverable, ...], *, today: date) -> ProjectDetail:
    """A project with its deliverables, without their text."""
    return ProjectDetail(
        **_project_fields(project, today),
        deliverables=tuple(deliverable_summary(item) for item in deliverables),
        pending_approvals=project.pending_approvals,
        open_credential_requests=project.open_credential_requests,
    )


def deliverable_summary(deliverable: Deliverable) -> DeliverableSummary:
    """A deliverable without its text."""
    return DeliverableSummary(**_deliverable_fields(deliverable))


def deliverable_view(deliverable: Deliverable) -> DeliverableView:
    """A deliverable with its text and history."""
    return DeliverableView(
        **_deliverable_fields(deliverable),
        content=deliverable.content,
        content_hash=deliverable.content_hash,
        history=tuple(RevisionView.model_validate(entry) for entry in deliverable.history),
    )


def revision_view(deliverable: Deliverable, entry: Revision, content: str) -> RevisionTextView:
    """One revision of a document, `entry` of its history, with its text."""
    shown = RevisionView.model_validate(entry)
    return RevisionTextView(**shown.model_dump(), deliverable_id=deliverable.id, content=content)


def delivery_view(delivery: DocumentDelivery) -> DocumentDeliveryView:
    """How far a document is on its way into the source repository."""
    return DocumentDeliveryView.model_validate({**delivery.model_dump(), "said": said_of_delivery(delivery)})


def approval_view(approval: Approval) -> ApprovalView:
    """An approval, open or decided."""
    fields = approval.model_dump(exclude={"deliverable_kind"})
    following = None
    if approval.status is ApprovalStatus.CHANGES_REQUESTED:
        following = approval_id_of(approval.project_id, approval.deliverable_kind, approval.revision + 1)
    return ApprovalView(**fields, kind=approval.deliverable_kind, decided=said_of(approval), next_approval_id=following)


def intake_view(intake: Intake) -> IntakeView:
    """Every question with its answer so far."""
    unanswered = missing(intake.answers)
    questions = tuple(_question_view(question, intake) for question in QUESTIONS)
    return IntakeView(questions=questions, complete=not unanswered, missing=unanswered)


def estimate_view(estimate: Estimate, project: Project, intake: Intake) -> EstimateView:
    """An estimate with its effort in days, held against the project's limits, and beside it the build's outlook."""
    phases = tuple(
        EstimatePhaseView(phase=item.phase, role=item.role, days=item.hours / HOURS_PER_DAY, cost=item.cost)
        for item in estimate.phases
    )
    fields = estimate.model_dump(exclude={"lines", "phases", "computed_on"})
    return EstimateView(
        **fields,
        phases=phases,
        over_ceiling=_over_ceiling(estimate, project),
        late=_late(estimate, project),
        build=BuildOutlookView.model_validate(build_outlook(intake.answers, currency=estimate.currency)),
    )


def _over_ceiling(estimate: Estimate, project: Project) -> OverCeilingView | None:
    over = over_ceiling(estimate.total, project.ceiling)
    return OverCeilingView(ceiling=project.ceiling.amount, over=over) if over and project.ceiling else None


def _late(estimate: Estimate, project: Project) -> LateView | None:
    if project.deadline is None or estimate.eta <= project.deadline:
        return None
    return LateView(deadline=project.deadline, working_days=working_days_between(project.deadline, estimate.eta))


def _project_fields(project: Project, today: date) -> dict[str, object]:
    budget = figures.budget(project)
    return {
        "id": project.id,
        "name": project.name,
        "description": project.description,
        "example": project.example,
        "status": project.status,
        "phase": project.phase,
        "progress": project.progress_percent,
        "progress_counts": figures.progress_counts(project),
        "eta": figures.eta(project, today=today),
        "eta_covers": figures.eta_covers(project),
        "deadline": project.deadline,
        "budget": BudgetView.model_validate(budget),
        "work": _work(project),
        "created_at": project.created_at,
        "updated_at": project.updated_at,
        "submitted_at": project.submitted_at,
        "completed_at": project.completed_at,
    }


def _work(project: Project) -> HandedOutView | None:
    if not project.work_items:
        return None
    return HandedOutView(items=project.work_items, done=project.work_items - project.open_work_items)


def _deliverable_fields(deliverable: Deliverable) -> dict[str, object]:
    return {
        "id": deliverable.id,
        "kind": deliverable.kind,
        "phase": deliverable.phase,
        "owner": deliverable.owner,
        "title": deliverable.title,
        "state": deliverable.state,
        "revision": deliverable.revision,
        "effort_days": deliverable.effort_hours / HOURS_PER_DAY,
        "spent_days": deliverable.spent_hours / HOURS_PER_DAY,
        "blocked_by": deliverable.blocked_by,
        "delivery": delivery_view(deliverable.delivery) if deliverable.delivery else None,
        "updated_at": deliverable.updated_at,
    }


def _question_view(question: Question, intake: Intake) -> QuestionView:
    return QuestionView(
        id=question.id,
        section=question.section,
        prompt=question.prompt,
        type=question.type.value,
        required=question.required,
        options=question.options or None,
        max_length=question.max_length,
        max_items=question.max_items,
        answer=intake.answers.get(question.id),
    )
