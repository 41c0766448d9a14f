"""A question that a model thinks about, on the deployed cloud: who is asked, the answer, its cost, a hanging model."""

from __future__ import annotations

import json
import threading
import time

import pytest

from atrium import Customer, wait_for
from local.cloud import Cloud
from local.model import LocalModel
from scripted_model import Asked, Fault, Says, ScriptedModel

pytestmark = pytest.mark.nightly

QUESTION = "Is Stripe the right choice for us?"
IN_GERMAN = "Gib das wartende Dokument bitte frei"
DEADLINE_SECONDS = 45
PLANNED = 3
SEEN = threading.Event()  # the role that is consulted answers when somebody has seen that it thinks


def thinking_script(asked: Asked) -> Says:
    """Reads any message but two as a question to the CTO, and answers with the first statements that it is shown."""
    data = json.loads(asked.said[0])
    if data.get("asked_before"):
        return Says(answer={"language": "de", "answers": "yes"})
    if data.get("message") == IN_GERMAN:
        return Says(answer={"language": "de", "command": {"verb": "approve"}})
    if "asked_before" in data:
        consult = [{"role": "CTO", "question": "Is Stripe right for them?"}]
        return Says(answer={"language": "en", "question": data["message"], "consult": consult})
    if "say" in data:
        return Says(answer={"word": "ready"})
    if "you" in data:
        SEEN.wait(30)
    statement = next(name for name, line in data["facts"].items() if line.startswith("state"))
    return Says(answer={"claims": [{"text": f"At the moment {{{{{statement}}}}}.", "opinion": False}]})


@pytest.fixture(scope="module", autouse=True)
def _script(thinking: Cloud, scripted: ScriptedModel) -> None:
    scripted.script = thinking_script


@pytest.fixture
def project_id(customer: Customer) -> str:
    """A project whose first documents are written: while one is, a question waits for it."""
    project_id = customer.submit_project()
    wait_for(lambda: len(customer.pending_approvals(project_id)) == PLANNED)
    return project_id


def working(customer: Customer, project_id: str) -> list[str]:
    team = customer.call("GET", f"/agents/{project_id}").data["team"]
    return [one["role"] for one in team if one["focus"] == "Thinking about your question"]


def test_question_is_thought_about_and_the_customer_sees_by_whom_and_what_it_cost(
    customer: Customer, project_id: str, model: LocalModel
) -> None:
    question = customer.ask(project_id, QUESTION)
    consulted: set[str] = set()
    deadline = time.monotonic() + 60
    while not consulted and time.monotonic() < deadline:
        consulted |= set(working(customer, project_id))
        time.sleep(0.2)
    SEEN.set()
    reply = customer.reply_to(project_id, question)

    assert consulted == {"CTO"}
    assert reply["by"] == "model"
    assert reply["content"].startswith("At the moment the ")
    assert [(one["role"], one["opinion"]) for one in reply["contributions"]] == [("CTO", False)]
    assert reply["cost"] == {"input_tokens": 300, "output_tokens": 300, "model": model.written}


def test_document_is_approved_by_a_yes_in_another_language(customer: Customer, project_id: str) -> None:
    waiting, *others = customer.pending_approvals(project_id)
    for approval in others:
        customer.call("POST", f"/projects/{project_id}/approvals/{approval['id']}", {"decision": "approve"})

    asked_back = customer.reply_to(project_id, customer.ask(project_id, IN_GERMAN))
    done = customer.reply_to(project_id, customer.ask(project_id, "ja bitte"))

    assert asked_back["content"].startswith("Soll ich das Dokument")
    assert done["content"].startswith("Ich habe")
    assert waiting["id"] not in {one["id"] for one in customer.pending_approvals(project_id)}


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
