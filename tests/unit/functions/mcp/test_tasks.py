"""Tasks: a question whose answer takes longer. Its id is good for its caller alone, its state is the question's."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from common.clock import from_iso, utc_now
from common.errors import Unavailable
from domain.agents.records import Run
from domain.agents.speaking import reply_to
from domain.agents.store import conversation_store
from domain.leaving.projects import project_leaving
from domain.pa.colleague import Colleague, Question
from domain.pa.service import LATER, AssistantService, assistant_service
from domain.pa.thinker import answer_assistant, answer_later
from domain.projects.tenancy import OwnedProject
from domain.thinking.asking import Asking
from domain.thinking.store import thinking_store
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from doors import key_caller
from house import Ticking
from interface import SCOPES
from mcp_door import assistant_tools, task_methods
from protocol import HANDSHAKE, MODERN, ask, request, send, told
from tables import for_each
from thoughts import ScriptedThoughts

ACCOUNT = "acc_1"
ME = key_caller(*SCOPES, account_id=ACCOUNT)
EXTENSION = "io.modelcontextprotocol/tasks"
TASKS: dict[str, Any] = {"extensions": {EXTENSION: {}}}
WITH_FORMS = TASKS | {"elicitation": {"form": {}}}
YES: dict[str, Any] = {"action": "accept", "content": {"yes": True}}
NO, CLOSED = {"action": "decline"}, {"action": "cancel"}
OF_A_MODEL = {"role": "assistant", "content": {"type": "text", "text": "yes"}, "model": "m"}
VERBS: dict[str, dict[str, Any]] = {"get": {}, "update": {"inputResponses": {}}, "cancel": {}}
INVALID, NO_SUCH_METHOD, MISSING_CAPABILITY, HEADERS = -32602, -32601, -32021, -32020


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr("mcp_door.agent_tools.TASK_AFTER_SECONDS", 0)


@pytest.fixture
def house(house):
    house.turns = replace(house.turns, speak=reply_to)
    return house


def asked(project_id, message="Where do we stand?", *, caller=ME, can=TASKS, **also):
    params = {"name": "ask_ceo_agent", "arguments": {"project_id": project_id, "message": message} | also}
    return ask("tools/call", params, caller=caller, can=can).result


def of_task(verb, task_id, *, caller=ME, can=TASKS, **also):
    return ask(f"tasks/{verb}", {"taskId": task_id} | also, caller=caller, can=can)


def got(task_id, **given):
    return of_task("get", task_id, **given).result


def question_of(task_id):
    project_id, question, _ = task_id.split(".")
    return conversation_store().find_message(OwnedProject(ACCOUNT, project_id), question)


def test_question_is_a_task_until_its_answer_is_there(project_id, house):
    created = asked(project_id)
    waiting = got(created["taskId"])
    house.run_all()
    completed = got(created["taskId"])

    assert (created["resultType"], created["status"], created["ttlMs"]) == ("task", "working", 3_600_000)
    assert not {"result", "requestState", "inputRequests", "task", "ttl"} & created.keys()
    assert (waiting["resultType"], waiting["status"]) == ("complete", "working")
    assert waiting["statusMessage"] == "The CEO takes up your message next."
    assert (completed["status"], completed["result"]["isError"]) == ("completed", False)
    assert completed["result"]["structuredContent"]["answer"].startswith("The project is")
    assert {one["createdAt"] for one in (created, waiting, completed)} == {created["createdAt"]}
    assert from_iso(created["createdAt"]) <= from_iso(completed["lastUpdatedAt"])


def test_answer_that_is_there_at_once_is_no_task(project_id, house, monkeypatch):
    asking = type(task_methods.agent_service()).ask

    def ask_and_run(self, *given):
        accepted = asking(self, *given)
        house.run_all()
        return accepted

    monkeypatch.setattr(type(task_methods.agent_service()), "ask", ask_and_run)

    assistant = {"name": "ask_pa", "arguments": {"message": "What needs me?"}}

    assert asked(project_id)["structuredContent"]["status"] == "answered"
    assert ask("tools/call", assistant, caller=ME, can=TASKS).result["resultType"] == "complete"


@for_each("can", [{}, {"extensions": {}}, {"tasks": {}}, {"extensions": {"io.modelcontextprotocol/ui": {}}}])
def test_client_that_takes_no_tasks_gets_none(project_id, can):
    assert asked(project_id, can=can, wait=0)["structuredContent"]["status"] == "pending"


def test_era_before_has_no_tasks(project_id):
    legacy = {"name": "ask_ceo_agent", "arguments": {"project_id": project_id, "message": "Hi", "wait": 0}}
    created = asked(project_id)

    result = ask("tools/call", legacy, caller=ME, era=HANDSHAKE, can=TASKS).result
    refused = ask("tasks/get", {"taskId": created["taskId"]}, caller=ME, era=HANDSHAKE).error
    begun = {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}

    assert result["structuredContent"]["status"] == "pending"
    assert refused["code"] == NO_SUCH_METHOD
    assert "extensions" not in ask("initialize", begun, caller=ME, era=HANDSHAKE).result["capabilities"]


def test_extension_is_told_and_needed(project_id):
    told_of = ask("server/discover", caller=ME).result["capabilities"]
    task_id = asked(project_id)["taskId"]

    assert (told_of["extensions"], "tasks" in told_of) == ({EXTENSION: {}}, False)
    for verb, also in VERBS.items():
        refused = of_task(verb, task_id, can={}, **also)
        assert (refused.status, refused.error["code"]) == (400, MISSING_CAPABILITY)
        assert refused.error["data"] == {"requiredCapabilities": TASKS}
    for verb in ("result", "list"):
        assert of_task(verb, task_id).error["code"] == NO_SUCH_METHOD


@for_each("name", [None, "prj_1", "another"])
def test_header_names_the_task(project_id, name):
    message, headers = request("tasks/get", {"taskId": asked(project_id)["taskId"]}, era=MODERN, can=TASKS)
    headers = {key: value for key, value in headers.items() if key != "Mcp-Name"} | ({"Mcp-Name": name} if name else {})

    refused = send(message, caller=ME, headers=headers)

    assert (refused.status, refused.error["code"]) == (400, HEADERS)


def _lacking(scope):
    return key_caller(*(one for one in SCOPES if one != scope), account_id=ACCOUNT)


def test_task_is_its_callers_alone(project_id, house):
    task_id = asked(project_id)["taskId"]
    house.run_all()
    others = [
        key_caller(*SCOPES, account_id="acc_2"),
        replace(ME, principal_id="key_2"),
        replace(ME, project_ids=frozenset({"prj_1"})),
    ]

    for verb, also in VERBS.items():
        refusals = [of_task(verb, task_id, caller=one, **also).error for one in others]
        assert {one["code"] for one in refusals} == {INVALID}
        assert {one["message"] for one in refusals} == {
            "NOT_FOUND: There is no such task of yours. A task's result is kept for an hour."
        }
    assert of_task("get", task_id, caller=_lacking("agents:read")).error["message"].startswith("FORBIDDEN: ")


@for_each(
    "spoil",
    [
        *(lambda _, odd=odd: odd for odd in ("", ".", "..", "...", "tsk_1", "prj_1.msg_1.x", "ü", "a" * 5_000)),
        lambda task_id: task_id + "x",
        lambda task_id: task_id[:-1],
        lambda task_id: task_id.replace("prj_0", "prj_1"),
        lambda task_id: task_id.replace("msg_0", "msg_1"),
        lambda task_id: task_id.rpartition(".")[0],
    ],
)
def test_id_that_was_never_given_is_of_no_task(project_id, spoil):
    task_id = spoil(asked(project_id)["taskId"])
    message, headers = request("tasks/get", {"taskId": task_id}, era=MODERN, can=TASKS)
    headers["Mcp-Name"] = encoded(task_id)

    refused = send(message, caller=ME, headers=headers).error

    assert (refused["code"], task_id in refused["message"] and len(task_id) > 3) == (INVALID, False)


def encoded(text):
    plain = text.isascii() and text.strip() == text
    return text if plain else f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def test_result_is_kept_for_an_hour(project_id, house, monkeypatch):
    task_id = asked(project_id)["taskId"]
    house.run_all()
    begun = question_of(task_id).created_at
    outcomes = []
    for passed in (timedelta(minutes=59), timedelta(minutes=60, seconds=1)):
        monkeypatch.setattr(task_methods, "utc_now", lambda passed=passed: begun + passed)
        outcomes.append(of_task("get", task_id).body)

    assert outcomes[0]["result"]["status"] == "completed"
    assert outcomes[1]["error"]["code"] == INVALID
    assert of_task("cancel", task_id).error["code"] == INVALID


def test_task_is_cancelled_as_often_as_one_likes(project_id, house):
    task_id = asked(project_id)["taskId"]

    first, second = (of_task("cancel", task_id).result for _ in range(2))
    cancelled = got(task_id)
    house.run_all()

    for one in (first, second):
        assert {key: value for key, value in one.items() if key != "_meta"} == {"resultType": "complete"}
    assert (cancelled["status"], question_of(task_id), got(task_id)["status"]) == ("cancelled", None, "cancelled")


def test_task_that_is_taken_up_goes_on_when_it_is_cancelled(project_id, house):
    task_id = asked(project_id)["taskId"]
    house.run_all()

    acknowledged = of_task("cancel", task_id).result

    assert (acknowledged["resultType"], got(task_id)["status"]) == ("complete", "completed")


def test_key_that_may_only_read_cancels_nothing(project_id):
    task_id = asked(project_id)["taskId"]

    refused = of_task("cancel", task_id, caller=key_caller("agents:read", account_id=ACCOUNT)).error

    assert (refused["message"][:9], got(task_id)["status"]) == ("FORBIDDEN", "working")


def test_task_says_what_is_being_done(project_id):
    task_id = asked(project_id)["taskId"]
    question, now, store = question_of(task_id), utc_now(), conversation_store()
    run = Run(id="run_1", roles=(), focus="Thinking", started_at=now, lease_until=now + timedelta(minutes=1))
    store.begin_run(OwnedProject(ACCOUNT, project_id), run, question, now=now)
    begun = got(task_id)["statusMessage"]
    store.note_progress(question, "Asking the CTO")

    assert (begun, got(task_id)["statusMessage"]) == ("The CEO is working on it.", "Asking the CTO")


def test_task_of_a_deleted_project_is_not_found(project_id, house):
    task_id = asked(project_id)["taskId"]
    house.run_all()
    project_leaving().delete(ACCOUNT, project_id)

    assert of_task("get", task_id).error["code"] == INVALID


def ceiling_of(project_id):
    return told("get_project", {"project_id": project_id}, ME)["budget"].get("ceiling")


@pytest.fixture
def wishing(project_id, house):
    """A task of two wishes that the CEO has answered, and the ids of its cards."""
    task_id = asked(project_id, "ceiling 90k\ndeadline 2031-05-02", can=WITH_FORMS)["taskId"]
    house.run_all()
    return task_id, [*got(task_id, can=WITH_FORMS)["inputRequests"]]


def test_task_asks_about_its_cards_until_each_is_answered(project_id, wishing):
    task_id, (first, second) = wishing
    asking = got(task_id, can=WITH_FORMS)
    acknowledged = of_task("update", task_id, can=WITH_FORMS, inputResponses={first: YES, "card_1": YES}).result
    of_task("update", task_id, can=WITH_FORMS, inputResponses={second: OF_A_MODEL})
    left = got(task_id, can=WITH_FORMS)
    of_task("update", task_id, can=WITH_FORMS, inputResponses={second: NO, first: YES})
    completed = got(task_id, can=WITH_FORMS)

    assert (asking["status"], "result" in asking, "requestState" in asking) == ("input_required", False, False)
    assert "90,000" in asking["inputRequests"][first]["params"]["message"]
    assert {key for key in acknowledged if key != "_meta"} == {"resultType"}
    assert (left["status"], [*left["inputRequests"]], ceiling_of(project_id)) == ("input_required", [second], 90_000)
    cards = completed["result"]["structuredContent"]["cards"]
    assert [(one["id"], one["became"]) for one in cards] == [(first, "done"), (second, "dismissed")]


def test_form_that_was_closed_is_not_asked_again(project_id, wishing):
    task_id, cards = wishing

    of_task("update", task_id, can=WITH_FORMS, inputResponses=dict.fromkeys(cards, CLOSED))

    assert got(task_id, can=WITH_FORMS)["status"] == "completed"
    assert ceiling_of(project_id) is None


def test_card_that_is_outdated_meanwhile_is_asked_about_no_more(project_id, wishing):
    task_id, (first, second) = wishing
    changed = {"project_id": project_id, "budget_ceiling": {"amount": 70_000, "currency": "EUR"}}
    told("update_project", changed, ME)

    of_task("update", task_id, can=WITH_FORMS, inputResponses={first: YES})
    left = got(task_id, can=WITH_FORMS)

    assert ([*left["inputRequests"]], ceiling_of(project_id)) == ([second], 70_000)


def test_client_without_forms_gets_the_cards_to_confirm(wishing):
    task_id, cards = wishing

    found = got(task_id)["result"]["structuredContent"]

    assert [(one["id"], one["became"]) for one in found["cards"]] == [(one, "open") for one in cards]


def test_nobody_else_answers_what_a_task_asks(project_id, wishing):
    task_id, cards = wishing
    answers = dict.fromkeys(cards, YES)
    others = (key_caller(*SCOPES, account_id="acc_2"), replace(ME, principal_id="key_2"), _lacking("projects:write"))

    for other in others:
        of_task("update", task_id, caller=other, can=WITH_FORMS, inputResponses=answers)

    assert ceiling_of(project_id) is None


@for_each("odd", [None, [], "yes", {"card_1": 1}, {"card_1": {"action": "burn"}}])
def test_answers_that_are_none_are_refused(project_id, odd):
    assert of_task("update", asked(project_id)["taskId"], inputResponses=odd).error["code"] == INVALID


# A question to the assistant: where a model is asked, and the client takes tasks.

QUESTION = "Which of them would you look at first?"
REASON = "*Answered from your records alone: {}.*"


class Zones:
    """Every account's zone."""

    def timezone_of(self, _account_id: str) -> str:
        return "Europe/Berlin"


@dataclass
class Thinker:
    """The thinker of a deployment: answers a call that waits, keeps what is left to it, and answers that by hand."""

    assistant: AssistantService
    asking: Asking
    left: list[Question] = field(default_factory=list)
    is_reached: bool = True

    def invoke(self, payload: str) -> str:
        return answer_assistant(self.asking, Question.model_validate_json(payload), 20).model_dump_json()

    def hand_over(self, payload: str) -> None:
        if not self.is_reached:
            raise Unavailable
        self.left.append(Question.model_validate_json(payload))

    def answer(self) -> None:
        answer_later(self.asking, self.left[-1], 20, self.assistant.cards, self.assistant.chat)


@pytest.fixture
def thinker(project_id, monkeypatch) -> Thinker:
    """One whose model proposes to pause the only project."""
    clock = Ticking()
    model = ScriptedThoughts(clock, lambda _: {"text": "Prepared.", "cards": [{"kind": "pause", "project": ""}]})
    ledger = TokenLedger(usage_store(), 100_000_000, clock)
    thinker = Thinker(assistant_service(), Asking(model, "scripted:one", thinking_store(), ledger, clock))
    colleague = Colleague(thinker.invoke, thinker.hand_over, clock)
    thinker.assistant = replace(thinker.assistant, thinks=True, colleague=colleague, zones=Zones(), now=clock)
    for door in (assistant_tools, task_methods):
        monkeypatch.setattr(door, "assistant_service", lambda: thinker.assistant)
    return thinker


def asked_pa(message=QUESTION, *, caller=ME, can=TASKS):
    return ask("tools/call", {"name": "ask_pa", "arguments": {"message": message}}, caller=caller, can=can).result


def status_of(project_id):
    called = {"name": "get_project", "arguments": {"project_id": project_id}}
    return ask("tools/call", called, caller=ME).result["structuredContent"]["status"]


def test_question_to_the_assistant_is_a_task_until_the_models_answer_is_there(thinker):
    created = asked_pa()
    waiting = got(created["taskId"])
    thinker.answer()
    completed = got(created["taskId"])

    assert (created["resultType"], created["status"], created["ttlMs"]) == ("task", "working", 3_600_000)
    assert (waiting["status"], waiting["statusMessage"]) == ("working", "The assistant is reading your records.")
    assert (completed["status"], completed["createdAt"]) == ("completed", created["createdAt"])
    told = completed["result"]["structuredContent"]
    assert told["response"].startswith("Prepared.")
    assert [(one.keys(), one["became"]) for one in told["cards"]] == [({"id", "summary", "became"}, "open")]
    in_its_call = asked_pa(can={})["structuredContent"]
    assert told.keys() == in_its_call.keys()
    assert told["response"] == in_its_call["response"]


def test_task_of_the_assistant_says_what_is_being_done(thinker):
    created, said = asked_pa(), []

    def looking(_task):
        said.append(got(created["taskId"])["statusMessage"])
        return {"text": "Begin there."}

    thinker.asking.model.script = looking
    thinker.answer()

    assert said == ["Reading the records"]


@for_each(("message", "can"), [(QUESTION, {}), ("remind me tomorrow at 9am: call the baker", TASKS)])
def test_question_is_answered_in_its_call_without_tasks_or_by_the_records(thinker, message, can):
    result = asked_pa(message, can=can)

    assert (result["resultType"], result["isError"], thinker.left) == ("complete", False, [])


def test_records_answer_in_the_call_when_the_thinker_cannot_be_reached(thinker):
    thinker.is_reached = False

    result = asked_pa()

    assert (result["resultType"], result["isError"]) == ("complete", False)
    said = result["structuredContent"]["response"]
    assert said.endswith(REASON.format("we could not reach the model"))


def test_records_answer_when_nothing_came_back_in_time(thinker):
    task_id = asked_pa()["taskId"]
    thinker.asking.now.advance(seconds=LATER.total_seconds())

    late = got(task_id)
    thinker.answer()

    assert late["status"] == "completed"
    said = late["result"]["structuredContent"]["response"]
    assert said.endswith(REASON.format("the model took too long"))
    assert got(task_id)["result"] == late["result"]


def test_task_of_the_assistant_is_cancelled_as_often_as_one_likes(thinker):
    task_id = asked_pa()["taskId"]

    acknowledged = [of_task("cancel", task_id).result["resultType"] for _ in range(2)]
    cancelled = got(task_id)
    thinker.answer()

    assert acknowledged == ["complete", "complete"]
    assert (cancelled["status"], "statusMessage" in cancelled) == ("cancelled", False)
    assert (got(task_id)["status"], thinker.asking.model.asked) == ("cancelled", [])


def test_task_whose_answer_is_there_is_cancelled_no_more(thinker):
    task_id = asked_pa()["taskId"]
    thinker.answer()

    of_task("cancel", task_id)

    assert got(task_id)["status"] == "completed"


@pytest.mark.parametrize(("said", "became", "status"), [(YES, "done", "on_hold"), (NO, "dismissed", "active")])
def test_task_of_the_assistant_asks_about_its_cards(thinker, project_id, said, became, status):
    task_id = asked_pa(can=WITH_FORMS)["taskId"]
    too_early = of_task("update", task_id, can=WITH_FORMS, inputResponses={}).result
    thinker.answer()
    asking = got(task_id, can=WITH_FORMS)
    (card,) = asking["inputRequests"]
    of_task("update", task_id, can=WITH_FORMS, inputResponses={card: said})
    completed = got(task_id, can=WITH_FORMS)

    assert (too_early["resultType"], asking["status"], "result" in asking) == ("complete", "input_required", False)
    assert [one["became"] for one in completed["result"]["structuredContent"]["cards"]] == [became]
    assert status_of(project_id) == status


def test_task_needs_the_scope_of_the_assistant(thinker):
    task_id = asked_pa()["taskId"]
    without = replace(ME, scopes=frozenset(SCOPES) - {"pa:access"})

    for verb, also in VERBS.items():
        refused = of_task(verb, task_id, caller=without, **also).error["message"]
        assert refused == "FORBIDDEN: API key missing required scope: pa:access"
    assert got(task_id, caller=replace(ME, scopes=frozenset({"pa:access"})))["status"] == "working"
