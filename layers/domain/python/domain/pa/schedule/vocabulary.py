"""The vocabulary of schedules: one spelling for every word, and patterns over lines of such words.

The tokens of a text are brought to these spellings first ("tues" is "tuesday", "thrice" stays unknown), so each pattern
of the grammar names a word once. A trailing "_" marks a number or rank that was spelt out: "nine" is "9_".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domain.language.tables import read_table


def _listed(text: str) -> list[str]:
    """The words of a list that is parted by blanks and line ends, in order."""
    return text.split()


def words(text: str) -> frozenset[str]:
    """The words of such a list as a set."""
    return frozenset(_listed(text))


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

_SPELT = _listed("""
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen
""")
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90}
_RANKS = _listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
_RANKED = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
NUMBERS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_SPELT, 1)}
    | _TENS
    | {f"{tens}-{_SPELT[one]}": value + one + 1 for tens, value in _TENS.items() for one in range(9)}
)
RANKS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_RANKS, 1)}
    | {"fifteenth": 15, "twentieth": 20, "thirtieth": 30, "thirty-first": 31}
    | {f"twenty-{_RANKS[one]}": 21 + one for one in range(9)}
)


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
    {name[:3]: name for name in (*WEEKDAYS, *MONTHS) if name != "may"}
    | {word: f"{value}_" for word, value in NUMBERS.items()}
    | {word: f"{value}{_RANKED.get(value, 'th')}_" for word, value in RANKS.items()}
    | pairs("spellings")
)
KNOWN = words(family("known")) | WEEKDAYS.keys() | {f"{day}s" for day in WEEKDAYS} | MONTHS.keys()
# Words that make a phrase hang together: what follows a schedule in the middle of a sentence must begin with one.
FUNCTION_WORDS = words(family("function"))
# What is said around a task and is no part of it.
POLITE = words(family("polite"))
# Verbs that ask for something to be done. They only admit a sentence that could also be read as a name.
REQUESTS = words(family("requests"))
