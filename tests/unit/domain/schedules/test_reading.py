from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest

from common.errors import InvalidRequest
from domain.schedules import ScheduleUnclearError, read_schedule
from tables import for_each

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)


def read(text, timezone="Europe/Berlin"):
    return read_schedule(text, now=NOW, timezone=timezone)


@for_each(
    ("text", "echo"),
    [
        ("weekdays at 9 and 17:30", "every weekday at 09:00 and 17:30"),
        ("every other Friday 3pm until May 29", "every other Friday at 15:00, until Fri 29 May 2026"),
        ("every 3 weeks on Monday", "every 3 weeks on Monday at 09:00"),
        ("every 90 minutes", "every 90 minutes"),
        ("hourly", "every hour"),
        ("first Monday of each month", "on the first Monday of each month at 09:00"),
        ("last business day of the month", "on the last business day of each month at 09:00"),
        ("every January 5", "every year on 5 January at 09:00"),
        ("every 2 weeks starting tomorrow", "every other Thursday at 09:00"),
        ("every month starting on March 28", "on the 28th of each month at 09:00"),
        ("every weekday except the 1st", "every weekday, except the 1st, at 09:00"),
        ("every Friday except 25 Dec 2026", "every Friday at 09:00, except 25 Dec 2026"),
        ("tomorrow at 9", "once, on Thu 5 Mar 2026 at 09:00"),
        ("each second Tuesday at 10", "every other Tuesday at 10:00"),
        ("every second Tuesday of the month at 10", "on the second Tuesday of each month at 10:00"),
    ],
)
def test_echo_says_days_times_limits_and_zone(text, echo):
    assert read(text).text == f"{echo} (Europe/Berlin)"


@for_each(
    ("said", "zone"),
    [
        ("", "Europe/Berlin"),
        ("Tokyo time", "Asia/Tokyo"),
        ("ET", "America/New_York"),
        ("UTC+2", "Etc/GMT-2"),
        ("(Europe/Paris)", "Europe/Paris"),
    ],
)
def test_zone_in_force_is_the_one_said_else_the_accounts(said, zone):
    reading = read(f"every day at 9 {said}")

    assert reading.timezone == zone
    assert [run.tzinfo for run in reading.next_runs(1)] == [ZoneInfo(zone)]


def test_tomorrow_is_unclear_when_the_zone_said_has_another_date():
    with pytest.raises(ScheduleUnclearError, match="name the date"):
        read("tomorrow at 9 Honolulu time", timezone="Pacific/Auckland")


@pytest.mark.parametrize("text", ["every day at 9am EST", "every day at 9am EDT"])
def test_season_of_a_zone_is_held_against_the_first_run(text):
    winter, summer = datetime(2026, 1, 5, tzinfo=UTC), datetime(2026, 7, 5, tzinfo=UTC)
    fits, contradicts = (winter, summer) if text.endswith("EST") else (summer, winter)

    assert read_schedule(text, now=fits, timezone="UTC").timezone == "America/New_York"
    with pytest.raises(ScheduleUnclearError, match="not in force"):
        read_schedule(text, now=contradicts, timezone="UTC")


def test_refusal_names_the_words_and_gives_an_example():
    with pytest.raises(ScheduleUnclearError) as refused:
        read("remind me when Bob replies")

    assert isinstance(refused.value, InvalidRequest)
    assert refused.value.code == "SCHEDULE_UNCLEAR"
    assert re.search(r"“when Bob replies”.*“every Monday at 9am”", refused.value.message)
    assert [problem.field for problem in refused.value.problems] == ["task"]


@for_each(
    ("text", "told"),
    [
        ("every 6 months on the 31st, starting in December", ", with no 31st in June"),
        ("on the 1st and 31st of each month", ", with no 31st in February, April, June, September and November"),
        ("every month on the 29th", ", with no 29th in February but in leap years"),
        ("every 29 February", ", in leap years only"),
        ("the fifth Friday of each month", ", in months with a fifth Friday only"),
        ("the last day of the month", " at 09:00"),
        ("every day except the 31st", " at 09:00"),
    ],
)
def test_rhythm_that_skips_periods_says_which(text, told):
    assert read(text).text.endswith(f"{told} (Europe/Berlin)")


def _shared_initials():
    """Initials that stand for several offsets from UTC: for each offset, a zone and a moment at which it has them."""
    found: dict[str | None, dict[timedelta | None, tuple[str, datetime]]] = {}
    for name in (files("tzdata") / "zones").read_text().split():
        for month in (1, 7):
            at = datetime(2026, month, 2, tzinfo=ZoneInfo(name))
            found.setdefault(at.tzname(), {})[at.utcoffset()] = (name, at)
    return [(initials, [*zones.values()]) for initials, zones in found.items() if initials.isalpha() and len(zones) > 1]


@for_each(("initials", "zones"), _shared_initials())
def test_initials_that_several_zones_share_are_those_of_the_accounts_own(initials, zones):
    for zone, at in zones:
        assert read_schedule(f"every day at 9am {initials}", now=at, timezone=zone).timezone == zone


@for_each("initials", [initials for initials, _ in _shared_initials() if initials != "PST"])
def test_initials_that_several_zones_share_need_a_city_elsewhere(initials):
    with pytest.raises(ScheduleUnclearError, match=f"{initials} is the time of several zones; name a city"):
        read_schedule(f"every day at 9am {initials}", now=NOW, timezone="Africa/Nairobi")
