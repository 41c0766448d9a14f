from __future__ import annotations

import itertools
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.projects import figures
from domain.projects.dates import add_working_days
from domain.projects.figures import BudgetConcern
from domain.projects.phases import DELIVERABLES
from domain.projects.records import Deliverable, Estimate, EstimatePhase, Money, Project
from domain.projects.states import DeliverableState, Phase, ProjectStatus, Role

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
TODAY = NOW.date()
PHASE_DAYS = {Phase.PLANNING: 3, Phase.DESIGN: 2, Phase.DEVELOPMENT: 4, Phase.LAUNCH: 1}


def an_estimate(total: int = 1000) -> Estimate:
    phases = tuple(
        EstimatePhase(phase=phase, role=Role.CPO, hours=days * 8, working_days=days, cost=total // 4)
        for phase, days in PHASE_DAYS.items()
    )
    return Estimate(
        rule_version=1,
        currency="EUR",
        total=total,
        low=total - 100,
        high=total + 100,
        lines=(),
        phases=phases,
        working_days=10,
        computed_on=TODAY,
        eta=add_working_days(TODAY, 10),
    )


def a_project(**fields: Any) -> Project:
    defaults = {
        "id": "prj_1",
        "account_id": "acc_1",
        "name": "Shop",
        "status": ProjectStatus.ACTIVE,
        "phase": Phase.PLANNING,
        "estimate": an_estimate(),
        "remaining_working_days": 10,
        "created_at": NOW,
        "updated_at": NOW,
    }
    return Project(**{**defaults, **fields})


def the_deliverables(states: list[DeliverableState], hours: list[int]) -> list[Deliverable]:
    return [
        Deliverable(
            id=f"dlv_{spec.kind}",
            project_id="prj_1",
            kind=spec.kind,
            phase=spec.phase,
            owner=spec.owner,
            title=spec.title,
            state=state,
            effort_hours=effort,
            spent_hours=effort if state is DeliverableState.APPROVED else 0,
            created_at=NOW,
            updated_at=NOW,
        )
        for spec, state, effort in zip(DELIVERABLES, states, hours, strict=True)
    ]


STATES = st.lists(st.sampled_from(list(DeliverableState)), min_size=10, max_size=10)
HOURS = st.lists(st.integers(1, 40), min_size=10, max_size=10)


@given(STATES, HOURS)
def test_progress_is_approved_effort_rounded_down_and_below_100_until_complete(
    states: list[DeliverableState], hours: list[int]
) -> None:
    deliverables = the_deliverables(states, hours)
    approved = sum(effort for state, effort in zip(states, hours, strict=True) if state is DeliverableState.APPROVED)

    progress = figures.progress_percent(deliverables, complete=False)

    assert progress == min(99, approved * 100 // sum(hours))
    assert figures.progress_percent(deliverables, complete=True) == 100


def test_progress_stays_below_100_when_all_is_approved_and_the_project_is_not_complete_yet() -> None:
    everything = the_deliverables([DeliverableState.APPROVED] * 10, [1] * 10)

    assert figures.progress_percent(everything, complete=False) == 99


def test_progress_is_zero_when_there_is_nothing_yet() -> None:
    assert figures.progress_percent([], complete=False) == 0


@given(STATES, HOURS, st.integers(0, 9))
def test_figures_move_the_right_way_when_one_more_is_approved(
    states: list[DeliverableState], hours: list[int], index: int
) -> None:
    before = figures.with_figures(a_project(), the_deliverables(states, hours))
    states[index] = DeliverableState.APPROVED

    after = figures.with_figures(a_project(), the_deliverables(states, hours))

    assert after.progress_percent >= before.progress_percent
    assert after.spent >= before.spent
    assert after.remaining_working_days is not None
    assert before.remaining_working_days is not None
    assert after.remaining_working_days <= before.remaining_working_days


def test_remaining_days_round_up_per_phase_because_phases_follow_one_another() -> None:
    hours = [3, 3, 3, 8, 1, 8, 8, 8, 4, 4]

    remaining = figures.remaining_working_days(the_deliverables([DeliverableState.WAITING] * 10, hours))

    assert remaining == 2 + 2 + 3 + 1


def test_spent_is_hours_at_the_owners_rate() -> None:
    hours = [8] * 10
    states = [DeliverableState.APPROVED, *[DeliverableState.WAITING] * 4, DeliverableState.APPROVED]
    states += [DeliverableState.WAITING] * 4

    assert figures.spent(the_deliverables(states, hours), currency="EUR") == 640 + 720


def test_budget_shows_what_is_left_and_the_ceiling() -> None:
    budget = figures.budget(a_project(spent=300, ceiling=Money(amount=900, currency="EUR")))

    assert budget == figures.Budget(
        currency="EUR", estimated=1000, spent=300, remaining=700, ceiling=900, may_still_spend=600
    )


def test_budget_is_negative_when_revisions_cost_more_than_was_estimated() -> None:
    assert figures.budget(a_project(spent=1200)).remaining == -200


def test_what_may_still_be_spent_ends_at_the_higher_accepted_estimate_and_never_below_zero() -> None:
    ceiling = Money(amount=900, currency="EUR")

    left = [
        figures.budget(a_project(spent=spent, ceiling=ceiling, accepted_total=accepted)).may_still_spend
        for spent, accepted in ((300, None), (300, 1000), (950, None))
    ]

    assert left == [600, 700, 0]
    assert figures.budget(a_project(spent=300)).may_still_spend is None


def test_budget_has_no_estimate_while_the_project_is_a_draft() -> None:
    draft = a_project(status=ProjectStatus.DRAFT, estimate=None, ceiling=Money(amount=900, currency="USD"))

    assert figures.budget(draft) == figures.Budget("USD", None, 0, None, 900, 900)


@pytest.mark.parametrize(
    ("spent", "ceiling", "concern"),
    [
        (0, None, None),
        (799, None, None),
        (800, None, BudgetConcern.MOSTLY_SPENT),
        (1001, None, BudgetConcern.SPENT_OVER_ESTIMATE),
        (0, 999, BudgetConcern.ESTIMATE_OVER_CEILING),
        (1000, 999, BudgetConcern.SPENT_OVER_CEILING),
        (1000, 1000, BudgetConcern.MOSTLY_SPENT),
        (800, 2000, None),
        (1600, 2000, BudgetConcern.MOSTLY_SPENT),
    ],
)
def test_budget_concern_names_the_gravest_thing(spent: int, ceiling: int | None, concern: BudgetConcern | None) -> None:
    money = None if ceiling is None else Money(amount=ceiling, currency="EUR")

    assert figures.budget_concern(a_project(spent=spent, ceiling=money)) is concern


@pytest.mark.parametrize(
    ("spent", "concern"),
    [(0, None), (799, None), (800, BudgetConcern.MOSTLY_SPENT), (1001, BudgetConcern.SPENT_OVER_CEILING)],
)
def test_estimate_accepted_over_the_ceiling_is_no_concern_until_it_is_passed(
    spent: int, concern: BudgetConcern | None
) -> None:
    accepted = a_project(spent=spent, ceiling=Money(amount=600, currency="EUR"), accepted_total=1000)

    assert figures.budget_concern(accepted) is concern


@pytest.mark.parametrize(
    ("phase", "spent", "ceiling", "concern"),
    [
        (Phase.LAUNCH, 1000, None, None),
        (Phase.LAUNCH, 1000, 1000, None),
        (Phase.LAUNCH, 1001, None, BudgetConcern.SPENT_OVER_ESTIMATE),
        (Phase.LAUNCH, 1001, 1100, BudgetConcern.MOSTLY_SPENT),
        (Phase.COMPLETE, 1000, 1000, None),
        (Phase.DEVELOPMENT, 751, None, None),
        (Phase.DEVELOPMENT, 800, None, BudgetConcern.MOSTLY_SPENT),
    ],
)
def test_most_of_the_budget_spent_is_no_concern_within_the_estimate_of_the_phases_begun(
    phase: Phase, spent: int, ceiling: int | None, concern: BudgetConcern | None
) -> None:
    money = None if ceiling is None else Money(amount=ceiling, currency="EUR")

    assert figures.budget_concern(a_project(phase=phase, spent=spent, ceiling=money)) is concern


@pytest.mark.parametrize("status", [ProjectStatus.ACTIVE, ProjectStatus.ON_HOLD])
def test_team_that_stopped_at_its_ceiling_is_the_gravest_concern(status: ProjectStatus) -> None:
    stopped = a_project(status=status, spent=1000, ceiling=Money(amount=999, currency="EUR"), held_at_ceiling=True)

    assert figures.budget(stopped).stopped_at_ceiling is True
    assert figures.budget_concern(stopped) is BudgetConcern.STOPPED_AT_CEILING


@pytest.mark.parametrize("status", [ProjectStatus.COMPLETED, ProjectStatus.CANCELLED])
def test_ended_project_no_longer_waits_at_its_ceiling(status: ProjectStatus) -> None:
    ended = a_project(status=status, ceiling=Money(amount=999, currency="EUR"), held_at_ceiling=True)

    assert figures.budget(ended).stopped_at_ceiling is False
    assert figures.budget_concern(ended) is None


@pytest.mark.parametrize("status", [ProjectStatus.COMPLETED, ProjectStatus.CANCELLED])
def test_budget_concern_is_over_when_the_project_has_ended(status: ProjectStatus) -> None:
    assert figures.budget_concern(a_project(status=status, spent=5000)) is None


def test_eta_is_unknown_when_no_effort_is_known() -> None:
    assert figures.eta(a_project(remaining_working_days=None), today=TODAY) is None


def test_eta_counts_the_remaining_days_from_today() -> None:
    assert figures.eta(a_project(remaining_working_days=6), today=date(2026, 3, 5)) == date(2026, 3, 13)


@pytest.mark.parametrize("status", [ProjectStatus.DRAFT, ProjectStatus.COMPLETED, ProjectStatus.CANCELLED])
def test_eta_is_unknown_when_the_project_is_not_under_way(status: ProjectStatus) -> None:
    assert figures.eta(a_project(status=status), today=TODAY) is None


@pytest.mark.parametrize(
    ("deadline", "days_spare", "missed"),
    [
        (date(2026, 3, 16), 0, False),
        (date(2026, 3, 18), 2, False),
        (date(2026, 3, 13), -1, False),
        (date(2026, 2, 27), -11, True),
    ],
)
def test_deadline_standing_compares_the_eta_in_working_days(deadline: date, days_spare: int, missed: bool) -> None:
    standing = figures.deadline_standing(a_project(deadline=deadline), today=TODAY)

    assert standing == figures.DeadlineStanding(deadline, date(2026, 3, 16), days_spare, missed)


def test_deadline_standing_is_unknown_when_there_is_no_deadline() -> None:
    assert figures.deadline_standing(a_project(), today=TODAY) is None


@given(st.sampled_from(list(PHASE_DAYS)), st.dates(date(2025, 1, 1), date(2030, 1, 1)))
def test_schedule_is_gapless_and_ends_on_the_eta(phase: Phase, since: date) -> None:
    dates = figures.schedule(an_estimate(), phase=phase, since=since)

    remaining = sum(days for each, days in PHASE_DAYS.items() if list(Phase).index(each) >= list(Phase).index(phase))
    assert dates[0].phase is phase
    assert dates[0].start == add_working_days(since, 1)
    assert all(later.start == add_working_days(former.end, 1) for former, later in itertools.pairwise(dates))
    assert dates[-1].end == add_working_days(since, remaining)
