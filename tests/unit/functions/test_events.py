"""`GET /events` within a project, and what a key reads of it."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

import pytest

from domain.events.filing import filing_service
from domain.events.log import commit, recording
from domain.events.records import EventType, happened
from doors import call, key_caller, session_caller
from unit_fixtures import START

NEWEST = 10**12 - 2


@pytest.fixture
def feed(aws):
    """Six events: three of each of two projects in turn, the last one about work; and one of the account as a whole."""
    kinds = [EventType.PROJECT_CREATED] * 5 + [EventType.WORK_CLAIMED]
    events = [
        happened(kind, "acc_1", START + timedelta(seconds=at), (f"number {at}",), project_id=f"prj_{at % 2}")
        for at, kind in enumerate(kinds)
    ]
    whole = happened(EventType.KEY_CREATED, "acc_1", START + timedelta(seconds=9), ("a key",))
    commit(recording([*events, whole]))
    filing_service().file_all("acc_1")


def read(caller=None, **query):
    answer = call("events", "GET", f"/events?{urlencode(query)}", caller=caller or session_caller())
    return answer.status, answer.data if answer.status == 200 else answer.error


def test_project_and_types_narrow_the_feed_forwards_too(feed):
    status, page = read(project_id="prj_0")

    assert [one["data"]["summary"] for one in page["events"]] == ["number 0", "number 2", "number 4"]
    assert (status, page["next_before"], page["last_sequence"]) == (200, None, 7)
    _, of_work = read(project_id="prj_1", types="work.claimed")
    assert [one["data"]["summary"] for one in of_work["events"]] == ["number 5"]


def test_key_without_the_scope_does_not_read_work(feed):
    _, page = read(key_caller("projects:read"), before=NEWEST, project_id="prj_1")

    assert [one["data"]["summary"] for one in page["events"]] == ["number 3", "number 1"]
