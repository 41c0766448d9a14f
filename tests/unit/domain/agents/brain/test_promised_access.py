"""A day for which access is promised is noted where it is plain, and said wherever the request is."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from brain_stories import message, story
from domain.agents.brain.announcements import access_told
from domain.agents.brain.protocol import PromiseAccess
from domain.agents.brain.rules import RuleBrain

BLOCKED = story("blocked").facts  # it is Wednesday, 11 March 2026
SOURCE, HOSTING = (one for one in BLOCKED.credential_requests if one.status == "pending")


def reply_to(text, facts=BLOCKED):
    return RuleBrain().answer(message(text), facts)


def with_promise(day):
    promised = HOSTING.model_copy(update={"promised_for": day})
    return replace(BLOCKED, credential_requests=(SOURCE, promised)), promised


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The hosting login will come tomorrow.", date(2026, 3, 12)),
        ("We'll give you the hosting on Thursday.", date(2026, 3, 12)),
        ("You'll get the hosting access on Monday.", date(2026, 3, 16)),
        ("I'll send the hosting credentials on Monday, 23 March.", date(2026, 3, 23)),
        ("You'll have the hosting password by 2026-04-02.", date(2026, 4, 2)),
        ("You will get the hosting on 30 November.", date(2026, 11, 30)),
        ("On Monday our admin will give you the hosting.", date(2026, 3, 16)),
        ("the hosting access comes on Friday", date(2026, 3, 13)),  # as an answer without a day suggests
    ],
)
def test_plain_promise_is_noted_with_its_day(text, day):
    reply = reply_to(text)

    assert reply.actions == (PromiseAccess(HOSTING.id, day),)
    assert reply.content.startswith(f"Noted: promised for {day:%A}, {day}.")
    assert "**Hosting** stays asked for, and **Test and release plan** waits" in reply.content


@pytest.mark.parametrize(
    "text",
    [
        "The hosting key comes next week.",
        "The hosting key will come on Friday next week.",
        "You'll get the hosting access next Friday.",  # said on a Wednesday: the 13th or the 20th
        "You'll get the hosting access on Wednesday.",  # said on a Wednesday: the 11th or the 18th
        "You'll get the hosting access on Monday or on Tuesday.",
        "You'll get the hosting access on Monday, 17 March.",  # which is a Tuesday
        "You'll probably get the hosting access on Monday.",
        "You won't get the hosting access on Monday.",
        "If legal agrees you get the hosting on Monday.",
        "Will you get the hosting on Monday?",
        "I hope you get the hosting on Monday.",
        "The hosting company will send the invoice on Monday.",
        "The hosting will be moved on Monday.",
        "We will have the hosting meeting on Monday.",
    ],
)
def test_promise_without_one_sure_day_is_not_noted(text):
    reply = reply_to(text)

    assert reply.actions == ()
    assert "Noted" not in reply.content


def test_promise_without_a_day_says_that_none_was_noted_and_what_would_be():
    said = reply_to("The hosting key comes next week.").content

    assert said.startswith("No date was noted: I need one day to come, said for sure, such as “the hosting access")


def test_promise_of_another_access_is_noted_with_that_one():
    reply = reply_to("The source repository key will come on 2026-04-02.")

    assert reply.actions == (PromiseAccess(SOURCE.id, date(2026, 4, 2)),)


def test_promise_of_any_of_several_asks_for_which():
    reply = reply_to("You'll receive the credentials on Monday.")

    assert reply.content.startswith("No date was noted: I need which access you mean")
    assert reply.actions == ()


@pytest.mark.parametrize(
    ("text", "noted"),
    [("You'll get it on Monday.", True), ("The designer will send you the logos on Monday.", False)],
)
def test_after_a_question_of_the_one_open_request_only_it_is_noted_for(text, noted):
    alone = replace(BLOCKED, credential_requests=(HOSTING,))
    before = reply_to("Which access do you need?", alone)
    answer = {"id": "msg_0", "content": before.content, "sender_type": "agent", "about": before.about}

    reply = reply_to(text, replace(alone, recent=(message("").model_copy(update=answer),)))

    assert reply.actions == ((PromiseAccess(HOSTING.id, date(2026, 3, 16)),) if noted else ())


def test_promise_of_what_is_not_asked_for_yet_says_when_it_will_be_and_notes_nothing():
    reply = reply_to("You'll get the domain on Monday.")

    assert reply.content.startswith("It is not asked for yet: **Domain** for the CMO, in the launch phase. Nothing was")
    assert reply.actions == ()


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
        access_told(facts, request).content,
    ]

    assert [said in one for one in told] == [True] * len(told), told
    assert [("past" in one) for one in told] == ["past" in said] * len(told)


def test_promised_day_of_an_answer_is_traced_to_the_message_and_later_to_the_request():
    noted = reply_to("You'll get the hosting access on Monday.")
    told = reply_to("Do you have the hosting access?", with_promise(date(2026, 3, 16))[0])

    def days(reply):
        return [span for entry in reply.evidence for span in entry.spans if span.value == "2026-03-16"]

    assert days(noted)
    assert days(told)
