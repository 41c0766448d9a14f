"""What a must-have names is named in so many words; a word that only could mean something names nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.projects.documents.brief import linked

ANSWERS: dict[str, Any] = {
    "goal": "g",
    "audience": ["Visitors", "Accountants in small firms", "Their clients", "The works council"],
    "success_measure": ["m"],
    "platforms": ["web"],
    "approver": "Ana",
}


@pytest.mark.parametrize(
    ("requirement", "groups"),
    [
        ("Accountants in small firms can invite colleagues", ["A2"]),
        ("A page for clients", ["A3"]),
        ("Upload, so that a client can see it", ["A3"]),
        ("Accountants can invite colleagues", []),
        ("Keep every version for the works council", ["A4"]),
        ("Reports", []),
        ("Review list", []),
        ("Contacts", []),
    ],
)
def test_a_requirement_is_for_the_groups_it_names(
    begin: Callable[..., Any], requirement: str, groups: list[str]
) -> None:
    brief = begin("X", {**ANSWERS, "must_haves": [requirement]}).brief()

    assert [group.id for group in linked(brief, brief.entries("requirements")[0], "audiences")] == groups


def test_the_requirements_for_a_group_are_those_that_name_it(begin: Callable[..., Any]) -> None:
    brief = begin("X", {**ANSWERS, "must_haves": ["Reports", "A page for clients"]}).brief()

    assert [[item.id for item in linked(brief, group, "requirements")] for group in brief.entries("audiences")] == [
        [],
        [],
        ["R2"],
        [],
    ]


@pytest.mark.parametrize(
    ("integration", "named_in"),
    [
        ("Klarna", ["R1"]),
        ("Microsoft Entra ID", ["R2"]),
        ("DATEV connect", ["R3"]),
        ("A review portal", []),
        ("Contacts of the phone", []),
        ("Stripe", []),
        ("Pay", ["R1"]),
    ],
)
def test_an_integration_is_named_by_its_words_or_its_proper_name_alone(
    begin: Callable[..., Any], integration: str, named_in: list[str]
) -> None:
    must_haves = ["Pay with Klarna", "Sign in with Entra", "Export to DATEV", "Review list", "Contacts"]
    brief = begin("X", {**ANSWERS, "must_haves": must_haves, "integrations": [integration]}).brief()

    assert [item.id for item in linked(brief, brief.entries("integrations")[0], "requirements")] == named_in


def test_a_rule_is_named_by_its_words(begin: Callable[..., Any]) -> None:
    answers = {**ANSWERS, "must_haves": ["Delete a person by GDPR", "Delete a page"], "constraints": ["GDPR"]}
    brief = begin("X", answers).brief()

    assert [[rule.id for rule in linked(brief, item, "constraints")] for item in brief.musts] == [["C1"], []]
