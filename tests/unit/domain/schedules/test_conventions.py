"""Every convention of schedules in words, one table each. Wall times in Europe/Berlin; 4 March 2026 is a Wednesday."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from domain.schedules import ScheduleUnclearError, read_schedule
from tables import for_each

ZONE = ZoneInfo("Europe/Berlin")
NOW = "2026-03-04 10:00"


def runs(text, now=NOW, n=3):
    reading = read_schedule(text, now=datetime.fromisoformat(now).replace(tzinfo=ZONE), timezone=ZONE.key)
    return [f"{run.astimezone(ZONE):%Y-%m-%d %H:%M}" for run in reading.next_runs(n)]


def first(text, now=NOW):
    return runs(text, now, 1)[0]


@for_each(
    ("text", "expected"),
    [
        ("every day", "2026-03-05 09:00"),
        ("tomorrow", "2026-03-05 09:00"),
        ("every day at end of day", "2026-03-04 17:00"),
        ("tomorrow EOD", "2026-03-05 17:00"),
        ("at noon", "2026-03-04 12:00"),
        ("at midnight", "2026-03-05 00:00"),
        ("tomorrow morning", "2026-03-05 09:00"),
        ("this afternoon", "2026-03-04 14:00"),
        ("tonight", "2026-03-04 20:00"),
    ],
)
def test_time_is_the_conventional_one_when_no_hour_is_said(text, expected):
    assert first(text) == expected


@for_each(
    ("said", "meant"),
    [
        ("6", "06:00"),
        ("12", "12:00"),
        ("3:30", "03:30"),
        ("17.45", "17:45"),
        ("3pm", "15:00"),
        ("3 in the afternoon", "15:00"),
        ("5 in the evening", "17:00"),
        ("2 at night", "02:00"),
        ("half past nine", "09:30"),
        ("10 past 9", "09:10"),
        ("quarter to five pm", "16:45"),
    ],
)
def test_hour_is_read_as_the_convention_says(said, meant):
    assert first(f"tomorrow at {said}" if "night" not in said else f"every day at {said}")[-5:] == meant


@for_each("said", ["1", "3", "5", "5 o'clock", "half past three", "0", "24:00", "25", "9:75", "13 am"])
def test_hour_is_unclear_when_it_could_be_either_or_none(said):
    with pytest.raises(ScheduleUnclearError):
        first(f"tomorrow at {said}")


@for_each(
    ("text", "now", "expected"),
    [
        ("next Tuesday", "2026-03-02 08:00", "2026-03-03 09:00"),
        ("next Tuesday", "2026-03-03 08:00", "2026-03-10 09:00"),
        ("this Friday", "2026-03-04 10:00", "2026-03-06 09:00"),
        ("this Friday at 11", "2026-03-06 10:00", "2026-03-06 11:00"),
        ("at 10:00", "2026-03-04 10:00", "2026-03-05 10:00"),
    ],
)
def test_weekday_is_the_coming_one_strictly_after_now(text, now, expected):
    assert first(text, now) == expected


def test_until_and_through_include_the_named_date():
    assert runs("every day at 9 until March 6", n=9) == ["2026-03-05 09:00", "2026-03-06 09:00"]
    assert runs("every day at 9 through March 6", n=9) == ["2026-03-05 09:00", "2026-03-06 09:00"]
    assert runs("every Thursday until March", "2026-02-18 10:00", n=9)[-1] == "2026-03-26 09:00"


def test_every_other_week_has_all_hours_of_its_day():
    assert runs("every other Wednesday at 9 and 17")[:2] == ["2026-03-04 17:00", "2026-03-18 09:00"]


def test_hours_are_elapsed_and_days_are_wall_clock_across_a_clock_change():
    now = "2026-03-28 22:00"

    assert runs("every 6 hours", now) == ["2026-03-29 05:00", "2026-03-29 11:00", "2026-03-29 17:00"]
    assert first("in 24 hours", now) == "2026-03-29 23:00"
    assert first("in exactly one week at 22:00", now) == "2026-04-04 22:00"


def test_day_that_a_month_lacks_is_skipped_and_the_last_day_always_exists():
    assert runs("every 31st", n=2) == ["2026-03-31 09:00", "2026-05-31 09:00"]
    assert runs("on the last day of each month", "2026-01-31 10:00", 2) == ["2026-02-28 09:00", "2026-03-31 09:00"]


def test_weekdays_weekends_and_business_days_know_no_holidays():
    assert runs("every weekday", "2026-12-24 10:00", 2) == ["2026-12-25 09:00", "2026-12-28 09:00"]
    assert runs("every weekend", n=2) == ["2026-03-07 09:00", "2026-03-08 09:00"]
    assert first("first business day of the month", "2026-12-31 10:00") == "2027-01-01 09:00"


def test_time_that_does_not_exist_runs_later_by_the_gap():
    assert runs("every day at 2:30", "2026-03-28 10:00") == ["2026-03-29 03:30", "2026-03-30 02:30", "2026-03-31 02:30"]


def test_time_that_comes_twice_runs_once_the_first_time():
    now = datetime(2026, 10, 24, 10, tzinfo=ZONE)

    reading = read_schedule("every day at 2:30", now=now, timezone=ZONE.key)

    assert [run.utcoffset().total_seconds() for run in reading.next_runs(2)] == [7200, 3600]
    assert [f"{run:%d %H:%M}" for run in reading.next_runs(2)] == ["25 02:30", "26 02:30"]


@for_each(
    ("text", "expected"),
    [
        ("on the first Monday of January and July at 10 list the debts", ["2026-07-06", "2027-01-04", "2027-07-05"]),
        ("quarterly, on the last Friday of March, June, September and December at 1pm: backlog",
         ["2026-03-27", "2026-06-26", "2026-09-25"]),
        ("each quarter, on 1 January, 1 April, 1 July and 1 October at 8am, prepare the overview",
         ["2026-04-01", "2026-07-01", "2026-10-01"]),
        ("during June, every weekday at 7.30am, tell me the costs", ["2026-06-01", "2026-06-02", "2026-06-03"]),
        ("from 1 November to 31 March, every day at 6:15, check the ice", ["2026-03-05", "2026-03-06", "2026-03-07"]),
        ("every Monday at 9 except March 9 and 16, the list", ["2026-03-23", "2026-03-30", "2026-04-06"]),
        ("every Wednesday at 13:00 what is open on Cargo, except 11 March", ["2026-03-04", "2026-03-18", "2026-03-25"]),
    ],
)  # fmt: skip
def test_months_limits_and_exceptions_are_kept_wherever_they_stand(text, expected):
    assert [run[:10] for run in runs(text)] == expected
