"""A project's money, days and dates, and each sentence about them, once; everything else takes them from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.wording import day_of
from domain.projects import figures, wording
from domain.projects.brief.costing import Spread
from domain.projects.brief.estimate import Estimate, Fits, estimate
from domain.projects.dates import add_working_days
from domain.projects.figures import BudgetConcern
from domain.projects.records import Money, Project
from domain.projects.states import DeliverableState, Phase, ProjectStatus
from plans import NOW, a_draft, a_submission, a_submitted_plan, an_answered_draft
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
        ({"ceiling": euros(39_999), "spent": 40_000, "status": ProjectStatus.COMPLETED}, False),
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


def test_dates_spread_what_is_left_to_build_and_not_the_documents() -> None:
    begun = a_project(team_size=1, documents_approved=4)
    built = a_project(**HANDED_OUT, item_days_done=5_000)

    assert figures.dates(begun, today=TODAY).ends == tuple(add_working_days(TODAY, days + 3) for days in (40, 50, 60))
    assert set(figures.dates(built, today=TODAY).ends) == {add_working_days(TODAY, 3)}


@pytest.mark.parametrize("status", [ProjectStatus.DRAFT, ProjectStatus.COMPLETED, ProjectStatus.CANCELLED])
def test_eta_is_unknown_when_the_project_is_not_under_way(status: ProjectStatus) -> None:
    assert figures.eta(a_project(status=status), today=TODAY) is None


DATES = figures.Dates(date(2026, 4, 1), date(2026, 4, 9), date(2026, 4, 20))


def an_estimate(**fields: Any) -> Estimate:
    """EUR 40,000, between 32,000 and 48,000."""
    whole = estimate(an_answered_draft(), today=TODAY)
    money = Spread(32_000, 40_000, 48_000)
    return replace(whole, costing=replace(whole.costing, money=money), dates=DATES, **fields)


UNREPORTED = {"spent": 1_500, "unreported_items": 1, "unreported_cost": 800}
FOUR_DAYS_AGO = TODAY - timedelta(days=4)
BEGUN_WORK = {**UNREPORTED, "item_cost": 2_000, "item_cost_done": 2_000, "unassigned_cost": 38_000}


@pytest.mark.parametrize(
    ("sentence", "fields", "said"),
    [
        (
            wording.accepted,
            {"accepted": accepted(40_000, accepted_on=FOUR_DAYS_AGO)},
            "You accepted EUR 40,000 on 26 Feb 2026.",
        ),
        (
            wording.accepted,
            {"accepted": accepted(40_000, accepted_on=FOUR_DAYS_AGO, over_ceiling=True)},
            "You accepted EUR 40,000 on 26 Feb 2026, over your ceiling.",
        ),
        (wording.spent, {"spent": 1_500}, "EUR 1,500 spent so far."),
        (wording.spent, UNREPORTED, "EUR 1,500 spent so far; 1 accepted item reported no cost, likely EUR 800."),
        (wording.forecast, {}, "The forecast is EUR 40,000; nothing is spent yet."),
        (
            wording.forecast,
            BEGUN_WORK,
            (
                "The forecast is EUR 40,300: EUR 1,500 spent, "
                "EUR 800 for accepted work without a reported cost and EUR 38,000 for what is left."
            ),
        ),
        (
            wording.forecast_verdict,
            {"ceiling": euros(39_000)},
            "The forecast of EUR 40,000 is EUR 1,000 over your ceiling of EUR 39,000. Work does not stop for that.",
        ),
        (
            wording.forecast_verdict,
            {"ceiling": euros(41_500)},
            "The forecast of EUR 40,000 is EUR 1,500 below your ceiling of EUR 41,500.",
        ),
        (wording.forecast_verdict, {}, ""),
        (
            wording.over_ceiling,
            {"ceiling": euros(39_000)},
            "the forecast of EUR 40,000 is EUR 1,000 over your ceiling of EUR 39,000",
        ),
        (wording.over_ceiling, {"ceiling": euros(40_000)}, ""),
        (wording.state, {"phase": Phase.DESIGN}, "The project is under way, in the design phase."),
        (wording.state, {"status": ProjectStatus.DRAFT}, "The project is a draft."),
        (wording.state, {"status": ProjectStatus.COMPLETED}, "The project is complete."),
    ],
)
def test_every_sentence_about_a_project(sentence: Callable[[Project], str], fields: dict[str, Any], said: str) -> None:
    assert sentence(a_project(**fields)) == said


def test_without_an_estimate_it_is_said_what_is_missing() -> None:
    draft = a_draft().project

    assert wording.likely_cost(draft) == "There is no estimate yet. It needs a must-have and a platform."
    for nothing in (wording.effort(draft), wording.expected(draft, TODAY), wording.forecast(draft)):
        assert nothing == wording.accepted(draft) == ""


@pytest.mark.parametrize(
    ("fits", "ceiling", "said"),
    [
        (Fits.YES, 50_000, "The cost fits your ceiling of EUR 50,000, even at the high end of EUR 48,000."),
        (
            Fits.LIKELY,
            45_000,
            "The likely cost of EUR 40,000 fits your ceiling of EUR 45,000, but the high end is EUR 3,000 over it.",
        ),
        (
            Fits.UNLIKELY,
            35_000,
            "The likely cost of EUR 40,000 is EUR 5,000 over your ceiling of EUR 35,000; only the low end fits.",
        ),
        (
            Fits.NO,
            30_000,
            "The cost is over your ceiling of EUR 30,000: even the low end of EUR 32,000 is EUR 2,000 over it.",
        ),
        (None, None, ""),
    ],
)
def test_every_verdict_on_the_ceiling(fits: Fits | None, ceiling: int | None, said: str) -> None:
    project = a_project(ceiling=euros(ceiling) if ceiling else None)

    assert wording.ceiling_verdict(project, an_estimate(ceiling_fits=fits)) == said


@pytest.mark.parametrize(
    ("fits", "said"),
    [
        (Fits.YES, "Even the late end, 20 Apr 2026, keeps your deadline of 5 Apr 2026."),
        (
            Fits.LIKELY,
            "Your deadline of 5 Apr 2026 will likely hold: the likely day is 9 Apr 2026, the late end 20 Apr 2026.",
        ),
        (Fits.UNLIKELY, "Your deadline of 5 Apr 2026 is unlikely to hold: the likely day is 9 Apr 2026."),
        (Fits.NO, "Your deadline of 5 Apr 2026 is too early: even the early end is 1 Apr 2026."),
        (None, ""),
    ],
)
def test_every_verdict_on_the_deadline(fits: Fits | None, said: str) -> None:
    project = a_project(deadline=date(2026, 4, 5) if fits else None)

    assert wording.deadline_verdict(project, an_estimate(deadline_fits=fits)) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, wording.NO_DEADLINE),
        ({"deadline": date(2026, 4, 9)}, "The likely day is the day of your deadline, 9 Apr 2026."),
        ({"deadline": date(2026, 4, 10)}, "The likely day is 1 working day before your deadline of 10 Apr 2026."),
        ({"deadline": date(2026, 4, 7)}, "The likely day is 2 working days after your deadline of 7 Apr 2026."),
        ({"deadline": TODAY}, "The likely day is 28 working days after your deadline of 2 Mar 2026."),
        ({"deadline": date(2026, 3, 1)}, "Your deadline of 1 Mar 2026 has passed."),
        ({"deadline": date(2026, 4, 9), "status": ProjectStatus.DRAFT}, "Your deadline is 9 Apr 2026."),
        ({"deadline": date(2026, 4, 9), "status": ProjectStatus.ON_HOLD}, "Your deadline is 9 Apr 2026."),
        ({"deadline": date(2026, 4, 9), "status": ProjectStatus.CANCELLED}, ""),
    ],
)
def test_every_standing_of_the_deadline(fields: dict[str, Any], said: str) -> None:
    """All is likely to be done on Thursday, 9 Apr 2026: 55 days of effort by two people, from Monday, 2 March."""
    assert wording.deadline(a_project(**fields), TODAY) == said


def test_what_to_leave_out_is_named() -> None:
    brief = an_answered_draft().brief
    out, over = ("R3", "R1"), {"ceiling_fits": Fits.UNLIKELY, "deadline_fits": Fits.LIKELY}
    first = next(one for one in brief.entries if one.id == "R1").text

    assert wording.to_fit(an_estimate(to_fit=out, **over), brief) == "To keep your ceiling, leave out R3 and R1."
    assert f" and R1 ({first[:20]}" in wording.to_fit(an_estimate(to_fit=out, **over), brief, named=True)
    assert wording.to_fit(an_estimate(to_fit=()), brief) == ""


@pytest.mark.parametrize(
    ("platforms", "broken", "said"),
    [
        (1, {"ceiling_fits": Fits.NO}, "does not keep your ceiling. You can raise the ceiling."),
        (
            2,
            {"ceiling_fits": Fits.NO, "deadline_fits": Fits.UNLIKELY},
            (
                "does not keep your ceiling and deadline. You can raise the ceiling and move the deadline, "
                "or drop a platform."
            ),
        ),
    ],
)
def test_where_leaving_out_is_not_enough_the_limit_that_breaks_is_named(platforms: int, broken: Any, said: str) -> None:
    plan = an_answered_draft()
    brief = plan.brief.model_copy(update={"platforms": plan.brief.platforms[:1] * platforms})

    found = an_estimate(to_fit=(), **broken)

    assert wording.to_fit(found, brief) == f"Even the first must-have alone {said}"


@pytest.mark.parametrize(("team_size", "who"), [(1, "1 person"), (2, "2 people")])
def test_dates_say_who_they_rest_on(team_size: int, who: str) -> None:
    project = a_project(team_size=team_size)
    early, likely, late = (day_of(day) for day in figures.dates(project, today=TODAY).ends)

    assert wording.expected(project, TODAY) == (
        f"It will likely be done on {likely}, between {early} and {late}, with {who}."
    )
    paused = project.model_copy(update={"status": ProjectStatus.ON_HOLD})
    assert wording.expected(paused, TODAY).startswith(f"If you resume it today, it will likely be done on {likely}")
    assert wording.estimated_dates(an_estimate(), team_size) == (
        f"If it starts today, it will likely be done on 9 Apr 2026, between 1 Apr 2026 and 20 Apr 2026, with {who}."
    )


@pytest.mark.parametrize("status", [ProjectStatus.COMPLETED, ProjectStatus.CANCELLED])
def test_nothing_is_expected_or_forecast_of_a_project_that_has_ended(status: ProjectStatus) -> None:
    ended = a_project(status=status, ceiling=euros(1))

    assert (wording.expected(ended, TODAY), wording.forecast(ended), wording.forecast_verdict(ended)) == ("", "", "")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"documents_approved": 2, "progress_percent": 1}, "1 % done: 2 of 10 documents approved; {left}."),
        (
            {"work_items": 3, "open_work_items": 1, "progress_percent": 40},
            "40 % done: 0 of 10 documents approved and 2 of 3 work items done; {left}.",
        ),
        (
            {"work_items": 1, "documents_approved": 10, "progress_percent": 100, "status": ProjectStatus.COMPLETED},
            "100 % done: 10 of 10 documents approved and 1 of 1 work item done.",
        ),
    ],
)
def test_progress_is_in_percent_and_in_things(fields: dict[str, Any], said: str) -> None:
    project = a_project(**fields)
    left = f"{figures.days_left_to_build(project) / 100:g} days of building left"

    assert wording.progress(project) == said.format(left=left)


def test_progress_that_fell_says_why() -> None:
    before = figures.with_progress(a_project(documents_approved=10))
    after = figures.with_progress(before.model_copy(update={"item_days": 1_050}))

    assert wording.progress_fell(before, after) == ("Progress falls from 9 % to 7 %: there is 10.5 days more to do.")
    assert wording.progress_fell(before, before) == wording.progress_fell(after, before) == ""
