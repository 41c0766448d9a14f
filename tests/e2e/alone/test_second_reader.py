"""A message to the assistant that only a model understands, on the deployed cloud: answer, order, hanging model."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

import pytest

from atrium import Customer
from local.cloud import Cloud, start
from local.model import LocalModel
from local.paths import Home
from scripted_model import Asked, Fault, Says, ScriptedModel

NAME = "openai:some-model"
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


@pytest.fixture(scope="module")
def scripted() -> Iterator[ScriptedModel]:
    with closing(ScriptedModel(reading)) as scripted:
        yield scripted


@pytest.fixture(scope="module", autouse=True)
def _thinking(own_cloud: Cloud, home: Home, scripted: ScriptedModel) -> Iterator[None]:
    """The cloud as `make up MODEL=… MODEL_BASE_URL=…` brings it up; afterwards without a model, as it was."""
    ports = {"port": urlsplit(own_cloud.base_url).port or 0, "cloud_port": urlsplit(own_cloud.endpoint_url).port or 0}
    start(home, **ports, model=LocalModel(NAME, scripted.base_url("openai")))
    yield
    start(home, **ports)


def ask(customer: Customer, message: str) -> dict[str, Any]:
    return customer.call("POST", "/pa/ask", {"message": message}).data


def scheduled(customer: Customer) -> list[dict[str, Any]]:
    return customer.call("GET", "/pa/tasks").data["tasks"]


def test_question_in_german_is_answered_from_the_records_and_its_tokens_are_counted(customer: Customer) -> None:
    customer.submit_project()

    answer = ask(customer, QUESTION)

    assert (answer["by"], answer["intents"]) == ("model", ["budget"])
    assert answer["response"].startswith("Ich habe Ihre Nachricht verstanden; die Antwort gibt es nur auf Englisch:")
    models = customer.call("GET", "/dashboard/usage").data["models"]
    assert [(one["model"], one["tokens_read"] + one["tokens_written"]) for one in models] == [(NAME, 200)]


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
