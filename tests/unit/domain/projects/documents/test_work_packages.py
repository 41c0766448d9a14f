from __future__ import annotations

import re
from typing import Any

from domain.projects.documents.development import packages
from domain.projects.states import DeliverableKind


def test_packages_need_only_earlier_ones_even_where_must_haves_begin_with_each_others_kinds(story: Any) -> None:
    first = {"op": "change_entry", "id": "R1", "kinds": ["booking", "orders"]}
    second = {"op": "change_entry", "id": "R2", "kinds": ["orders", "booking"]}

    for trade in (story.trade(), story.changed(first, second).trade()):
        found = packages(trade)
        for number, package in enumerate(found):
            assert set(package.needs) <= {earlier.key for earlier in found[:number]}


def test_packages_cover_every_must_have_integration_and_rule_once(story: Any) -> None:
    brief = story.plan.brief

    covered = [package.entry.id for package in packages(story.trade()) if package.entry]

    assert sorted(covered) == sorted(one.id for one in brief.entries if one.id[0] in "RIC" and one.state == "active")


def test_packages_add_up_to_the_estimate(story: Any) -> None:
    whole, found = story.trade().costing, packages(story.trade())

    assert sum(package.cost for package in found) == whole.money.likely == story.plan.project.plan.likely
    assert sum(package.effort.likely for package in found) == whole.days.likely
    assert all(sum(package.roles.values()) == package.effort.likely for package in found)


def test_a_system_comes_before_the_must_have_that_uses_it(restaurant: Any) -> None:
    story = restaurant.changed({"op": "change_entry", "id": "R4", "systems": ["I2"]})

    found = {package.key: package for package in packages(story.trade())}

    assert "I2" in found["R4"].needs
    assert "I2" not in found["R1"].needs


def test_plans_written_anew_name_no_line_that_they_lack(restaurant: Any) -> None:
    uses = {"op": "change_entry", "id": "R4", "systems": ["I2"]}
    story = restaurant.changed(uses, {"op": "drop_entry", "id": "I1"})

    for kind in (DeliverableKind.DELIVERY_PLAN, DeliverableKind.TEST_PLAN):
        text = story.rewritten(kind)
        assert {*re.findall(r"\b[WE]\d+(?:\.\d+)?\b", text.content)} <= {line.id for line in text.lines}, kind
