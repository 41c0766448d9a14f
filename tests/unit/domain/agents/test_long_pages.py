"""Conversations of more than a megabyte: what one read of DynamoDB leaves out, the next page has."""

from __future__ import annotations

from datetime import timedelta

import pytest

from common.ids import new_id
from domain.agents.records import Message
from domain.agents.store import conversation_store
from domain.events.log import commit
from domain.pa.chat import chat_store
from domain.pa.models import AssistantAnswer
from house import ME

COUNT, LENGTH = 116, 10_000
ANSWER = AssistantAnswer(response="a" * 3 * LENGTH, actions=[], intents=[])


@pytest.fixture
def ids(house, project_id) -> list[str]:
    """The ids of a conversation's messages, the oldest first."""
    made = []
    for number in range(COUNT):
        at = house.clock() + timedelta(seconds=number)
        message = Message(
            id=new_id("msg", at),
            account_id=ME.account_id,
            project_id=project_id,
            sender_type="agent",
            sender_agent_type="ceo",
            content="x" * LENGTH,
            created_at=at,
        )
        commit(conversation_store().saying(message))
        made.append(message.id)
    return made


def test_conversation_is_walked_to_its_beginning_and_to_its_end(project_id, ids):
    store = conversation_store()
    page = store.find_newest(ME.account_id, project_id, limit=100)
    back = [one.id for one in page.messages]
    while page.has_more:
        page = store.find_before(ME.account_id, project_id, back[-1], limit=100)
        back += [one.id for one in page.messages]
    forth = ids[:1]
    page = store.find_after(ME.account_id, project_id, ids[0], limit=100)
    forth += [one.id for one in page.messages]
    while page.has_more:
        assert page.thread is None
        page = store.find_after(ME.account_id, project_id, forth[-1], limit=100)
        forth += [one.id for one in page.messages]

    assert back == ids[::-1]
    assert forth == ids
    assert page.thread is not None


def test_messages_of_some_days_are_all_listed(house, project_id, ids):
    project = house.projects.get(ME.account_id, project_id).owned
    day = house.clock().date()

    found = conversation_store().list_between(project, day, day + timedelta(days=1), limit=1_000)

    assert [one.id for one in found] == ids


def test_chat_with_the_assistant_is_walked_to_its_beginning(aws, clock):
    store, now = chat_store(), clock()
    for _ in range(47):
        store.keep_answer(ME.account_id, "m" * LENGTH, ANSWER, now)

    seen, before = [], None
    while True:
        page = store.list_asked(ME.account_id, now, limit=50, before=before)
        seen += [one.sequence for one in page.messages]
        before = seen[-1]
        if not page.has_more:
            break

    assert seen == list(range(47, 0, -1))
