"""Asking the client's user: nothing is done without their answer, and an answer counts for the call that asked only."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from briefs import ANSWERS
from domain.agents.service import agent_service
from domain.agents.speaking import reply_to
from domain.agents.store import conversation_store
from domain.identity.zones import zone_service
from domain.projects.service import project_service
from doors import CONTEXT, event, key_caller, load
from interface import SCOPES
from mcp_door.sealing import LASTS_SECONDS
from protocol import HANDSHAKE, MODERN, ask, request, text_of, told
from tables import for_each

ACCOUNT = "acc_1"
ME = key_caller(*SCOPES, account_id=ACCOUNT)
FORMS: dict[str, Any] = {"elicitation": {"form": {}}}
PAGES: dict[str, Any] = {"elicitation": {"url": {}}}
REFUSED = -32602
OTHER = replace(ME, principal_id="key_2")
ELSEWHERE = {"card_id": "card_1"}
YES: dict[str, Any] = {"action": "accept", "content": {"yes": True}}
NO, CLOSED = {"action": "decline"}, {"action": "cancel"}
OF_A_MODEL: dict[str, Any] = {"role": "assistant", "content": {"type": "text", "text": "yes"}, "model": "m"}


@pytest.fixture(autouse=True)
def _in_utc(aws, monkeypatch):
    monkeypatch.setattr(type(zone_service()), "timezone_of", lambda _self, _account_id: "UTC")


@pytest.fixture
def at_once(house, monkeypatch):
    """A CEO who has answered before anybody looks."""
    house.turns = replace(house.turns, speak=reply_to)
    asking = type(agent_service()).ask

    def ask_and_run(self, *given):
        accepted = asking(self, *given)
        house.run_all()
        return accepted

    monkeypatch.setattr(type(agent_service()), "ask", ask_and_run)


class Round:
    """A call by a client whose user fills in forms, and the calls that go on from it."""

    def __init__(self, name, arguments, *, caller=ME, can=FORMS):
        self.params, self.caller, self.can = {"name": name, "arguments": arguments}, caller, can
        self.result = self.sent()

    def sent(self, caller=None, **also):
        return ask("tools/call", self.params | also, caller=caller or self.caller, can=self.can).result

    @property
    def asked(self):
        return {key: one["params"] for key, one in self.result["inputRequests"].items()}

    def answered(self, *answers):
        """The next round, with the answers in the order of what was asked."""
        given = dict(zip(self.asked, answers, strict=False))
        self.result = self.sent(inputResponses=given, requestState=self.result["requestState"])
        return self

    @property
    def yes(self):
        return dict.fromkeys(self.asked, YES)

    @property
    def done(self):
        assert self.result["resultType"] == "complete", self.result
        assert self.result["isError"] is False, text_of(self.result)
        return self.result["structuredContent"]


@pytest.fixture
def ceiling(project_id):
    """Reads the project's ceiling, in whole units."""
    return lambda: told("get_project", {"project_id": project_id}, ME)["budget"].get("ceiling")


@pytest.fixture
def wish(project_id, at_once):
    """A wish for a ceiling, as arguments of `ask_ceo_agent`."""
    return {"project_id": project_id, "message": "ceiling 90k"}


@pytest.fixture
def card(project_id, wish):
    """What names the card of the wish."""
    (made,) = told("ask_ceo_agent", wish, ME)["cards"]
    return {"project_id": project_id, "card_id": made["id"]}


def questions(project_id):
    page = conversation_store().find_newest(ACCOUNT, project_id, limit=50)
    return [one.content for one in page.messages if one.sender_type == "customer"]


@for_each(
    ("answer", "status", "now"),
    [(NO, "declined", None), (CLOSED, "declined", None), (OF_A_MODEL, "declined", None)]
    + [({"action": "accept", "content": {"yes": odd}}, "declined", None) for odd in (False, "true", 1, None)]
    + [({"action": "accept"}, "declined", None), (YES, None, 90_000)],
)
def test_card_is_done_only_when_the_person_says_yes(card, ceiling, answer, status, now):
    begun = Round("confirm_card", card)
    asked, before = begun.asked[card["card_id"]], ceiling()
    result = begun.answered(answer).done

    assert (asked["mode"], asked["requestedSchema"]["required"], before) == ("form", ["yes"], None)
    assert asked["message"].startswith("Bakery: Set the budget ceiling to EUR 90,000.")
    assert (result.get("status"), ceiling()) == (status, now)


@for_each("can", [{}, PAGES, {"sampling": {}}])
def test_client_without_forms_gets_what_it_got_before(wish, card, ceiling, can):
    answered = Round("ask_ceo_agent", wish, can=can).done
    Round("confirm_card", card, can=can)

    assert (answered["status"], "became" in answered["cards"][0], ceiling()) == ("answered", False, 90_000)


def test_client_has_forms_if_it_names_no_kind_of_elicitation_but_none_in_the_era_before(card, ceiling):
    confirming = {"name": "confirm_card", "arguments": card}

    assert Round("confirm_card", card, can={"elicitation": {}}).asked
    assert ask("tools/call", confirming, caller=ME, era=HANDSHAKE, can=FORMS).result["isError"] is False
    assert ceiling() == 90_000


def test_answers_cards_are_put_to_the_person_and_the_question_is_not_asked_again(project_id, wish, ceiling):
    begun = Round("ask_ceo_agent", wish)
    (key,) = begun.asked
    before = ceiling()

    (card,) = begun.answered(YES).done["cards"]

    assert (before, ceiling(), questions(project_id)) == (None, 90_000, ["ceiling 90k"])
    assert (card["id"], card["became"], begun.done["status"]) == (key, "done", "answered")


@for_each(("answer", "became"), [(NO, "dismissed"), (CLOSED, "open"), (OF_A_MODEL, "open")])
def test_card_that_the_person_does_not_want_is_put_aside_and_one_left_stays(wish, ceiling, answer, became):
    begun = Round("ask_ceo_agent", wish)
    (card,) = begun.answered(answer).done["cards"]

    listed = told("list_cards", {"project_id": wish["project_id"]}, ME)["cards"]

    assert (card["became"], ceiling(), bool(listed)) == (became, None, became == "open")


def test_nothing_is_done_until_every_card_has_an_answer(project_id, at_once, ceiling):
    begun = Round("ask_ceo_agent", {"project_id": project_id, "message": "ceiling 90k\ndeadline 2031-05-02"})
    first, second = begun.asked

    begun.answered(YES)
    left, meanwhile = [*begun.asked], ceiling()
    cards = begun.answered(NO).done["cards"]

    assert (left, meanwhile, ceiling()) == ([second], None, 90_000)
    assert {one["id"]: one["became"] for one in cards} == {first: "done", second: "dismissed"}


def test_card_that_is_outdated_meanwhile_is_not_done(wish, ceiling):
    begun = Round("ask_ceo_agent", wish)
    project = {"project_id": wish["project_id"]}
    told("update_project", project | {"budget_ceiling": {"amount": 70_000, "currency": "EUR"}}, ME)

    (card,) = begun.answered(YES).done["cards"]

    assert (card["became"][:26], ceiling()) == ("CONFLICT: This card is out", 70_000)


def test_round_that_is_repeated_does_a_card_once(wish, ceiling):
    begun = Round("ask_ceo_agent", wish)
    (key,), state = begun.asked, begun.result["requestState"]

    twice = [begun.sent(inputResponses={key: YES}, requestState=state)["structuredContent"] for _ in range(2)]

    assert [one["cards"][0]["became"] for one in twice] == ["done", "done"]
    assert ceiling() == 90_000


def test_assistants_card_needs_the_scope_of_its_deed(project_id, at_once):
    told("assign_pa_task", {"task": "every Monday at 9am report the budget"}, ME)
    asking = {"message": f"pause the Monday report\nceiling 90k in {project_service().get(ACCOUNT, project_id).name}"}

    both = Round("ask_pa", asking)
    own = Round("ask_pa", asking, caller=key_caller("pa:access", account_id=ACCOUNT))

    assert (len(both.asked), [one["message"][:5] for one in own.asked.values()]) == (2, ["Pause"])
    assert {one["became"] for one in both.answered(YES, YES).done["cards"]} == {"done"}


def test_connection_that_only_reads_is_asked_nothing(project_id, at_once):
    told("assign_pa_task", {"task": "every Monday at 9am report the budget"}, ME)
    message, headers = request(
        "tools/call", {"name": "ask_pa", "arguments": {"message": "pause the Monday report"}}, era=MODERN, can=FORMS
    )
    asked = event("POST", "/mcp", caller=ME, body=message, headers=headers | {"Accept": "application/json"})
    asked["queryStringParameters"] = {"readonly": "1"}

    result = json.loads(load("mcp").lambda_handler(asked, CONTEXT)["body"])["result"]

    assert (result["resultType"], len(result["structuredContent"]["cards"])) == ("complete", 1)


def _an_hour_later(monkeypatch):
    later = time.time() + LASTS_SECONDS + 1
    monkeypatch.setattr("mcp.server.request_state.time", SimpleNamespace(time=lambda: later))


@for_each(
    "spoil",
    [
        lambda begun, state, _: begun.sent(inputResponses=begun.yes, requestState=state + "x"),
        lambda begun, state, _: begun.sent(
            inputResponses=begun.yes, requestState=state[:40] + ("B" if state[40] == "A" else "A") + state[41:]
        ),
        lambda begun, _state, _: begun.sent(inputResponses=begun.yes, requestState='{"asked": [], "answers": {}}'),
        lambda begun, state, _: begun.sent(inputResponses=begun.yes, requestState=state, caller=OTHER),
        lambda begun, state, _: begun.sent(inputResponses=begun.yes, requestState=state, name="dismiss_card"),
        lambda begun, state, _: begun.sent(inputResponses=begun.yes, requestState=state, arguments=ELSEWHERE),
        lambda begun, state, later: (later(), begun.sent(inputResponses=begun.yes, requestState=state))[1],
    ],
    ids=["longer", "changed", "made up", "another caller's", "another tool's", "other arguments'", "too old"],
)
def test_state_that_is_not_of_this_call_is_refused_and_nothing_is_done(card, ceiling, monkeypatch, spoil):
    begun = Round("confirm_card", card)

    with pytest.raises(AssertionError) as refused:
        spoil(begun, begun.result["requestState"], lambda: _an_hour_later(monkeypatch))

    assert "VALIDATION_ERROR: This requestState is not of this call" in str(refused.value)
    assert (f"{REFUSED}" in str(refused.value), ceiling()) == (True, None)


def test_answer_to_what_was_never_asked_counts_for_nothing(card, ceiling):
    begun = Round("confirm_card", card)
    asked_again = begun.sent(inputResponses=begun.yes)
    of_others = begun.sent(inputResponses={"card_1": YES}, requestState=begun.result["requestState"])

    assert (asked_again["resultType"], of_others["resultType"], ceiling()) == ("input_required",) * 2 + (None,)


def test_person_decides_otherwise_than_the_assistant_proposes(project_id):
    of = {"project_id": project_id}
    approval = told("list_approvals", of, ME)["approvals"][0]
    begun = Round("decide_approval", of | {"approval_id": approval["id"], "decision": "approve", "comment": "Fine"})
    (asked,) = begun.asked.values()
    before = told("list_approvals", of, ME)["approvals"]
    decided = begun.answered(
        {"action": "accept", "content": {"decision": "request_changes", "comment": "Name the bakers"}}
    ).done

    properties = asked["requestedSchema"]["properties"]
    assert (properties["decision"]["default"], properties["comment"]["default"]) == ("approve", "Fine")
    assert approval["title"] in asked["message"]
    assert {one["status"] for one in before} == {"pending"}
    assert decided["status"] == "changes_requested"


@for_each(
    ("answer", "told_back"),
    [
        ({"action": "accept", "content": {"decision": "request_changes"}}, "VALIDATION_ERROR: "),
        ({"action": "accept", "content": {"decision": "burn it"}}, "VALIDATION_ERROR: decision"),
        ({"action": "accept"}, "VALIDATION_ERROR: decision"),
        (NO, '{"status":"declined"'),
    ],
)
def test_decision_that_is_none_decides_nothing(project_id, deciding, answer, told_back):
    result = Round("decide_approval", deciding).answered(answer).result

    assert text_of(result).startswith(told_back)
    approvals = told("list_approvals", {"project_id": project_id}, ME)["approvals"]
    assert {one["status"] for one in approvals} == {"pending"}


@pytest.fixture
def deciding(project_id):
    """The arguments that approve what waits first."""
    (approval, *_) = told("list_approvals", {"project_id": project_id}, ME)["approvals"]
    return {"project_id": project_id, "approval_id": approval["id"], "decision": "approve"}


def test_decision_that_is_made_already_is_not_asked_for(deciding):
    told("decide_approval", deciding, ME)

    assert text_of(Round("decide_approval", deciding).result).startswith("ALREADY_DECIDED: ")
    assert text_of(Round("decide_approval", deciding | {"approval_id": "apr_1"}).result).startswith("NOT_FOUND: ")


def test_neighbour_is_asked_nothing(project_id, card):
    neighbour = key_caller(*SCOPES, account_id="acc_2")
    deciding = {"project_id": project_id, "approval_id": "apr_1", "decision": "approve"}

    for name, arguments in (
        *(("confirm_card", card), ("decide_approval", deciding)),
        ("submit_project", {"project_id": project_id}),
    ):
        assert text_of(Round(name, arguments, caller=neighbour).result).startswith("NOT_FOUND: ")


def test_project_is_submitted_by_the_answers_and_the_yes_of_the_person():
    draft = {"project_id": told("create_project", {"name": "Bakery"}, ME)["id"]}
    given = {key: value for key, value in ANSWERS.items() if key not in {"audience", "platforms", "approver"}}
    told("answer_project_intake", draft | {"answers": given}, ME)

    begun = Round("submit_project", draft)
    form = begun.asked["answers"]["requestedSchema"]["properties"]
    filled = {"audience": "Bakers\n\n Guests ", "platforms": ["web"], "approver": "Ada, owner"}
    begun.answered({"action": "accept", "content": filled})
    ((key, estimate),) = begun.asked.items()
    status = told("get_project", draft, ME)["status"]
    answers = {one["id"]: one.get("answer") for one in told("get_project_intake", draft, ME)["questions"]}

    assert [form[name]["type"] for name in filled] == ["string", "array", "string"]
    assert (answers["audience"], answers["platforms"]) == (["Bakers", "Guests"], ["web"])
    assert (key.startswith("estimate_"), "EUR" in estimate["message"], status) == (True, True, "draft")
    assert begun.answered(YES).done["status"] == "active"


def test_estimate_that_is_another_meanwhile_is_asked_for_anew():
    draft = {"project_id": told("create_project", {"name": "Bakery"}, ME)["id"]}
    told("answer_project_intake", draft | {"answers": ANSWERS}, ME)
    begun = Round("submit_project", draft)
    first = [*begun.asked]
    told("add_brief_entry", draft | {"type": "must_have", "text": "Customers book a table"}, ME)

    begun.answered(YES)

    assert (begun.result["resultType"], [*begun.asked] != first) == ("input_required", True)
    assert told("get_project", draft, ME)["status"] == "draft"


def test_person_says_when_where_the_words_are_unclear():
    arguments = {"task": "report the budget", "when": "every Tuesday or so at 9am"}

    begun = Round("assign_pa_task", arguments | {"idempotency_key": "once"})
    again = Round("assign_pa_task", arguments, can={}).result
    asked = begun.asked["when"]
    made = begun.answered({"action": "accept", "content": {"when": "every Tuesday at 9am"}}).done
    repeated = Round("assign_pa_task", arguments | {"idempotency_key": "once"}).done
    unclear = Round("update_pa_task", {"task_id": made["task_id"], "when": "now and then"})
    refused = unclear.answered({"action": "accept", "content": {"when": "whenever"}}).result

    assert "“or so at 9am” is unclear" in asked["message"]
    assert text_of(again).startswith("SCHEDULE_UNCLEAR: ")
    assert (made["scheduled"], repeated["task_id"]) == (True, made["task_id"])
    assert text_of(refused).startswith("SCHEDULE_UNCLEAR: ")
    assert told("get_pa_task", {"task_id": made["task_id"]}, ME)["schedule"]["text"].startswith("every Tuesday")
