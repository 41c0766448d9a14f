"""A message to the assistant that only a model understands, on the deployed cloud: answer, order, hanging model."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from atrium import Customer
from local.cloud import Cloud
from local.model import LocalModel
from mcp_clients import assistant
from scripted_model import Asked, Fault, Says, ScriptedModel

pytestmark = pytest.mark.nightly

QUESTION = "Wie viel Geld ist noch übrig?"
ORDER = "Schick mir bitte jeden Montag um 9 Uhr einen Statusbericht"
GATEWAY_SECONDS = 29


def reading(asked: Asked) -> Says:
    """Reads an order of every Monday at nine, and else a question about money."""
    data = json.loads(asked.said[0])
    if "say" in data:
        return Says(answer={"word": "ready"})
    if "Montag" in data["message"]:
        order = "send me a status report every Monday at 9:00"
        return Says(answer={"language": "de", "intents": ["schedule"], "projects": [], "order": order})
    return Says(answer={"language": "de", "intents": ["budget"], "projects": [], "order": ""})


@pytest.fixture(scope="module", autouse=True)
def _script(thinking: Cloud, scripted: ScriptedModel) -> None:
    scripted.script = reading


def ask(customer: Customer, message: str) -> dict[str, Any]:
    return customer.call("POST", "/pa/ask", {"message": message}).data


def scheduled(customer: Customer) -> list[dict[str, Any]]:
    return customer.call("GET", "/pa/tasks").data["tasks"]


def test_question_in_german_is_answered_from_the_records_and_its_tokens_are_counted(
    customer: Customer, model: LocalModel
) -> None:
    customer.submit_project()

    answer = ask(customer, QUESTION)

    assert (answer["by"], answer["intents"]) == ("model", ["budget"])
    assert answer["response"].startswith("Ich habe Ihre Nachricht verstanden; die Antwort gibt es nur auf Englisch:")
    models = customer.call("GET", "/dashboard/usage").data["models"]
    assert [(one["model"], one["tokens_read"] + one["tokens_written"]) for one in models] == [(model.written, 200)]


def test_question_in_german_is_answered_through_an_assistant_too(customer: Customer) -> None:
    async def asked() -> dict[str, Any]:
        async with assistant(customer.base_url, customer.key) as connected:
            assert "budgets" in await connected.call("get_status")
            return await connected.call("ask_pa", message=QUESTION)

    assert asyncio.run(asked())["response"].startswith("Ich habe Ihre Nachricht verstanden")


def test_order_in_german_is_armed_once_after_ja(customer: Customer) -> None:
    asked = ask(customer, ORDER)
    assert (asked["by"], scheduled(customer)) == ("model", [])

    done = ask(customer, "Ja, bitte!")
    ask(customer, "ja")

    assert done["response"].startswith("Scheduled every Monday at 09:00")
    assert [task["task"] for task in scheduled(customer)] == ["send me a status report"]


def test_hanging_model_leaves_the_rules_their_answer_before_the_gateway_gives_up(
    customer: Customer, scripted: ScriptedModel
) -> None:
    scripted.fault = Fault("hang", seconds=40)
    try:
        began = time.monotonic()
        answer = ask(customer, QUESTION)
        took = time.monotonic() - began
    finally:
        scripted.fault = Fault()

    assert answer["by"] == "rules"
    assert answer["response"].startswith("Ohne Sprachmodell")
    assert took < GATEWAY_SECONDS
