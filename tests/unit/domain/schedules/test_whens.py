from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from domain.schedules import ScheduleUnclearError, read_when
from domain.schedules.recurrence import Schedule
from tables import for_each

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 4, 10, tzinfo=ZONE)  # a Wednesday


def runs(when, n=3):
    reading = read_when(when, now=NOW, timezone=ZONE.key)
    return [f"{run.astimezone(ZONE):%Y-%m-%d %H:%M}" for run in reading.next_runs(n)]


@for_each(
    ("when", "expected"),
    [
        ("every other Friday at 3pm until May", ["2026-03-06 15:00", "2026-03-20 15:00", "2026-04-03 15:00"]),
        ("Mondays at 9 and Fridays at 16:00", ["2026-03-06 16:00", "2026-03-09 09:00", "2026-03-13 16:00"]),
        ("every 2 hours between 8 and 12 on weekdays", ["2026-03-04 12:00", "2026-03-05 08:00", "2026-03-05 10:00"]),
        ("FREQ=WEEKLY;BYDAY=MO", ["2026-03-09 09:00", "2026-03-16 09:00", "2026-03-23 09:00"]),
        ("RRULE:FREQ=MONTHLY;BYDAY=2TU;BYHOUR=8", ["2026-03-10 08:00", "2026-04-14 08:00", "2026-05-12 08:00"]),
        ("FREQ=DAILY;INTERVAL=2;COUNT=2;BYHOUR=11;BYMINUTE=0", ["2026-03-04 11:00", "2026-03-06 11:00"]),
        ("FREQ=DAILY;UNTIL=20260306;BYHOUR=9;BYMINUTE=0", ["2026-03-05 09:00", "2026-03-06 09:00"]),
        ("FREQ=HOURLY;INTERVAL=6", ["2026-03-04 16:00", "2026-03-04 22:00", "2026-03-05 04:00"]),
        ("DTSTART:20260301T073000\nRRULE:FREQ=DAILY;INTERVAL=3",
         ["2026-03-07 07:30", "2026-03-10 07:30", "2026-03-13 07:30"]),
        ("DTSTART;TZID=Asia/Tokyo:20260310T090000 FREQ=DAILY",
         ["2026-03-10 01:00", "2026-03-11 01:00", "2026-03-12 01:00"]),
        ("2026-07-01T09:00:00+00:00", ["2026-07-01 11:00"]),
        ("2026-07-01T09:00", ["2026-07-01 09:00"]),
        ("2026-07-01", ["2026-07-01 09:00"]),
    ],
)  # fmt: skip
def test_whole_text_is_read_as_a_schedule(when, expected):
    assert runs(when) == expected


@for_each("when", ["now", "Right now", "immediately"])
def test_now_has_no_schedule(when):
    reading = read_when(when, now=NOW, timezone=ZONE.key)

    assert (reading.kind, reading.schedule) == ("none", None)


@for_each(
    "when",
    [
        "", ".", ") ,", "soon", "every Monday except holidays", "every Monday if something is stuck",
        "send me the costs on Mondays",
        "2026-02-30T09:00", "2026-01-01T09:00", "FREQ=SECONDLY", "FREQ=YEARLY;BYYEARDAY=100", "FREQ=DAILY;INTERVAL=0",
        "FREQ=WEEKLY;BYDAY=XX", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "FREQ=WEEKLY;BYDAY=MO;WKST=SU", "FREQ=WEEKLY",
        "FREQ=DAILY;COUNT=2;UNTIL=20270101", "DTSTART:20269901 FREQ=DAILY", "FREQ=DAILY;BYHOUR=9 EXDATE:20260305",
        "x" * 301,
    ],
)  # fmt: skip
def test_what_is_not_read_whole_is_refused(when):
    with pytest.raises(ScheduleUnclearError):
        runs(when)


EVERY_MINUTE = ",".join(map(str, range(60)))


@for_each(
    "when",
    [
        "FREQ=WEEKLY;BYDAY=MO;UNTIL=99991231T235959Z",
        "9999-12-31T23:59:00-05:00",
        "0001-01-01T00:00:00+05:00",
        "DTSTART:00010101T000000 FREQ=DAILY",
        "DTSTART:10000101T090000 FREQ=DAILY",
        "FREQ=MONTHLY;BYDAY=+99MO",
        "FREQ=MONTHLY;BYDAY=6MO",
        f"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYMINUTE={EVERY_MINUTE}",
    ],
)
def test_rule_without_a_day_or_from_another_age_is_refused_without_looking_for_one(when, monkeypatch):
    with monkeypatch.context() as counting:
        counting.setattr(Schedule, "occurrences_after", lambda *_given: pytest.fail("it was looked for"))
        with pytest.raises(ScheduleUnclearError):
            read_when(when, now=NOW, timezone="Europe/Berlin")


def test_refusal_says_what_was_read_and_what_was_not():
    with pytest.raises(ScheduleUnclearError) as refused:
        runs("every Monday at 9 except holidays")

    assert "I read “every Monday at 9”" in refused.value.message
    assert "“except holidays” is unclear" in refused.value.message
    assert refused.value.suggestion is None


@for_each(
    ("when", "offered"),
    [
        ("every day at 5", "every day at 5pm"),
        ("Monday and Thursday at 9", "every Monday and Thursday at 9"),
        ("weekly", "weekly on Monday"),
        ("evrey thurday at noon", "every thursday at noon"),
    ],
)
def test_nearest_schedule_is_offered_and_reads(when, offered):
    with pytest.raises(ScheduleUnclearError) as refused:
        runs(when)

    suggestion = refused.value.suggestion
    assert suggestion["when"] == offered
    reading = read_when(offered, now=NOW, timezone=ZONE.key)
    assert suggestion["schedule"] == reading.text
    assert [datetime.fromisoformat(run) for run in suggestion["next_runs"]] == reading.next_runs(3)


def test_instant_keeps_its_own_offset_and_is_stored_in_utc():
    reading = read_when("2026-07-01T09:00:00-05:00", now=NOW, timezone=ZONE.key)

    assert reading.at == datetime(2026, 7, 1, 14, tzinfo=UTC)
    assert reading.schedule.at == "2026-07-01T14:00:00Z"
