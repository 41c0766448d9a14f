"""The words of time, from `words.toml` and `shapes.toml`: spellings, lists, and words that always mean a time."""

from __future__ import annotations

import calendar
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

WEEKDAYS: tuple[str, ...] = tuple(name.lower() for name in calendar.day_name)
MONTHS: tuple[str, ...] = tuple(name.lower() for name in calendar.month_name[1:])
RRULE_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
ADVERBS = {
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year", "hourly": "hour",
}  # fmt: skip


@cache
def shape(name: str) -> str:
    """The pattern with this name in `shapes.toml`: a regular expression over words in normal spelling."""
    return re.sub(r"\{([a-z_]+)\}", lambda found: f"(?:{shape(found[1])})", _shapes()[name])


@cache
def _shapes() -> Mapping[str, str]:
    return MappingProxyType(tomllib.loads((files(__package__) / "shapes.toml").read_text(encoding="utf-8"))["shapes"])


@cache
def table() -> Mapping[str, Mapping[str, str]]:
    """The sections of `words.toml`, by name."""
    return MappingProxyType(tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8")))


@cache
def listed(name: str) -> frozenset[str]:
    """The words of one list in the section `placing` of `words.toml`."""
    return frozenset(table()["placing"][name].split())


@cache
def spellings() -> Mapping[str, str]:
    """The normal spelling of words, numbers and ranks, by each other spelling: "ten" gives "10"."""
    found = {said: meant for meant, others in table()["spellings"].items() for said in others.split()}
    numbers = {name: words.split() for name, words in table()["numbers"].items()}
    found |= {word: str(value) for value, word in enumerate(numbers["cardinal"])}
    found |= {word: ranked(value) for value, word in enumerate(numbers["ordinal"])}
    return found | {word: str(value) for value, word in zip((30, 40, 45, 50), numbers["round"], strict=True)}


@cache
def words_of_time() -> frozenset[str]:
    """Words that mean a time wherever they stand, without "may" and short units such as "minute"."""
    counted = ["morning", "afternoon", "evening", "night", "day", "week", "month", "quarter", "year", *WEEKDAYS]
    named = [f"{word}{plural}" for word in (*counted, "weekday", "weekend") for plural in ("", "s")]
    return frozenset([*named, *MONTHS, *ADVERBS, *listed("timely"), *listed("vague")]) - {"may"}


def ranked(number: int) -> str:
    """A number as a rank: 1st, 2nd, 3rd."""
    teens = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
