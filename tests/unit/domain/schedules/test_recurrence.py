from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from domain.schedules import Schedule, read_schedule, shortest_gap
from tables import for_each

BERLIN = "Europe/Berlin"


def schedule_of(text, now="2026-03-04T10:00", timezone=BERLIN):
    return read_schedule(
        text, now=datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(timezone)), timezone=timezone
    ).schedule


def test_occurrences_end_after_the_last_run():
    schedule = schedule_of("every Monday at 9, 3 times")

    assert schedule.until == "2026-03-23T09:00:00"
    assert len(schedule.occurrences_after(datetime(2026, 3, 4, tzinfo=UTC), 9)) == 3
    assert schedule.occurrences_after(datetime(2026, 3, 23, 8, tzinfo=UTC), 9) == []


def test_shifted_run_is_neither_doubled_nor_out_of_order():
    schedule = schedule_of("every day at 2:30, 3:15 and 3:30", "2026-03-28T12:00")

    runs = schedule.occurrences_after(datetime(2026, 3, 28, 12, tzinfo=UTC), 4)

    assert [f"{run:%d %H:%M}" for run in runs] == ["29 03:15", "29 03:30", "30 02:30", "30 03:15"]


def test_whole_day_that_a_zone_skips_runs_a_day_later():
    schedule = Schedule(
        timezone="Pacific/Apia", rrules=("FREQ=DAILY;BYHOUR=9;BYMINUTE=0",), start="2011-12-29T09:00:00"
    )

    runs = schedule.occurrences_after(datetime(2011, 12, 29, tzinfo=UTC), 3)

    assert [f"{run:%d %H:%M}" for run in runs] == ["29 09:00", "31 09:00", "01 09:00"]


@for_each(
    ("text", "gap"),
    [
        ("every 10 minutes", timedelta(minutes=10)),
        ("every day at 9 and 9:05", timedelta(minutes=5)),
        ("every day at 00:05 and 23:55", timedelta(minutes=10)),
        ("every day at 9", timedelta(hours=23)),
        ("every weekday at 9", timedelta(hours=24)),
        ("Mondays at 9 and the 1st of each month at 9:10", timedelta(minutes=10)),
        ("every day at 2:30 and 3:20", timedelta(minutes=10)),
        ("tomorrow at 9", None),
        ("every Monday at 9 until March 9", None),
    ],
)
def test_shortest_gap_is_found_wherever_it_lies(text, gap):
    assert shortest_gap(schedule_of(text)) == gap
