"""The vocabulary of schedules: one spelling for every word, and patterns over lines of such words.

The tokens of a text are brought to these spellings first ("tues" is "tuesday", "thrice" stays unknown), so each pattern
of the grammar names a word once. A trailing "_" marks a number or rank that was spelt out: "nine" is "9_".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domain.language.tables import read_table


def words(text: str) -> frozenset[str]:
    """The words of a list that is parted by blanks and line ends."""
    return frozenset(text.split())


WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
RRULE_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WEEKDAYS: Mapping[str, int] = {name.lower(): day for day, name in enumerate(WEEKDAY_NAMES)}
MONTHS: Mapping[str, int] = {name.lower(): month for month, name in enumerate(MONTH_NAMES, 1)}

# Patterns over a line of tokens.
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
MONTH = f"(?:{'|'.join(MONTHS)})"
UNIT = "(?:minute|hour|day|week|month|quarter|year)s?"
PART = "(?:morning|afternoon|evening|night)s?"
NUMBER = r"\d{1,4}_?"
RANK = r"\d{1,2}(?:st|nd|rd|th)_?"


@cache
def family(name: str) -> str:
    """What the table of schedule words lists under a name."""
    return dict(line.split(": ", 1) for line in read_table("schedules"))[name]


def pairs(name: str) -> dict[str, str]:
    """What each word or name listed there stands for."""
    return {said: meant for said, _, meant in (entry.partition("=") for entry in family(name).split("; "))}


def either(listed: str) -> str:
    """Any one of the listed words, as a regular expression."""
    return f"(?:{'|'.join(listed.split())})"


# One word may stand for several: "nightly" is "every night".
SPELLINGS: Mapping[str, str] = (
    {name[:3]: name for name in (*WEEKDAYS, *MONTHS) if name != "may"} | pairs("numbers") | pairs("spellings")
)
KNOWN = words(family("known")) | WEEKDAYS.keys() | {f"{day}s" for day in WEEKDAYS} | MONTHS.keys()
# Words that make a phrase hang together: what follows a schedule in the middle of a sentence must begin with one.
FUNCTION_WORDS = words(family("function"))
# What is said around a task and is no part of it.
POLITE = words(family("polite"))
# Verbs that ask for something to be done. They only admit a sentence that could also be read as a name.
REQUESTS = words(family("requests"))
