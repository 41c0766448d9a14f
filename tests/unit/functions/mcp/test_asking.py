"""Asking: the answer itself comes back, an order is handed back, and no secret passes through an assistant."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from accounts import client
from briefs import submitted_project
from common.errors import TooManyRequests
from common.ids import new_id
from common.transactions import transact
from domain.agents import answering as answers
from domain.agents.cards import project_cards
from domain.agents.records import Message
from domain.agents.store import conversation_store
from domain.answers.card_store import project_card_store
from domain.answers.cards import Card, CardState
from domain.answers.deeds import CardKind, Deed, Form
from domain.answers.preparing import Preparer
from domain.identity.models import SignUp
from domain.identity.service import identity_service
from domain.pa.models import AssignTask
from domain.pa.tasks import task_service
from domain.projects.service import project_service
from domain.vault.store import vault_store
from domain.work.queue import WorkItem
from doors import key_caller
from interface import SCOPES
from mcp_door import agent_tools
from mcp_door.all_tools import TOOLS
from mcp_door.card_tools import DEEDS
from mcp_door.wording import NEXT, in_tools
from protocol import HANDSHAKE, MODERN, call_tool, request, send, text_of
from tables import for_each

DOMAIN = Path(__file__).parents[4] / "layers"


@pytest.fixture
def caller(aws):
    signing_up = SignUp(email="a@example.org", password="four random words walk", name="A customer")
    account = identity_service().sign_up(signing_up, client())[0].account
    return key_caller(*SCOPES, account_id=account.id)


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


def test_answer_fetched_later_is_read_once_and_no_other(caller, project_id):
    asked = {"project_id": project_id, "message": "Where are we?", "wait": 0}
    question = call_tool("ask_ceo_agent", asked, caller=caller)["structuredContent"]["message_id"]
    _say(agent_tools.agent_service(), caller.account_id, project_id, "The team starts its work.", None)
    _say(agent_tools.agent_service(), caller.account_id, project_id, "We are in planning.", question)

    def unread():
        return conversation_store().find_newest(caller.account_id, project_id, limit=5).thread.unread

    before = unread()
    for _ in range(2):
        call_tool("list_messages", {"project_id": project_id, "reply_to": question}, caller=caller)

    assert unread() == before - 1


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


def test_card_is_confirmed_once_and_only_with_the_scope_of_its_route(caller, task_id):
    (card,) = call_tool("ask_pa", {"message": "pause the Monday report"}, caller=caller)["structuredContent"]["cards"]
    reader = key_caller("projects:write", account_id=caller.account_id)

    refused = call_tool("confirm_card", {"card_id": card["id"]}, caller=reader)
    first = call_tool("confirm_card", {"card_id": card["id"]}, caller=caller)
    again = call_tool("confirm_card", {"card_id": card["id"]}, caller=caller)
    other = replace(key_caller(account_id=caller.account_id), principal_id="key_9")
    by_another = call_tool("confirm_card", {"card_id": card["id"]}, caller=other)

    assert text_of(refused).startswith("FORBIDDEN")
    assert again == first
    assert text_of(by_another).startswith("CONFLICT: This card is done")


def test_card_put_aside_is_not_confirmed_any_more(caller, task_id):
    (card,) = call_tool("ask_pa", {"message": "pause the Monday report"}, caller=caller)["structuredContent"]["cards"]

    call_tool("dismiss_card", {"card_id": card["id"]}, caller=caller)
    refused = call_tool("confirm_card", {"card_id": card["id"]}, caller=caller)

    assert text_of(refused).startswith("CONFLICT: This card is dismissed")
    assert call_tool("get_pa_task", {"task_id": task_id}, caller=caller)["structuredContent"]["status"] == "active"


def test_card_of_another_account_is_not_found(caller, task_id):
    (card,) = call_tool("ask_pa", {"message": "pause the Monday report"}, caller=caller)["structuredContent"]["cards"]
    neighbour = key_caller(*SCOPES, account_id="acc_2")

    for tool in ("confirm_card", "dismiss_card"):
        assert text_of(call_tool(tool, {"card_id": card["id"]}, caller=neighbour)).startswith("NOT_FOUND")


def test_tasks_are_paused_resumed_run_and_deleted(caller, task_id):
    def call(name, **arguments):
        return call_tool(name, {"task_id": task_id} | arguments, caller=caller)["structuredContent"]

    assert call("update_pa_task", status="paused")["status"] == "paused"
    assert call("update_pa_task", status="active")["status"] == "active"
    assert call("run_pa_task")["id"] == task_id
    assert call("delete_pa_task")["deleted"] is True
    assert text_of(call_tool("get_pa_task", {"task_id": task_id}, caller=caller)).startswith("NOT_FOUND: No such task.")


HANDING_OVER = {"name": "Source repository", "type": "token"}


def test_credential_is_deposited_by_a_link_that_holds_no_secret_and_lets_nobody_in(caller, project_id):
    result = call_tool("deposit_credential", HANDING_OVER | {"project_id": project_id}, caller=caller)

    told = result["structuredContent"]
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


CAPABLE: dict[str, Any] = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}}}}


def handing_over(project_id, caller, **also):
    params = {"name": "deposit_credential", "arguments": HANDING_OVER | {"project_id": project_id}} | also
    message, headers = request("tools/call", params, era=MODERN)
    message["params"]["_meta"] |= CAPABLE
    return send(message, caller=caller, headers=headers).result


@for_each(("action", "status"), [("accept", "link_opened"), ("decline", "link_declined"), ("cancel", "link_declined")])
def test_client_that_opens_pages_is_asked_to_open_the_link(caller, project_id, action, status):
    asked = handing_over(project_id, caller)
    done = handing_over(project_id, caller, inputResponses={"link": {"action": action}})

    params = asked["inputRequests"]["link"]["params"]
    assert asked["resultType"] == "input_required"
    assert (params["mode"], "/app/#/vault/deposit/" in params["url"]) == ("url", True)
    assert done["structuredContent"]["status"] == status


def test_other_clients_get_the_link_in_the_result(caller, project_id):
    arguments = HANDING_OVER | {"project_id": project_id}

    assert "link" in call_tool("deposit_credential", arguments, caller=caller, era=HANDSHAKE)["structuredContent"]


ROUTE = re.compile(r"(GET|POST|PUT|PATCH|DELETE) /\w")
BARE = re.compile(r"`(GET|POST|PUT|PATCH|DELETE)`")


def spoken():
    """Every text of the services, but docstrings, that names a route."""
    for file in DOMAIN.rglob("domain/**/*.py"):
        source = file.read_text()
        if not ROUTE.search(source):
            continue
        tree = ast.parse(source)
        docs = {
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            told = node.value if isinstance(node, ast.Constant) and node not in docs else None
            if isinstance(told, str) and ROUTE.search(told):
                yield told


def test_no_text_of_the_services_names_a_route_to_a_model():
    texts = list(spoken())

    assert len(texts) > 5
    assert [text for text in texts if ROUTE.search(in_tools(text))] == []
    assert [text for text in texts if BARE.search(text)] == []  # a method without its path can't be told otherwise


@for_each(
    ("text", "told"),
    [
        ("By `POST /projects/{project_id}/submit`.", "By submit_project."),
        ("or by `PATCH /projects/{id}` with it", "or by update_project with it"),
        ("cancel it (`POST /projects/{id}/status`) and", "cancel it and"),
        ("`POST /projects/prj_1/status`", "the dashboard"),
        ("This Idempotency-Key was used", "This idempotency_key was used"),
    ],
)
def test_route_is_told_as_the_tool_that_does_the_same(text, told):
    assert in_tools(text).startswith(told)


def test_next_steps_name_tools_that_there_are():
    named = {word for step in NEXT.values() for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", step)}
    arguments = {"accept_over_ceiling", "content_hash", "idempotency_key", "project_id"}

    assert named - arguments <= TOOLS.keys()


def test_refusal_says_where_ids_come_from(caller):
    refused = call_tool("get_project", {"project_id": "prj_01J00000000000000000000000"}, caller=caller)

    assert text_of(refused) == "NOT_FOUND: No such project. list_projects gives the ids."


def test_card_of_every_kind_that_is_made_can_be_confirmed():
    made_by_nobody = {CardKind.CLOSE_WORK, CardKind.REVIEW_WORK, CardKind.SNOOZE, CardKind.ESCALATE}

    assert set(DEEDS) == set(CardKind) - made_by_nobody


@pytest.mark.parametrize(
    ("form", "target", "text"),
    [
        (Form.KINDS, "R1", "booking"),
        (Form.BRIEF, "tone", "warm"),
        (Form.WORK, "Take photos", "Ten photos\n- ten of them"),
    ],
)
def test_card_that_only_a_model_proposes_is_done_by_its_tool(caller, form, target, text):
    project_id = submitted_project(project_service(), caller.account_id)
    facts, _ = answers.answering().read(WorkItem(caller.account_id, project_id, project_id))
    prepared = Preparer(facts).prepared(Deed(form, "", target=target, text=text))
    made = Card(
        id=new_id("card", facts.now),
        account_id=caller.account_id,
        project_id=project_id,
        message_id="msg_1",
        created_at=facts.now,
        **{name: getattr(prepared, name) for name in ("kind", "summary", "request", "target")},
    )
    transact([project_card_store().putting(project_id, made)])
    which = {"card_id": made.id, "project_id": project_id}

    done = call_tool("confirm_card", which, caller=caller)

    assert done["isError"] is False, text_of(done)
    assert project_cards().of_messages(caller.account_id, project_id, [made.id])[made.id].state is CardState.DONE
