"""Days as people write them in a comment: a date that names its year, or a shift by days, weeks or months."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_FORMS = (
    re.compile(r"(?<!\d)(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)"),
    re.compile(
        rf"(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.? (?:of )?(?P<month>{_MONTH})\.?,? (?P<year>\d{{4}})",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})", re.IGNORECASE),
    re.compile(r"(?<!\d)(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})(?!\d)"),
)
_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
_UNITS = {"day": 1, "week": 7}
_SHIFT = re.compile(rf"\b(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)}) (?P<unit>day|week)s?\b", re.IGNORECASE)
_EARLIER = re.compile(r"\b(?:earlier|sooner|forward|before|bring)\b", re.IGNORECASE)


def find_day(text: str) -> date | None:
    """The first day in `text` written with its year; a day without a year is not guessed."""
    for form in _FORMS:
        if match := form.search(text):
            month = match["month"].lower()
            try:
                return date(int(match["year"]), _MONTHS.get(month) or int(month), int(match["day"]))
            except ValueError:
                return None
    return None


def find_shift(text: str) -> int | None:
    """By how many calendar days `text` moves something: positive later, negative earlier, None when it does not say."""
    match = _SHIFT.search(text)
    if match is None:
        return None
    count = _NUMBERS.get(match["count"].lower()) or int(match["count"])
    return count * _UNITS[match["unit"].lower()] * (-1 if _EARLIER.search(text) else 1)
