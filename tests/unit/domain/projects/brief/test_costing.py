from __future__ import annotations

from math import isclose, sqrt
from typing import Any

import pytest

from domain.projects.brief.changing import Plan, apply_all
from domain.projects.brief.costing import Costing, costing
from domain.projects.brief.records import BriefEntryType
from domain.projects.brief.requests import WhatIf
from domain.projects.states import Role
from plans import ANSWERS, NOW, an_answered_draft


def cost(plan: Plan) -> Costing:
    return costing(plan.brief, currency=plan.project.currency)


def changed(plan: Plan, *changes: dict[str, Any]) -> Plan:
    return apply_all(plan, WhatIf.model_validate({"changes": changes}).changes, now=NOW)


def days_of(plan: Plan, entry: str) -> int:
    return sum(line.days.likely for line in cost(plan).lines if line.entry == entry)


def test_likely_cost_is_the_sum_of_its_lines_by_line_and_by_role() -> None:
    whole = cost(an_answered_draft())

    by_line = sum(line.cost(whole.rates) for line in whole.lines)
    by_role = sum(sum(line.costs(whole.rates).get(role, 0) for line in whole.lines) for role in Role)
    assert whole.money.likely == by_line == by_role
    assert whole.days.likely == sum(line.days.likely for line in whole.lines)


def test_ends_neither_add_up_nor_cancel_out() -> None:
    whole = cost(an_answered_draft())
    halves = [(line.days.high - line.days.low) / 2 for line in whole.lines]

    half = sqrt(0.7 * sum(one**2 for one in halves) + 0.3 * sum(halves) ** 2)

    assert isclose(whole.days.high - whole.days.likely, half, abs_tol=11)  # rounded outwards to a tenth of a day
    assert isclose(whole.days.likely - whole.days.low, half, abs_tol=11)
    assert half < sum(halves)


@pytest.mark.parametrize(("size", "share"), [("small", 0.6), ("large", 1.6)])
def test_size_moves_the_days_of_an_entry(size: str, share: float) -> None:
    plan = an_answered_draft()

    after = changed(plan, {"op": "change_entry", "id": "R1", "size": size})

    assert isclose(
        days_of(after, "R1"), share * days_of(plan, "R1"), abs_tol=30
    )  # each role rounds to a tenth of a day


def test_a_second_kind_and_the_same_kind_again_take_two_fifths() -> None:
    plan = an_answered_draft({**ANSWERS, "must_haves": ["first", "second"]})
    one = changed(plan, {"op": "change_entry", "id": "R1", "kinds": ["booking"]})

    again = changed(one, {"op": "change_entry", "id": "R2", "kinds": ["booking"]})
    both = changed(one, {"op": "change_entry", "id": "R1", "kinds": ["chat", "booking"]})

    booking = days_of(one, "R1")
    assert isclose(days_of(again, "R2"), 0.4 * booking, abs_tol=30)
    chat = days_of(changed(one, {"op": "change_entry", "id": "R1", "kinds": ["chat"]}), "R1")
    assert isclose(days_of(both, "R1") - chat, 0.4 * booking, abs_tol=30)


def test_a_must_have_that_nobody_can_place_counts_as_something_else() -> None:
    plan = an_answered_draft({**ANSWERS, "must_haves": ["Qwertz"]})

    lines = [line for line in cost(plan).lines if line.entry == "R1"]

    assert [line.topic for line in lines] == ["other"]


def test_another_system_costs_at_its_own_entry_alone() -> None:
    plan = an_answered_draft()
    without = an_answered_draft({**ANSWERS, "integrations": []})
    linked = changed(plan, {"op": "change_entry", "id": "R1", "systems": ["I1"]})

    assert cost(plan).money.likely == cost(linked).money.likely
    assert cost(plan).money.likely - cost(without).money.likely == sum(
        line.cost(cost(plan).rates) for line in cost(plan).lines if line.entry == "I1"
    )


def test_personal_data_costs_its_guide_once() -> None:
    said = an_answered_draft()
    unsaid = an_answered_draft({**ANSWERS, "constraints": []})
    nobody = an_answered_draft({**ANSWERS, "constraints": [], "personal_data": False})

    assert [line.topic for line in cost(said).lines].count("gdpr") == 1
    assert [line.topic for line in cost(unsaid).lines].count("gdpr") == 1
    assert [line.topic for line in cost(nobody).lines].count("gdpr") == 0


def test_further_platforms_repeat_a_part_of_what_must_haves_take() -> None:
    web = an_answered_draft()
    both = an_answered_draft({**ANSWERS, "platforms": ["web", "ios"]})
    small = an_answered_draft({**ANSWERS, "platforms": ["web", "ios"], "must_haves": ["Pay by card"]})

    more = cost(both).days.likely - cost(web).days.likely
    less = cost(small).days.likely - cost(an_answered_draft({**ANSWERS, "must_haves": ["Pay by card"]})).days.likely
    assert more > less > 0


def test_existing_code_is_read_first() -> None:
    plan = an_answered_draft({**ANSWERS, "existing": ["source_repository"]})

    assert cost(plan).days.likely > cost(an_answered_draft()).days.likely


def test_own_day_rates_price_the_same_days() -> None:
    plan = an_answered_draft()
    rates = dict.fromkeys(("CPO", "CDO", "CTO", "CMO"), 1_000)

    own = changed(plan, {"op": "change_project", "day_rates": rates})

    assert cost(own).days == cost(plan).days
    assert cost(own).money.likely == 10 * cost(own).days.likely  # hundredths of a day at 1,000


def test_entries_that_say_who_and_how_well_cost_nothing() -> None:
    plan = an_answered_draft()
    priced = {line.entry for line in cost(plan).lines if line.entry}

    free = {*map(plan.brief.find, ("A1", "M1", "X1"))}
    assert all(entry is not None and entry.id not in priced for entry in free)
    assert {entry.id for entry in plan.brief.of_type(BriefEntryType.MUST_HAVE)} <= priced
