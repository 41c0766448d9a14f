"""The conversation: its pages and cursors, what marks it read, and taking a question back while it waits."""

from __future__ import annotations

import pytest

from common.caller import Caller
from common.errors import Conflict, Forbidden, InvalidRequest, NotFound
from domain.agents.reading import conversation_reader
from domain.agents.records import RunStatus
from domain.agents.service import Cursors, TakenUp
from domain.agents.store import conversation_store
from domain.events.changes import Subject
from domain.keys.scopes import PRESETS
from domain.search.store import change_store
from house import ME, NEIGHBOUR
from interface import SCOPES
from tables import for_each
from vaults import everything_queued, everything_stored

READ_ONLY = Caller(ME.account_id, "api_key", "key_2", frozenset(PRESETS["read_only"]))
WORKER = Caller(ME.account_id, "api_key", "key_3", frozenset(PRESETS["worker"]))
PERSON = Caller(ME.account_id, "session", "usr_1", frozenset(SCOPES), "0" * 64)


@pytest.fixture
def answered(house, project_id):
    """The id of a question that the CEO has answered; the reply is unread."""
    question = house.ask(project_id)
    house.run_all()
    return question


def read(house, project_id, *, caller=ME, limit=20, **cursors):
    return house.agents.list_messages(caller, project_id, limit=limit, cursors=Cursors(**cursors))


def unread(house):
    return [thread.unread for thread in conversation_reader().list_threads(ME.account_id)]


def answer_to(house, project_id, question):
    house.run_all()
    (reply,) = read(house, project_id, reply_to=question).messages
    return reply.id


@pytest.mark.parametrize("after", [False, True])
def test_page_up_to_the_end_marks_all_as_read_for_whoever_says_so_alone(house, project_id, answered, after):
    cursors = Cursors(after=answered if after else None)
    for caller in (PERSON, READ_ONLY, ME):
        assert house.agents.list_messages(caller, project_id, limit=20, cursors=cursors).messages
        assert unread(house) == [1]

    house.agents.list_messages(READ_ONLY, project_id, limit=20, cursors=cursors, mark_read=True)

    assert unread(house) == [0]


def test_messages_up_to_the_one_that_was_seen_are_read(house, project_id, answered):
    first = answer_to(house, project_id, answered)
    answers = [first] + [answer_to(house, project_id, house.ask(project_id, text)) for text in ("And money?", "Dates?")]
    assert unread(house) == [3]

    for message_id, left in [(answers[1], 1), (answers[0], 1), (answers[1], 1), (answers[2], 0), (answered, 0)]:
        told = house.agents.mark_read(READ_ONLY, project_id, message_id)

        assert (told.id, told.unread, unread(house)) == (message_id, left, [left])


def test_message_that_came_while_another_was_marked_stays_unread(house, project_id, answered, monkeypatch):
    first = answer_to(house, project_id, answered)
    settled = type(house.agents.store).set_unread

    def while_the_ceo_answers(store, project, count, *, was):
        monkeypatch.setattr(type(store), "set_unread", settled)
        answer_to(house, project_id, house.ask(project_id, "And money?"))
        settled(store, project, count, was=was)

    monkeypatch.setattr(type(house.agents.store), "set_unread", while_the_ceo_answers)

    assert house.agents.mark_read(PERSON, project_id, first).unread == 1
    assert unread(house) == [1]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_pages_in_both_directions_hold_every_message_once(house, project_id, limit):
    asked = [house.ask(project_id, str(number)) for number in range(4)]
    everything = [message.id for message in read(house, project_id, limit=100).messages]
    assert everything == asked[::-1]

    backwards, page = [], read(house, project_id, limit=limit)
    while page.messages:
        backwards += [message.id for message in page.messages]
        page = read(house, project_id, limit=limit, before=backwards[-1])
    forwards, more = [asked[0]], True
    while more:
        page = read(house, project_id, limit=limit, after=forwards[-1])
        forwards, more = forwards + [message.id for message in page.messages], page.has_more

    assert (backwards, forwards) == (asked[::-1], asked)


@for_each("direction", ["before", "after", "reply_to"])
def test_cursor_of_another_conversation_is_refused(house, project_id, answered, direction):
    with pytest.raises(InvalidRequest) as caught:
        read(house, project_id, **{direction: "msg_01J00000000000000000000000"})

    assert caught.value.problems[0].field == direction


@for_each("direction", ["before", "after", "reply_to"])
def test_neighbours_conversation_is_not_found_whatever_the_cursor(house, project_id, answered, direction):
    for message in (answered, "msg_01J00000000000000000000000"):
        with pytest.raises(NotFound):
            read(house, project_id, caller=NEIGHBOUR, **{direction: message})


def test_reply_to_a_question_of_an_earlier_edition_is_found_among_the_messages_after_it(house, project_id, answered):
    table = conversation_store().table
    table.update({"pk": f"PROJECT#{project_id}", "sk": f"MSG#{answered}"}, "REMOVE reply_ids", {})

    (reply,) = read(house, project_id, reply_to=answered).messages

    assert reply.reply_to == answered


@for_each("cursors", [{"before": "msg_1", "after": "msg_2"}, {"after": "msg_1", "reply_to": "msg_2"}])
def test_two_cursors_are_refused(house, project_id, cursors):
    with pytest.raises(InvalidRequest, match="only one of"):
        read(house, project_id, **cursors)


def test_password_told_in_the_chat_is_stored_nowhere_and_its_writer_is_sent_to_the_vault(house, project_id):
    house.ask(project_id, "Hi, my password is hunter2trombone. Where do we stand?")
    house.run_all()

    question, reply = house.conversation(project_id)
    assert question.content == "Hi, my password is [removed]. Where do we stand?"
    assert "deposit it in the vault" in reply.content
    assert "hunter2trombone" not in str(everything_stored()) + str(everything_queued())


def test_question_that_waits_is_taken_back_and_never_answered(house, project_id):
    question = house.ask(project_id)

    withdrawn = house.agents.withdraw(ME, project_id, question)
    house.run_all()

    assert withdrawn.id == question
    assert read(house, project_id).messages == []
    change = next(one for one in change_store().list_changes(ME.account_id, limit=9) if one.subject_id == question)
    assert change.subject is Subject.MESSAGE


def test_question_is_taken_back_or_answered_never_both(house, project_id):
    question = house.ask(project_id)
    seen = conversation_store().find_message(house.projects.get(ME.account_id, project_id).owned, question)
    house.run_all()

    with pytest.raises(Conflict):
        conversation_store().withdraw_message(seen, house.clock())
    for message in read(house, project_id).messages:
        with pytest.raises(TakenUp):
            house.agents.withdraw(ME, project_id, message.id)

    reply, asked = read(house, project_id).messages
    assert (reply.reply_to, asked.run_status) == (question, RunStatus.ANSWERED)


def test_worker_marks_nothing_and_takes_back_its_own_questions_only(house, project_id):
    of_owner, of_worker = house.ask(project_id), house.ask(project_id, caller=WORKER)

    for deed in (house.agents.mark_read, house.agents.withdraw):
        with pytest.raises(Forbidden):
            deed(WORKER, project_id, of_owner)
    house.agents.withdraw(WORKER, project_id, of_worker)

    assert [message.id for message in read(house, project_id).messages] == [of_owner]
