"""Whether something was promised is answered from the brief and its documents, also beside work on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from brain_stories import message, story
from domain.agents.brain.rules import RuleBrain
from domain.projects.states import Role
from domain.work_items.records import Criterion, EffortDays, WorkItem

PLACE = story("unblocked").facts


def item(package: str, title: str) -> WorkItem:
    return WorkItem(
        id=f"wrk_{package}",
        account_id="acc_1",
        project_id=PLACE.project.id,
        project_name=PLACE.project.name,
        package=package,
        origin="plan",
        title=title,
        what="It is built.",
        criteria=(Criterion(id=f"{package}.1", text="It is shown to work"),),
        effort_days=EffortDays(low=3, high=12),
        owner=Role.CTO,
        created_at=PLACE.now - timedelta(days=3),
        updated_at=PLACE.now - timedelta(days=1),
    )


WORK = (item("W1", "Foundation"), item("W4", "R3 Export to DATEV"))
FACTS = replace(PLACE, project=PLACE.project.model_copy(update={"hand_out_work": True}), work=WORK)


def answered(text: str) -> str:
    return RuleBrain().answer(message(text), FACTS).content


@pytest.mark.parametrize(
    "question",
    [
        "Did we promise the DATEV export anywhere?",
        "Did we commit to the DATEV export?",
        "Is the DATEV export part of the scope?",
    ],
)
def test_promise_is_answered_from_the_brief_also_where_an_item_has_its_name(question):
    said = answered(question)

    assert said.startswith("Yes, it is part of the brief, as must-have R3: “Export to DATEV”.")
    assert "Nothing was done" not in said


def test_what_nobody_promised_is_said_to_be_in_no_record():
    said = answered("Did we promise Klarna anywhere?")

    assert "“klarna”" in said
    assert not said.startswith(("No:", "Yes"))


def test_order_to_look_is_no_deed_of_the_team():
    assert answered("Find it.").startswith("Nothing was done")


def test_item_that_is_not_done_is_no_answer_of_no_to_another_question():
    assert answered("Is W4 important?").startswith("**W4 R3 Export to DATEV** is ready to be taken")
    assert answered("Is W4 done?").startswith("No: **W4 R3 Export to DATEV** is ready to be taken")


def test_item_that_nobody_has_is_not_called_free():
    said = answered("Is anybody on the DATEV export?")

    assert said.startswith("No: **W4 R3 Export to DATEV** is ready to be taken, and nobody has taken it.")
    assert "free" not in answered("What could another agent take?")
