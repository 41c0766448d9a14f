"""Turns records into what a caller is shown."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date

from domain.projects import figures, wording
from domain.projects.brief.changing import Plan
from domain.projects.brief.intake import answers_of
from domain.projects.delivering import said_of_delivery
from domain.projects.models import (
    ApprovalView,
    DeliverableView,
    DocumentsView,
    HandedOutView,
    IntakeView,
    ProjectDetail,
    ProjectSaidView,
    ProjectView,
    QuestionView,
    RevisionTextView,
)
from domain.projects.questionnaire import QUESTIONS, Question, missing
from domain.projects.records import AnswerValue, Approval, Deliverable, Project, Revision
from domain.projects.review import approval_id_of, said_of
from domain.projects.states import DELIVERABLES, ApprovalStatus, ProjectStatus, spec_of


def project_view(project: Project, *, today: date) -> ProjectView:
    """A project as in a list; the eta counts from `today`."""
    return ProjectView.model_validate(_project_fields(project, today))


def project_detail(project: Project, deliverables: tuple[Deliverable, ...], *, today: date) -> ProjectDetail:
    """A project with its deliverables, without their text."""
    shown = {"deliverables": [_deliverable_fields(item) for item in deliverables]}
    return ProjectDetail.model_validate(_project_fields(project, today) | shown)


def deliverable_view(deliverable: Deliverable) -> DeliverableView:
    """A deliverable with its text and history."""
    return DeliverableView.model_validate(_deliverable_fields(deliverable))


def revision_view(deliverable: Deliverable, entry: Revision, content: str) -> RevisionTextView:
    """One revision of a document, `entry` of its history, with its text."""
    return RevisionTextView(**entry.model_dump(), deliverable_id=deliverable.id, content=content)


def approval_view(approval: Approval) -> ApprovalView:
    """An approval as a caller is shown it, be it pending or decided."""
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
    """The fields of a project that are shown: those of its record under the same names, and figures."""
    has_dates = project.plan is not None and not project.has_ended
    dates = figures.dates(project, today=today) if has_dates else None
    return {
        **project.model_dump(include={*ProjectDetail.model_fields}),
        "archived": project.archived,
        "progress": project.progress_percent,
        "eta": dates.likely if dates else None,
        "dates": dates,
        "budget": figures.budget(project),
        "said": _said(project, today),
        "documents": _documents(project),
        "work": _work(project),
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
    shown = deliverable.model_dump(include={*DeliverableView.model_fields})
    if deliverable.delivery:
        shown["delivery"] |= {"said": said_of_delivery(deliverable.delivery)}
    return shown


def _question_view(question: Question, answer: AnswerValue | None) -> QuestionView:
    return QuestionView.model_validate(asdict(question) | {"options": question.options or None, "answer": answer})
