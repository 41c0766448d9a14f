"""Turns records into what a caller is shown."""

from __future__ import annotations

from datetime import date

from domain.projects import figures, wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.intake import answers_of
from domain.projects.delivering import said_of_delivery
from domain.projects.models import (
    ApprovalView,
    BudgetView,
    DatesView,
    DeliverableSummary,
    DeliverableView,
    DocumentDeliveryView,
    DocumentsView,
    HandedOutView,
    IntakeView,
    ProjectDetail,
    ProjectSaidView,
    ProjectView,
    QuestionView,
    RevisionTextView,
    RevisionView,
)
from domain.projects.phases import DELIVERABLES, spec_of
from domain.projects.questionnaire import QUESTIONS, Question, missing
from domain.projects.records import AnswerValue, Approval, Deliverable, DocumentDelivery, Project, Revision
from domain.projects.review import approval_id_of, said_of
from domain.projects.states import ApprovalStatus, ProjectStatus


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


def intake_view(plan: Plan) -> IntakeView:
    """Every question with its answer so far."""
    answers = answers_of(plan)
    unanswered = missing(answers)
    questions = tuple(_question_view(question, answers.get(question.id)) for question in QUESTIONS)
    return IntakeView(questions=questions, complete=not unanswered, missing=unanswered)


def _project_fields(project: Project, today: date) -> dict[str, object]:
    return {
        "id": project.id,
        "name": project.name,
        "description": project.description,
        "example": project.example,
        "archived": project.archived,
        "status": project.status,
        "phase": project.phase,
        "progress": project.progress_percent,
        "eta": figures.eta(project, today=today),
        "dates": _dates(project, today),
        "deadline": project.deadline,
        "budget": BudgetView.model_validate(figures.budget(project)),
        "team_size": project.team_size,
        "said": _said(project, today),
        "documents": _documents(project),
        "work": _work(project),
        "created_at": project.created_at,
        "updated_at": project.updated_at,
        "submitted_at": project.submitted_at,
        "completed_at": project.completed_at,
    }


def _said(project: Project, today: date) -> ProjectSaidView:
    is_old, is_submitted = project.archived, project.submitted_at is not None
    return ProjectSaidView(
        state=wording.state(project),
        progress=wording.progress(project) if is_submitted and not is_old else "",
        expected=wording.expected(project, today),
        deadline=wording.deadline(project, today),
        cost="" if is_old else wording.likely_cost(project),
        spent=wording.spent(project) if is_submitted and not is_old else "",
        forecast=wording.forecast(project),
        ceiling=wording.forecast_verdict(project),
    )


def _dates(project: Project, today: date) -> DatesView | None:
    if project.plan is None or not project.is_running:
        return None
    return DatesView.model_validate(figures.dates(project, today=today))


def _documents(project: Project) -> DocumentsView | None:
    if project.submitted_at is None or project.archived:
        return None
    writes = project.next_document if project.status is ProjectStatus.ACTIVE else None
    return DocumentsView(
        of=len(DELIVERABLES),
        approved=project.documents_approved,
        sent_back=project.documents_sent_back,
        next=spec_of(writes).title if writes else None,
    )


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
        "blocked_by": deliverable.blocked_by,
        "delivery": delivery_view(deliverable.delivery) if deliverable.delivery else None,
        "updated_at": deliverable.updated_at,
    }


def _question_view(question: Question, answer: AnswerValue | None) -> QuestionView:
    return QuestionView(
        id=question.id,
        section=question.section,
        prompt=question.prompt,
        type=question.type.value,
        required=question.required,
        options=question.options or None,
        max_length=question.max_length,
        max_items=question.max_items,
        answer=answer,
    )
