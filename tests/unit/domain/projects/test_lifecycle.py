from __future__ import annotations

from typing import Any

import pytest

from domain.projects import figures, lifecycle
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import RULE_VERSION
from domain.projects.brief.estimate import estimate
from domain.projects.brief.intake import answers_of
from domain.projects.errors import AlreadySubmitted, Archived, IntakeIncomplete, NotRunning, OverCeiling
from domain.projects.requests import StatusAction
from domain.projects.states import DeliverableKind, DeliverableState, Phase, ProjectStatus
from plans import NOW, a_draft, a_submitted_plan, an_answered_draft, an_archive


def test_answer_takes_partial_answers_and_keeps_the_last_one() -> None:
    plan = lifecycle.answer(a_draft(deadline="2026-06-01"), {"goal": "first", "tone": "warm"}, now=NOW)

    plan = lifecycle.answer(plan, {"goal": "second", "tone": None, "deadline": None}, now=NOW)

    assert answers_of(plan) == {"goal": "second"}
    assert (plan.project.status, plan.project.deadline, plan.project.version) == (ProjectStatus.DRAFT, None, 3)


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


def test_submit_over_the_ceiling_needs_to_be_accepted_and_says_what_would_fit() -> None:
    likely = estimate(an_answered_draft(), today=NOW.date()).costing.money.likely
    fits, over = (
        an_answered_draft(budget_ceiling={"amount": amount, "currency": "EUR"}) for amount in (likely, likely - 1)
    )

    with pytest.raises(OverCeiling, match=f"{likely:,}") as refused:
        lifecycle.submit(over, now=NOW)

    to_fit = estimate(over, today=NOW.date()).to_fit
    assert to_fit
    assert refused.value.details == {"to_fit": list(to_fit)}
    submitted = [lifecycle.submit(plan, now=NOW, accept_over_ceiling=True).project.accepted for plan in (fits, over)]
    assert [one and one.over_ceiling for one in submitted] == [False, True]


def test_only_a_draft_takes_answers_and_a_submission() -> None:
    draft = an_answered_draft()
    cancelled = Plan(lifecycle.change_status(draft.project, StatusAction.CANCEL, now=NOW), draft.brief)

    for plan, error in (
        (a_submitted_plan(), AlreadySubmitted),
        (cancelled, NotRunning),
        (Plan(an_archive(), draft.brief), AlreadySubmitted),
    ):
        with pytest.raises(error):
            lifecycle.submit(plan, now=NOW)
        with pytest.raises(error):
            lifecycle.answer(plan, {"goal": "other"}, now=NOW)


def test_nothing_about_an_ended_project_or_an_archive_can_change() -> None:
    archive, running = an_archive(), a_submitted_plan().project
    refused: list[tuple[type[Exception], Any]] = [
        (Archived, lambda: lifecycle.require_changeable(archive)),
        (Archived, lambda: lifecycle.require_active(archive)),
        (Archived, lambda: lifecycle.advance(archive, (), now=NOW)),
        *[(Archived, lambda a=action: lifecycle.change_status(archive, a, now=NOW)) for action in StatusAction],
        *[
            (NotRunning, lambda s=status: lifecycle.require_changeable(running.model_copy(update={"status": s})))
            for status in (ProjectStatus.COMPLETED, ProjectStatus.CANCELLED)
        ],
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
        *[(StatusAction.COMPLETE, status, None) for status in (D, F, C)],
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


@pytest.mark.parametrize("status", [ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD])
def test_owner_says_that_a_project_is_complete(status: ProjectStatus) -> None:
    running = a_submitted_plan().project.model_copy(
        update={"status": status, "open_work_items": 2, "pending_approvals": 1}
    )

    done = lifecycle.change_status(running, StatusAction.COMPLETE, now=NOW)

    assert (done.status, done.phase, done.completed_at) == (ProjectStatus.COMPLETED, Phase.COMPLETE, NOW)
    assert (done.progress_percent, done.pending_approvals) == (100, 0)
