"""Reading the conversation: pages, cursors, and what marks it read."""

from __future__ import annotations

import pytest

from common.caller import Caller
from common.errors import InvalidRequest, NotFound
from domain.agents.service import Cursors
from domain.keys.scopes import PRESETS
from house import ME, NEIGHBOUR

READ_ONLY = Caller(ME.account_id, "api_key", "key_2", frozenset(PRESETS["read_only"]))


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


def test_newest_page_marks_the_conversation_read(house, project_id, answered):
    assert unread(house) == [1]

    read(house, project_id)

    assert unread(house) == [0]


def test_reading_after_a_message_up_to_the_end_marks_the_conversation_read(house, project_id, answered):
    page = read(house, project_id, after=answered)

    assert [message.reply_to for message in page.messages] == [answered]
    assert unread(house) == [0]


def test_reading_after_a_message_not_up_to_the_end_marks_nothing(house, project_id, answered):
    house.ask(project_id)
    house.run_all()

    page = read(house, project_id, after=answered, limit=1)

    assert page.has_more
    assert unread(house) == [2]


def test_older_page_marks_nothing(house, project_id, answered):
    (reply, _question) = read(house, project_id, caller=READ_ONLY).messages

    read(house, project_id, before=reply.id)

    assert unread(house) == [1]


@pytest.mark.parametrize("after", [False, True])
def test_key_that_only_reads_marks_nothing(house, project_id, answered, after):
    page = read(house, project_id, caller=READ_ONLY, after=answered if after else None)

    assert page.messages
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


@pytest.mark.parametrize("direction", ["before", "after"])
def test_cursor_of_another_conversation_is_refused(house, project_id, answered, direction):
    with pytest.raises(InvalidRequest) as caught:
        read(house, project_id, **{direction: "msg_01J00000000000000000000000"})

    assert caught.value.problems[0].field == direction


@pytest.mark.parametrize("cursor", ["theirs", "unknown"])
@pytest.mark.parametrize("direction", [None, "before", "after"])
def test_neighbours_conversation_is_not_found_whatever_the_cursor(house, project_id, answered, direction, cursor):
    message = answered if cursor == "theirs" else "msg_01J00000000000000000000000"

    with pytest.raises(NotFound):
        read(house, project_id, caller=NEIGHBOUR, **({direction: message} if direction else {}))
    assert unread(house) == [1]
