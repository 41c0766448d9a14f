"""Whom to ask, and when, in the customer's words."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from common.errors import InvalidRequest
from domain.decisions.rule_reading import EXAMPLE, read_when, read_wish
from domain.schedules import ScheduleUnclearError

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("if I am silent by Thursday 5pm, ask anna@example.com", "2026-03-05T17:00"),
        ("If I'm silent until tomorrow noon, then please ask anna@example.com.", "2026-03-03T12:00"),
        ("When I haven't answered within two days, let anna@example.com decide", "2026-03-04T09:00"),
        ("if we don’t decide by 5 March at 14:00 send it to anna@example.com", "2026-03-05T14:00"),
        ("Should I stay quiet for 36 hours, escalate to anna@example.com", "2026-03-03T21:00"),
        ("in case I have not responded after 3 days, ask anna@example.com instead!", "2026-03-05T09:00"),
    ],
)
def test_wish_is_read(text, due):
    wish = read_wish(text)

    assert wish.email == "anna@example.com"
    assert read_when(wish.when, now=NOW, timezone="UTC").isoformat(timespec="minutes") == f"{due}+00:00"


@pytest.mark.parametrize(
    ("when", "due"),
    [
        ("for two days", "2026-03-04T16:27"),
        ("for a week", "2026-03-09T16:27"),
        ("within three working days", "2026-03-05T16:27"),
        ("for two days at 5pm", "2026-03-04T17:00"),
        ("for 30 minutes", "2026-03-02T16:57"),
        ("by Wednesday", "2026-03-04T09:00"),
    ],
)
def test_silence_of_days_ends_at_the_time_of_day_at_which_it_began(when, due):
    afternoon = datetime(2026, 3, 2, 15, 27, tzinfo=UTC)

    assert read_when(when, now=afternoon, timezone="Europe/Berlin").isoformat(timespec="minutes") == f"{due}+01:00"


def test_time_is_the_customers():
    assert read_when("by Thursday 5pm", now=NOW, timezone="Asia/Kolkata").astimezone(UTC).hour == 11


@pytest.mark.parametrize(
    "text",
    [
        "ask anna@example.com",
        "if I am silent by Thursday, ask Anna",
        "if Anna is silent by Thursday, ask anna@example.com",
        "if I am silent by Thursday",
        "anna@example.com decides everything",
    ],
)
def test_another_sentence_is_refused_with_an_example(text):
    with pytest.raises(InvalidRequest, match=re.escape(EXAMPLE)):
        read_wish(text)


@pytest.mark.parametrize("when", ["by the ides", "every Monday", "by last Friday", "", "by Thursday or Friday"])
def test_unclear_time_is_refused(when):
    with pytest.raises(ScheduleUnclearError):
        read_when(when, now=NOW, timezone="UTC")
