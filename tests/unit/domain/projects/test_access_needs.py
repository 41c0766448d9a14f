from __future__ import annotations

import pytest

from domain.playbooks.library import knowledge
from domain.projects.access_needs import access_needs
from domain.projects.brief.records import Brief
from domain.projects.states import Phase, Role
from plans import ANSWERS, a_draft, a_submitted_plan, changed


def a_brief(**answers: object) -> Brief:
    return a_submitted_plan({**ANSWERS, **answers}).brief


def test_access_is_asked_for_what_the_other_systems_need() -> None:
    brief = a_brief(integrations=["Google Calendar", "Stripe"])

    needs = access_needs(Phase.DEVELOPMENT, brief)

    known = [one.name for system in ("google-calendar", "stripe") for one in knowledge()["systems"][system].access]
    assert [need.name for need in needs] == known
    assert {need.entry for need in needs} == {"I1", "I2"}
    assert needs[0].reason == "The work on I1 “Google Calendar” needs it for the first connection."
    assert "calendar.events" in needs[0].how_to_obtain
    assert {need.requested_by for need in needs} == {Role.CTO}


def test_repository_is_asked_for_where_there_is_one_and_nothing_waits_for_it() -> None:
    brief = a_brief(integrations=[], existing=["source_repository", "hosting", "analytics", "domain"])

    (need,) = access_needs(Phase.DEVELOPMENT, brief)

    assert (need.name, need.entry) == ("Source repository", None)


def test_unknown_systems_are_told_apart_by_their_names() -> None:
    needs = access_needs(Phase.DEVELOPMENT, a_brief(integrations=["Qwertz", "Asdf"]))

    assert [need.name.partition(":")[0] for need in needs] == ["Qwertz", "Asdf"]


def test_long_words_of_the_customer_give_a_name_of_at_most_120_characters() -> None:
    (need,) = access_needs(Phase.DEVELOPMENT, a_brief(integrations=["till " * 30]))

    assert len(need.name) == 120


def test_system_that_was_dropped_is_not_asked_for() -> None:
    plan = changed(a_submitted_plan(), {"op": "drop_entry", "id": "I1"})

    assert access_needs(Phase.DEVELOPMENT, plan.brief) == ()


def test_nothing_is_asked_for_where_the_brief_names_nothing() -> None:
    assert access_needs(Phase.DEVELOPMENT, a_draft().brief) == ()


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.DEVELOPMENT])
def test_nothing_is_asked_for_before_it_is_needed(phase: Phase) -> None:
    assert access_needs(phase, a_brief()) == ()
