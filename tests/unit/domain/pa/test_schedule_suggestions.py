"""What is offered where a text was refused: it must be read, and be read as it says."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from common.envelope import Failure
from common.problems import to_problem
from domain.pa.schedule import ScheduleUnclearError, read_schedule

NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)  # a Wednesday
BERLIN = "Europe/Berlin"
SETS = [
    *(Path(__file__).parent / "data").glob("schedules_*.jsonl"),
    *(Path(__file__).parents[4] / "data" / "schedules").glob("*.jsonl"),
]


def refusal(text, now=NOW, timezone=BERLIN):
    with pytest.raises(ScheduleUnclearError) as refused:
        read_schedule(text, now=now, timezone=timezone)
    return refused.value


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("every dat at 9 post the menu", "every day at 9 post the menu"),
        ("remind me at 3 to call Bob", "remind me at 3pm to call Bob"),
        ("biweekly on Friday at 9 send it", "every other Friday at 9 send it"),
        ("regularly check the inbox", "every Monday at 9am check the inbox"),
        ("weekly: send the plan", "every Monday: send the plan"),
        ("remind me first thing tomorrow", "remind me at 9am tomorrow"),
        (
            "prepare the slides for the demo on Friday at 10:30",
            "on Friday at 10:30: prepare the slides for the demo",
        ),
    ],
)
def test_suggestion_mends_or_fills_in_what_was_unclear(text, offered):
    assert refusal(text).suggestion["text"] == offered


@pytest.mark.parametrize(
    "text",
    [
        "Schick mir morgen um 9 den Bericht",
        "remind me when Bob replies",
        "on Feb 30 send it",
        "Move the deadline to Friday and tell the team",  # without "Friday", its "to" would lead nowhere
    ],
)
def test_nothing_is_suggested_where_nothing_near_is_meant(text):
    assert refusal(text).suggestion is None


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_each_suggestion_is_read_as_it_says(path):
    cases = [json.loads(line) for line in path.read_text().splitlines()]
    offered = 0
    for case in (case for case in cases if case["kind"] == "unclear"):
        now = datetime.fromisoformat(case["now"]).replace(tzinfo=ZoneInfo(case["timezone"]))
        suggestion = refusal(case["text"], now, case["timezone"]).suggestion
        if suggestion:
            offered += 1
            reading = read_schedule(suggestion["text"], now=now, timezone=case["timezone"])
            runs = [run.isoformat(timespec="minutes") for run in reading.next_runs(3)]
            assert (reading.text, runs) == (suggestion["schedule"], suggestion["next_runs"])

    assert offered > 0


def test_api_answers_with_the_suggestion_as_an_object_of_its_own():
    error = refusal("remind me at 3pm or 4pm to call Bob")

    answer = to_problem(error)

    assert answer.status == 400
    assert answer.body["error"]["details"] == [{"field": "task", "message": error.message}]
    assert answer.body["error"]["suggestion"] == {
        "text": "remind me at 3pm to call Bob",
        "schedule": "once, on Wednesday 25 November 2026 at 15:00 (Europe/Berlin)",
        "next_runs": ["2026-11-25T15:00+01:00"],
    }
    assert Failure.model_validate(answer.body).error.suggestion is not None
    assert "“remind me at 3pm to call Bob”" in error.message
