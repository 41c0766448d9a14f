"""The life cycle of a project as pure functions: each takes records and `now`, and returns the changed records.

The caller stores what one function returns in one transaction. The `version` of a changed project is one higher than
before; the store's condition checks that nobody else has changed the project meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from common.errors import InvalidRequest
from common.services import frozen
from common.wording import money
from domain.projects import figures
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import RULE_VERSION
from domain.projects.brief.estimate import BROKEN, Estimate, estimate, totals, with_totals
from domain.projects.brief.intake import answers_of, fill, new_brief
from domain.projects.brief.topics import with_choices
from domain.projects.errors import AlreadySubmitted, Archived, IntakeIncomplete, NotReady, NotRunning, OverCeiling
from domain.projects.identifiers import derived_id
from domain.projects.questionnaire import missing, question_of, validate_answers
from domain.projects.records import Accepted, Deliverable, Project
from domain.projects.requests import CreateProject, NewProject, StatusAction
from domain.projects.states import DELIVERABLES, DeliverableState, Phase, ProjectStatus, phase_after, position_of

_ALLOWED = {
    StatusAction.PAUSE: (ProjectStatus.ACTIVE,),
    StatusAction.RESUME: (ProjectStatus.ON_HOLD,),
    StatusAction.CANCEL: (ProjectStatus.DRAFT, ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD),
    StatusAction.COMPLETE: (ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD),
}
_PAST_TENSE = {
    StatusAction.PAUSE: "paused",
    StatusAction.RESUME: "resumed",
    StatusAction.CANCEL: "cancelled",
    StatusAction.COMPLETE: "completed",
}


@frozen
class Submission:
    """A submitted project and its ten deliverables, which all wait to be written."""

    project: Project
    deliverables: tuple[Deliverable, ...]


def create(request: NewProject, *, project_id: str, account_id: str, now: datetime) -> Plan:
    """A draft and its brief. The request's deadline and ceiling answer the intake's questions of these names.

    The description becomes the brief's goal, if it is no longer than a goal may be. Raises InvalidRequest for a
    deadline that `require_deadline` would refuse.
    """
    answers: dict[str, Any] = {
        "deadline": request.deadline.isoformat() if request.deadline else None,
        "budget_ceiling": request.budget_ceiling,
    }
    if len(request.description or "") <= (question_of("goal").max_length or 0):
        answers["goal"] = request.description
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
        created_at=now,
        updated_at=now,
    )
    return fill(Plan(project, new_brief(project_id, now)), accepted, now=now)


def answer(plan: Plan, answers: Mapping[str, Any], *, now: datetime) -> Plan:
    """The draft with `answers` added.

    Raises AlreadySubmitted or NotRunning unless the project is a draft, InvalidRequest for wrong answers.
    """
    _require_draft(plan.project)
    return changed(fill(plan, validate_answers(answers, today=now.date()), now=now), now)


def changed(plan: Plan, now: datetime) -> Plan:
    """The plan after a change of brief or limits: with new totals, progress, choices and the project's next version."""
    return Plan(figures.with_progress(with_totals(plan).changed(now)), with_choices(plan.brief))


def require_changeable(project: Project) -> None:
    """Raise Archived for an archive, or NotRunning for any other project that has ended."""
    if project.archived:
        raise Archived
    if project.has_ended:
        raise NotRunning(f"The project is {_spoken(project.status)}; nothing can change.")


def submit(plan: Plan, *, now: datetime, accept_over_ceiling: bool = False) -> Submission:
    """Accept the estimate; planning begins.

    Raises AlreadySubmitted or NotRunning unless the project is a draft, IntakeIncomplete naming what is missing,
    OverCeiling when the likely cost is over the ceiling, unless `accept_over_ceiling`.
    """
    project = plan.project
    _require_draft(project)
    if unanswered := missing(answers_of(plan)):
        raise IntakeIncomplete(unanswered)
    offered = estimate(plan, today=now.date())
    over = offered.ceiling_fits in BROKEN
    if over and project.ceiling and not accept_over_ceiling:
        likely, ceiling = (
            money(amount, project.currency) for amount in (offered.costing.money.likely, project.ceiling.amount)
        )
        raise OverCeiling(likely, ceiling, offered.to_fit)
    deliverables = _deliverables(project, now)
    submitted = with_totals(plan).changed(
        now,
        status=ProjectStatus.ACTIVE,
        phase=Phase.PLANNING,
        accepted=_accepted(plan, offered, over=over, now=now),
        submitted_at=now,
        phase_started_at=now,
    )
    return Submission(figures.with_figures(submitted, deliverables), deliverables)


def not_estimated(plan: Plan) -> IntakeIncomplete:
    """The error that names what an estimate still needs: must-haves, platforms or both."""
    return IntakeIncomplete(tuple(one for one in missing(answers_of(plan)) if one in {"must_haves", "platforms"}))


def change_status(project: Project, action: StatusAction, *, now: datetime) -> Project:
    """Pause, resume, cancel or complete. A draft can only be cancelled; an ended project cannot be changed.

    Raises NotRunning where the project's status forbids the action, Archived.
    """
    if project.archived:
        raise Archived
    if project.status not in _ALLOWED[action]:
        raise NotRunning(f"The project is {_spoken(project.status)}; it cannot be {_PAST_TENSE[action]}.")
    if action is StatusAction.CANCEL:
        return project.changed(now, status=ProjectStatus.CANCELLED, pending_approvals=0)
    if action is StatusAction.COMPLETE:
        return figures.with_progress(_completed(project, now).model_copy(update={"pending_approvals": 0}))
    if action is StatusAction.PAUSE:
        return project.changed(now, status=ProjectStatus.ON_HOLD, paused_at=now)
    return project.changed(now, status=ProjectStatus.ACTIVE)


def advance(project: Project, deliverables: tuple[Deliverable, ...], *, now: datetime) -> Project:
    """The project in its next phase, or completed after launch.

    Raises NotRunning unless the project is active, Archived, NotReady while a deliverable of its phase is not approved
    or, at the end, while a work item is open.
    """
    require_active(project)
    own = [item for item in deliverables if item.phase is project.phase]
    if not own or any(item.state is not DeliverableState.APPROVED for item in own):
        raise NotReady(f"Not all documents of the {project.phase} phase are approved.")
    following = phase_after(project.phase)
    if following is not Phase.COMPLETE:
        return figures.with_figures(project.changed(now, phase=following, phase_started_at=now), deliverables)
    if project.open_work_items:
        raise NotReady("Some work items are not done.")
    return figures.with_figures(_completed(project, now), deliverables)


def _completed(project: Project, now: datetime) -> Project:
    return project.changed(now, status=ProjectStatus.COMPLETED, phase=Phase.COMPLETE, completed_at=now)


def require_active(project: Project) -> None:
    """Raise NotRunning, naming the project's status, unless the project is active; Archived for an archive."""
    if project.archived:
        raise Archived
    if project.status is ProjectStatus.ON_HOLD:
        raise NotRunning("The project is paused. Resume it first.")
    if project.status is ProjectStatus.DRAFT:
        raise NotRunning("The project is a draft. Submit its brief first.")
    if project.status is not ProjectStatus.ACTIVE:
        raise NotRunning(f"The project is {_spoken(project.status)}; nothing can change.")


def _require_draft(project: Project) -> None:
    if project.archived or project.submitted_at is not None:
        raise AlreadySubmitted
    if project.status is not ProjectStatus.DRAFT:
        raise NotRunning(f"The project is {_spoken(project.status)}; nothing can change.")


def _accepted(plan: Plan, offered: Estimate, *, over: bool, now: datetime) -> Accepted:
    return Accepted(
        **totals(offered.costing).model_dump(),
        rule_version=RULE_VERSION,
        playbooks=plan.brief.playbooks,
        eta=offered.dates.likely,
        over_ceiling=over,
        accepted_on=now.date(),
    )


def _deliverables(project: Project, now: datetime) -> tuple[Deliverable, ...]:
    return tuple(
        Deliverable(
            id=derived_id("dlv", project.id, spec.kind, sequence=position_of(spec.kind)),
            project_id=project.id,
            **asdict(spec),
            created_at=now,
            updated_at=now,
        )
        for spec in DELIVERABLES
    )


def _spoken(status: ProjectStatus) -> str:
    return status.value.replace("_", " ")


@frozen
class WriteDeliverable:
    """Hand the first revision of a document to a model, or else write it by the rules and present it."""

    deliverable_id: str


@frozen
class AdvancePhase:
    """Every document of the phase is approved: begin `to`, or complete the project."""

    to: Phase


@frozen
class HandOutWork:
    """Make work items of the packages of the approved delivery plan that have none yet."""


@frozen
class Wait:
    """Nothing for the team to do: the project rests, the customer decides, or work that was handed out goes on."""


Step = WriteDeliverable | AdvancePhase | HandOutWork | Wait


def next_step(project: Project, deliverables: tuple[Deliverable, ...]) -> Step:
    """The step that the team takes now. The records alone decide it, so that a worker can go on where another one died.

    Documents come in the order of `DeliverableKind`. So a project has exactly one next step, and a step that is
    repeated after a crash makes the same records.
    """
    if project.status is not ProjectStatus.ACTIVE or project.archived:
        return Wait()
    if project.hand_out_work and project.work_handed_out_at is None:
        return HandOutWork()
    own = [item for item in deliverables if item.phase is project.phase]
    unwritten = [item for item in own if item.state in {DeliverableState.WAITING, DeliverableState.WRITING}]
    if unwritten:
        return WriteDeliverable(min(unwritten, key=lambda item: position_of(item.kind)).id)
    unfinished = any(_is_unfinished(item, project) for item in deliverables)
    following = phase_after(project.phase)
    if own and not unfinished and not (following is Phase.COMPLETE and project.open_work_items):
        return AdvancePhase(following)
    return Wait()


def _is_unfinished(document: Deliverable, project: Project) -> bool:
    """Whether a document of this phase, or an earlier one that was written anew, is not approved."""
    order = list(Phase)
    reached = order.index(document.phase) <= order.index(project.phase)
    return reached and document.state is not DeliverableState.APPROVED
