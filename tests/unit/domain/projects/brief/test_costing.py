from __future__ import annotations

from math import isclose
from typing import Any

import pytest

from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import Costing, costing
from plans import ANSWERS, an_answered_draft, changed


def cost(plan: Plan) -> Costing:
    return costing(plan.brief, currency=plan.project.currency)


def answered(**answers: Any) -> Costing:
    return cost(an_answered_draft({**ANSWERS, **answers}))


def days_of(plan: Plan, entry: str) -> int:
    return sum(line.days.likely for line in cost(plan).lines if line.entry == entry)


@pytest.mark.parametrize(("size", "share"), [("small", 0.6), ("large", 1.6)])
def test_size_moves_the_days_of_an_entry(size: str, share: float) -> None:
    plan = an_answered_draft()

    after = days_of(changed(plan, {"op": "change_entry", "id": "R1", "size": size}), "R1")

    assert isclose(after, share * days_of(plan, "R1"), abs_tol=30)  # each role rounds to a tenth of a day


def test_a_second_kind_and_the_same_kind_again_take_two_fifths() -> None:
    plan = an_answered_draft({**ANSWERS, "must_haves": ["first", "second"]})
    one = changed(plan, {"op": "change_entry", "id": "R1", "kinds": ["booking"]})

    again = changed(one, {"op": "change_entry", "id": "R2", "kinds": ["booking"]})
    both = changed(one, {"op": "change_entry", "id": "R1", "kinds": ["chat", "booking"]})

    booking = days_of(one, "R1")
    assert isclose(days_of(again, "R2"), 0.4 * booking, abs_tol=30)
    chat = days_of(changed(one, {"op": "change_entry", "id": "R1", "kinds": ["chat"]}), "R1")
    assert isclose(days_of(both, "R1") - chat, 0.4 * booking, abs_tol=30)


@pytest.mark.parametrize(
    ("answers", "times"), [({}, 1), ({"constraints": []}, 1), ({"constraints": [], "personal_data": False}, 0)]
)
def test_personal_data_costs_its_guide_once(answers: dict[str, Any], times: int) -> None:
    assert [line.topic for line in answered(**answers).lines].count("gdpr") == times


def test_further_platforms_repeat_a_part_of_what_must_haves_take() -> None:
    both, small = ["web", "ios"], ["Pay by card"]

    more = answered(platforms=both).days.likely - answered().days.likely
    less = answered(platforms=both, must_haves=small).days.likely - answered(must_haves=small).days.likely
    assert more > less > 0


def test_own_day_rates_price_the_same_days() -> None:
    plan = an_answered_draft()
    rates = dict.fromkeys(("CPO", "CDO", "CTO", "CMO"), 1_000)

    own = changed(plan, {"op": "change_project", "day_rates": rates})

    assert cost(own).days == cost(plan).days
    assert cost(own).money.likely == 10 * cost(own).days.likely  # hundredths of a day at 1,000
