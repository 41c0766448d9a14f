"""A question that a model thinks about, on the deployed cloud: the answer, its marks, its cost, a hanging model."""

from __future__ import annotations

import json
import time

import pytest

from atrium import Customer, wait_for
from local.cloud import Cloud
from local.model import LocalModel
from scripted_model import Asked, Fault, Says, ScriptedModel

pytestmark = pytest.mark.nightly

QUESTION = "Is Stripe the right choice for us?"
DEADLINE_SECONDS = 45
PLANNED = 3


def thinking_script(asked: Asked) -> Says:
    """Answers with the state on record, a figure that it invents, and a view."""
    data = json.loads(asked.said[0])
    if "say" in data:
        return Says(answer={"word": "ready"})
    said = [
        {"text": data["facts"]["progress.state"], "facts": ["progress.state"]},
        {"text": "Stripe takes 7 percent.", "facts": []},
        {"text": "My view is that it fits you.", "facts": []},
    ]
    return Says(answer={"sentences": said})


@pytest.fixture(scope="module", autouse=True)
def _script(thinking: Cloud, scripted: ScriptedModel) -> None:
    scripted.script = thinking_script


@pytest.fixture
def project_id(customer: Customer) -> str:
    """A project whose first documents are written: while one is, a question waits for it."""
    project_id = customer.submit_project()
    wait_for(lambda: len(customer.pending_approvals(project_id)) == PLANNED)
    return project_id


def test_question_is_thought_about_and_the_customer_sees_by_whom_and_what_it_cost(
    customer: Customer, project_id: str, model: LocalModel
) -> None:
    reply = customer.reply_to(project_id, customer.ask(project_id, QUESTION))

    assert reply["by"] == "model"
    assert reply["content"].startswith("The project is under way")
    assert reply["content"].count("(not from your records)") == 1
    assert [one["id"] for one in reply["facts"]] == ["progress.state"]
    assert reply["cost"] == {"input_tokens": 100, "output_tokens": 100, "model": model.written}


def test_yes_in_another_language_does_nothing(customer: Customer, project_id: str) -> None:
    before = customer.pending_approvals(project_id)

    for text in ("Gib das wartende Dokument bitte frei", "ja bitte"):
        customer.reply_to(project_id, customer.ask(project_id, text))

    assert customer.pending_approvals(project_id) == before


def test_hanging_model_is_replaced_by_the_rules_within_the_deadline(
    customer: Customer, project_id: str, scripted: ScriptedModel
) -> None:
    scripted.fault = Fault("hang", seconds=120)
    try:
        began = time.monotonic()
        first = customer.ask(project_id, QUESTION)
        second = customer.ask(project_id, "And what would you do?")
        reply = customer.reply_to(project_id, first)
        took = time.monotonic() - began
        later = customer.reply_to(project_id, second)
    finally:
        scripted.fault = Fault()

    assert reply["by"] == "rules"
    assert "the model took too long" in reply["content"]
    assert took < DEADLINE_SECONDS
    assert (later["by"], "the model took too long" in later["content"]) == ("rules", True)
