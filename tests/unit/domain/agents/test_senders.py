"""Who wrote a message: taking it back while it waits, and what a worker's message may not do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.caller import Caller
from common.errors import Conflict, Forbidden, NotFound
from domain.agents.records import RunStatus
from domain.agents.service import Cursors, TakenUp
from domain.agents.store import conversation_store
from domain.events.changes import Subject
from domain.keys.scopes import PRESETS, is_worker
from domain.search.store import change_store
from house import ME, NEIGHBOUR

WORKER = Caller(ME.account_id, "api_key", "key_9", frozenset(PRESETS["worker"]), name="Builder bot")


def shown(house, project_id):
    page = house.agents.list_messages(ME, project_id, limit=20, cursors=Cursors())
    return {message.id: message for message in page.messages}


def test_question_that_waits_is_taken_back_and_never_answered(house, project_id):
    question = house.ask(project_id)

    withdrawn = house.agents.withdraw(ME, project_id, question)
    house.run_all()

    assert withdrawn.id == question
    assert shown(house, project_id) == {}
    change = next(one for one in change_store().list_changes(ME.account_id, limit=9) if one.subject_id == question)
    assert change.subject is Subject.MESSAGE


def test_question_is_taken_back_or_answered_never_both(house, project_id):
    question = house.ask(project_id)
    seen = conversation_store().find_message(house.projects.get(ME.account_id, project_id).owned, question)
    house.run_all()

    with pytest.raises(Conflict):
        conversation_store().withdraw_message(seen, house.clock())

    assert [message.reply_to for message in shown(house, project_id).values()] == [question, None]


def test_answered_question_cannot_be_taken_back_nor_the_answer(house, project_id):
    question = house.ask(project_id)
    house.run_all()

    for message in shown(house, project_id):
        with pytest.raises(TakenUp):
            house.agents.withdraw(ME, project_id, message)

    assert shown(house, project_id)[question].run_status is RunStatus.ANSWERED


def test_question_that_is_gone_or_anothers_is_not_found(house, project_id):
    question = house.ask(project_id)
    house.agents.withdraw(ME, project_id, question)
    of_theirs = house.ask(project_id)

    for caller, message in ((ME, question), (NEIGHBOUR, of_theirs)):
        with pytest.raises(NotFound):
            house.agents.withdraw(caller, project_id, message)


def test_worker_takes_back_its_own_questions_only(house, project_id):
    of_owner, of_worker = house.ask(project_id), house.ask(project_id, caller=WORKER)

    with pytest.raises(Forbidden):
        house.agents.withdraw(WORKER, project_id, of_owner)
    house.agents.withdraw(WORKER, project_id, of_worker)

    assert set(shown(house, project_id)) == {of_owner}


def test_message_says_who_wrote_it(house, project_id):
    named = {house.ask(project_id, caller=caller): caller for caller in (WORKER, replace(ME, name="Laptop"))}

    messages = shown(house, project_id)

    assert {messages[one].sender.name: messages[one].sender.worker for one in named} == {
        "Builder bot": True,
        "Laptop": False,
    }


@pytest.mark.parametrize(("preset", "worker"), [("worker", True), ("full_access", False), ("mcp_assistant", False)])
def test_worker_is_who_works_and_does_not_decide(preset, worker):
    assert is_worker(frozenset(PRESETS[preset])) is worker
