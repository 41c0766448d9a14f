"""The numbers, dates and entry ids a text states, in one form each, so that they can be held against the facts."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_NUMBER_WORDS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40",
    "fifty": "50", "sixty": "60", "hundred": "100", "thousand": "1000", "million": "1000000",
}  # fmt: skip


def stated_in(text: str) -> frozenset[str]:
    """Every date as YYYY-MM-DD, every number without separators, every id of a brief's entry such as `R3`.

    The numbers of an ordered list are its form, and no statement.
    """
    rest = _list_marks().sub(" ", text)
    found: set[str] = set()
    for pattern in (_iso_day(), _day_first(), _month_first()):
        for match in pattern.finditer(rest):
            found.add(_day(match))
        rest = pattern.sub(" ", rest)
    found.update(match.group().upper() for match in _entry_id().finditer(rest))
    found.update(_plain(match.group()) for match in _number().finditer(_entry_id().sub(" ", rest)))
    found.update(_NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", rest.lower()) if word in _NUMBER_WORDS)
    return frozenset(found)


def _day(match: re.Match[str]) -> str:
    month = match["month"].lower()
    number = int(month) if month.isdigit() else next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(month))
    try:
        return date(int(match["year"]), number, int(match["day"])).isoformat()
    except ValueError:
        return match.group()  # no day that exists, so no day of the facts


def _plain(number: str) -> str:
    """`10,440` as 10440, `2.50` as 2.5: a comma or apostrophe before three digits separates thousands."""
    bare = re.sub(r"[,'\u2019\u202f\u00a0 ](?=\d{3}(?!\d))", "", number).replace(",", ".")
    whole, point, fraction = bare.rstrip(".").partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (point + fraction if fraction else "")


@cache
def _list_marks() -> re.Pattern[str]:
    return re.compile(r"^\s*\d{1,2}[.)]\s", re.MULTILINE)


@cache
def _iso_day() -> re.Pattern[str]:
    return re.compile(r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)")


@cache
def _day_first() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? {_month()},? (?P<year>\d{{4}})\b", re.IGNORECASE
    )


@cache
def _month_first() -> re.Pattern[str]:
    return re.compile(rf"\b{_month()} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})\b", re.IGNORECASE)


def _month() -> str:
    return rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]})?' if name[3:] else name for name in _MONTHS)})\.?"


@cache
def _entry_id() -> re.Pattern[str]:
    return re.compile(r"\b[RAMICX]\d{1,2}\b")


@cache
def _number() -> re.Pattern[str]:
    return re.compile(r"\d+(?:[,.'\u2019\u202f\u00a0]\d+)*")
