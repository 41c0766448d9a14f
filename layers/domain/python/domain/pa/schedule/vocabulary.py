"""The vocabulary of schedules: what each word names, in every spelling that is safe to accept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache


def words(listed: str) -> frozenset[str]:
    """The words of a list that is parted by blanks and line ends."""
    return frozenset(listed.split())


WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
UNITS_OF_DATES = ("day", "week", "month", "quarter", "year")

_WEEKDAY_SHORT = ("mon", "tue tues", "wed weds", "thu thur thurs", "fri", "sat", "sun")
_MONTH_SHORT = ("jan", "feb", "mar", "apr", "", "jun", "jul", "aug", "sep sept", "oct", "nov", "dec")
_SMALL = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}

WEEKDAYS: Mapping[str, int] = {name.lower(): day for day, name in enumerate(WEEKDAY_NAMES)} | {
    short: day for day, shorts in enumerate(_WEEKDAY_SHORT) for short in shorts.split()
}
WEEKDAY_PLURALS: Mapping[str, int] = {f"{name.lower()}s": day for day, name in enumerate(WEEKDAY_NAMES)}
MONTHS: Mapping[str, int] = {name.lower(): month for month, name in enumerate(MONTH_NAMES, 1)} | {
    short: month for month, shorts in enumerate(_MONTH_SHORT, 1) for short in shorts.split()
}
NUMBERS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_SMALL, 1)}
    | {"seventeen": 17, "eighteen": 18, "nineteen": 19, "sixty": 60, "ninety": 90}
    | _TENS
    | {f"{tens}-{_SMALL[one]}": value + one + 1 for tens, value in _TENS.items() for one in range(9)}
)
ORDINALS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_ORDINALS, 1)}
    | {"fifteenth": 15, "twentieth": 20, "thirtieth": 30, "thirty-first": 31}
    | {f"twenty-{_ORDINALS[one]}": 21 + one for one in range(9)}
)
UNITS: Mapping[str, str] = {
    spelling: unit
    for unit, spellings in {
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs h",
        "day": "day days",
        "week": "week weeks wk wks",
        "month": "month months",
        "quarter": "quarter quarters",
        "year": "year years yr yrs",
    }.items()
    for spelling in spellings.split()
}
ADVERBS: Mapping[str, str] = {
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
    "yearly": "year", "annually": "year", "annual": "year", "hourly": "hour",
}  # fmt: skip
DAY_PARTS: Mapping[str, str] = {
    "morning": "morning", "mornings": "morning", "afternoon": "afternoon", "afternoons": "afternoon",
    "evening": "evening", "evenings": "evening", "night": "night", "nights": "night", "tonight": "tonight",
}  # fmt: skip

# Misspellings further than one slip from the word, or of words too short for `corrected` to touch.
_MISSPELT: Mapping[str, str] = {
    "wensday": "wednesday", "wendsday": "wednesday", "wendesday": "wednesday", "wensdays": "wednesdays",
    "teusday": "tuesday", "thrusday": "thursday", "saterday": "saturday", "tommorow": "tomorrow",
    "tommorrow": "tomorrow", "tmrw": "tomorrow", "tmr": "tomorrow", "febuary": "february", "feburary": "february",
    "evry": "every", "evrey": "every", "evey": "every", "eveyr": "every", "evrery": "every", "dayly": "daily",
    "weekley": "weekly", "montly": "monthly", "mothly": "monthly", "untill": "until", "strating": "starting",
    "begining": "beginning", "aftenoon": "afternoon", "oclock": "o'clock", "midnite": "midnight",
}  # fmt: skip
_LONG_ENOUGH = 5
_NO_SLIP = frozenset(
    {"sundae", "sundaes", "sundry", "frida", "morning", "mornings", "mourning", "nearly", "early", "weeklies"}
)
_EXACT = frozenset(WEEKDAY_PLURALS) | frozenset(ADVERBS) | {"weekend", "weekends", "workday", "workdays"}


def corrected(word: str) -> str:
    """The word meant: a listed misspelling, or one slip of the finger in a weekday, a month or "tomorrow"."""
    if word in _MISSPELT:
        return _MISSPELT[word]
    if len(word) < _LONG_ENOUGH or word in _NO_SLIP or word in _slippery() or word in _EXACT:
        return word
    return next((target for target in _slippery() if one_slip(word, target)), word)


@cache
def _slippery() -> frozenset[str]:
    months = {name.lower() for name in MONTH_NAMES if len(name) > _LONG_ENOUGH + 1}
    return frozenset(months | {name.lower() for name in WEEKDAY_NAMES} | set(WEEKDAY_PLURALS) | {"tomorrow"})


def one_slip(word: str, target: str) -> bool:
    """One letter missing, doubled, wrong or swapped with its neighbour."""
    if abs(len(word) - len(target)) > 1 or word[0] != target[0]:
        return False
    same = next(
        (at for at, (a, b) in enumerate(zip(word, target, strict=False)) if a != b), min(len(word), len(target))
    )
    rest, wanted = word[same:], target[same:]
    return (
        rest[1:] == wanted[1:]
        or rest[1:] == wanted
        or rest == wanted[1:]
        or (rest[1::-1] == wanted[:2] and rest[2:] == wanted[2:])
    )
