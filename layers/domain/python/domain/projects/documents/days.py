"""Days as people write them in a comment: a date that names its year, or a shift by days or weeks."""

from __future__ import annotations

import calendar
import re
from contextlib import suppress
from datetime import date, datetime

_MONTH = "|".join((*calendar.month_name[1:], "Sept", *calendar.month_abbr[1:]))
_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
_DAY = re.compile(
    rf"(?<!\d)(?:\d{{4}}-\d\d-\d\d|{_NUMBER}\.? (?:of )?(?:{_MONTH})\.?,? \d{{4}}|\d{{1,2}}\. ?\d{{1,2}}\. ?\d{{4}})"
    rf"(?!\d)|\b(?:{_MONTH})\.? {_NUMBER},? \d{{4}}",
    re.IGNORECASE,
)
_FORMS = ("%Y-%m-%d", "%d %b %Y", "%b %d %Y", "%d %m %Y")
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
_SHIFT = re.compile(rf"\b(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)}) (?P<unit>day|week)s?\b", re.IGNORECASE)
_EARLIER = re.compile(r"\b(?:earlier|sooner|forward|before|bring)\b", re.IGNORECASE)


def find_day(text: str) -> date | None:
    """The first day in `text` written with its year; a day without a year is not guessed."""
    if match := _DAY.search(text):
        words = re.findall(r"\d{4}-\d\d-\d\d|\d+|(?<![a-z])[a-z]{3}", match[0], re.IGNORECASE)
        for form in _FORMS:
            with suppress(ValueError):
                return datetime.strptime(" ".join(words), form).date()  # noqa: DTZ007 - a day has no zone
    return None


def find_shift(text: str) -> int | None:
    """By how many calendar days `text` moves something: positive later, negative earlier, None when it does not say."""
    match = _SHIFT.search(text)
    if match is None:
        return None
    count = _COUNTS.get(match["count"].lower()) or int(match["count"])
    return count * (7 if match["unit"].lower() == "week" else 1) * (-1 if _EARLIER.search(text) else 1)
