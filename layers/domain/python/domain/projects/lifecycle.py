"""The life cycle of a project as pure functions: each takes records and `now`, and returns the changed records.

The caller stores what one function returns in one transaction. The `version` of a changed project is one higher than
before; the store's condition checks that nobody else has changed the project meanwhile.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from common.errors import InvalidRequest
from common.services import frozen
from domain.projects import figures
from domain.projects.errors import AlreadySubmitted, NotReady, NotRunning, OverCeiling
from domain.projects.estimate import estimate, over_ceiling
from domain.projects.identifiers import derived_id
from domain.projects.phases import DELIVERABLES, phase_after, position_of
from domain.projects.questionnaire import merged, validate_answers
from domain.projects.records import Deliverable, Estimate, Intake, Money, Project
from domain.projects.requests import CreateProject, NewProject, StatusAction
from domain.projects.states import DeliverableState, Phase, ProjectStatus

_ALLOWED = {
    StatusAction.PAUSE: (ProjectStatus.ACTIVE,),
    StatusAction.RESUME: (ProjectStatus.ON_HOLD,),
    StatusAction.CANCEL: (ProjectStatus.DRAFT, ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD),
}
_PAST_TENSE = {StatusAction.PAUSE: "paused", StatusAction.RESUME: "resumed", StatusAction.CANCEL: "cancelled"}


@frozen
class Submission:
    """A submitted project and its ten deliverables, which all wait to be written."""

    project: Project
    deliverables: tuple[Deliverable, ...]


def create(request: NewProject, *, project_id: str, account_id: str, now: datetime) -> tuple[Project, Intake]:
    """A draft and its intake. The request's deadline and ceiling answer the intake's questions of these names.

    Raises InvalidRequest when the deadline is not after today.
    """
    answers: dict[str, Any] = {
        "deadline": request.deadline.isoformat() if request.deadline else None,
        "budget_ceiling": request.budget_ceiling,
    }
    try:
        accepted = validate_answers(answers, today=now.date())
    except InvalidRequest as refusal:
        raise InvalidRequest.of("deadline", refusal.problems[0].message) from refusal
    project = Project(
        id=project_id,
        account_id=account_id,
        name=request.name,
        description=request.description,
        example=isinstance(request, CreateProject) and request.example,
        deadline=request.deadline,
        ceiling=request.budget_ceiling,
        created_at=now,
        updated_at=now,
    )
    return project, Intake(project_id=project_id, answers=merged({}, accepted), updated_at=now)


def answer(project: Project, intake: Intake, answers: dict[str, Any], *, now: datetime) -> tuple[Project, Intake]:
    """The intake with `answers` added, and the project with the deadline and ceiling they give.

    Raises AlreadySubmitted or NotRunning unless the project is a draft, InvalidRequest for wrong answers.
    """
    _require_draft(project)
    everything = merged(intake.answers, validate_answers(answers, today=now.date()))
    deadline, ceiling = everything.get("deadline"), everything.get("budget_ceiling")
    updated = project.changed(
        now,
        deadline=date.fromisoformat(deadline) if isinstance(deadline, str) else None,
        ceiling=ceiling if isinstance(ceiling, Money) else None,
    )
    return updated, intake.model_copy(update={"answers": everything, "updated_at": now})


def submit(project: Project, intake: Intake, *, now: datetime, accept_over_ceiling: bool = False) -> Submission:
    """Make the brief final and accept its estimate; planning begins.

    Raises AlreadySubmitted or NotRunning unless the project is a draft, IntakeIncomplete naming what is missing,
    OverCeiling for an estimate over the ceiling unless `accept_over_ceiling`.
    """
    _require_draft(project)
    accepted = estimate(intake.answers, today=now.date())
    over = over_ceiling(accepted.total, project.ceiling)
    if over and project.ceiling and not accept_over_ceiling:
        total, by, most = (f"{value} {accepted.currency}" for value in (accepted.total, over, project.ceiling.amount))
        raise OverCeiling(total, by, most)
    deliverables = _deliverables(project, accepted, now)
    submitted = project.changed(
        now,
        status=ProjectStatus.ACTIVE,
        phase=Phase.PLANNING,
        estimate=accepted,
        accepted_total=accepted.total if over else None,
        submitted_at=now,
        phase_started_at=now,
    )
    return Submission(figures.with_figures(submitted, deliverables), deliverables)


def change_ceiling(project: Project, intake: Intake, ceiling: Money | None, *, now: datetime) -> tuple[Project, Intake]:
    """The project under another ceiling, and the intake that says the same; a team that waited for money goes on.

    Raises NotRunning for a completed or cancelled project, InvalidRequest for another currency than the estimate's.
    """
    if project.status in {ProjectStatus.COMPLETED, ProjectStatus.CANCELLED}:
        raise NotRunning(f"The project is {_spoken(project.status)}; nothing about it can change.")
    if ceiling is not None and project.estimate is not None and ceiling.currency != project.estimate.currency:
        raise InvalidRequest.of("budget_ceiling", f"The estimate is in {project.estimate.currency}; so is its ceiling.")
    # The customer's last word counts: an estimate accepted over the old ceiling no longer raises the new one.
    updated = project.changed(now, ceiling=ceiling, accepted_total=None, held_at_ceiling=False)
    return updated, intake.model_copy(
        update={"answers": merged(intake.answers, {"budget_ceiling": ceiling}), "updated_at": now}
    )


def change_status(project: Project, action: StatusAction, *, now: datetime) -> Project:
    """Pause, resume or cancel. A draft can only be cancelled; a completed or cancelled project cannot be changed.

    Raises NotRunning saying why.
    """
    if project.status not in _ALLOWED[action]:
        raise NotRunning(f"The project is {_spoken(project.status)}; it cannot be {_PAST_TENSE[action]}.")
    if action is StatusAction.CANCEL:
        return project.changed(now, status=ProjectStatus.CANCELLED, pending_approvals=0)
    status = ProjectStatus.ON_HOLD if action is StatusAction.PAUSE else ProjectStatus.ACTIVE
    return project.changed(now, status=status)


def advance(project: Project, deliverables: tuple[Deliverable, ...], *, now: datetime) -> Project:
    """The next phase, or the completed project after launch.

    Raises NotRunning unless the project is active, NotReady unless every deliverable of its phase is approved and the
    work that was handed out is done.
    """
    require_active(project)
    own = [item for item in deliverables if item.phase is project.phase]
    if not own or any(item.state is not DeliverableState.APPROVED for item in own):
        raise NotReady(f"Not every document of the {project.phase} phase is approved.")
    if project.waits_for_work:
        raise NotReady("Work that was handed out is not done.")
    following = phase_after(project.phase)
    if following is Phase.COMPLETE:
        moved = project.changed(now, status=ProjectStatus.COMPLETED, phase=following, completed_at=now)
    else:
        moved = project.changed(now, phase=following, phase_started_at=now)
    return figures.with_figures(moved, deliverables)


def require_active(project: Project) -> None:
    """Raises NotRunning, naming the project's status, unless the project is active."""
    if project.status is ProjectStatus.ON_HOLD:
        raise NotRunning("The project is on hold; resume it first.")
    if project.status is ProjectStatus.DRAFT:
        raise NotRunning("The project is a draft; submit its brief first.")
    if project.status is not ProjectStatus.ACTIVE:
        raise NotRunning(f"The project is {_spoken(project.status)}; nothing about it can change.")


def _require_draft(project: Project) -> None:
    if project.submitted_at is not None:
        raise AlreadySubmitted
    if project.status is not ProjectStatus.DRAFT:
        raise NotRunning(f"The project is {_spoken(project.status)}; nothing about it can change.")


def _deliverables(project: Project, accepted: Estimate, now: datetime) -> tuple[Deliverable, ...]:
    hours = {line.kind: line.hours for line in accepted.lines}
    return tuple(
        Deliverable(
            id=derived_id("dlv", project.id, spec.kind, sequence=position_of(spec.kind)),
            project_id=project.id,
            kind=spec.kind,
            phase=spec.phase,
            owner=spec.owner,
            title=spec.title,
            effort_hours=hours[spec.kind],
            created_at=now,
            updated_at=now,
        )
        for spec in DELIVERABLES
    )


def _spoken(status: ProjectStatus) -> str:
    return status.value.replace("_", " ")
