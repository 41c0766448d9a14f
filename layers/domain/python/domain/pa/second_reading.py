"""Checks an order that a model wrote in English for the customer, before it is asked back (ADR 24). Pure functions.

A number, a weekday or a month in it that the customer did not say is the model's own, and the order is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from common.services import frozen
from common.wording import listed, local_time
from domain.pa.commands import Verb, read_command
from domain.pa.intent import classify
from domain.projects.documents.markdown import escaped
from domain.schedules import Reading, ScheduleUnclearError, read_schedule

if TYPE_CHECKING:
    from domain.thinking.reading import Read

_RUNS_SHOWN = 3
_WORKING_WEEK, _WEEKEND = frozenset(range(5)), frozenset({5, 6})
_FULL_HOUR = re.compile(r"(?<=\d)[:.]00\b")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_DIGITS = re.compile(r"\d+")
_BYDAY = re.compile(r"BYDAY=([^;]+)")
_SHALL_I = 'Shall I? Say "yes" and I do.'


@frozen
class Order:
    """An order about tasks that may be asked back.

    Attributes:
        text: in English words that the rules read.
        offer: the question to the customer, with the next runs.
        reading: of a new task; None for a command about an existing one.
    """

    text: str
    offer: str
    reading: Reading | None = None


def checked_order(read: Read, message: str, names: Sequence[str], *, now: datetime, timezone: str) -> Order | None:
    """The order in `read`, with every number and day of it found in the customer's `message`; None if it won't do.

    Args:
        read: what the model said.
        message: the customer's words.
        names: the names of the customer's projects.
        now: an aware instant.
        timezone: the account's IANA zone.
    """
    text = " ".join(read.order.split())
    if not text or set(classify(text, project_names=names).refusals) - {"unrelated"}:
        return None
    reading, command = _reading(text, now, timezone), read_command(text)
    told = _told_by_customer(message, read.language)
    if not _told_in_order(text, reading, names) <= told or not _has_all_days(reading, text, told):
        return None
    is_timed = reading is not None and reading.schedule is not None
    if command is not None and not (command.verb is Verb.RUN and is_timed):
        question = f"I read that as “{escaped(text)}”. Nothing was done yet."
        fits = command.names_task and not command.qualified
        return Order(text, _in_both(question, read.language)) if fits else None
    if reading is None or not is_timed or not reading.task.strip():
        return None
    runs = listed([local_time(run, reading.timezone) for run in reading.next_runs(_RUNS_SHOWN)])
    question = (
        f"I read that as “{escaped(text)}”. It would run {reading.text}; the next runs: {runs}. "
        "Nothing was scheduled yet."
    )
    return Order(text, _in_both(question, read.language), reading)


def _reading(text: str, now: datetime, timezone: str) -> Reading | None:
    try:
        return read_schedule(text, now=now, timezone=timezone)
    except ScheduleUnclearError:
        return None


def in_english(response: str, language: str) -> str:
    """An English answer, after a sentence in the customer's language where that is not English and we know one."""
    from domain.thinking.languages import LANGUAGES, words_of  # noqa: PLC0415 - few customers need it

    said = str(words_of(language)["said"]["in_english"]) if language in LANGUAGES else ""
    return f"{said}\n\n{response}" if said else response


def _in_both(question: str, language: str) -> str:
    """The question, and what "yes" does, in English and in the customer's language."""
    from domain.thinking.languages import LANGUAGES, words_of  # noqa: PLC0415 - as above

    offered = [words_of(language)["said"]["offer"]] if language in LANGUAGES and language != "en" else []
    return "\n\n".join([f"{question} {_SHALL_I}", *offered])


def _told_by_customer(message: str, language: str) -> set[str]:
    from domain.thinking.said import told_in  # noqa: PLC0415 - as above

    return set(_told(message)) | told_in(message, language)


def _told_in_order(order: str, reading: Reading | None, names: Iterable[str]) -> set[str]:
    for name in names:
        order = order.replace(name, " ")
    rules = reading.rrules if reading else ()
    days = {day for rule in rules for found in _BYDAY.findall(rule) for day in _days_of(found)}
    named = days if days not in (_WORKING_WEEK, _WEEKEND) else set[int]()
    return set(_told(_FULL_HOUR.sub("", order))) | {f"day {day}" for day in named}


def _has_all_days(reading: Reading | None, order: str, told: set[str]) -> bool:
    """Whether a new task runs on every weekday that the customer named: "every weekday" is not "montags"."""
    named = {entry for entry in told if entry.startswith("day ")}
    if reading is None or reading.schedule is None or not named:
        return True
    days = {f"day {day}" for rule in reading.rrules for found in _BYDAY.findall(rule) for day in _days_of(found)}
    return named <= days | set(_told(order)) and not (len(named) == 1 and len(days) > 1)


def _told(text: str) -> Iterator[str]:
    """The numbers, weekdays and months of a text, as the reader of schedules would read its English words."""
    from domain.schedules.words import MONTHS, WEEKDAYS, spellings  # noqa: PLC0415 - with the grammar

    for digits in _DIGITS.findall(text):
        yield str(int(digits))
    for word in _WORD.findall(text.casefold()):
        for part in spellings().get(word, word).split():
            day = part if part in WEEKDAYS else part.removesuffix("s")
            if day in WEEKDAYS:
                yield f"day {WEEKDAYS.index(day)}"
            elif part in MONTHS:
                yield f"month {MONTHS.index(part) + 1}"
            elif part[:1].isdigit():
                yield from _DIGITS.findall(part)


def _days_of(listed_days: str) -> Iterator[int]:
    from domain.schedules.words import RRULE_DAYS  # noqa: PLC0415 - as above

    for day in listed_days.split(","):
        yield RRULE_DAYS.index(day[-2:])
