from __future__ import annotations

from typing import Any

from domain.projects.build_outlook import build_outlook
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


def test_packages_add_up_to_the_build_outlook_of_the_answers(story: Any) -> None:
    outlook = build_outlook(story.intake.answers, currency="EUR")

    found = [package.days for package in packages(story.brief())]

    assert sorted((days.low, days.high) for days in found) == sorted(
        (line.days.low, line.days.high) for line in outlook.basis
    )


def test_a_must_have_has_the_days_of_its_own_line(restaurant: Any) -> None:
    outlook = build_outlook(restaurant.intake.answers, currency="EUR")
    lines = {line.text: f"{line.days.low} to {line.days.high}" for line in outlook.basis}

    plan = compose(DeliverableKind.DELIVERY_PLAN, restaurant.brief(), revision=1, comment=None).content

    for item in restaurant.brief().entries("requirements"):
        (row,) = [line for line in plan.splitlines() if f"| **{item.id}** " in line]
        assert f"| {lines[item.words.raw]} |" in row


def test_an_integration_comes_before_the_must_have_that_names_it(restaurant: Any) -> None:
    story = restaurant.revised(DeliverableKind.PRODUCT_BRIEF, "R4 should also take Stripe")
    brief = compose(DeliverableKind.SCOPE, story.brief(), revision=1, comment=None).brief
    found = {package.item.id: package for package in packages(brief) if package.item}

    assert found["I2"].id in found["R4"].needs
    assert found["I2"].id not in found["R1"].needs
