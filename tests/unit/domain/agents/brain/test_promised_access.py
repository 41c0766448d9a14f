"""A day for which access was promised is said wherever the request is; a message notes none any more."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from brain_stories import message, story
from domain.agents.brain.announcements import access_reminder
from domain.agents.brain.rules import RuleBrain

BLOCKED = story("blocked").facts  # it is Wednesday, 11 March 2026
SOURCE, HOSTING = (one for one in BLOCKED.credential_requests if one.status == "pending")


def reply_to(text, facts=BLOCKED):
    return RuleBrain().answer(message(text), facts)


def with_promise(day):
    promised = HOSTING.model_copy(update={"promised_for": day})
    return replace(BLOCKED, credential_requests=(SOURCE, promised)), promised


@pytest.mark.parametrize(
    "text",
    ["The hosting login will come tomorrow.", "You'll get the hosting access on Monday.", "You'll get it on Monday."],
)
def test_promise_records_nothing_and_claims_nothing(text):
    reply = reply_to(text)

    assert reply.actions == ()
    assert "Noted" not in reply.content
    assert not reply.content.startswith(("Yes", "No:"))


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (date(2026, 3, 16), "promised for Monday, 2026-03-16"),
        (date(2026, 3, 11), "promised for Wednesday, 2026-03-11"),
        (date(2026, 3, 10), "promised for Tuesday, 2026-03-10; that day is past"),
    ],
)
def test_promised_day_is_said_of_the_request_of_what_is_blocked_and_in_the_reminder(day, said):
    facts, request = with_promise(day)

    told = [
        reply_to("Which access do you need?", facts).content,
        reply_to("Do you have the hosting access?", facts).content,
        reply_to("What is blocked?", facts).content,
        access_reminder(facts, request).content,
    ]

    assert [said in one for one in told] == [True] * len(told), told
    assert [("past" in one) for one in told] == ["past" in said] * len(told)


def test_promised_day_of_an_answer_is_traced_to_the_request():
    told = reply_to("Do you have the hosting access?", with_promise(date(2026, 3, 16))[0])

    assert [span for entry in told.evidence for span in entry.spans if span.value == "2026-03-16"]
