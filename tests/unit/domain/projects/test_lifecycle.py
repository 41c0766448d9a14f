from __future__ import annotations

from typing import Any

import pytest

from common.errors import InvalidRequest
from domain.projects import figures, lifecycle
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import RULE_VERSION
from domain.projects.brief.estimate import estimate
from domain.projects.brief.intake import answers_of
from domain.projects.errors import AlreadySubmitted, Archived, IntakeIncomplete, NotReady, NotRunning, OverCeiling
from domain.projects.next_step import Wait, next_step
from domain.projects.records import Money
from domain.projects.requests import StatusAction
from domain.projects.states import DeliverableKind, DeliverableState, Phase, ProjectStatus
from plans import ANSWERS, NOW, a_draft, a_submission, a_submitted_plan, an_answered_draft, an_archive, changed


def test_create_makes_a_draft_in_intake_with_what_it_already_knows() -> None:
    plan = a_draft(deadline="2026-06-01", budget_ceiling={"amount": 9000, "currency": "GBP"})

    project = plan.project
    assert (project.status, project.phase, project.progress_percent) == (ProjectStatus.DRAFT, Phase.INTAKE, 0)
    assert answers_of(plan) == {"deadline": "2026-06-01", "budget_ceiling": Money(amount=9000, currency="GBP")}
    assert (project.currency, project.plan) == ("GBP", None)


@pytest.mark.parametrize(("length", "goal"), [(2_000, "b" * 2_000), (2_001, None)])
def test_create_takes_the_description_as_the_goal_unless_it_is_too_long(length: int, goal: str | None) -> None:
    plan = a_draft(description="b" * length)

    assert answers_of(plan).get("goal") == goal


def test_create_refuses_a_deadline_that_is_not_after_today() -> None:
    with pytest.raises(InvalidRequest) as refused:
        a_draft(deadline="2026-03-02")

    assert [problem.field for problem in refused.value.problems] == ["deadline"]


def test_answer_takes_partial_answers_and_keeps_the_last_one() -> None:
    plan = lifecycle.answer(a_draft(), {"goal": "first", "tone": "warm"}, now=NOW)

    plan = lifecycle.answer(plan, {"goal": "second", "tone": None}, now=NOW)

    assert answers_of(plan) == {"goal": "second"}
    assert (plan.project.status, plan.project.version) == (ProjectStatus.DRAFT, 3)


def test_answer_moves_the_projects_deadline_and_ceiling() -> None:
    limits = {"deadline": None, "budget_ceiling": {"amount": 5, "currency": "GBP"}}

    project = lifecycle.answer(a_draft(deadline="2026-06-01"), limits, now=NOW).project

    assert (project.deadline, project.ceiling) == (None, Money(amount=5, currency="GBP"))


def test_draft_is_estimated_as_soon_as_it_has_a_must_have_and_a_platform() -> None:
    plan = lifecycle.answer(a_draft(), {"must_haves": ["pay by card"]}, now=NOW)
    assert plan.project.plan is None
    assert lifecycle.not_estimated(plan).missing == ("platforms",)

    plan = lifecycle.answer(plan, {"platforms": ["web"]}, now=NOW)

    assert plan.project.plan is not None


def test_draft_keeps_its_team_size_before_there_is_an_estimate() -> None:
    assert changed(a_draft(), {"op": "change_project", "team_size": 5}).project.team_size == 5


def test_submit_accepts_the_estimate_and_begins_planning() -> None:
    draft = an_answered_draft()
    offered = estimate(draft, today=NOW.date())

    submission = lifecycle.submit(draft, now=NOW)

    project = submission.project
    assert (project.status, project.phase) == (ProjectStatus.ACTIVE, Phase.PLANNING)
    assert project.submitted_at == project.phase_started_at == NOW
    assert [item.kind for item in submission.deliverables] == list(DeliverableKind)
    assert {item.state for item in submission.deliverables} == {DeliverableState.WAITING}
    accepted = project.accepted
    assert accepted is not None
    assert (accepted.likely, accepted.days_likely) == (offered.costing.money.likely, offered.costing.days.likely)
    assert accepted.eta == offered.dates.likely == figures.eta(project, today=NOW.date())
    assert (accepted.rule_version, accepted.playbooks) == (RULE_VERSION, draft.brief.playbooks)
    assert (accepted.over_ceiling, accepted.accepted_on) == (False, NOW.date())


def test_submit_names_what_is_missing_when_the_intake_is_incomplete() -> None:
    with pytest.raises(IntakeIncomplete) as refused:
        lifecycle.submit(a_draft(), now=NOW)

    assert refused.value.missing == ("goal", "audience", "success_measure", "must_haves", "platforms", "approver")


def with_ceiling(amount: int) -> Plan:
    return an_answered_draft(budget_ceiling={"amount": amount, "currency": "EUR"})


def test_submit_over_the_ceiling_needs_to_be_accepted_and_says_what_would_fit() -> None:
    money = estimate(an_answered_draft(), today=NOW.date()).costing.money
    over = with_ceiling(money.likely - 1)

    with pytest.raises(OverCeiling) as refused:
        lifecycle.submit(over, now=NOW)

    to_fit = estimate(over, today=NOW.date()).to_fit
    assert to_fit
    assert refused.value.details == {"to_fit": list(to_fit)}
    assert f"{money.likely:,}" in str(refused.value)
    project = lifecycle.submit(over, now=NOW, accept_over_ceiling=True).project
    assert project.accepted is not None
    assert project.accepted.over_ceiling


def test_submit_asks_for_nothing_when_the_likely_cost_keeps_the_ceiling() -> None:
    likely = estimate(an_answered_draft(), today=NOW.date()).costing.money.likely

    project = lifecycle.submit(with_ceiling(likely), now=NOW, accept_over_ceiling=True).project

    assert project.accepted is not None
    assert not project.accepted.over_ceiling


def test_submitted_brief_takes_no_answers_and_no_second_submission() -> None:
    submitted = a_submitted_plan()

    with pytest.raises(AlreadySubmitted):
        lifecycle.submit(submitted, now=NOW)
    with pytest.raises(AlreadySubmitted):
        lifecycle.answer(submitted, {"goal": "other"}, now=NOW)


def test_a_cancelled_draft_takes_neither_answers_nor_submission() -> None:
    draft = an_answered_draft()
    cancelled = Plan(lifecycle.change_status(draft.project, StatusAction.CANCEL, now=NOW), draft.brief)

    with pytest.raises(NotRunning):
        lifecycle.submit(cancelled, now=NOW)
    with pytest.raises(NotRunning):
        lifecycle.answer(cancelled, {"goal": "other"}, now=NOW)


@pytest.mark.parametrize("status", [ProjectStatus.COMPLETED, ProjectStatus.CANCELLED])
def test_nothing_about_an_ended_project_can_change(status: ProjectStatus) -> None:
    with pytest.raises(NotRunning):
        lifecycle.require_changeable(a_submitted_plan().project.model_copy(update={"status": status}))


def test_nothing_about_an_archive_can_change() -> None:
    archive, brief = an_archive(), an_answered_draft(ANSWERS).brief
    refused: list[tuple[type[Exception], Any]] = [
        (Archived, lambda: lifecycle.require_changeable(archive)),
        (Archived, lambda: lifecycle.require_active(archive)),
        (Archived, lambda: lifecycle.advance(archive, (), now=NOW)),
        (AlreadySubmitted, lambda: lifecycle.answer(Plan(archive, brief), {"goal": "other"}, now=NOW)),
        (AlreadySubmitted, lambda: lifecycle.submit(Plan(archive, brief), now=NOW)),
        *[(Archived, lambda a=action: lifecycle.change_status(archive, a, now=NOW)) for action in StatusAction],
    ]

    for error, deed in refused:
        with pytest.raises(error):
            deed()


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
    project = a_draft().project.model_copy(update={"status": before})

    if after is None:
        with pytest.raises(NotRunning):
            lifecycle.change_status(project, action, now=NOW)
    else:
        assert lifecycle.change_status(project, action, now=NOW).status is after


def test_advance_refuses_when_a_document_of_the_phase_is_not_approved() -> None:
    plan, deliverables = a_submission()

    with pytest.raises(NotReady):
        lifecycle.advance(plan.project, deliverables, now=NOW)


def test_work_holds_up_the_end_and_no_phase_before() -> None:
    plan, deliverables = a_submission()
    approved = tuple(item.model_copy(update={"state": DeliverableState.APPROVED}) for item in deliverables)
    at_work = plan.project.model_copy(update={"phase": Phase.DEVELOPMENT, "work_items": 3, "open_work_items": 1})

    launching = lifecycle.advance(at_work, approved, now=NOW)
    assert launching.phase is Phase.LAUNCH
    assert next_step(launching, approved) == Wait(())
    with pytest.raises(NotReady):
        lifecycle.advance(launching, approved, now=NOW)

    done = launching.model_copy(update={"open_work_items": 0})
    assert lifecycle.advance(done, approved, now=NOW).status is ProjectStatus.COMPLETED


@pytest.mark.parametrize("status", [ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD])
def test_owner_says_that_a_project_is_complete(status: ProjectStatus) -> None:
    plan, _ = a_submission()
    running = plan.project.model_copy(update={"status": status, "open_work_items": 2, "pending_approvals": 1})

    done = lifecycle.change_status(running, StatusAction.COMPLETE, now=NOW)

    assert (done.status, done.phase, done.progress_percent, done.pending_approvals) == (
        ProjectStatus.COMPLETED,
        Phase.COMPLETE,
        100,
        0,
    )
    assert done.completed_at == NOW
    with pytest.raises(NotRunning):
        lifecycle.change_status(done, StatusAction.COMPLETE, now=NOW)
    with pytest.raises(NotRunning):
        lifecycle.change_status(a_draft().project, StatusAction.COMPLETE, now=NOW)
