"""The assistant that only looks: it answers what it answers otherwise, and hands every order back undone."""

from __future__ import annotations

import json

import pytest

from assistants import ACCOUNT
from domain.pa.deeds import OrderGiven
from domain.pa.models import AskAssistant, AssignTask
from domain.pa.records import TaskStatus
from tables import for_each
from vaults import everything_stored


@pytest.fixture
def report(office) -> str:
    """The id of a scheduled task."""
    return office.tasks.assign(ACCOUNT, AssignTask(task="every Monday at 9am report the budget")).task_id


def look(office, message):
    return office.assistant.ask(ACCOUNT, AskAssistant(message=message), acts=False)


@for_each("message", ["What needs me?", "How is the budget?", "Which tasks do I have?", "Who are you?"])
def test_question_is_answered_and_leaves_nothing_behind(office, project_id, report, message):
    before = json.dumps(everything_stored(), sort_keys=True, default=str)

    answer = look(office, message)

    assert json.dumps(everything_stored(), sort_keys=True, default=str) == before
    assert answer.response == office.assistant.ask(ACCOUNT, AskAssistant(message=message)).response


@for_each(
    ("message", "deed", "status"),
    [
        ("pause the Monday report", "update", "paused"),
        ("delete the budget report", "delete", None),
        ("run the budget report", "run", None),
        ("every Friday at 5pm summarise my projects", "assign", None),
        ("Would you send me a summary every Friday at 5pm?", "assign", None),
    ],
)
def test_order_is_handed_back_undone(office, project_id, report, message, deed, status):
    before = json.dumps(everything_stored(), sort_keys=True, default=str)

    with pytest.raises(OrderGiven) as caught:
        look(office, message)

    assert (caught.value.deed, caught.value.status) == (deed, status)
    assert caught.value.task_id == (None if deed == "assign" else report)
    assert bool(caught.value.text) is (deed == "assign")
    assert json.dumps(everything_stored(), sort_keys=True, default=str) == before
    assert office.tasks.get(ACCOUNT, report).status is TaskStatus.ACTIVE


def test_yes_takes_up_no_offer_that_was_made_elsewhere(office, project_id):
    office.assistant.ask(ACCOUNT, AskAssistant(message="Would you send me a summary every Friday at 5pm?"))

    look(office, "yes")

    assert office.tasks.list_scheduled(ACCOUNT) == []
