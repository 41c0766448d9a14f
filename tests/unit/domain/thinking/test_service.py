"""Questions that a model thinks about: each is answered once, in order, in time and paid for once, whatever happens."""

from __future__ import annotations

from collections import Counter

import pytest

from atrium import NIGHTLY
from briefs import submitted_project
from domain.agents.records import FellBack, RunStatus
from domain.agents.service import Cursors
from domain.projects.requests import ChangeProjectStatus, StatusAction
from domain.work.queue import think_queue
from house import ME
from thoughts import DEADLINE, READ, WRITTEN, plainly

QUESTION = "Is Stripe the right choice for us?"
FAULTS = {  # what spoils the model's answer, what is noted of it, and what the customer is told
    "": (None, ""),
    "hang": (FellBack.TIMED_OUT, "*Answered from your records alone: the model took too long.*"),
    "refuse": (FellBack.REFUSED, "*Answered from your records alone: the model refused"),
    "oversize": (FellBack.UNUSABLE, "gave no usable answer"),
    "babble": (FellBack.UNUSABLE, "gave no usable answer"),
}


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


def test_questions_are_each_answered_once_in_order_and_in_time_whatever_the_model_does(team):
    """By the rules, which say why, where the model fails."""
    faults = list(FAULTS) * (5 if NIGHTLY else 1)
    projects = [
        submitted_project(team.house.projects, "acc_1", name=f"Project {number}")
        for number in range(8 if NIGHTLY else 3)
    ]
    team.run_all()
    asked: dict[str, list[str]] = {project_id: [] for project_id in projects}
    late = []
    for number, fault in enumerate(faults):
        team.model.fault = fault
        for project_id in projects:
            asked[project_id].append(team.house.ask(project_id, f"Is choice {number} the right one for us?"))
            began = team.house.clock()
            team.run_all()
            late += [project_id] if team.house.clock() - began > DEADLINE else []

    answered = {project_id: replies(team, project_id) for project_id in projects}

    assert {project_id: [one.reply_to for one in found] for project_id, found in answered.items()} == asked
    assert late == []
    for found in answered.values():
        for fault, reply in zip(faults, found, strict=True):
            fell_back, said = FAULTS[fault]
            assert (reply.by, reply.fell_back) == ("rules" if fault else "model", fell_back)
            assert said in reply.content


def test_account_that_runs_out_of_tokens_while_it_is_thought_about_is_told_so(team, project_id):
    work = ask_and_hand_over(team, project_id)
    team.limit_tokens(1)
    team.think(work)

    reply = reply_to(team, work)
    assert (reply.by, reply.fell_back) == ("rules", None)
    assert "this month's tokens are used up" in reply.content
    assert team.model.asked == []


def test_project_that_changed_meanwhile_is_thought_about_once_more(team, project_id):
    def changing(task):
        if len(team.model.asked) == 1:
            team.house.projects.change_status("acc_1", project_id, ChangeProjectStatus(action=StatusAction.PAUSE))
        return plainly(task)

    team.model.script = changing

    reply = team.ask(project_id, QUESTION)

    assert (reply.by, reply.content) == ("model", "The project is paused, in the planning phase.")
    assert len(team.model.asked) == 2


def test_project_that_changes_for_ever_is_answered_by_rules(team, project_id):
    actions = iter([StatusAction.PAUSE, StatusAction.RESUME] * 3)

    def changing(task):
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
    assert reply_to(team, work).content.endswith("*Answered from your records alone: the model took too long.*")


@pytest.mark.nightly
@pytest.mark.parametrize("after", [False, True], ids=["before the write", "after the write"])
def test_worker_killed_at_any_write_answers_once_and_pays_for_each_step_once(team, project_id, deaths_of, after):
    work = ask_and_hand_over(team, project_id)
    # A model's answer that could not be stored is the one thing that must be asked for again; it is paid for once.
    most = 1 if after else 2
    for _ in deaths_of(lambda: team.think(work), after=after, at_least=5):
        team.think(work)
        team.run_all()

        calls = Counter(task.name for task in team.model.asked)
        assert reply_to(team, work).by == "model"
        assert max(calls.values()) <= most
        assert calls.total() <= 2
        assert spent(team).spent == spent(team).promised == READ + WRITTEN
        team.model.asked.clear()


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


def test_message_shows_who_worded_it_and_its_cost_and_nothing_of_how_it_came_about(team, project_id):
    team.ask(project_id, QUESTION)
    team.model.fault = "refuse"
    team.ask(project_id, "And Mollie?")

    newest, _, answered, asked = team.house.agents.list_messages(ME, project_id, limit=4, cursors=Cursors()).messages

    assert (newest.by, newest.cost) == ("rules", None)
    assert answered.by == "model"
    assert answered.cost.model_dump() == {
        "input_tokens": READ,
        "output_tokens": WRITTEN,
        "model": "scripted:one",
        "price_microdollars": None,
    }
    assert (asked.by, asked.cost) == (None, None)
    assert {"fell_back", "thinking_until"}.isdisjoint(answered.model_dump())


def test_error_of_our_own_is_answered_by_rules_too(team, project_id):
    def broken(_task):
        raise ZeroDivisionError

    team.model.script = broken

    assert team.ask(project_id, QUESTION).fell_back is FellBack.UNUSABLE


def test_delivery_that_comes_again_pays_nothing_and_answers_nothing(team, project_id):
    work = ask_and_hand_over(team, project_id)

    for _ in range(3):
        team.think(work)

    assert len(team.model.asked) == 1
    assert len([one for one in replies(team, project_id) if one.reply_to == work.subject_id]) == 1
