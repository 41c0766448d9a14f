"""A message, or one of its lines, that as a whole has a form."""

from __future__ import annotations

import pytest

from domain.answers.deeds import Form, read_deeds
from effort import grows_like_its_text
from tables import for_each

DEEDS = [
    ("Please APPROVE Product brief.", Form.APPROVE, "Product brief", ""),
    ("- approve the scope", Form.APPROVE, "the scope", ""),
    ("request changes on the scope: R1.2 is wrong", Form.REQUEST_CHANGES, "the scope", "R1.2 is wrong"),
    ("add must-have: Gift cards", Form.ADD, "must-have", "Gift cards"),
    ("add a rule: no cookies", Form.ADD, "rule", "no cookies"),
    ("strike K1.2", Form.DROP, "K1.2", ""),
    ("R2: Guests pay online", Form.REWORD, "R2", "Guests pay online"),
    ("D1 = by mail", Form.CHOICE, "D1", "by mail"),
    ("set the budget to EUR 20,000", Form.CEILING, "", "EUR 20,000"),
    ("Set a budget ceiling of 35,000 euros", Form.CEILING, "", "35,000 euros"),
    ("move the deadline to 2027-03-01", Form.DEADLINE, "", "2027-03-01"),
    ("cancel the project", Form.STATUS, "the project", ""),
    ("skip the weekly report", Form.TASK, "the weekly report", ""),
    ("change the weekly report to Fridays at 9", Form.RETIME, "weekly report", "Fridays at 9"),
    ("remind me tomorrow at 9 to call Ann", Form.REMIND, "", ""),
]


@for_each(("message", "form", "target", "text"), DEEDS)
def test_line_with_a_form_is_a_deed(message, form, target, text):
    asked = read_deeds(message)

    (deed,) = asked.deeds
    assert (deed.form, deed.target, deed.text) == (form, target, text)
    assert (asked.unread, asked.rest) == ((), "")


@pytest.mark.parametrize(
    ("message", "form"),
    [
        ("Drop the app", Form.DROP),
        ("add dark mode", Form.ADD),
        ("request changes on the scope", Form.REQUEST_CHANGES),
        ("remind me", Form.REMIND),
        ("change the colours", Form.RETIME),
    ],
)
def test_line_that_only_begins_like_a_form_is_shown_the_form(message, form):
    (unread,) = read_deeds(message).unread

    assert (unread.line, unread.form) == (message, form)


@pytest.mark.parametrize(
    "message",
    [
        "Should I approve the roadmap?",
        "Don't approve the roadmap",
        "She said “approve the roadmap”",
        "AI is not a must have, drop that one",
        "If the price is fine, approve the roadmap",
        "What is blocked?",
        "",
        "…",
    ],
)
def test_anything_else_is_left_to_be_read_as_a_question_or_a_note(message):
    asked = read_deeds(message)

    assert (asked.deeds, asked.unread) == ((), ())
    assert asked.rest == message


def test_each_line_is_read_by_itself():
    asked = read_deeds("approve the roadmap\n\n1. drop R3\nWhat does R2 cost?\nadd dark mode")

    assert [one.form for one in asked.deeds] == [Form.APPROVE, Form.DROP]
    assert [one.line for one in asked.unread] == ["add dark mode"]
    assert asked.rest == "What does R2 cost?"


def test_comment_keeps_all_its_lines_whatever_they_say():
    (deed,) = read_deeds("request changes on the scope: R1.2 is wrong\ndrop R3\napprove the roadmap").deeds

    assert deed.text == "R1.2 is wrong\ndrop R3\napprove the roadmap"


def test_forty_lines_make_twenty_deeds_and_lose_nothing():
    asked = read_deeds("\n".join(f"drop R{number}" for number in range(1, 41)))

    assert len(asked.deeds) == 20
    assert len(asked.rest.splitlines()) == 20


@pytest.mark.parametrize(
    "repeated",
    ["approve ", "!. ", "drop R1\n", "change a to b ", "D1:", "please ", "1. ", "request changes on ", "\u202e ", "- "],
)
def test_ten_thousand_characters_take_time_that_grows_like_the_text(repeated):
    assert grows_like_its_text(read_deeds, repeated, longest=10_000)
