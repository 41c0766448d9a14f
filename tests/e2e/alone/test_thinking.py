"""What a model thinks about, on a deployed cloud: answers with marks and cost, cards, an interview, a hanging model."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from atrium import Customer, wait_for
from local.cloud import Cloud
from local.model import LocalModel
from mcp_clients import Created, Tasks, assistant, of_task
from scripted_model import Asked, Fault, Says, ScriptedModel

pytestmark = pytest.mark.nightly

QUESTION = "Is Stripe the right choice for us?"
PLANNED = 3


def thinking_script(asked: Asked) -> Says:
    """Answers with a fact, a figure that it invents and a view; prepares what the message asks for."""
    data = json.loads(asked.said[0])
    if "say" in data:
        return Says(answer={"word": "ready"})
    if "document" in data:
        return Says(answer={"edits": []})
    message = data["message"]
    if message.startswith("We want"):
        return Says(answer={"text": "Who approves the documents?", "wants_deed": True, "cards": INTERVIEW})
    if message.startswith("Hold"):
        pause = {"kind": "pause", "project": message.rpartition("hold ")[2]}
        return Says(answer={"text": "Nothing moves until you resume it.", "wants_deed": True, "cards": [pause]})
    if message.startswith("Pause"):
        return Says(answer={"text": "The owner decides that.", "wants_deed": True, "cards": [{"kind": "pause"}]})
    if not asked.answers and "playbook" in asked.tools:
        return Says(calls=(("playbook", {"topic": "booking"}), ("compute", {"expression": "6 * 7"})))
    number, _, text = data["facts"].splitlines()[1].partition(": ")
    return Says(answer={"text": f"{text} [{number}] Stripe takes 7.35 percent. My view is that it fits you."})


LOOKING_UP = {"Looking up what others learned", "Working it out"}
INTERVIEW = [
    {"kind": "set_brief", "target": "goal", "text": "Regulars order ahead"},
    {"kind": "set_brief", "target": "platforms", "text": "web"},
    {"kind": "add_entry", "target": "must-have", "text": "Order bread for tomorrow"},
]


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
    assert reply["content"].count("(not from your records)") == 1
    assert [one["standing"] for one in reply["sentences"]] == ["on_record", "not_on_record", "advice"]
    assert reply["sentences"][0]["facts"] == [one["id"] for one in reply["facts"]]
    # Tools, an answer with a figure that no record holds, and the same once more after it was told so.
    assert reply["cost"] == {
        "input_tokens": 300,
        "output_tokens": 300,
        "model": model.written,
        "price_microdollars": None,
    }


def test_customer_sees_what_is_done_while_a_question_is_thought_about(
    customer: Customer, project_id: str, scripted: ScriptedModel
) -> None:
    scripted.fault = Fault("drip", seconds=4)
    try:
        asked = customer.ask(project_id, QUESTION)
        wait_for(lambda: progress_of(customer, project_id, asked) in LOOKING_UP)
        customer.reply_to(project_id, asked)
    finally:
        scripted.fault = Fault()

    assert progress_of(customer, project_id, asked) is None


def progress_of(customer: Customer, project_id: str, message_id: str) -> str | None:
    messages = customer.call("GET", f"/agents/{project_id}/messages").data["messages"]
    return next(one["progress"] for one in messages if one["id"] == message_id)


def test_two_projects_are_thought_about_at_once(customer: Customer, project_id: str, scripted: ScriptedModel) -> None:
    other = customer.submit_project()
    wait_for(lambda: len(customer.pending_approvals(other)) == PLANNED)
    scripted.fault = Fault("drip", seconds=6)
    try:
        asked = {project: customer.ask(project, QUESTION) for project in (project_id, other)}
        wait_for(lambda: {progress_of(customer, *one) for one in asked.items()} == {"Reading the records"})
        for project, message in asked.items():
            customer.reply_to(project, message)
    finally:
        scripted.fault = Fault()


def test_card_that_a_model_makes_of_a_workers_request_is_in_the_owners_inbox(
    customer: Customer, project_id: str
) -> None:
    worker = customer.create_key(preset="worker", project_ids=[project_id])["key"]

    wish = {"message": "Pause while the till is repaired, will you?"}
    customer.call("POST", f"/agents/{project_id}/ask", wish, key=worker)

    wait_for(lambda: "confirm_card" in {one["action"] for one in customer.call("GET", "/inbox").data["items"]})
    (card,) = customer.call("GET", f"/agents/{project_id}/cards").data["cards"]
    assert (card["kind"], card["worker"]) == ("pause", "a key")


def test_assistant_prepares_a_card_in_the_project_that_is_named(customer: Customer, project_id: str) -> None:
    name = f"Harbour {project_id}"
    customer.call("PATCH", f"/projects/{project_id}", {"name": name})

    answer = customer.call("POST", "/pa/ask", {"message": f"Hold everything there, please: hold {name}"}).data

    assert (answer["by"], [one["kind"] for one in answer["cards"]]) == ("model", ["pause"])
    assert customer.call("GET", f"/projects/{project_id}").data["status"] == "active"
    request = answer["cards"][0]["request"]
    customer.call(request["method"], request["path"], request["body"])
    assert customer.call("GET", f"/projects/{project_id}").data["status"] == "on_hold"


def test_assistants_answer_that_takes_longer_is_a_task(customer: Customer, project_id: str) -> None:
    name = f"Harbour {project_id}"
    customer.call("PATCH", f"/projects/{project_id}", {"name": name})
    tasks = Tasks()

    async def scenario() -> dict[str, Any]:
        async with assistant(customer.base_url, customer.key, mode="2026-07-28", extensions=[tasks]) as connected:
            return await connected.call("ask_pa", message=f"Hold everything there, please: hold {name}")

    told = asyncio.run(scenario())

    kept = customer.call("GET", "/pa/messages?limit=1").data["messages"][0]["answer"]
    assert [tasks.seen[0].status, tasks.seen[-1].status] == ["working", "completed"]
    assert [one["became"] for one in told["cards"]] == ["open"]
    assert (kept["by"], [one["id"] for one in kept["cards"]]) == ("model", [one["id"] for one in told["cards"]])


def test_assistants_task_is_cancelled(customer: Customer, project_id: str, scripted: ScriptedModel) -> None:
    async def scenario() -> str:
        async with assistant(customer.base_url, customer.key, mode="2026-07-28", extensions=[Tasks()]) as connected:
            session = connected.client.session
            created = await session.call_tool("ask_pa", {"message": QUESTION}, allow_claimed=True)
            assert isinstance(created, Created)
            for _ in range(2):
                await of_task(session, "cancel", created.task_id)
            return (await of_task(session, "get", created.task_id)).status

    scripted.fault = Fault("drip", seconds=4)
    try:
        assert asyncio.run(scenario()) == "cancelled"
    finally:
        scripted.fault = Fault()


def test_description_of_a_new_draft_begins_the_interview(customer: Customer) -> None:
    body = {"name": "Bakery", "description": "We want our regulars to order bread ahead on the web."}
    project_id = customer.call("POST", "/projects", body).data["id"]

    wait_for(lambda: len(customer.call("GET", f"/agents/{project_id}/cards").data["cards"]) == len(INTERVIEW))
    cards = customer.call("GET", f"/agents/{project_id}/cards").data["cards"]
    before = customer.call("GET", f"/projects/{project_id}/brief").data
    for card in reversed(cards):
        customer.call(card["request"]["method"], card["request"]["path"], card["request"]["body"])
    brief = customer.call("GET", f"/projects/{project_id}/brief").data

    assert before["goal"] == body["description"]
    assert brief["goal"] == "Regulars order ahead"
    assert customer.call("GET", f"/agents/{project_id}/cards").data["cards"] == []
