from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from common.errors import InvalidRequest
from domain.projects import figures, lifecycle
from domain.projects.errors import AlreadySubmitted, IntakeIncomplete, NotReady, NotRunning
from domain.projects.records import Intake, Money, Project
from domain.projects.requests import CreateProject, StatusAction
from domain.projects.states import DeliverableKind, DeliverableState, Phase, ProjectStatus

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
PROJECT_ID = "prj_01JNB3ZK8R5V6W7X8Y9Z0A1B2C"
ANSWERS: dict[str, Any] = {
    "goal": "Sell tickets",
    "audience": ["Visitors"],
    "success_measure": ["500 tickets"],
    "must_haves": ["Buy a ticket"],
    "platforms": ["web"],
    "approver": "Ana",
}


def a_draft(**fields: Any) -> tuple[Project, Intake]:
    request = CreateProject.model_validate({"name": "Fair", **fields})
    return lifecycle.create(request, project_id=PROJECT_ID, account_id="acc_1", now=NOW)


def an_answered_draft() -> tuple[Project, Intake]:
    project, intake = a_draft()
    return lifecycle.answer(project, intake, ANSWERS, now=NOW)


def test_create_makes_a_draft_in_intake_with_what_it_already_knows() -> None:
    project, intake = a_draft(deadline="2026-06-01", budget_ceiling={"amount": 9000, "currency": "EUR"})

    assert (project.status, project.phase, project.progress_percent) == (ProjectStatus.DRAFT, Phase.INTAKE, 0)
    assert intake.answers == {"deadline": "2026-06-01", "budget_ceiling": Money(amount=9000, currency="EUR")}


def test_create_refuses_a_deadline_that_is_not_after_today() -> None:
    with pytest.raises(InvalidRequest) as refused:
        a_draft(deadline="2026-03-02")

    assert [problem.field for problem in refused.value.problems] == ["deadline"]


def test_answer_takes_partial_answers_and_keeps_the_last_one() -> None:
    project, intake = a_draft()

    project, intake = lifecycle.answer(project, intake, {"goal": "first", "tone": "warm"}, now=NOW)
    project, intake = lifecycle.answer(project, intake, {"goal": "second", "tone": None}, now=NOW)

    assert intake.answers == {"goal": "second"}
    assert (project.status, project.version) == (ProjectStatus.DRAFT, 3)


def test_answer_moves_the_projects_deadline_and_ceiling() -> None:
    project, intake = a_draft(deadline="2026-06-01")

    project, _ = lifecycle.answer(
        project, intake, {"deadline": None, "budget_ceiling": {"amount": 5, "currency": "GBP"}}, now=NOW
    )

    assert (project.deadline, project.ceiling) == (None, Money(amount=5, currency="GBP"))


def test_submit_accepts_the_estimate_and_begins_planning() -> None:
    submission = lifecycle.submit(*an_answered_draft(), now=NOW)

    project = submission.project
    assert (project.status, project.phase) == (ProjectStatus.ACTIVE, Phase.PLANNING)
    assert project.submitted_at == project.phase_started_at == NOW
    assert project.estimate is not None
    assert figures.eta(project, today=NOW.date()) == project.estimate.eta
    assert [item.kind for item in submission.deliverables] == list(DeliverableKind)
    assert {item.state for item in submission.deliverables} == {DeliverableState.WAITING}
    assert sum(item.effort_hours for item in submission.deliverables) == sum(e.hours for e in project.estimate.lines)


def test_submit_names_what_is_missing_when_the_intake_is_incomplete() -> None:
    with pytest.raises(IntakeIncomplete) as refused:
        lifecycle.submit(*a_draft(), now=NOW)

    assert refused.value.missing == ("goal", "audience", "success_measure", "must_haves", "platforms", "approver")


def test_a_submitted_brief_is_final() -> None:
    project, intake = an_answered_draft()
    submitted = lifecycle.submit(project, intake, now=NOW).project

    with pytest.raises(AlreadySubmitted):
        lifecycle.submit(submitted, intake, now=NOW)
    with pytest.raises(AlreadySubmitted):
        lifecycle.answer(submitted, intake, {"goal": "other"}, now=NOW)


def test_a_cancelled_draft_takes_neither_answers_nor_submission() -> None:
    project, intake = an_answered_draft()
    cancelled = lifecycle.change_status(project, StatusAction.CANCEL, now=NOW)

    with pytest.raises(NotRunning):
        lifecycle.submit(cancelled, intake, now=NOW)
    with pytest.raises(NotRunning):
        lifecycle.answer(cancelled, intake, {"goal": "other"}, now=NOW)


D, A, H, F, C = (
    ProjectStatus.DRAFT,
    ProjectStatus.ACTIVE,
    ProjectStatus.ON_HOLD,
    ProjectStatus.COMPLETED,
    ProjectStatus.CANCELLED,
)


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [
        (StatusAction.PAUSE, A, H),
        (StatusAction.RESUME, H, A),
        (StatusAction.CANCEL, D, C),
        (StatusAction.CANCEL, A, C),
        (StatusAction.CANCEL, H, C),
        *[(StatusAction.PAUSE, status, None) for status in (D, H, F, C)],
        *[(StatusAction.RESUME, status, None) for status in (D, A, F, C)],
        *[(StatusAction.CANCEL, status, None) for status in (F, C)],
    ],
)
def test_change_status_follows_the_table(
    action: StatusAction, before: ProjectStatus, after: ProjectStatus | None
) -> None:
    project = a_draft()[0].model_copy(update={"status": before})

    if after is None:
        with pytest.raises(NotRunning):
            lifecycle.change_status(project, action, now=NOW)
    else:
        assert lifecycle.change_status(project, action, now=NOW).status is after


def test_advance_refuses_when_a_document_of_the_phase_is_not_approved() -> None:
    submission = lifecycle.submit(*an_answered_draft(), now=NOW)

    with pytest.raises(NotReady):
        lifecycle.advance(submission.project, submission.deliverables, now=NOW)
