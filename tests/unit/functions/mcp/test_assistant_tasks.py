"""A question to the assistant as a task: where a model is asked, and the client takes tasks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from common.clock import utc_now
from common.errors import Unavailable
from domain.pa.colleague import Colleague, Question
from domain.pa.service import LATER, AssistantService, assistant_service
from domain.pa.thinker import answer_assistant, answer_later
from domain.thinking.asking import Asking
from domain.thinking.store import thinking_store
from domain.usage.store import usage_store
from domain.usage.tokens import TokenLedger
from doors import key_caller
from house import Ticking
from interface import SCOPES
from mcp_door import assistant_tools, task_methods
from protocol import ask, text_of
from tables import for_each
from thoughts import ScriptedThoughts

ACCOUNT = "acc_1"
ME = key_caller(*SCOPES, account_id=ACCOUNT)
TASKS: dict[str, Any] = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
WITH_FORMS = TASKS | {"elicitation": {"form": {}}}
VERBS: dict[str, dict[str, Any]] = {"get": {}, "update": {"inputResponses": {}}, "cancel": {}}
YES: dict[str, Any] = {"action": "accept", "content": {"yes": True}}
NO = {"action": "decline"}
QUESTION = "Which of them would you look at first?"
REASON = "*Answered from your records alone: {}.*"
NO_SUCH_TASK = "NOT_FOUND: There is no such task of yours. A task's result is kept for an hour."


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


def asked(message=QUESTION, *, caller=ME, can=TASKS):
    return ask("tools/call", {"name": "ask_pa", "arguments": {"message": message}}, caller=caller, can=can).result


def of_task(verb, task_id, *, caller=ME, can=TASKS, **also):
    return ask(f"tasks/{verb}", {"taskId": task_id} | also, caller=caller, can=can)


def got(task_id, **given):
    return of_task("get", task_id, **given).result


def status_of(project_id):
    called = {"name": "get_project", "arguments": {"project_id": project_id}}
    return ask("tools/call", called, caller=ME).result["structuredContent"]["status"]


def test_question_is_a_task_until_the_models_answer_is_there(thinker):
    created = asked()
    waiting = got(created["taskId"])
    thinker.answer()
    completed = got(created["taskId"])

    assert (created["resultType"], created["status"], created["ttlMs"]) == ("task", "working", 3_600_000)
    assert (waiting["status"], waiting["statusMessage"]) == ("working", "The assistant is reading your records.")
    assert (completed["status"], completed["createdAt"]) == ("completed", created["createdAt"])
    told = completed["result"]["structuredContent"]
    assert told["response"].startswith("Prepared.")
    assert [(one.keys(), one["became"]) for one in told["cards"]] == [({"id", "summary", "became"}, "open")]
    in_its_call = asked(can={})["structuredContent"]
    assert told.keys() == in_its_call.keys()
    assert told["response"] == in_its_call["response"]


def test_task_says_what_is_being_done(thinker):
    created, said = asked(), []

    def looking(_task):
        said.append(got(created["taskId"])["statusMessage"])
        return {"text": "Begin there."}

    thinker.asking.model.script = looking
    thinker.answer()

    assert said == ["Reading the records"]


@for_each(("message", "can"), [(QUESTION, {}), ("remind me tomorrow at 9am: call the baker", TASKS)])
def test_question_is_answered_in_its_call_without_tasks_or_by_the_records(thinker, message, can):
    result = asked(message, can=can)

    assert (result["resultType"], result["isError"], thinker.left) == ("complete", False, [])


def test_records_answer_in_the_call_when_the_thinker_cannot_be_reached(thinker):
    thinker.is_reached = False

    result = asked()

    assert (result["resultType"], result["isError"]) == ("complete", False)
    said = result["structuredContent"]["response"]
    assert said.endswith(REASON.format("we could not reach the model"))


def test_records_answer_when_nothing_came_back_in_time(thinker):
    task_id = asked()["taskId"]
    thinker.asking.now.advance(seconds=LATER.total_seconds())

    late = got(task_id)
    thinker.answer()

    assert late["status"] == "completed"
    said = late["result"]["structuredContent"]["response"]
    assert said.endswith(REASON.format("the model took too long"))
    assert got(task_id)["result"] == late["result"]


def test_task_is_cancelled_as_often_as_one_likes(thinker):
    task_id = asked()["taskId"]

    acknowledged = [of_task("cancel", task_id).result["resultType"] for _ in range(2)]
    cancelled = got(task_id)
    thinker.answer()

    assert acknowledged == ["complete", "complete"]
    assert (cancelled["status"], "statusMessage" in cancelled) == ("cancelled", False)
    assert (got(task_id)["status"], thinker.asking.model.asked) == ("cancelled", [])


def test_task_whose_answer_is_there_is_cancelled_no_more(thinker):
    task_id = asked()["taskId"]
    thinker.answer()

    of_task("cancel", task_id)

    assert got(task_id)["status"] == "completed"


@pytest.mark.parametrize(("said", "became", "status"), [(YES, "done", "on_hold"), (NO, "dismissed", "active")])
def test_task_asks_about_its_cards(thinker, project_id, said, became, status):
    task_id = asked(can=WITH_FORMS)["taskId"]
    too_early = of_task("update", task_id, can=WITH_FORMS, inputResponses={}).result
    thinker.answer()
    asking = got(task_id, can=WITH_FORMS)
    (card,) = asking["inputRequests"]
    of_task("update", task_id, can=WITH_FORMS, inputResponses={card: said})
    completed = got(task_id, can=WITH_FORMS)

    assert (too_early["resultType"], asking["status"], "result" in asking) == ("complete", "input_required", False)
    assert [one["became"] for one in completed["result"]["structuredContent"]["cards"]] == [became]
    assert status_of(project_id) == status


def test_task_is_its_callers_alone(thinker):
    task_id = asked()["taskId"]
    thinker.answer()
    within, question, mark = task_id.split(".")
    others = [
        key_caller(*SCOPES, account_id="acc_2"),
        replace(ME, principal_id="key_2"),
        replace(ME, project_ids=frozenset({"prj_1"})),
    ]
    guessed = [
        f"2.{question}.{mark}",
        f"{within}.ask_01KJPWD6M0W1NAARRWTW8W5C4G.{mark}",
        f"{within}.{question}",
        f"{within}.{question}.{mark}x",
        f"{within}.ask_1.{mark}",
    ]

    for verb, also in VERBS.items():
        refusals = [of_task(verb, task_id, caller=one, **also).error["message"] for one in others]
        refusals += [of_task(verb, one, **also).error["message"] for one in guessed]
        assert set(refusals) == {NO_SUCH_TASK}


def test_task_needs_the_scope_of_the_assistant(thinker):
    task_id = asked()["taskId"]
    without = replace(ME, scopes=frozenset(SCOPES) - {"pa:access"})

    for verb, also in VERBS.items():
        refused = of_task(verb, task_id, caller=without, **also).error["message"]
        assert refused == "FORBIDDEN: API key missing required scope: pa:access"
    assert got(task_id, caller=replace(ME, scopes=frozenset({"pa:access"})))["status"] == "working"


def test_key_that_is_limited_to_projects_gets_no_task(thinker):
    result = asked(caller=replace(ME, project_ids=frozenset({"prj_1"})))

    assert (result["isError"], thinker.left) == (True, [])
    assert text_of(result).startswith("KEY_LIMITED_TO_PROJECTS: ")


def test_result_is_kept_for_an_hour(thinker, monkeypatch):
    task_id = asked()["taskId"]
    thinker.answer()
    begun, outcomes = utc_now(), []
    for passed in (timedelta(minutes=59), timedelta(minutes=60, seconds=1)):
        monkeypatch.setattr(task_methods, "utc_now", lambda passed=passed: begun + passed)
        outcomes.append(of_task("get", task_id).body)

    assert outcomes[0]["result"]["status"] == "completed"
    assert outcomes[1]["error"]["message"] == NO_SUCH_TASK
