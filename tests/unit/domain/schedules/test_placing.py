"""Where a schedule counts in a task, what the rest may say of time, and what is offered where it is asked back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.schedules import ScheduleUnclearError, read_schedule, read_when
from tables import for_each

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)  # a Wednesday


def read(text):
    return read_schedule(text, now=NOW, timezone="Europe/Berlin")


def refusal_of(text):
    with pytest.raises(ScheduleUnclearError) as refused:
        read(text)
    return refused.value


@for_each(
    ("text", "schedule", "task"),
    [
        ("Every Monday at 9 report the costs", "every Monday at 09:00", "report the costs"),
        ("Send me every Monday at 9 the costs", "every Monday at 09:00", "Send me the costs"),
        ("Please remind me tomorrow at 9 to call Bob", "once, on Thu 5 Mar 2026 at 09:00",
         "Please remind me to call Bob"),
        ("Remind me to call Bob tomorrow at 9", "once, on Thu 5 Mar 2026 at 09:00", "Remind me to call Bob"),
        ("Send me the Monday report every Tuesday at 9", "every Tuesday at 09:00", "Send me the Monday report"),
        ("Every Friday, send me the costs at 4pm", "every Friday at 16:00", "send me the costs"),
        ('Summarise "every Monday at 9" daily at 8', "every day at 08:00", 'Summarise "every Monday at 9"'),
        ("List what is new since yesterday. Daily at 18:00", "every day at 18:00", "List what is new since yesterday"),
    ],
)  # fmt: skip
def test_schedule_is_found_at_the_start_at_the_end_and_behind_the_opening_words(text, schedule, task):
    reading = read(text)

    assert (reading.text, reading.task) == (f"{schedule} (Europe/Berlin)", task)


@for_each(
    "text",
    [
        "What was decided last week?",
        "Compare this month with the previous month",
        "How long has it been open, is it older than 3 days?",
        "List the weekly numbers of our March campaign",
    ],
)
def test_spans_of_the_past_and_names_of_things_are_no_schedule(text):
    assert read(text).kind == "none"


@for_each(
    "text",
    [
        "Don't send me mails on Sundays",
        "Tell me if something is stuck",
        "Send me the costs unless nothing changed",
        "Every Monday at 9, if something is stuck, tell me",
        "Every Monday at 9 send the costs until the launch",
        "Every Monday at 9 send the costs, but not on holidays",
        "Every day at 9, only in term time, the costs",
    ],
)
def test_denials_and_conditions_set_up_nothing_and_offer_nothing(text):
    assert refusal_of(text).suggestion is None


@for_each(
    ("text", "task", "when"),
    [
        ("Renew the parking permit on June 1", "Renew the parking permit", "on June 1"),
        ("Every Friday at 4pm, list what is due on Monday", "list what is due on Monday", "Every Friday at 4pm"),
        ("Check every morning at 8 whether approvals wait", "Check whether approvals wait", "every morning at 8"),
        ("evry friday at 3pm send the numbers", "send the numbers", "every friday at 3pm"),
    ],
)
def test_suggestion_works_as_it_is_as_task_and_when(text, task, when):
    refused = refusal_of(text)

    assert (refused.suggestion["task"], refused.suggestion["when"]) == (task, when)
    assert refused.suggestion["schedule"] == read_when(when, now=NOW, timezone="Europe/Berlin").text
    assert f"Do you mean “{when}”?" in refused.message


@for_each(
    "text",
    [
        "Remind me to call Bob",
        "The launch is on Friday at 9am. Send me the list.",
        "Write an invitation for the party on Saturday at 8pm",
        "Every Monday at 9am at the latest, the costs",
        "Every day at 9, 17 open approvals",
        "every Friday at noon, once: the list",
        "tell me once the list is there",
        "Send Ana the figures after the rehearsal",
        "2026年3月19日 13:00, please send the list",
        "always on Wednesday at 11, the papers",
        "every Monday on Tuesday",
        "every Monday, tomorrow",
        "every Monday in December",
        "every Monday at 9 IST",
        "on 2026-03-03",
        "today at 9",
        "on 03/04",
    ],
)
def test_time_that_is_vague_past_contradictory_or_may_mean_something_else_is_asked_back(text):
    assert refusal_of(text).code == "SCHEDULE_UNCLEAR"
