from __future__ import annotations

from datetime import timedelta

import pytest

from domain.events.records import Event, EventType
from domain.projects.announcing import AT_MOST_EVERY, announced
from domain.projects.brief.changing import Plan
from plans import NOW, a_submitted_plan, an_answered_draft, changed

ADD = {"op": "add_entry", "type": "must_have", "text": "Patients pay their bill by card"}


def told(plan: Plan, *changes: dict[str, object]) -> list[Event]:
    return announced(plan, changed(plan, *changes), NOW)[1]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([ADD], "R4 added"),
        ([{"op": "drop_entry", "id": "R2"}], "R2 dropped"),
        ([{"op": "change_entry", "id": "R1", "size": "large"}], "R1 changed"),
        ([{"op": "change_entry", "id": "R1", "position": 3}], "order changed"),
        (
            [{"op": "change_brief", "tone": "formal"}, {"op": "change_project", "team_size": 5}],
            "tone and team size changed",
        ),
        ([{"op": "change_project", "name": "Clinic"}], "name changed"),
    ],
)
def test_event_says_what_changed_by_ids_and_names(changes: list[dict[str, object]], said: str) -> None:
    (event,) = told(a_submitted_plan(), *changes)

    assert event.type is EventType.BRIEF_CHANGED
    assert event.summary.endswith(f": brief changed: {said}")
    assert "Patients pay" not in event.summary


def test_nothing_is_told_of_a_draft_or_where_nothing_changed() -> None:
    plan = a_submitted_plan()

    assert told(an_answered_draft(), ADD) == []
    assert told(plan, {"op": "change_project", "name": plan.project.name}) == []


def test_at_most_one_event_a_minute_is_told() -> None:
    before = a_submitted_plan()
    first, _ = announced(before, changed(before, ADD), NOW)
    second = changed(first, {"op": "drop_entry", "id": "R4"})

    soon = announced(first, second, NOW + AT_MOST_EVERY - timedelta(seconds=1))[1]
    later = announced(first, second, NOW + AT_MOST_EVERY)[1]

    assert (soon, len(later)) == ([], 1)
