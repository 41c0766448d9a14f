from __future__ import annotations

from typing import Any

from common.wording import days, money
from domain.projects.documents.compose import compose
from domain.projects.documents.parts import packages
from domain.projects.states import DeliverableKind


def test_packages_are_numbered_in_order_and_need_only_earlier_ones(story: Any) -> None:
    found = packages(story.brief())

    assert [package.id for package in found] == [f"W{number}" for number in range(1, len(found) + 1)]
    for number, package in enumerate(found):
        assert set(package.needs) <= {earlier.id for earlier in found[:number]}


def test_packages_cover_every_must_have_integration_and_rule_once(story: Any) -> None:
    brief = story.brief()

    covered = [package.item.id for package in packages(brief) if package.item]

    assert sorted(covered) == sorted(item.id for item in brief.items if item.id[0] in "RIC")


def test_packages_add_up_to_the_estimate(story: Any) -> None:
    brief, found = story.brief(), packages(story.brief())

    assert sum(package.cost for package in found) == brief.costing.money.likely == story.project.plan.likely
    assert sum(package.effort.likely for package in found) == brief.costing.days.likely
    lines = [line.days for line in brief.costing.lines]
    assert sum(package.effort.low for package in found) == sum(days.low for days in lines)
    assert sum(package.effort.high for package in found) == sum(days.high for days in lines)


def test_a_must_have_has_the_days_and_cost_of_its_own_lines(restaurant: Any) -> None:
    brief = restaurant.brief()
    whole = brief.costing

    plan = compose(DeliverableKind.DELIVERY_PLAN, brief, revision=1, comment=None).content

    for item in brief.musts:
        own = [line for line in whole.lines if line.entry == item.id]
        ends = f"{days(sum(line.days.low for line in own))} to {days(sum(line.days.high for line in own))}"
        cost = money(sum(line.cost(whole.rates) for line in own), whole.currency)
        (row,) = [line for line in plan.splitlines() if f"| **{item.id}** " in line]
        assert f"| {ends} | {cost} |" in row


def test_a_system_comes_before_the_must_have_that_uses_it(restaurant: Any) -> None:
    story = restaurant.changed({"op": "change_entry", "id": "R4", "systems": ["I2"]})

    found = {package.item.id: package for package in packages(story.brief()) if package.item}

    assert found["I2"].id in found["R4"].needs
    assert found["I2"].id not in found["R1"].needs


def test_a_dropped_entry_has_no_package(restaurant: Any) -> None:
    story = restaurant.changed({"op": "drop_entry", "id": "R4"})

    assert "R4" not in {package.item.id for package in packages(story.brief()) if package.item}
