from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.projects.documents.register import named_audiences, requirements_of

ANSWERS: dict[str, Any] = {
    "goal": "g",
    "audience": ["Accountants in small firms", "Their clients"],
    "success_measure": ["m"],
    "platforms": ["web"],
    "approver": "Ana",
}


@pytest.mark.parametrize(
    ("requirement", "named"),
    [
        ("Accountants can invite colleagues", ["A1"]),
        ("Invite clients and set roles", []),
        ("A page for clients", ["A2"]),
        ("Upload, so that a client can see it", ["A2"]),
        ("Reports", []),
    ],
)
def test_a_requirement_is_for_the_group_it_names_as_acting(
    begin: Callable[..., Any], requirement: str, named: list[str]
) -> None:
    brief = begin("X", {**ANSWERS, "must_haves": [requirement]}).brief()

    assert [group.id for group in named_audiences(brief, brief.requirements[0])] == named


@pytest.mark.parametrize(
    ("integration", "needed_by"),
    [
        ("Stripe", ["R1"]),
        ("PayPal", ["R1"]),
        ("DATEV", ["R2"]),
        ("Frobnicator", ["R3"]),
        ("Zendesk", []),
    ],
)
def test_an_integration_serves_the_requirements_about_the_same_thing(
    begin: Callable[..., Any], integration: str, needed_by: list[str]
) -> None:
    must_haves = ["Monthly subscription", "Export to bookkeeping", "Talk to the Frobnicator"]
    brief = begin("X", {**ANSWERS, "must_haves": must_haves, "integrations": [integration]}).brief()

    assert [item.id for item in requirements_of(brief, brief.integrations[0])] == needed_by
