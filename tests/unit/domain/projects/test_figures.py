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
from domain.projects.states import DeliverableState, ProjectStatus
from plans import NOW, a_draft, a_submission, a_submitted_plan, an_archive
from portfolios import accepted, planned

TODAY = NOW.date()


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


def test_progress_is_below_100_when_all_is_done_and_the_project_is_not_complete_yet() -> None:
    all_done = a_project(**HANDED_OUT, documents_approved=10, item_days_done=5_000)

    assert figures.progress_percent(all_done) == 99
    assert figures.progress_percent(all_done.model_copy(update={"status": ProjectStatus.COMPLETED})) == 100


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


def test_a_brief_that_shrank_below_what_was_handed_out_leaves_the_items() -> None:
    project = a_project(**{**HANDED_OUT, "item_cost": 45_000})

    assert figures.budget(project).remaining == 45_000
    assert figures.all_days(project) == 5_500


def test_budget_of_a_draft_without_an_estimate_has_no_forecast() -> None:
    draft = a_draft(budget_ceiling={"amount": 900, "currency": "USD"}).project

    assert figures.budget(draft) == figures.Budget("USD", 900, None, 0, 0, 0, None, None)


OVER = {"accepted": accepted(40_000, over_ceiling=True)}


@pytest.mark.parametrize(
    ("fields", "is_concern"),
    [
        ({}, False),
        ({"ceiling": euros(40_000)}, False),
        ({"ceiling": euros(39_999)}, True),
        ({"ceiling": euros(39_999), "status": ProjectStatus.ON_HOLD}, True),
        ({"ceiling": euros(39_999), "status": ProjectStatus.COMPLETED}, False),
        ({"ceiling": euros(39_999), "status": ProjectStatus.CANCELLED}, False),
        ({"ceiling": euros(40_000), "spent": 1}, True),
        ({"ceiling": euros(20_000), **OVER}, False),
        ({"ceiling": euros(20_000), **OVER, "spent": 1}, True),
        ({"ceiling": euros(45_000), **OVER, "spent": 5_001}, True),
    ],
)
def test_budget_is_a_concern_when_the_forecast_passes_the_ceiling_and_nobody_accepted_that(
    fields: dict[str, Any], is_concern: bool
) -> None:
    assert (figures.budget_concern(a_project(**fields)) is BudgetConcern.FORECAST_OVER_CEILING) is is_concern


@pytest.mark.parametrize("team_size", [1, 2, 7])
def test_eta_is_the_remaining_days_by_the_team_from_today(team_size: int) -> None:
    project = a_project(team_size=team_size, documents_approved=3, **HANDED_OUT, item_days_done=1_000)
    thursday = date(2026, 3, 5)

    assert figures.eta(project, today=thursday) == add_working_days(thursday, -(-4_350 // (100 * team_size)))


def test_dates_spread_what_is_left_to_build_and_not_the_documents() -> None:
    begun = a_project(team_size=1, documents_approved=4)
    built = a_project(**HANDED_OUT, item_days_done=5_000)

    assert figures.dates(begun, today=TODAY).ends == tuple(add_working_days(TODAY, days + 3) for days in (40, 50, 60))
    assert set(figures.dates(built, today=TODAY).ends) == {add_working_days(TODAY, 3)}


@pytest.mark.parametrize("status", [ProjectStatus.DRAFT, ProjectStatus.COMPLETED, ProjectStatus.CANCELLED])
def test_eta_is_unknown_when_the_project_is_not_under_way(status: ProjectStatus) -> None:
    assert figures.eta(a_project(status=status), today=TODAY) is None


@pytest.mark.parametrize(
    ("deadline", "days_spare"),
    [(date(2026, 4, 9), 0), (date(2026, 4, 13), 2), (date(2026, 4, 8), -1), (date(2026, 3, 25), -11)],
)
def test_deadline_standing_compares_the_eta_in_working_days(deadline: date, days_spare: int) -> None:
    """55 days of effort by two people: 28 working days from Monday, 2 March."""
    standing = figures.deadline_standing(a_project(deadline=deadline), today=TODAY)

    assert standing == figures.DeadlineStanding(deadline, date(2026, 4, 9), days_spare, missed=False)


def test_deadline_is_missed_from_the_day_after_it() -> None:
    standings = [figures.deadline_standing(a_project(deadline=TODAY), today=day) for day in (TODAY, date(2026, 3, 3))]

    assert [standing and standing.missed for standing in standings] == [False, True]
    assert figures.deadline_standing(a_project(), today=TODAY) is None


def test_archive_keeps_its_figures_and_asks_for_nothing() -> None:
    archive = an_archive(deadline="2026-01-01", ceiling={"amount": 100, "currency": "GBP"})

    assert not archive.is_running
    assert figures.budget(archive) == figures.Budget("GBP", 100, 7_430, 1_840, 0, 0, None, None)
    assert figures.budget_concern(archive) is None
    assert figures.eta(archive, today=TODAY) is None
    assert figures.deadline_standing(archive, today=TODAY) is None
