"""Questions that a model thinks about: each is answered once, in order, in time and paid for once, whatever happens."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from botocore.exceptions import ClientError

import emulated
from atrium import NIGHTLY
from briefs import submitted_project
from common.dynamo import dynamodb
from domain.agents.handover import FOCUS
from domain.agents.records import FellBack, RunStatus
from domain.agents.service import Cursors
from domain.audit.log import NOWHERE
from domain.projects.requests import ApprovalDecision, ChangeProjectStatus, DecideApproval, StatusAction
from domain.work.queue import think_queue
from house import ME
from thoughts import DEADLINE, READ, WRITTEN, plainly, statements

PLAINLY = "To answer your question: the project is under way, in the planning phase."
"""What `plainly` answers."""
QUESTION = "Is Stripe the right choice for us?"
FAULTS = ("", "hang", "refuse", "invent", "wrong language", "tool twice", "oversize", "babble")
BY_MODEL = {"", "tool twice"}


def ask_and_hand_over(team, project_id, text=QUESTION):
    """A question in the thinker's queue, taken off it."""
    team.house.ask(project_id, text)
    team.house.run_all()
    (work,) = team.house.taken(think_queue().url)
    return work


def replies(team, project_id):
    return [message for message in team.conversation(project_id) if message.reply_to]


def reply_to(team, work):
    (reply,) = [message for message in replies(team, work.project_id) if message.reply_to == work.subject_id]
    return reply


def spent(team):
    return team.service.asking.ledger.standing(ME.account_id).counts


def test_answer_is_the_models_with_who_was_consulted_and_what_it_cost(team, project_id):
    reply = team.ask(project_id, QUESTION)

    assert (reply.by, reply.content) == ("model", PLAINLY)
    assert [(entry.role, entry.evidence, entry.opinion) for entry in reply.contributions] == [
        ("CTO", (project_id,), False)
    ]
    assert (reply.cost.input_tokens, reply.cost.output_tokens, reply.cost.model) == (
        3 * READ,
        3 * WRITTEN,
        "scripted:one",
    )
    assert spent(team).spent == 3 * (READ + WRITTEN)


def test_questions_are_each_answered_once_in_order_and_in_time_whatever_the_model_does(team):
    rounds = 25 if NIGHTLY else len(FAULTS)
    projects = [
        submitted_project(team.house.projects, "acc_1", name=f"Project {number}")
        for number in range(8 if NIGHTLY else 3)
    ]
    team.run_all()
    asked: dict[str, list[str]] = {project_id: [] for project_id in projects}
    late = []
    for number in range(rounds):
        team.model.fault = FAULTS[number % len(FAULTS)]
        for project_id in projects:
            asked[project_id].append(team.house.ask(project_id, f"Is choice {number} the right one for us?"))
            began = team.house.clock()
            team.run_all()
            late += [project_id] if team.house.clock() - began > DEADLINE else []

    answered = {project_id: replies(team, project_id) for project_id in projects}

    assert {project_id: [one.reply_to for one in found] for project_id, found in answered.items()} == asked
    assert late == []
    for found in answered.values():
        by = ["model" if FAULTS[number % len(FAULTS)] in BY_MODEL else "rules" for number in range(rounds)]
        assert [one.by for one in found] == by
        assert [one.content for one in found if one.by == "rules" and "*Answered by rules: " not in one.content] == []


@pytest.mark.parametrize(
    ("fault", "fell_back", "reason"),
    [
        ("hang", FellBack.TIMED_OUT, "the model took too long"),
        ("refuse", FellBack.REFUSED, "the model declined to answer"),
        ("invent", FellBack.UNUSABLE, "could not be confirmed"),
        ("wrong language", FellBack.UNUSABLE, "could not be confirmed"),
        ("oversize", FellBack.UNUSABLE, "could not be confirmed"),
        ("babble", FellBack.UNUSABLE, "could not be confirmed"),
    ],
)
def test_rules_answer_and_say_why_when_the_model_fails(team, project_id, fault, fell_back, reason):
    team.model.fault = fault

    reply = team.ask(project_id, QUESTION)

    assert (reply.by, reply.fell_back) == ("rules", fell_back)
    assert reason in reply.content
    assert "12,345" not in reply.content


def test_error_of_our_own_is_answered_by_rules_too(team, project_id):
    def broken(_task):
        raise ZeroDivisionError

    team.model.script = broken

    assert team.ask(project_id, QUESTION).fell_back is FellBack.UNUSABLE


def test_account_that_runs_out_of_tokens_while_it_is_thought_about_is_told_so(team, project_id):
    team.limit_tokens(10_000)  # enough to understand, not enough to compose

    reply = team.ask(project_id, QUESTION)

    assert (reply.by, reply.fell_back) == ("rules", None)
    assert "this month's tokens for the model are used up" in reply.content
    assert [task.name for task in team.model.asked] == ["understand"]


def test_consultation_that_costs_more_than_is_left_is_left_out(team, project_id):
    team.limit_tokens(30_000)

    reply = team.ask(project_id, QUESTION)

    assert (reply.by, reply.contributions) == ("model", ())
    assert [task.name for task in team.model.asked] == ["understand", "compose"]


def test_role_whose_model_fails_is_left_out_and_the_others_are_heard(team, project_id):
    def understood(task):
        if task.name == "understand":
            asked = [{"role": role, "question": "Well?"} for role in ("CTO", "CMO")]
            return {**plainly(task), "consult": asked}
        if task.name == "consult" and task.data["you"].startswith("CTO"):
            return {"claims": "bla"}
        return plainly(task)

    team.model.script = understood

    reply = team.ask(project_id, QUESTION)

    assert reply.by == "model"
    assert [entry.role for entry in reply.contributions] == ["CMO"]


def test_failed_claim_is_asked_for_once_more_and_the_new_one_stands_in_its_place(team, project_id):
    def flawed(task):
        good = plainly(task)
        if task.name == "compose":
            texts = ("It is done.", good["claims"][0]["text"], "It will cost 300 dollars.")
            return {"claims": [{"text": text} for text in texts]}
        if task.name == "compose again":
            assert task.data["kept"] == [good["claims"][0]["text"]]
            assert [entry["text"] for entry in task.data["failed"]] == ["It is done.", "It will cost 300 dollars."]
            texts = ("Thank you for your question.", "It will be 300 dollars.", "What do you expect of it?")
            return {"claims": [{"text": text} for text in texts]}
        return good

    team.model.script = flawed

    reply = team.ask(project_id, QUESTION)

    assert reply.content.split("\n\n") == [
        "Thank you for your question.",
        PLAINLY,
        "What do you expect of it?",
    ]
    assert [task.name for task in team.model.asked] == ["understand", "consult", "compose", "compose again"]


def test_what_was_kept_is_the_answer_when_the_second_try_fails(team, project_id):
    def flawed(task):
        if task.name == "compose":
            return {"claims": [{"text": "It is done."}, *plainly(task)["claims"]]}
        return {"claims": "bla"} if task.name == "compose again" else plainly(task)

    team.model.script = flawed

    assert team.ask(project_id, QUESTION).content == PLAINLY


def test_opinion_of_a_role_that_fails_the_check_is_shown_to_the_author_of_the_answer_alone(team, project_id):
    view = "I'd take it, because 300 shops are happy with it."

    def refused(task):
        if task.name == "consult":
            return {"claims": [{"text": view, "opinion": True}, {"text": "It costs 300 dollars."}]}
        return plainly(task)

    team.model.script = refused

    reply = team.ask(project_id, QUESTION)

    assert team.model.asked[-1].data["team"] == [{"role": "CTO", "claims": [], "views": [view]}]
    assert (reply.by, reply.contributions) == ("model", ())


def test_who_is_consulted_is_seen_while_it_happens(team, project_id):
    seen = []

    def looking(task):
        if task.name == "consult":
            working = [
                (one.role, one.focus)
                for one in team.house.agents.describe_team(ME.account_id, project_id).team
                if one.state == "working"
            ]
            seen.append((working, team.house.agents.describe_status(ME.account_id, project_id).agents_active))
        return plainly(task)

    team.model.script = looking

    team.ask(project_id, QUESTION)

    assert seen == [([("CTO", FOCUS)], True)]


def test_delivery_that_comes_again_pays_nothing_and_answers_nothing(team, project_id):
    work = ask_and_hand_over(team, project_id)

    for _ in range(3):
        team.think(work)

    assert len(team.model.asked) == 3
    assert len([one for one in replies(team, project_id) if one.reply_to == work.subject_id]) == 1


def test_project_that_changed_meanwhile_is_thought_about_once_more(team, project_id):
    def changing(task):
        if task.name == "compose" and len(team.model.asked) == 3:
            team.house.projects.change_status("acc_1", project_id, ChangeProjectStatus(action=StatusAction.PAUSE))
        return plainly(task)

    team.model.script = changing

    reply = team.ask(project_id, QUESTION)

    assert (reply.by, reply.content) == (
        "model",
        "To answer your question: the project is on hold, in the planning phase.",
    )
    assert len(team.model.asked) == 6


def test_project_that_changes_for_ever_is_answered_by_rules(team, project_id):
    actions = iter([StatusAction.PAUSE, StatusAction.RESUME] * 3)

    def changing(task):
        if task.name == "compose":
            team.house.projects.change_status("acc_1", project_id, ChangeProjectStatus(action=next(actions)))
        return plainly(task)

    team.model.script = changing

    assert team.ask(project_id, QUESTION).by == "rules"


def test_thinker_that_comes_too_late_leaves_the_question_to_the_rules(team, project_id):
    work = ask_and_hand_over(team, project_id)
    team.house.clock.advance(seconds=46)

    team.think(work)
    team.run_all()

    assert team.model.asked == []
    assert reply_to(team, work).content.endswith("*Answered by rules: the model took too long.*")


def test_worker_with_little_time_left_answers_by_rules_in_that_time(team, project_id):
    team.model.fault = "hang"
    work = ask_and_hand_over(team, project_id)
    began = team.house.clock()

    team.think(work, seconds=10)

    assert team.house.clock() - began <= timedelta(seconds=10)
    assert reply_to(team, work).by == "rules"


def test_approval_by_a_yes_in_another_language_lets_the_project_go_on(team, project_id):
    for approval in team.house.projects.list_open_approvals("acc_1")[1:]:
        team.house.projects.decide(
            ME, project_id, approval.id, DecideApproval(decision=ApprovalDecision.APPROVE), NOWHERE
        )
    team.run_all()

    def german(task):
        if task.name != "understand":
            return plainly(task)
        if task.data["asked_before"]:
            return {"language": "de", "answers": "yes"}
        return {"language": "de", "command": {"verb": "approve"}}

    team.model.script = german

    asked_back = team.ask(project_id, "Gib das wartende Dokument bitte frei")
    assert asked_back.content.startswith("Soll ich das Dokument")
    done = team.ask(project_id, "ja bitte")

    assert done.content.startswith("Ich habe")
    assert team.house.projects.get("acc_1", project_id).phase == "design"


class Killed(BaseException):
    """The worker's process is gone: nothing catches it."""


def run_killed_at(number, after, team, work, monkeypatch):
    """Think, killed before or `after` the write `number`, then deliver again; whether there was such a write."""
    client = dynamodb()
    writes: Counter[str] = Counter()
    monkeypatched: dict[str, Any] = {}

    def killing(name):
        real = monkeypatched[name]

        def call(**request):
            writes["all"] += 1
            if writes["all"] != number:
                return real(**request)
            if after:
                with suppress(ClientError):
                    real(**request)
            raise Killed

        return call

    killed = False
    with monkeypatch.context() as patch:
        for name in ("transact_write_items", "update_item"):
            monkeypatched[name] = getattr(client, name)
            patch.setattr(client, name, killing(name))
        try:
            team.think(work)
        except Killed:
            killed = True
    team.think(work)
    team.run_all()
    return killed


@pytest.mark.nightly
@pytest.mark.parametrize("after", [False, True], ids=["before the write", "after the write"])
def test_worker_killed_at_any_write_answers_once_and_pays_for_each_step_once(team, project_id, monkeypatch, after):
    work = ask_and_hand_over(team, project_id)
    before, moment = emulated.saved_rows(), team.house.clock()
    found: list[Any] = []
    while run_killed_at(len(found) + 1, after, team, work, monkeypatch):
        calls = Counter(task.name for task in team.model.asked)
        found.append((reply_to(team, work).by, calls, spent(team)))
        team.model.asked.clear()
        emulated.put_back(before)
        team.house.clock.moment = moment

    assert len(found) >= 10
    assert {by for by, _, _ in found} == {"model"}
    # A model's answer that could not be stored is the one thing that must be asked for again; it is paid for once.
    most = 1 if after else 2
    assert [calls for _, calls, _ in found if max(calls.values()) > most or calls.total() > 4] == []
    assert {counts.spent for _, _, counts in found} == {3 * (READ + WRITTEN)}
    assert {counts.promised for _, _, counts in found} == {3 * (READ + WRITTEN)}


def test_questions_behind_a_hanging_model_wait_for_one_deadline_only(team, project_id):
    team.model.fault = "hang"
    questions = [team.house.ask(project_id, f"Is choice {number} right?") for number in range(5)]
    began = team.house.clock()

    team.run_all()

    assert team.house.clock() - began <= DEADLINE
    assert [one.reply_to for one in replies(team, project_id)] == questions
    assert {message.run_status for message in team.conversation(project_id) if message.run_status} == {
        RunStatus.ANSWERED
    }


def test_every_task_shows_only_facts_that_its_author_may_state(team, project_id):
    team.ask(project_id, QUESTION)

    _, consult, compose = team.model.asked

    assert set(statements(consult)) < set(statements(compose))


def test_message_shows_who_worded_it_and_its_cost_and_nothing_of_how_it_came_about(team, project_id):
    team.ask(project_id, QUESTION)
    team.model.fault = "refuse"
    team.ask(project_id, "And Mollie?")

    newest, _, answered, asked = team.house.agents.list_messages(ME, project_id, limit=4, cursors=Cursors()).messages

    assert (newest.by, newest.cost) == ("rules", None)
    assert answered.by == "model"
    assert answered.cost.model_dump() == {
        "input_tokens": 3 * READ,
        "output_tokens": 3 * WRITTEN,
        "model": "scripted:one",
    }
    assert (asked.by, asked.cost) == (None, None)
    assert {"fell_back", "thinking_until"}.isdisjoint(answered.model_dump())
