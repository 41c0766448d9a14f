"""Asking: the answer itself comes back, an order is handed back, and no secret passes through an assistant."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from briefs import submitted_project
from common.errors import TooManyRequests
from common.ids import new_id
from common.transactions import transact
from domain.agents.records import Message
from domain.agents.store import conversation_store
from domain.answers.deeds import CardKind
from domain.pa.models import AssignTask
from domain.pa.tasks import task_service
from domain.projects.service import project_service
from domain.vault.store import vault_store
from doors import key_caller
from interface import SCOPES
from mcp_door import agent_tools
from mcp_door.all_tools import TOOLS
from mcp_door.card_tools import DEEDS
from mcp_door.wording import NEXT
from protocol import ask, call_tool, text_of
from tables import for_each


@pytest.fixture
def caller(account_id):
    return key_caller(*SCOPES, account_id=account_id)


@pytest.fixture
def project_id(caller):
    return submitted_project(project_service(), caller.account_id)


@pytest.fixture
def answering(caller, project_id, monkeypatch):
    """A CEO who answers every question at once with the given text, after a message that answers nothing."""

    def answers(text):
        service = agent_tools.agent_service()
        asking = type(service).ask

        def ask_and_answer(self, asker, project, question):
            accepted = asking(self, asker, project, question)
            for content, reply_to in (("The team starts its work.", None), (text, accepted.message_id)):
                _say(service, asker.account_id, project, content, reply_to)
            return accepted

        monkeypatch.setattr(type(service), "ask", ask_and_answer)

    return answers


def _say(service, account_id, project_id, content, reply_to):
    store, now = conversation_store(), service.now()
    said = {"sender_type": "agent", "sender_agent_type": "ceo", "content": content, "reply_to": reply_to}
    message = Message(id=new_id("msg", now), account_id=account_id, project_id=project_id, created_at=now, **said)
    known = store.find_newest(account_id, project_id, limit=5).messages
    transact(store.saying(message, question=next((one for one in known if one.id == reply_to), None)))


def test_answer_is_the_reply_and_not_what_was_said_meanwhile(caller, project_id, answering):
    answering("We are in planning.")

    asked = call_tool("ask_ceo_agent", {"project_id": project_id, "message": "Where are we?"}, caller=caller)

    told = asked["structuredContent"]
    assert (told["status"], told["answer"]) == ("answered", "We are in planning.")
    assert "next" not in told


def test_question_without_an_answer_yet_is_pending_and_says_what_to_call(caller, project_id):
    arguments = {"project_id": project_id, "message": "Where are we?", "wait": 0}
    told = call_tool("ask_ceo_agent", arguments, caller=caller)["structuredContent"]

    assert told["status"] == "pending"
    assert told["next"].startswith(f"Call list_messages with reply_to={told['message_id']}, wait=20")
    page = call_tool("list_messages", {"project_id": project_id, "reply_to": told["message_id"]}, caller=caller)
    assert page["structuredContent"]["messages"] == []


def test_key_that_may_not_read_gets_the_acknowledgement_alone(caller, project_id, answering):
    answering("We are in planning.")
    writer = key_caller("agents:write", account_id=caller.account_id)

    told = call_tool("ask_ceo_agent", {"project_id": project_id, "message": "Where are we?"}, caller=writer)

    assert told["structuredContent"]["status"] == "sent"
    assert "planning" not in text_of(told)


def test_question_is_pending_when_no_more_polls_may_be_open(caller, project_id, monkeypatch):
    def full(*_arguments, **_options):
        raise TooManyRequests("16 long polls are open already.", retry_after_seconds=3)

    monkeypatch.setattr("domain.agents.service.open_poll", full)

    told = call_tool("ask_ceo_agent", {"project_id": project_id, "message": "Where are we?"}, caller=caller)

    assert told["structuredContent"]["status"] == "pending"


@pytest.fixture
def task_id(caller):
    return task_service().assign(caller.account_id, AssignTask(task="every Monday at 9am report the budget")).task_id


@pytest.mark.parametrize(
    ("message", "status"),
    [("pause the Monday report", "paused"), ("run the budget report", "active"), ("delete the Monday report", None)],
)
def test_order_to_the_assistant_is_a_card_that_is_done_once_it_is_confirmed(
    caller, project_id, task_id, message, status
):
    told = call_tool("ask_pa", {"message": message}, caller=caller)["structuredContent"]
    (card,) = told["cards"]
    before = call_tool("get_pa_task", {"task_id": task_id}, caller=caller)["structuredContent"]
    listed = call_tool("list_cards", {}, caller=caller)["structuredContent"]["cards"]

    done = call_tool("confirm_card", {"card_id": card["id"]}, caller=caller)

    assert (before["status"], [one["id"] for one in listed]) == ("active", [card["id"]])
    assert done["isError"] is False
    after = call_tool("get_pa_task", {"task_id": task_id}, caller=caller)
    assert after.get("structuredContent", {}).get("status") == status


@pytest.fixture
def card(caller, task_id):
    """What confirms or dismisses the card of an order."""
    (made,) = call_tool("ask_pa", {"message": "pause the Monday report"}, caller=caller)["structuredContent"]["cards"]
    return {"card_id": made["id"]}


def test_card_is_confirmed_once_and_only_with_the_scope_of_its_route(caller, card):
    reader = key_caller("projects:write", account_id=caller.account_id)
    other = replace(key_caller(account_id=caller.account_id), principal_id="key_9")

    refused, first, again, by_another = (
        call_tool("confirm_card", card, caller=one) for one in (reader, caller, caller, other)
    )

    assert text_of(refused).startswith("FORBIDDEN")
    assert again == first
    assert text_of(by_another).startswith("CONFLICT: This card is done")


def test_card_of_another_account_is_not_found_and_one_put_aside_is_not_confirmed(caller, task_id, card):
    neighbour = key_caller(*SCOPES, account_id="acc_2")
    for tool in ("confirm_card", "dismiss_card"):
        assert text_of(call_tool(tool, card, caller=neighbour)).startswith("NOT_FOUND")

    call_tool("dismiss_card", card, caller=caller)

    refused = call_tool("confirm_card", card, caller=caller)
    assert text_of(refused).startswith("CONFLICT: This card is dismissed")
    assert call_tool("get_pa_task", {"task_id": task_id}, caller=caller)["structuredContent"]["status"] == "active"


HANDING_OVER = {"name": "Source repository", "type": "token"}


@for_each("can", [{}, {"elicitation": {"form": {}}}])
def test_credential_is_deposited_by_a_link_that_holds_no_secret_and_lets_nobody_in(caller, project_id, can):
    told = handing_over(project_id, caller, can)["structuredContent"]

    assert told["status"] == "open_link"
    path = rf".*/app/#/vault/deposit/{project_id}/token/Source%20repository/\d{{10}}/dep_\w+"
    assert re.fullmatch(path, told["link"])
    assert vault_store().list_for_project(caller.account_id, project_id).credentials == ()


def test_secret_is_taken_only_when_the_customer_wants_that(caller, project_id):
    arguments = HANDING_OVER | {"project_id": project_id, "value": "hush"}

    refused = call_tool("deposit_credential", arguments, caller=caller)
    taken = call_tool("deposit_credential", arguments | {"secret_in_conversation": True}, caller=caller)

    assert text_of(refused).startswith("VALIDATION_ERROR: arguments: Leave out value")
    assert "hush" not in text_of(refused) + text_of(taken)
    assert (taken["structuredContent"]["status"], taken["structuredContent"]["version"]) == ("stored", 1)


PAGES: dict[str, Any] = {"elicitation": {"url": {}}}


def handing_over(project_id, caller, can, **also):
    params = {"name": "deposit_credential", "arguments": HANDING_OVER | {"project_id": project_id}} | also
    return ask("tools/call", params, caller=caller, can=can).result


@for_each(("action", "status"), [("accept", "link_opened"), ("decline", "declined"), ("cancel", "declined")])
def test_client_that_opens_pages_is_asked_to_open_the_link(caller, project_id, action, status):
    asked = handing_over(project_id, caller, PAGES)
    answered = {"inputResponses": {"link": {"action": action}}, "requestState": asked["requestState"]}
    done = handing_over(project_id, caller, PAGES, **answered)

    params = asked["inputRequests"]["link"]["params"]
    assert asked["resultType"] == "input_required"
    assert (params["mode"], "/app/#/vault/deposit/" in params["url"]) == ("url", True)
    assert done["structuredContent"]["status"] == status


def test_next_steps_name_tools_that_there_are():
    named = {word for step in NEXT.values() for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", step)}
    arguments = {"accept_over_ceiling", "content_hash", "idempotency_key", "project_id"}

    assert named - arguments <= TOOLS.keys()


def test_card_of_every_kind_that_is_made_can_be_confirmed():
    made_by_nobody = {CardKind.CLOSE_WORK, CardKind.REVIEW_WORK, CardKind.SNOOZE, CardKind.ESCALATE}

    assert set(DEEDS) == set(CardKind) - made_by_nobody


def test_tasks_are_paused_resumed_run_and_deleted(caller, task_id):
    def call(name, **arguments):
        return call_tool(name, {"task_id": task_id} | arguments, caller=caller)["structuredContent"]

    assert call("update_pa_task", status="paused")["status"] == "paused"
    assert call("update_pa_task", status="active")["status"] == "active"
    assert call("run_pa_task")["id"] == task_id
    assert call("delete_pa_task")["deleted"] is True
    assert text_of(call_tool("get_pa_task", {"task_id": task_id}, caller=caller)).startswith("NOT_FOUND: No such task.")
