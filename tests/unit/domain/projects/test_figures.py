from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.projects import figures
from domain.projects.dates import add_working_days
from domain.projects.figures import BudgetConcern
from domain.projects.records import Money, Project
from domain.projects.states import DeliverableState, Phase, ProjectStatus
from plans import NOW, a_draft, a_submission, a_submitted_plan, an_answered_draft, an_archive
from portfolios import accepted, planned

TODAY = NOW.date()
ENDED = [ProjectStatus.COMPLETED, ProjectStatus.CANCELLED]
RUNNING = [ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD]


def a_project(**fields: Any) -> Project:
    """EUR 40,000 and 50 days of effort, two people, nothing done."""
    begun = {
        "plan": planned(40_000),
        "accepted": accepted(40_000),
        "unassigned_days": 5_000,
        "unassigned_cost": 40_000,
    }
    return a_submitted_plan().project.model_copy(update={**begun, **fields})


def euros(amount: int) -> Money:
    return Money(amount=amount, currency="EUR")


HANDED_OUT = {"unassigned_days": 0, "unassigned_cost": 0, "item_days": 5_000, "item_cost": 40_000}


@given(st.lists(st.sampled_from(list(DeliverableState)), min_size=10, max_size=10))
def test_progress_is_done_days_of_all_days_and_a_document_is_half_a_day(states: list[DeliverableState]) -> None:
    plan, deliverables = a_submission()
    changed = [item.model_copy(update={"state": state}) for item, state in zip(deliverables, states, strict=True)]

    project = figures.with_figures(plan.project, changed)

    assert plan.project.plan is not None
    done, every = 50 * states.count(DeliverableState.APPROVED), 500 + plan.project.plan.days_likely
    assert (figures.done_days(project), figures.all_days(project)) == (done, every)
    assert figures.remaining_days(project) == every - done
    assert project.progress_percent == 100 * done // every


@given(st.lists(st.sampled_from(list(DeliverableState)), min_size=10, max_size=10), st.sampled_from(list(Phase)))
def test_next_document_is_the_first_of_the_phase_that_is_not_written(
    states: list[DeliverableState], phase: Phase
) -> None:
    plan, deliverables = a_submission()
    changed = [item.model_copy(update={"state": state}) for item, state in zip(deliverables, states, strict=True)]
    unwritten = {DeliverableState.WAITING, DeliverableState.WRITING}

    project = figures.with_figures(plan.project.model_copy(update={"phase": phase}), reversed(changed))

    expected = [item.kind for item in changed if item.phase is phase and item.state in unwritten]
    assert project.next_document == (expected[0] if expected else None)
    assert project.documents_sent_back == states.count(DeliverableState.CHANGES_REQUESTED)


def test_ends_of_the_budget_are_those_of_the_plan_until_something_is_done_and_meet_when_all_is() -> None:
    done = a_project(**HANDED_OUT, item_cost_done=40_000, spent=39_000)

    before, after = figures.budget(a_project()), figures.budget(done)

    assert (before.low, before.high) == (32_000, 48_000)
    assert (after.low, after.forecast, after.high) == (39_000, 39_000, 39_000)


def test_progress_counts_items_by_their_days_in_hundredths() -> None:
    project = a_project(**HANDED_OUT, documents_approved=1, item_days_done=1_270)

    assert figures.done_days(project) == 1_320
    assert figures.progress_percent(project) == 1_320 * 100 // 5_500 == 24


def test_progress_is_below_100_when_all_is_done_and_the_project_is_not_complete_yet() -> None:
    all_done = a_project(**HANDED_OUT, documents_approved=10, item_days_done=5_000)

    assert figures.progress_percent(all_done) == 99
    assert figures.progress_percent(all_done.model_copy(update={"status": ProjectStatus.COMPLETED})) == 100


def test_progress_of_a_draft_is_nothing() -> None:
    for plan in (a_draft(), an_answered_draft()):
        assert figures.progress_percent(plan.project) == 0


def test_progress_falls_only_when_days_are_added() -> None:
    project = a_project(**HANDED_OUT, item_days_done=2_500)

    added = project.model_copy(update={"item_days": project.item_days + 1_000})

    assert figures.progress_percent(added) < figures.progress_percent(project)


@pytest.mark.parametrize("share", [0, 10, 50, 99, 100])
def test_handing_out_changes_no_figure(share: int) -> None:
    out = {name: HANDED_OUT[name] * share // 100 for name in ("item_days", "item_cost")}
    rest = {"unassigned_days": 5_000 - out["item_days"], "unassigned_cost": 40_000 - out["item_cost"]}

    before, after = a_project(documents_approved=7), a_project(documents_approved=7, **out, **rest)

    assert figures.progress_percent(after) == figures.progress_percent(before)
    assert figures.budget(after) == figures.budget(before)
    assert figures.dates(after, today=TODAY) == figures.dates(before, today=TODAY)


def test_budget_tells_what_is_spent_unreported_and_left() -> None:
    project = a_project(
        ceiling=euros(45_000),
        **HANDED_OUT,
        item_cost_done=13_000,
        spent=9_500,
        unreported_items=2,
        unreported_cost=4_000,
    )

    assert figures.budget(project) == figures.Budget(
        currency="EUR",
        ceiling=45_000,
        likely=40_000,
        spent=9_500,
        unreported=4_000,
        unreported_items=2,
        remaining=27_000,
        forecast=40_500,
        low=35_100,
        high=45_900,
    )


def test_what_is_not_handed_out_yet_remains_beside_the_open_items() -> None:
    project = a_project(unassigned_cost=10_000, item_cost=33_000, item_cost_done=1_000)

    assert figures.budget(project).remaining == 10_000 + 32_000


def test_a_brief_that_shrank_below_what_was_handed_out_leaves_the_items() -> None:
    project = a_project(**{**HANDED_OUT, "item_cost": 45_000})

    assert figures.budget(project).remaining == 45_000
    assert figures.all_days(project) == 5_500


def test_budget_of_a_draft_without_an_estimate_has_no_forecast() -> None:
    draft = a_draft(budget_ceiling={"amount": 900, "currency": "USD"}).project

    assert figures.budget(draft) == figures.Budget("USD", 900, None, 0, 0, 0, None, None)


@pytest.mark.parametrize(
    ("fields", "concern"),
    [
        ({}, None),
        ({"ceiling": euros(40_000)}, None),
        ({"ceiling": euros(39_999)}, BudgetConcern.FORECAST_OVER_CEILING),
        ({"ceiling": euros(40_000), "spent": 1}, BudgetConcern.FORECAST_OVER_CEILING),
        ({"ceiling": euros(20_000), "accepted": accepted(40_000, over_ceiling=True)}, None),
        (
            {"ceiling": euros(20_000), "accepted": accepted(40_000, over_ceiling=True), "spent": 1},
            BudgetConcern.FORECAST_OVER_CEILING,
        ),
        (
            {"ceiling": euros(45_000), "accepted": accepted(40_000, over_ceiling=True), "spent": 5_001},
            BudgetConcern.FORECAST_OVER_CEILING,
        ),
    ],
)
def test_budget_is_a_concern_when_the_forecast_passes_the_ceiling_and_nobody_accepted_that(
    fields: dict[str, Any], concern: BudgetConcern | None
) -> None:
    assert figures.budget_concern(a_project(**fields)) is concern


@pytest.mark.parametrize("status", [*RUNNING, *ENDED])
def test_budget_is_a_concern_of_running_projects_alone(status: ProjectStatus) -> None:
    concern = figures.budget_concern(a_project(status=status, ceiling=euros(1)))

    assert (concern is not None) is (status in RUNNING)


@pytest.mark.parametrize("team_size", [1, 2, 7])
def test_eta_is_the_remaining_days_by_the_team_from_today(team_size: int) -> None:
    project = a_project(team_size=team_size, documents_approved=3, **HANDED_OUT, item_days_done=1_000)
    thursday = date(2026, 3, 5)

    remaining = 350 + 4_000

    assert figures.remaining_days(project) == remaining
    assert figures.eta(project, today=thursday) == add_working_days(thursday, -(-remaining // (100 * team_size)))


def test_dates_spread_what_is_left_to_build_and_not_the_documents() -> None:
    project = a_project(team_size=1, documents_approved=4)

    dates = figures.dates(project, today=TODAY)

    assert dates.ends == tuple(add_working_days(TODAY, days + 3) for days in (40, 50, 60))


def test_dates_meet_when_nothing_is_left_to_build() -> None:
    project = a_project(**HANDED_OUT, item_days_done=5_000)

    dates = figures.dates(project, today=TODAY)

    assert set(dates.ends) == {add_working_days(TODAY, 3)}


@pytest.mark.parametrize("status", [ProjectStatus.DRAFT, *ENDED])
def test_eta_is_unknown_when_the_project_is_not_under_way(status: ProjectStatus) -> None:
    assert figures.eta(a_project(status=status), today=TODAY) is None


@pytest.mark.parametrize(
    ("deadline", "days_spare"),
    [
        (date(2026, 4, 9), 0),
        (date(2026, 4, 13), 2),
        (date(2026, 4, 8), -1),
        (date(2026, 3, 25), -11),
    ],
)
def test_deadline_standing_compares_the_eta_in_working_days(deadline: date, days_spare: int) -> None:
    """55 days of effort by two people: 28 working days from Monday, 2 March."""
    standing = figures.deadline_standing(a_project(deadline=deadline), today=TODAY)

    assert standing == figures.DeadlineStanding(deadline, date(2026, 4, 9), days_spare, missed=False)


def test_deadline_is_missed_from_the_day_after_it() -> None:
    project = a_project(deadline=TODAY)

    missed = [
        standing.missed
        for today in (TODAY, date(2026, 3, 3))
        if (standing := figures.deadline_standing(project, today=today))
    ]

    assert missed == [False, True]


def test_deadline_standing_is_unknown_when_there_is_no_deadline() -> None:
    assert figures.deadline_standing(a_project(), today=TODAY) is None


def test_archive_keeps_its_figures_and_asks_for_nothing() -> None:
    archive = an_archive(deadline="2026-01-01", ceiling={"amount": 100, "currency": "GBP"})

    assert not archive.is_running
    assert figures.budget(archive) == figures.Budget("GBP", 100, 7_430, 1_840, 0, 0, None, None)
    assert figures.budget_concern(archive) is None
    assert figures.eta(archive, today=TODAY) is None
    assert figures.deadline_standing(archive, today=TODAY) is None
