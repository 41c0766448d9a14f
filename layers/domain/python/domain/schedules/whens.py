"""Reads a text that is a schedule and nothing else: words, RFC 5545, or an instant; suggests a near one otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from domain.schedules.days import LENGTHS, Days
from domain.schedules.describing import describe
from domain.schedules.grammar import Part
from domain.schedules.phrases import Phrases
from domain.schedules.reading import Reading, ScheduleUnclearError, refuse_if
from domain.schedules.recurrence import Schedule, fields_of
from domain.schedules.resolve import LAST_SECOND, MOST_RUNS, armed, counted, schedule_of
from domain.schedules.times import Clock
from domain.schedules.tokens import Words, tokens_of
from domain.schedules.words import RRULE_DAYS

_LONGEST = 300
_HORIZON = timedelta(days=3_660)  # within which a rule begins and names a day
_WEEKS, _MOST_WORKING = 5, 23  # of a month: how often it can have a weekday, and how many working days
_NOW = re.compile(r"(?:right )?now|immediately|at once", re.IGNORECASE)
_INSTANT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?", re.IGNORECASE)
_RULE = re.compile(
    r"(?:DTSTART(?:;TZID=(?P<zone>[\w/+-]{1,40}))?:(?P<at>\d{8}(?:T\d{6}Z?)?)[\s;]{0,9})?(?:RRULE:)?(?P<rule>FREQ=\S{1,250})",
    re.IGNORECASE,
)
_RRULE_EXAMPLE = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"
_NUMBERS = ("BYMONTHDAY", "BYMONTH", "BYSETPOS", "BYHOUR", "BYMINUTE")
_FIELDS = {*_NUMBERS, "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYSECOND", "WKST"}
_FORMS = {("day", ""), ("week", "weekdays"), ("year", "numbers")} | {
    ("month", kind) for kind in ("ranked", "working", "numbers")
}
_FREQUENCIES = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
# What may be missing, and what a suggestion puts in.
_PATCHES = (
    (re.compile(r"\b((?:at|and|,) [1-5])\b(?![:.]?\d|\s?[ap]\.?m|\s?o'clock)", re.IGNORECASE), r"\1pm"),
    (re.compile(r"^(?:on )?(?=(?:mon|tue|wed|thu|fri|sat|sun))", re.IGNORECASE), "every "),
    (
        re.compile(r"\b(weekly|every week|every (?:2|two|other) weeks?|fortnightly)\b(?! on)", re.IGNORECASE),
        r"\1 on Monday",
    ),
    (re.compile(r"\b(monthly|every month|quarterly|every quarter)\b(?! on)", re.IGNORECASE), r"\1 on the 1st"),
    (re.compile(r"$"), " at 9am"),
)


def read(text: str, now: datetime, timezone: str) -> Reading:
    """Read a text that is only a schedule, as `read_when` describes."""
    now, said = now.astimezone(UTC), text.strip()
    if _NOW.fullmatch(said):
        return Reading(task="", text="now", timezone=timezone, now=now)
    try:
        return reading_of(_schedule(said, now, timezone), "", now)
    except ScheduleUnclearError as unclear:
        offer(unclear, "", said, now, timezone)
        raise


def reading_of(schedule: Schedule, task: str, now: datetime) -> Reading:
    """The reading of a task and its schedule, with the schedule in words."""
    text, zone = describe(schedule, now), schedule.timezone
    return Reading(task=task, text=text, timezone=zone, now=now, schedule=schedule)


def offer(
    unclear: ScheduleUnclearError, task: str, when: str, now: datetime, timezone: str, *, near: bool = True
) -> None:
    """Add a suggestion to the refusal: `when` itself or, if `near`, the first similar text that we understand."""
    is_words = 0 < len(when) <= _LONGEST and not _RULE.fullmatch(when)
    for candidate in dict.fromkeys(_near(when) if near else (when,)) if is_words else ():
        with suppress(ScheduleUnclearError):
            found = reading_of(_schedule(candidate, now, timezone), task, now)
            unclear.offer(task, candidate, found.text, found.next_runs(3))
            return


def _near(when: str) -> Iterator[str]:
    """Yield the words themselves, then with mended spelling, each also with one missing piece put in."""
    mended = " ".join(token.text for token in tokens_of(when, mend=True))
    for said in (when, mended):
        yield said
        yield from (pattern.sub(piece, said, count=1) for pattern, piece in _PATCHES)


def _schedule(text: str, now: datetime, timezone: str) -> Schedule:
    refuse_if(not text or len(text) > _LONGEST, text[:60], "I cannot read this as a schedule")
    if rule := _RULE.fullmatch(text):
        return _of_rule(text, rule, now, timezone)
    if _INSTANT.fullmatch(text):
        return _at_instant(text, now, timezone)
    words = Words(text, tokens_of(text))
    last = ending(words)
    refuse_if(not last, text, "I cannot read this as a schedule")
    parts = Phrases(words, now.astimezone(ZoneInfo(timezone)).date()).at(0, last)
    end = parts[-1].last if parts else 0
    if end < last:
        raise ScheduleUnclearError(words.said(end, last), "I did not understand it", read=words.said(0, end))
    return of_parts(words, parts, now, timezone)


def of_parts(words: Words, parts: Sequence[Part], now: datetime, timezone: str) -> Schedule:
    """The schedule of these parts, of which there is at least one. Raises `ScheduleUnclearError`."""
    return schedule_of(parts, words.said(parts[0].first, parts[-1].last), now, timezone)


def ending(words: Words) -> int:
    """The number of words and marks in the text, without the marks at its end."""
    last = len(words.tokens)
    while last and words.at(last - 1) in {".", "!", "?", ",", "\n", ":", ";", ")"}:
        last -= 1
    return last


def _at_instant(text: str, now: datetime, timezone: str) -> Schedule:
    try:
        at = datetime.fromisoformat(text.upper())
        at = (at if at.tzinfo else at.replace(tzinfo=ZoneInfo(timezone))).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ScheduleUnclearError(text, "there is no such moment", "2026-12-24T14:00") from None
    refuse_if(at <= now, text, "that time is past", "2026-12-24T14:00")
    return Schedule(timezone=timezone, at=f"{at.replace(tzinfo=None, microsecond=0).isoformat()}Z")


def _of_rule(text: str, found: re.Match[str], now: datetime, timezone: str) -> Schedule:
    """The schedule of an RRULE. Without DTSTART it runs from now on, at 09:00 if it names no hour.

    Raises `ScheduleUnclearError` if it is no rule, or one that we cannot store and tell in words.
    """
    if ticking := re.fullmatch(r"FREQ=(HOUR|MINUTE)LY(?:;INTERVAL=(\d{1,4}))?", found["rule"].upper()):
        refuse_if(found["at"], text, "hours and minutes count from now", _RRULE_EXAMPLE)
        return _schedule(f"every {ticking[2] or 1} {ticking[1].lower()}s", now, timezone)
    try:
        zone = ZoneInfo("UTC" if (found["at"] or "").endswith("Z") else found["zone"] or timezone)
        begin = _stamp(found["at"], zone) if found["at"] else None
        fields = fields_of(found["rule"].upper().rstrip(";"))
        rrulestr(
            ";".join(f"{name}={','.join(values)}" for name, values in fields.items() if name not in {"UNTIL", "COUNT"})
        )
        rule = _days_of_rule(fields, begin)
        until = _stamp(fields["UNTIL"][0], zone, end=True) if "UNTIL" in fields else None
        count = int(fields["COUNT"][0]) if "COUNT" in fields else 0
        is_near = begin is None or abs(begin - now) < _HORIZON
        ever = is_near and _names_a_day(rule, (begin or now.astimezone(zone)).replace(tzinfo=None))
    except (ValueError, TypeError, KeyError, IndexError, OSError, OverflowError):
        raise ScheduleUnclearError(text, "I cannot keep this rule", _RRULE_EXAMPLE) from None
    refuse_if(
        (until and count) or not 0 <= count <= MOST_RUNS, text, "it says two ends, or too many runs", _RRULE_EXAMPLE
    )
    refuse_if(not is_near, text, "it begins more than ten years from now", _RRULE_EXAMPLE)
    refuse_if(not ever, text, "it would never run", _RRULE_EXAMPLE)
    after = begin - timedelta(seconds=1) if begin else now
    schedule = armed([rule], after.astimezone(zone), begin.date() if begin else None)
    schedule = counted(schedule, count, after) if count else schedule
    if until:
        schedule = Schedule.from_plain({**schedule.to_plain(), "until": until.replace(tzinfo=None).isoformat()})
    refuse_if(not schedule.occurrences_after(now, 1), text, "it would never run", _RRULE_EXAMPLE)
    return schedule


def _names_a_day(rule: Days, begin: datetime) -> bool:
    """Whether a rule names a day within ten years of `begin`, in local time.

    dateutil looks up to the year 9999, once for each minute of the hour: so it is asked for one time of the day alone.
    """
    months, ranks = rule.bymonth or range(1, 13), [int(day[:-2]) for day in rule.byday if day not in RRULE_DAYS]
    exists = any(abs(day) <= LENGTHS[month - 1] for day in rule.bymonthday or (1,) for month in months)
    if not exists or min(map(abs, (*ranks, *rule.bysetpos)), default=0) > (_MOST_WORKING if rule.bysetpos else _WEEKS):
        return False
    one = replace(rule, clocks=rule.clocks[:1]).rrules()[0]
    return any(rrulestr(f"{one};UNTIL={begin + _HORIZON:%Y%m%dT%H%M%S}", dtstart=begin))


def _days_of_rule(fields: dict[str, list[str]], begin: datetime | None) -> Days:
    """The days of a rule. Raises `ValueError` or `KeyError` if it has none of the forms that we can tell in words."""
    unit, byday = _FREQUENCIES[fields["FREQ"][0]], tuple(fields.get("BYDAY", ()))
    given = {name: tuple(map(int, fields.get(name, ()))) for name in _NUMBERS}
    ranked = tuple(f"{int(day[:-2]):+}{day[-2:]}" for day in byday if day not in RRULE_DAYS)
    kind = "ranked" if ranked else "weekdays" if byday else "numbers" if given["BYMONTHDAY"] else ""
    kind = "working" if given["BYSETPOS"] and byday == RRULE_DAYS[:5] and len(given["BYHOUR"]) <= 1 else kind
    both = (
        (ranked and len(ranked) < len(byday))
        or (byday and given["BYMONTHDAY"])
        or min(given["BYMONTHDAY"], default=1) < -1
    )
    year = unit == "year" and bool(kind) != bool(given["BYMONTH"])
    told = (unit, kind) in _FORMS or (begin and not kind)
    plain = fields.get("WKST", ["MO"]) == ["MO"] and fields.get("BYSECOND", ["0"]) == ["0"] and fields.keys() <= _FIELDS
    interval = int(fields.get("INTERVAL", ["1"])[0])
    if interval < 1 or not told or both or year or not plain or bool(given["BYSETPOS"]) != (kind == "working"):
        raise ValueError
    hours, minutes = (
        given["BYHOUR"] or (begin.hour if begin else 9,),
        given["BYMINUTE"] or (begin.minute if begin else 0,),
    )
    return Days(
        unit, interval, byday=ranked or byday, bymonthday=given["BYMONTHDAY"], bymonth=given["BYMONTH"],
        bysetpos=given["BYSETPOS"], clocks=tuple(Clock(hour, minute) for hour in hours for minute in minutes),
    )  # fmt: skip


def _stamp(text: str, zone: ZoneInfo, *, end: bool = False) -> datetime:
    """A date or time of RFC 5545 in a zone; a date alone means 09:00 or, if `end`, the last second of the day."""
    at = datetime.strptime(text[:8] + (text[9:15] or "090000"), "%Y%m%d%H%M%S")  # noqa: DTZ007 - its zone follows
    at = datetime.combine(at, LAST_SECOND) if end and "T" not in text else at
    return at.replace(tzinfo=UTC if text.endswith("Z") else zone).astimezone(zone)
