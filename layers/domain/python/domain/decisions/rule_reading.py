"""Reads when and whom from "if I am silent by Thursday 5pm, ask anna@example.com", and refuses what is unclear."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from common.errors import InvalidRequest
from common.services import frozen
from domain.schedules import ScheduleUnclearError
from domain.schedules import read_when as read_schedule

EXAMPLE = "If I am silent by Thursday 5pm, ask anna@example.com"
_FORM = re.compile(
    r"(?:if|when|in case|should)\s+(?:i|we)\b(?P<silence>.+?),?\s+(?:then\s+)?(?:please\s+)?"
    r"(?:ask|let|tell|escalate\s+(?:it\s+)?to|send\s+(?:it\s+)?to|forward\s+(?:it\s+)?to)\s+"
    r"(?P<email>[^\s,;<>]+@[^\s,;<>]+?)(?:\s+(?:to\s+)?decide|\s+instead)?[\s.!]*",
    re.IGNORECASE,
)
_SILENT = re.compile(
    r"\s*+(?:['’]m|am|are|['’]re|stay|remain|keep|have\s+been)?\s*+(?:still\s+)?(?:silent|quiet|away|not\s+there)\s+"
    r"|\s*(?:have|do|did)(?:n['’]?t|\s+not)\s+(?:yet\s+)?(?:answer|decide|respond|repl|react|act)\w*\s+",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:by|until|till|before)\s+", re.IGNORECASE)
_LASTING = re.compile(r"(?:within|for|after)\s+", re.IGNORECASE)


@frozen
class Wish:
    """The address of the person to ask, and the words that say when."""

    when: str
    email: str


def read_wish(text: str) -> Wish:
    """The address and the words of time in the customer's sentence. Raises `InvalidRequest` if it lacks either."""
    form = _FORM.fullmatch(text.strip())
    silence = _SILENT.match(form["silence"]) if form else None
    if form is None or silence is None:
        raise InvalidRequest.of("text", f'Say when, and whom to ask, such as: "{EXAMPLE}".')
    return Wish(form["silence"][silence.end() :].strip(), form["email"])


def read_when(when: str, *, now: datetime, timezone: str) -> datetime:
    """The instant that the words `when` mean, counted from `now` in this IANA zone.

    A silence of days ends at the time of day at which it began, unless the words name another.
    Raises `ScheduleUnclearError` when it is not understood, is past, or means no time or several.
    """
    lasting = _LASTING.match(when)
    if lasting is None:
        return _one_time(_BY.sub("", when, count=1), now, timezone)
    words = f"in {when[lasting.end() :]}"
    try:
        return _one_time(f"{words} at {now.astimezone(ZoneInfo(timezone)):%H:%M}", now, timezone)
    except ScheduleUnclearError:  # it names a time of day, or counts hours
        return _one_time(words, now, timezone)


def _one_time(words: str, now: datetime, timezone: str) -> datetime:
    """The one instant that the words name. Raises `ScheduleUnclearError`."""
    try:
        reading = read_schedule(words, now=now, timezone=timezone)
    except ScheduleUnclearError as unclear:
        raise ScheduleUnclearError(unclear.words, example=EXAMPLE) from unclear
    if reading.at is None:
        raise ScheduleUnclearError(words, why="it names no single moment", example=EXAMPLE)
    return reading.at
