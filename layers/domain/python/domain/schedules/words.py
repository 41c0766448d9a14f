"""The words of time as one table: what each is called in the grammar, and what it counts as in a task."""

from __future__ import annotations

import calendar
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

WEEKDAYS: tuple[str, ...] = tuple(name.lower() for name in calendar.day_name)
MONTHS: tuple[str, ...] = tuple(name.lower() for name in calendar.month_name[1:])
RRULE_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")

# Patterns over the words of a text, which `domain.schedules.tokens` brings to one spelling.
DAY = f"(?:{'|'.join(WEEKDAYS)})"
MONTH = f"(?:{'|'.join(MONTHS)})"
UNIT = "(?:minute|hour|day|week|month|quarter|year)"
PART = "(?:morning|afternoon|evening)"
NUMBER = r"\d{1,4}"
RANK = r"\d{1,2}(?:st|nd|rd|th)"

_SHORTEST_MENDED = 5


@cache
def table() -> Mapping[str, Mapping[str, str]]:
    """The sections of `words.toml`."""
    return MappingProxyType(tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8")))


@cache
def listed(name: str) -> frozenset[str]:
    """The words of one list of the section `placing`."""
    return frozenset(table()["placing"][name].split())


@cache
def spellings() -> Mapping[str, str]:
    """For each other spelling of a word, number or rank, the one that the grammar knows."""
    found = {said: meant for meant, others in table()["spellings"].items() for said in others.split()}
    found |= {f"{day[:3]}s": f"{day}s" for day in WEEKDAYS}
    numbers = table()["numbers"]
    found |= {word: str(value) for value, word in enumerate(numbers["cardinal"].split())}
    found |= {word: ranked(value) for value, word in enumerate(numbers["ordinal"].split())}
    found |= {word: str(10 * ten) for ten, word in enumerate(numbers["tens"].split(), start=2)}
    return found | {"thirtieth": "30th"}


@cache
def mendable() -> tuple[str, ...]:
    """Words of time that are long enough to be told from others when one letter is wrong."""
    named = [*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), *(month for month in MONTHS if len(month) > _SHORTEST_MENDED)]
    return (*named, "every", "tomorrow", "weekday", "weekdays", "morning", "afternoon", "evening", "monthly", "quarterly")


@cache
def times_of_day_and_units() -> frozenset[str]:
    """Words that are about time wherever they stand."""
    parts = [f"{part}{plural}" for part in ("morning", "afternoon", "evening", "night") for plural in ("", "s")]
    units = [f"{unit}{plural}" for unit in ("day", "week", "month", "quarter", "year") for plural in ("", "s")]
    days = [*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), *(month for month in MONTHS if month != "may")]
    rest = "every daily weekly monthly quarterly yearly hourly weekday weekdays weekend weekends today tomorrow tonight"
    return frozenset([*parts, *units, *days, *rest.split(), "yesterday", "once", "twice", "now", *listed("vague")])


def ranked(number: int) -> str:
    """1st, 2nd, 3rd, 4th …"""
    teens = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
