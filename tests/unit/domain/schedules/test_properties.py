"""Generated phrases against a walk over the calendar that knows nothing of rules or of the reader."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.pa.models import MAX_TEXT_LENGTH
from domain.schedules import Schedule, ScheduleUnclearError, read_schedule, read_when
from effort import grows_like_its_text

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
RANKS = {1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Santiago")
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

    assert read(f"every {minutes} minutes: check it", now, zone) == expected


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


ATTACKS = (
    *("every Monday at 9 ", "and then on Friday or Tuesday ", "the report of the 3rd of May, ", "9:00 ", "1 , "),
    *("please remind me to ", "not until , except but ", "a, ", "(((", "every every ", '"\n> ', "' a", "in 3 "),
    *("at at 9 ", "the the 1st of ", "new york city ", "last ", "of the ", "https://a", "12 december and ", "日本 "),
)


@pytest.mark.parametrize("read_text", [read_schedule, read_when])
@pytest.mark.parametrize("said", ATTACKS)
def test_long_text_is_read_or_refused_in_time_that_grows_like_the_text(said: str, read_text) -> None:
    def read(text):
        with suppress(ScheduleUnclearError):
            read_text(text, now=NOON, timezone="Europe/Berlin")

    assert grows_like_its_text(read, said, longest=MAX_TEXT_LENGTH)
