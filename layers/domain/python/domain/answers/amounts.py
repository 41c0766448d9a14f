"""Reads amounts of money and days as people write them in a message."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal

_MONEY = re.compile(
    r"(?P<before>[A-Z]{3}|[€$£])? ?(?P<whole>\d{1,3}(?:[,.' ]\d{3}){1,3}|\d{1,10})(?:[,.](?P<part>\d{1,2}))?"
    r" ?(?P<unit>[km])? ?(?P<after>[A-Z]{3}|[€$£]|euros?|pounds?)?",
    re.IGNORECASE,
)
_SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP", "euro": "EUR", "pound": "GBP"}
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
_MOST = 1_000_000_000
_DAYS = ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y", "%d.%m.%Y")


class NoSuchDeed(Exception):
    """What a message asks for cannot be done. The exception's text says why.

    `instead`: the card of what may be meant, or None.
    """

    def __init__(self, why: str, instead: object = None) -> None:
        super().__init__(why)
        self.instead = instead


def amount_in(words: str, currency: str) -> int:
    """The amount in `words`: 1 to 1,000,000,000 whole units of `currency`. Raises `NoSuchDeed` for anything else."""
    found = _MONEY.fullmatch(words.strip())
    if found is None:
        raise NoSuchDeed("I can't read this amount. Write it in figures, such as 20,000.")
    own = next((one for one in (found["before"], found["after"]) if one), currency)
    if _SYMBOLS.get(own.lower().removesuffix("s"), own.upper()) != currency:
        raise NoSuchDeed(f"The project's currency is {currency}.")
    exact = (
        Decimal(f"{re.sub(r'[^0-9]', '', found['whole'])}.{found['part'] or 0}") * _UNITS[(found["unit"] or "").lower()]
    )
    amount = int(exact)
    if amount != exact:
        raise NoSuchDeed("Give the ceiling as a whole number, without cents.")
    if not 1 <= amount <= _MOST:
        raise NoSuchDeed("Give a ceiling between 1 and 1,000,000,000.")
    return amount


def day_in(words: str, today: date) -> date:
    """The day in `words`; without a year, the next such day after `today`. Raises `NoSuchDeed`."""
    said = _ORDINAL.sub("", " ".join(words.replace(",", " ").split()))
    years = ("", f" {today.year}", f" {today.year + 1}")
    for year, form in ((year, form) for year in years for form in _DAYS):
        try:
            day = datetime.strptime(said + year, form).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
        if not year or day > today:
            return day
    raise NoSuchDeed("I can't read this day. Write it such as 1 Mar 2027 or 2027-03-01.")
