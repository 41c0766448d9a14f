from __future__ import annotations

import pytest

from domain.playbooks.library import knowledge
from domain.projects.access_needs import access_needs
from domain.projects.states import Phase, Role
from plans import ANSWERS, a_draft, a_submitted_plan, changed


def needs(**answers: object) -> tuple[object, ...]:
    return access_needs(Phase.DEVELOPMENT, a_submitted_plan({**ANSWERS, **answers}).brief)


def test_access_is_asked_for_what_the_other_systems_need() -> None:
    found = needs(integrations=["Google Calendar", "Stripe"])

    known = [one.name for system in ("google-calendar", "stripe") for one in knowledge()["systems"][system].access]
    assert [need.name for need in found] == known
    assert {need.entry for need in found} == {"I1", "I2"}
    assert found[0].reason == "The work on “Google Calendar” needs it for the first connection."
    assert "calendar.events" in found[0].how_to_obtain
    assert {need.requested_by for need in found} == {Role.CTO}


def test_repository_is_asked_for_where_there_is_one_and_nothing_waits_for_it() -> None:
    (need,) = needs(integrations=[], existing=["source_repository", "hosting", "analytics", "domain"])

    assert (need.name, need.entry) == ("Source repository", None)


@pytest.mark.parametrize("phase", Phase)
def test_nothing_is_asked_for_before_it_is_needed_or_where_no_system_is_named(phase: Phase) -> None:
    plan = a_submitted_plan()
    dropped = changed(plan, {"op": "drop_entry", "id": "I1"})

    assert bool(access_needs(phase, plan.brief)) is (phase is Phase.DEVELOPMENT)
    assert access_needs(phase, dropped.brief) == access_needs(phase, a_draft().brief) == ()
