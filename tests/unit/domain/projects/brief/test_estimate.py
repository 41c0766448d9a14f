from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.wording import HUNDREDTHS
from domain.projects import figures
from domain.projects.brief.changing import Plan
from domain.projects.brief.estimate import Estimate, Fits, estimate
from domain.projects.brief.records import BriefEntryType
from domain.projects.dates import add_working_days
from plans import ANSWERS, NOW, an_answered_draft, changed

TODAY = NOW.date()
MUST_HAVES = [
    "patients can book appointments online",
    "reminder by SMS the day before",
    "patients fill in a medical history form",
    "therapists move appointments",
    "a chat between patients and therapists",
    "pay by card",
]


def found(plan: Plan) -> Estimate:
    return estimate(plan, today=TODAY)


def limited(plan: Plan, *, ceiling: int | None = None, deadline: date | None = None) -> Plan:
    limits: dict[str, Any] = {"deadline": deadline.isoformat() if deadline else None}
    limits["budget_ceiling"] = {"amount": ceiling, "currency": "EUR"} if ceiling else None
    return changed(plan, {"op": "change_project", **limits})


def without(plan: Plan, *ids: str) -> Plan:
    return changed(plan, *({"op": "drop_entry", "id": one} for one in ids)) if ids else plan


@pytest.mark.parametrize(
    ("place", "off", "fits"),
    [
        (2, 0, Fits.YES),
        (2, -1, Fits.LIKELY),
        (1, 0, Fits.LIKELY),
        (1, -1, Fits.UNLIKELY),
        (0, 0, Fits.UNLIKELY),
        (0, -1, Fits.NO),
    ],
)
def test_which_end_of_cost_and_dates_keeps_the_limits(place: int, off: int, fits: Fits) -> None:
    plan = an_answered_draft()
    money, dates = found(plan).costing.money, found(plan).dates
    ceiling = (money.low, money.likely, money.high)[place] + off
    deadline = dates.ends[place] + timedelta(days=off)

    assert found(limited(plan, ceiling=ceiling)).ceiling_fits is fits
    assert found(limited(plan, deadline=deadline)).deadline_fits is fits
    assert (found(plan).ceiling_fits, found(plan).deadline_fits, found(plan).to_fit) == (None, None, ())


@given(st.integers(25_000, 50_000), st.integers(30, 70), st.permutations(MUST_HAVES))
def test_what_is_left_out_is_needed_enough_and_the_least_important(
    ceiling: int, days: int, must_haves: list[str]
) -> None:
    plan = an_answered_draft({**ANSWERS, "must_haves": must_haves})
    plan = limited(plan, ceiling=ceiling, deadline=TODAY + timedelta(days=days))
    ids = [entry.id for entry in plan.brief.of_type(BriefEntryType.MUST_HAVE)]

    def fits(out: list[str]) -> bool:
        left = found(without(plan, *out))
        return {left.ceiling_fits, left.deadline_fits} <= {Fits.YES, Fits.LIKELY}

    out = list(found(plan).to_fit)

    if not out:
        assert fits([]) or not fits(ids[1:])
        return
    assert fits(out)
    assert out == sorted(out, key=ids.index, reverse=True)
    assert not any(fits([one for one in out if one != back]) for back in out)
    assert not fits(ids[ids.index(out[-1]) + 1 :])


@pytest.mark.parametrize("team_size", [1, 2, 3, 20])
def test_dates_are_the_days_of_effort_by_the_team(team_size: int) -> None:
    plan = changed(an_answered_draft(), {"op": "change_project", "team_size": team_size})

    dates, days = found(plan).dates, found(plan).costing.days

    documents = figures.OF_A_DOCUMENT * 10
    expected = (-(-(end + documents) // (HUNDREDTHS * team_size)) for end in (days.low, days.likely, days.high))
    assert dates.ends == tuple(add_working_days(TODAY, count) for count in expected)
