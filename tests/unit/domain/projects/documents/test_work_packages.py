from __future__ import annotations

from typing import Any

from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Words
from domain.projects.documents.work_packages import packages, size_of


def test_packages_are_numbered_in_order_and_need_only_earlier_ones(story: Any) -> None:
    found = packages(story.brief())

    assert [package.id for package in found] == [f"W{number}" for number in range(1, len(found) + 1)]
    for number, package in enumerate(found):
        assert set(package.needs) <= {earlier.id for earlier in found[:number]}


def test_packages_cover_every_must_have_and_integration_once(story: Any) -> None:
    brief = story.brief()

    covered = [item.id for package in packages(brief)[:-1] for item in package.items]

    assert sorted(covered) == sorted(item.id for item in (*brief.requirements, *brief.integrations))


def test_packages_connect_an_integration_before_the_must_have_that_needs_it(restaurant: Any) -> None:
    found = {package.text: package for package in packages(restaurant.brief())}

    stripe = found["Connect I2 (Stripe) through an adapter"]
    assert stripe.id in found["R4 Gift vouchers paid by card"].needs
    assert stripe.slice_number <= found["R4 Gift vouchers paid by card"].slice_number


def test_size_grows_with_subjects_integrations_and_additions(restaurant: Any) -> None:
    brief = restaurant.brief()

    sizes = [
        size_of(brief, Item("R1", Words(text), notes=notes))
        for text, notes in (
            ("Opening hours", ()),
            ("Opening hours and a newsletter", ()),
            ("Opening hours", (Words("on the door"), Words("by phone"))),
            ("Something new", ()),
        )
    ]

    assert sizes == ["S", "M", "L", "M"]
