"""A text that is a schedule and nothing else, and the nearest schedule that would be read where it is unclear."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from domain.schedules.describing import describe
from domain.schedules.phrase import Part, Phrases
from domain.schedules.plan import schedule_of
from domain.schedules.reading import Reading, ScheduleUnclearError, refuse_if
from domain.schedules.recurrence import Schedule
from domain.schedules.rfc import read_rule
from domain.schedules.tokens import Token, tokens_of

_LONGEST = 300
_RULE = re.compile(r"\s*(?:RRULE:|DTSTART[:;]|FREQ=)", re.IGNORECASE)
_INSTANT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:[Zz]|[+-]\d\d:?\d\d)?")
_NOW = re.compile(r"(?:right )?now|immediately|at once", re.IGNORECASE)
_HOUR = re.compile(r"\b(at|and|,) ([1-5])\b(?![:.]?\d|\s?[ap]\.?m|\s?o'clock)", re.IGNORECASE)
_DAY = re.compile(r"(?:on )?(?:mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE)
_ON = re.compile(r"on ", re.IGNORECASE)
_ADVERB = re.compile(r"\b(weekly|every week|every 2 weeks|every other week|fortnightly)\b(?! on)", re.IGNORECASE)
_MONTHLY = re.compile(r"\b(monthly|every month|quarterly|every quarter)\b(?! on)", re.IGNORECASE)


def read(text: str, now: datetime, timezone: str) -> Reading:
    """What `read_when` promises."""
    now, said = now.astimezone(UTC), text.strip()
    if _NOW.fullmatch(said):
        return Reading(kind="none", task="", text="now", timezone=timezone, now=now)
    try:
        return reading_of(_schedule(said, now, timezone), "", now)
    except ScheduleUnclearError as unclear:
        offer(unclear, "", said, now, timezone)
        raise


def reading_of(schedule: Schedule, task: str, now: datetime) -> Reading:
    """The reading of a task with its schedule."""
    kind = "recurring" if schedule.recurring else "once"
    zone = schedule.timezone
    return Reading(kind=kind, task=task, text=describe(schedule), timezone=zone, now=now, schedule=schedule)  # type: ignore[arg-type]  # one of two


def offer(unclear: ScheduleUnclearError, task: str, when: str, now: datetime, timezone: str) -> None:
    """Gives the refusal the schedule that is nearest to what was said, if one near it would be read."""
    for candidate in dict.fromkeys(_near(when)) if 0 < len(when) <= _LONGEST else ():
        with suppress(ScheduleUnclearError):
            found = reading_of(_schedule(candidate, now, timezone), task, now)
            unclear.offer(task, candidate, found.text, found.next_runs(3))
            return


def _near(when: str) -> Iterator[str]:
    """The words themselves, then with spelling mended, then with the one piece put in that is missing."""
    tokens = tokens_of(when, mend=True)
    mended = "".join(
        f"{when[before:token.start]}{when[token.start:token.end] if token.text.isdigit() else token.text}"
        for before, token in zip([0, *(token.end for token in tokens)], tokens, strict=False)
    )
    for said in (when, mended):
        yield said
        yield _HOUR.sub(r"\1 \2pm", said)
        if _DAY.match(said):
            yield f"every {_ON.sub('', said, count=1)}"
        yield _ADVERB.sub(r"\1 on Monday", said)
        yield _MONTHLY.sub(r"\1 on the 1st", said)
        yield f"{said} at 9am"


def _schedule(text: str, now: datetime, timezone: str) -> Schedule:
    if _RULE.match(text):
        return read_rule(text, now, timezone)
    if _INSTANT.fullmatch(text):
        return _at_instant(text, now, timezone)
    tokens = tokens_of(text[: _LONGEST + 1])
    refuse_if(not tokens or len(text) > _LONGEST, text[:60], "it is no schedule that I can read")
    last = ending(tokens)
    phrases = Phrases(text, tokens, now.astimezone(ZoneInfo(timezone)).date())
    parts = phrases.at(0, last)
    end = parts[-1].last if parts else 0
    if end < last:
        raise ScheduleUnclearError(phrases.words(end, last), "I did not understand it", read=phrases.words(0, end))
    return of_parts(phrases, parts, now, timezone)


def of_parts(phrases: Phrases, parts: Sequence[Part], now: datetime, timezone: str) -> Schedule:
    """The schedule of the parts of a phrase, with the customer's words around them."""
    return schedule_of(parts, phrases.words(parts[0].first, parts[-1].last), now, timezone)


def ending(tokens: Sequence[Token]) -> int:
    """The number of words without the marks at the end."""
    last = len(tokens)
    while last and (tokens[last - 1].text in {".", "!", "?", ",", "\n", ":", ";"}):
        last -= 1
    return last


def _at_instant(text: str, now: datetime, timezone: str) -> Schedule:
    try:
        at = datetime.fromisoformat(text.upper().replace(" ", "T"))
    except ValueError:
        raise ScheduleUnclearError(text, "there is no such instant", "2026-12-24T14:00") from None
    at = (at if at.tzinfo else at.replace(tzinfo=ZoneInfo(timezone))).astimezone(UTC)
    refuse_if(at <= now, text, "that time is over", "2026-12-24T14:00")
    return Schedule(timezone=timezone, at=f"{at.replace(tzinfo=None, microsecond=0).isoformat()}Z")
