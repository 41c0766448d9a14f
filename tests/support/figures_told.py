"""Which amounts and days a text tells, to hold everything that a customer reads against one estimate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

_MONEY = re.compile(r"(?:EUR|€)\s?(-?\d[\d,.]*\d|\d)|(\d[\d,.]*\d|\d)\s?(?:EUR|€)")
_MONTHS = "January February March April May June July August September October November December"
_DAYS = (
    (re.compile(r"\b\d{4}-\d{2}-\d{2}\b"), "%Y-%m-%d"),
    (re.compile(rf"\b\d{{1,2}} (?:{_MONTHS.replace(' ', '|')}) \d{{4}}\b"), "%d %B %Y"),
    (re.compile(rf"\b\d{{1,2}} (?:{'|'.join(month[:3] for month in _MONTHS.split())}) \d{{4}}\b"), "%d %b %Y"),
)


def texts_in(value: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every text in an answer, with the path to it."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from texts_in(one, f"{where}.{name}")
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from texts_in(one, f"{where}.{number}")


def amounts_in(text: str) -> set[int]:
    """The amounts in euros that a text names, in whole ones."""
    found = (one or other for one, other in _MONEY.findall(text))
    return {abs(int(digits.replace(",", "").replace(".", "").lstrip("-"))) for digits in found}


def days_in(text: str) -> set[date]:
    """The days that a text names."""
    return {
        datetime.strptime(found, form).date()  # noqa: DTZ007 - a day has no zone
        for pattern, form in _DAYS
        for found in pattern.findall(text)
    }


def whole_numbers(value: Any) -> set[int]:
    """Every whole number in an answer."""
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int):
        return {abs(value)}
    if isinstance(value, Mapping):
        return set().union(*map(whole_numbers, value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*map(whole_numbers, value)) if value else set()
    return set()
