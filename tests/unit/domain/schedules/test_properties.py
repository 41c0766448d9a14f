"""Generated phrases against a walk over the calendar that knows nothing of rules or of the reader."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from time import process_time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pa.models import MAX_TEXT_LENGTH
from domain.schedules import Schedule, ScheduleUnclearError, read_schedule
from domain.schedules import read_schedule as read_without_suggestion
from tables import by_day

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
RANKS = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Africa/Cairo",
    "America/Santiago",
)

SAID = Path(__file__).parents[4] / "data" / "schedules"
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)

zones = st.sampled_from(ZONES)
SPAN_SECONDS = 8 * 366 * 24 * 3600
moments = st.integers(0, SPAN_SECONDS).map(
    lambda seconds: datetime(2024, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
clocks = st.builds(time, st.integers(0, 23), st.integers(0, 59))
week_days = st.sets(st.integers(0, 6), min_size=1)
VOCABULARY = (
    "every each other second last first Monday Fridays weekdays day days week month at on in until starting from "
    "for 9 3pm 17:30 15th tomorrow tonight morning daily weekly the of and , . not except March 2026-05-01 times "
    "twice 2 a report send hours noon now "
)


def walk(now, zone, is_day, at, n):
    """The next `n` instants strictly after now of a wall time on the days that fit."""
    tz = ZoneInfo(zone)
    day = now.astimezone(tz).date() - timedelta(days=1)
    found: list[datetime] = []
    while len(found) < n:
        instant = datetime.combine(day, at).replace(tzinfo=tz).astimezone(UTC)
        if is_day(day) and instant > now and instant not in found:
            found.append(instant)
        day += timedelta(days=1)
    return sorted(found)


def read(text, now, zone, n=5):
    return [run.astimezone(UTC) for run in read_schedule(text, now=now, timezone=zone).next_runs(n)]


@given(now=moments, zone=zones, at=clocks, days=week_days)
def test_weekly_phrase_runs_on_its_days_in_every_zone(now, zone, at, days):
    text = f"Every {' and '.join(DAYS[day] for day in sorted(days))} at {at:%H:%M} send the report"

    assert read(text, now, zone) == walk(now, zone, lambda day: day.weekday() in days, at, 5)


@given(now=moments, zone=zones, at=clocks, day=st.integers(0, 6), rank=st.sampled_from(sorted(RANKS)))
def test_counted_weekday_runs_once_a_month(now, zone, at, day, rank):
    def fits(when: date):
        ahead = when + timedelta(days=7)
        return when.weekday() == day and (ahead.month != when.month if rank < 0 else (when.day - 1) // 7 == rank - 1)

    text = f"On the {RANKS[rank]} {DAYS[day]} of each month at {at:%H:%M}, close the books"

    assert read(text, now, zone) == walk(now, zone, fits, at, 5)


@given(now=moments, zone=zones, at=clocks, number=st.integers(1, 31))
def test_day_of_the_month_skips_months_that_lack_it(now, zone, at, number):
    text = f"pay the rent at {at:%H:%M} on day {number} of every month"

    assert read(text, now, zone) == walk(now, zone, lambda day: day.day == number, at, 5)


@given(now=moments, zone=zones, at=clocks, day=st.integers(0, 6))
def test_every_other_week_is_every_second_run_of_every_week(now, zone, at, day):
    weekly = walk(now, zone, lambda when: when.weekday() == day, at, 9)

    assert read(f"every other {DAYS[day]} at {at:%H:%M}", now, zone) == weekly[::2]


@given(now=moments, zone=zones, minutes=st.integers(1, 5000))
def test_elapsed_phrase_ticks_by_the_stopwatch(now, zone, minutes):
    expected = [now + timedelta(minutes=minutes) * step for step in range(1, 6)]

    assert read(f"check it every {minutes} minutes", now, zone) == expected


@given(now=moments, zone=zones, words=st.lists(st.sampled_from(VOCABULARY.split()), min_size=1, max_size=9))
def test_whatever_is_accepted_is_in_the_future_in_order_and_can_be_stored(now, zone, words):
    try:
        reading = read_schedule(" ".join(words), now=now, timezone=zone)
    except ScheduleUnclearError:
        return

    runs = reading.next_runs(5)

    assert all(run > now for run in runs)
    assert all(later > earlier for earlier, later in pairwise(runs))
    assert bool(runs) == (reading.kind != "none")
    if reading.schedule:
        assert Schedule.from_plain(reading.schedule.to_plain()).occurrences_after(now, 5) == runs


def outcome(text, now):
    try:
        return read_schedule(text, now=now, timezone="Europe/Berlin").kind
    except ScheduleUnclearError as refused:
        return refused.code


@given(text=st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=80), now=moments)  # doors refuse those
def test_any_text_is_read_or_refused_and_never_breaks(text, now):
    assert outcome(text, now) in {"recurring", "once", "none", "SCHEDULE_UNCLEAR"}


def phrases(name):
    lines = (SAID / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return by_day([line for line in lines if not line.startswith("#")], every=10)


def runs_or_none(text):
    """The runs that a text is armed with; None where it is asked back, empty where it has no schedule."""
    try:
        return read_without_suggestion(text, now=NOON, timezone="Europe/Berlin").next_runs(5)
    except ScheduleUnclearError:
        return None


@pytest.mark.parametrize("place", ["{task} {said}", "{task}, {said}", "{said}, {task}"])
def test_no_word_of_time_is_taken_for_a_part_of_the_task(place):
    texts = [place.format(task="send me the open tickets", said=said) for said in phrases("said_of_time")]

    assert [text for text in texts if runs_or_none(text) == []] == []


@pytest.mark.parametrize("place", ["{schedule}, {said}", "{schedule}. {said}"])
def test_nothing_said_behind_a_schedule_is_passed_over(place):
    schedule = "every Monday at 9am send me the blockers"
    texts = [place.format(schedule=schedule, said=said) for said in phrases("said_behind_a_schedule")]

    assert [text for text in texts if runs_or_none(text) == runs_or_none(schedule)] == []


@pytest.mark.parametrize(
    ("schedule", "said"), [("every Monday at 9am", "beside_a_schedule"), ("every Monday", "of_an_hour")]
)
@pytest.mark.parametrize("place", ["{}, list what is open", "{}: the open approvals", "send me the costs {}"])
def test_nothing_said_between_a_schedule_and_its_task_is_passed_over(place, schedule, said):
    texts = [place.format(f"{schedule} {phrase}") for phrase in phrases(f"said_{said}")]

    assert [text for text in texts if runs_or_none(text) == runs_or_none(place.format(schedule))] == []


@pytest.mark.parametrize("schedule", ["every Monday at 9am", "on 15 December at 10am", "tomorrow at 9am"])
@pytest.mark.parametrize("place", ["{schedule}, send me the blockers", "send me the blockers {schedule}"])
def test_nothing_said_before_a_schedule_is_passed_over(place, schedule):
    plain = runs_or_none(place.format(schedule=schedule))
    texts = [place.format(schedule=f"{said} {schedule}") for said in phrases("said_before_a_schedule")]

    assert [text for text in texts if runs_or_none(text) == plain] == []


@pytest.mark.parametrize(
    "said",
    [
        *by_day(
            [
                *("every Monday at 9 ", "and then on Friday or Tuesday ", "the report of the 3rd of May, ", "9:00 "),
                *("please remind me to ", "not until , except but ", "a, ", "(((", "every every ", '"\n> '),
            ],
            every=4,
        ),
    ],
)
def test_longest_task_is_read_long_before_its_function_is_stopped(said: str) -> None:
    """What takes a few seconds of an idle processor took more than a minute, and the function has 29 s."""
    began = process_time()

    with suppress(ScheduleUnclearError):
        read_schedule((said * MAX_TEXT_LENGTH)[:MAX_TEXT_LENGTH], now=NOON, timezone="Europe/Berlin")

    assert process_time() - began < 15
