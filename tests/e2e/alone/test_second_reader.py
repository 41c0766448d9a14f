"""A message to the assistant that only a model understands, on the deployed cloud."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from atrium import Customer
from local.cloud import Cloud
from local.model import LocalModel
from mcp_clients import assistant
from scripted_model import Asked, Says, ScriptedModel

pytestmark = pytest.mark.nightly

QUESTION = "Wie viel Geld ist noch übrig?"


def reading(asked: Asked) -> Says:
    """Reads a question about money."""
    data = json.loads(asked.said[0])
    if "say" in data:
        return Says(answer={"word": "ready"})
    return Says(answer={"language": "de", "intents": ["budget"], "projects": [], "order": ""})


@pytest.fixture(scope="module", autouse=True)
def _script(thinking: Cloud, scripted: ScriptedModel) -> None:
    scripted.script = reading


def ask(customer: Customer, message: str) -> dict[str, Any]:
    return customer.call("POST", "/pa/ask", {"message": message}).data


def test_question_in_german_is_answered_from_the_records_and_its_tokens_are_counted(
    customer: Customer, model: LocalModel
) -> None:
    customer.create_project()  # a draft, for which no model writes documents meanwhile

    answer = ask(customer, QUESTION)

    assert (answer["by"], answer["intents"]) == ("model", ["budget"])
    assert answer["response"].startswith("Ich habe Ihre Nachricht verstanden; die Antwort gibt es nur auf Englisch:")
    models = customer.call("GET", "/dashboard/usage").data["models"]
    assert [(one["model"], one["tokens_read"] + one["tokens_written"]) for one in models] == [(model.written, 200)]


def test_assistant_of_another_company_asks_what_only_a_model_understands(customer: Customer) -> None:
    async def asked() -> dict[str, Any]:
        async with assistant(customer.base_url, customer.key) as connected:
            return await connected.call("ask_pa", message=QUESTION)

    assert asyncio.run(asked())["response"].startswith("Ich habe Ihre Nachricht verstanden")
