from __future__ import annotations

import dataclasses
import re
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr

from common.errors import InvalidRequest
from domain.schedules import ScheduleUnclearError, read_schedule
from tables import for_each

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)


def read(text, timezone="Europe/Berlin"):
    return read_schedule(text, now=NOW, timezone=timezone)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("Send me a status report every Monday at 9am", "Send me a status report"),
        ("Every Friday at 4pm, send the numbers.", "send the numbers"),
        ("Remind me tomorrow at 9 to call Bob", "Remind me to call Bob"),
        ("Send me a weekly report on Mondays", "Send me a weekly report"),
        ("Report (every Monday at 9:00)", "Report"),
        ("At 9am on weekdays and at 11am on weekends, tell me the news", "tell me the news"),
        ("Summarise “every Monday” daily at 8", "Summarise “every Monday”"),
        ("every day at noon (Berlin time)", ""),
        ("Review the budget", "Review the budget"),
    ],
)
def test_task_is_the_text_without_its_time_words(text, task):
    assert read(text).task == task


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("every Monday at 9", "every Monday at 09:00 (Europe/Berlin)"),
        ("weekdays at 9 and 17:30", "every weekday at 09:00 and 17:30 (Europe/Berlin)"),
        (
            "every other Friday 3pm until May 29",
            "every other Friday at 15:00, until Fri 29 May 2026 (Europe/Berlin)",
        ),
        ("every 3 weeks on Monday", "every 3 weeks on Monday at 09:00 (Europe/Berlin)"),
        ("every 3 days", "every 3 days at 09:00 (Europe/Berlin)"),
        ("every 90 minutes", "every 90 minutes (Europe/Berlin)"),
        ("hourly", "every hour (Europe/Berlin)"),
        ("first Monday of each month", "on the first Monday of each month at 09:00 (Europe/Berlin)"),
        ("last business day of the month", "on the last business day of each month at 09:00 (Europe/Berlin)"),
        ("every 22nd", "on the 22nd of each month at 09:00 (Europe/Berlin)"),
        ("every January 5", "every year on 5 January at 09:00 (Europe/Berlin)"),
        ("every 2 weeks starting tomorrow", "every other Thursday at 09:00 (Europe/Berlin)"),
        ("every month starting on March 28", "on the 28th of each month at 09:00 (Europe/Berlin)"),
        ("every day except the 1st", "every day, except the 1st, at 09:00 (Europe/Berlin)"),
        ("every weekday except the 1st", "every weekday, except the 1st, at 09:00 (Europe/Berlin)"),
        ("every Friday except 25 Dec 2026", "every Friday at 09:00, except 25 Dec 2026 (Europe/Berlin)"),
        ("tomorrow at 9", "once, on Thu 5 Mar 2026 at 09:00 (Europe/Berlin)"),
        ("tomorrow 9am New York time", "once, on Thu 5 Mar 2026 at 09:00 (America/New_York)"),
    ],
)
def test_echo_says_days_times_limits_and_zone(text, echo):
    assert read(text).text == echo


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("every day at 9", "Europe/Berlin"),
        ("every day 9am Tokyo time", "Asia/Tokyo"),
        ("every day at 9 ET", "America/New_York"),
        ("every day at 9 UTC+2", "Etc/GMT-2"),
        ("every day at 9 (Europe/Paris)", "Europe/Paris"),
    ],
)
def test_zone_in_force_is_the_one_said_else_the_accounts(text, zone):
    reading = read(text)

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


def test_one_shot_has_its_instant_and_no_rules():
    reading = read("in 2 hours")

    assert (reading.kind, reading.at, reading.rrules) == ("once", datetime(2026, 3, 4, 11, tzinfo=UTC), ())
    assert len(reading.next_runs(5)) == 1


def test_rules_are_rfc_5545_and_agree_with_the_runs():
    reading = read("Mondays at 9 and the last Friday of each month at 16:30")
    start = datetime.fromisoformat(reading.schedule.start)
    walls = sorted(wall for text in reading.rrules for wall in rrulestr(text, dtstart=start)[:9])[:6]

    assert [run.replace(tzinfo=None) for run in reading.next_runs(6)] == walls


def test_refusal_names_the_words_and_gives_an_example():
    with pytest.raises(ScheduleUnclearError) as refused:
        read("remind me when Bob replies")

    assert isinstance(refused.value, InvalidRequest)
    assert refused.value.code == "SCHEDULE_UNCLEAR"
    assert re.search(r"“when Bob replies”.*“every Monday at 9am”", refused.value.message)
    assert [problem.field for problem in refused.value.problems] == ["task"]


def test_reading_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        read("hourly").kind = "once"


@pytest.mark.no_cover
def test_long_text_is_read_in_reasonable_time():
    text = "Please go through all of this and all of that, as we said. " * 150 + "Send it every Monday at 9."

    assert read(text).kind == "recurring"


def test_every_second_weekday_is_every_other_one_unless_of_the_month():
    fortnightly = read_schedule("each second Tuesday at 10 list the open items", now=NOW, timezone="UTC")
    monthly = read_schedule("every second Tuesday of the month at 10 list the open items", now=NOW, timezone="UTC")

    assert fortnightly.text == "every other Tuesday at 10:00 (UTC)"
    assert "month" in monthly.text


@pytest.mark.parametrize(
    "text",
    [
        "on Friday at noon, just once, the list of open approvals",
        "Once, on 30 November at 12:00: the list of open approvals",
    ],
)
def test_once_beside_one_time_says_nothing_more(text):
    reading = read_schedule(text, now=NOW, timezone="UTC")

    assert (reading.kind, reading.task) == ("once", "the list of open approvals")


@pytest.mark.parametrize("text", ["every Friday at noon, once: the list", "tell me once the list is there"])
def test_once_is_asked_back_beside_a_repetition_and_before_what_has_to_happen(text):
    with pytest.raises(ScheduleUnclearError):
        read_schedule(text, now=NOW, timezone="UTC")


@pytest.mark.parametrize(
    "text",
    [
        "If the level of the tank drops under a third, list the suppliers",
        "Send Ana the figures after the rehearsal",
        "2026年3月19日 13:00, please send the list",
    ],
)
def test_task_is_asked_back_where_it_waits_for_what_nobody_can_compute(text):
    with pytest.raises(ScheduleUnclearError):
        read(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("every 6 months on the 31st, starting in December", ", with no 31st in June"),
        ("the 30th of each month", ", with no 30th in February"),
        ("on the 1st and 31st of each month", ", with no 31st in February, April, June, September and November"),
        ("every month on the 29th", ", with no 29th in February but in leap years"),
        ("every 29 February", ", in leap years only"),
        ("the fifth Friday of each month", ", in months with a fifth Friday only"),
        ("the last day of the month", ""),
        ("every year on 31 March", ""),
        ("every day except the 31st", ""),
    ],
)
def test_rhythm_that_skips_periods_says_which(text, told):
    reading = read(text)

    assert reading.text.endswith(f"{told} (Europe/Berlin)")


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
