"""Reading the conversation: pages, cursors, and what marks it read."""

from __future__ import annotations

import pytest

from common.caller import Caller
from common.errors import Forbidden, InvalidRequest, NotFound
from domain.agents import service
from domain.agents.service import Cursors
from domain.agents.store import conversation_store
from domain.keys.scopes import PRESETS
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
    return [thread.unread for thread in house.agents.list_threads(ME.account_id)]


def answer_to(house, project_id, question):
    house.run_all()
    (reply,) = read(house, project_id, reply_to=question).messages
    return reply.id


@for_each("caller", [PERSON, READ_ONLY, ME], ids=["person", "read_only", "every_scope"])
@pytest.mark.parametrize("after", [False, True])
def test_reading_marks_nothing_as_read(house, project_id, answered, caller, after):
    page = read(house, project_id, caller=caller, after=answered if after else None)

    assert page.messages
    assert unread(house) == [1]


@for_each("cursors", [{}, {"after": True}], ids=["newest", "after"])
def test_page_up_to_the_end_marks_all_as_read_for_whoever_says_so(house, project_id, answered, cursors):
    given = dict.fromkeys(cursors, answered)

    house.agents.list_messages(READ_ONLY, project_id, limit=20, cursors=Cursors(**given), mark_read=True)

    assert unread(house) == [0]


def test_page_that_ends_before_the_newest_marks_nothing(house, project_id, answered):
    house.ask(project_id)
    house.run_all()
    (reply, *_) = read(house, project_id).messages

    for cursors in (Cursors(after=answered), Cursors(before=reply.id)):
        house.agents.list_messages(PERSON, project_id, limit=1, cursors=cursors, mark_read=True)

    assert unread(house) == [2]


def test_messages_up_to_the_one_that_was_seen_are_read(house, project_id, answered):
    first = answer_to(house, project_id, answered)
    answers = [first] + [answer_to(house, project_id, house.ask(project_id, text)) for text in ("And money?", "Dates?")]
    assert unread(house) == [3]

    for message_id, left in [(answers[1], 1), (answers[0], 1), (answers[1], 1), (answers[2], 0), (answered, 0)]:
        told = house.agents.mark_read(READ_ONLY, project_id, message_id)

        assert (told.id, told.unread, unread(house)) == (message_id, left, [left])


def test_nothing_is_marked_where_more_came_since_than_one_page_holds(house, project_id, answered, monkeypatch):
    monkeypatch.setattr(service, "_MOST_LATER", 1)
    house.ask(project_id, "And money?")
    house.run_all()

    assert house.agents.mark_read(PERSON, project_id, answered).unread == 2
    assert unread(house) == [2]


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


@for_each("caller", [PERSON, NEIGHBOUR], ids=["unknown_message", "neighbour"])
def test_message_of_another_conversation_marks_nothing(house, project_id, answered, caller):
    message_id = answered if caller is NEIGHBOUR else "msg_01J00000000000000000000000"

    with pytest.raises(NotFound):
        house.agents.mark_read(caller, project_id, message_id)
    assert unread(house) == [1]


def test_worker_marks_nothing(house, project_id, answered):
    with pytest.raises(Forbidden):
        house.agents.mark_read(WORKER, project_id, answered)
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


def test_conversation_nobody_wrote_in_is_empty(house, project_id):
    page = read(house, project_id)

    assert (page.messages, page.has_more) == ([], False)


@pytest.mark.parametrize("direction", ["before", "after", "reply_to"])
def test_cursor_of_another_conversation_is_refused(house, project_id, answered, direction):
    with pytest.raises(InvalidRequest) as caught:
        read(house, project_id, **{direction: "msg_01J00000000000000000000000"})

    assert caught.value.problems[0].field == direction


@pytest.mark.parametrize("cursor", ["theirs", "unknown"])
@pytest.mark.parametrize("direction", [None, "before", "after", "reply_to"])
def test_neighbours_conversation_is_not_found_whatever_the_cursor(house, project_id, answered, direction, cursor):
    message = answered if cursor == "theirs" else "msg_01J00000000000000000000000"

    with pytest.raises(NotFound):
        read(house, project_id, caller=NEIGHBOUR, **({direction: message} if direction else {}))
    assert unread(house) == [1]


def test_newest_page_says_where_the_unread_messages_begin(house, project_id, answered):
    shown = house.ask(project_id, "And the budget?")
    house.run_all()
    (told,) = read(house, project_id, reply_to=shown).messages
    house.agents.mark_shown(ME.account_id, project_id, told.id)
    house.ask(project_id, "What is left to decide?")
    house.run_all()
    first, _, last = (one.id for one in house.conversation(project_id) if one.sender_type == "agent" and one.reply_to)

    assert read(house, project_id).first_unread == first  # one may read as often as one likes
    assert read(house, project_id, limit=1).first_unread == last  # of the messages on the page
    assert read(house, project_id, after=first).first_unread is None
    house.agents.mark_read(PERSON, project_id, first)
    assert read(house, project_id).first_unread == last
    house.agents.mark_read(PERSON, project_id, last)
    assert read(house, project_id).first_unread is None


def test_replies_to_a_question_are_its_own_and_nobody_elses(house, project_id, answered):
    other = house.ask(project_id, "And the budget?")
    waiting = read(house, project_id, reply_to=other)
    house.run_all()

    (reply,) = read(house, project_id, reply_to=other).messages
    (first,) = read(house, project_id, reply_to=answered).messages

    assert waiting.messages == []
    assert (reply.reply_to, first.reply_to) == (other, answered)
    assert unread(house) == [2]


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
