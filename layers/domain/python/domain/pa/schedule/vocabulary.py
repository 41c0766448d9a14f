"""The vocabulary of schedules: one spelling for every word, patterns over lines of such words, and tables of shapes.

The tokens of a text are brought to these spellings first ("tues" is "tuesday", "thrice" stays unknown), so each pattern
of the grammar names a word once. A trailing "_" marks a number or rank that was spelt out: "nine" is "9_".

A table of shapes has regular expressions, one a line, in named sections. Before the sections it names what they share:
`name: words` is any one of these words, `name = …` a part of an expression. "{name}" stands for it, or for a family of
the table of schedule words. "? …" tells what is asked back where one of the shapes behind it fits.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from functools import cache

from domain.language.tables import read_table


def words(text: str) -> frozenset[str]:
    """The words of a list that is parted by blanks and line ends."""
    return frozenset(text.split())


WEEKDAY_NAMES, MONTH_NAMES = tuple(calendar.day_name), tuple(calendar.month_name)[1:]
RRULE_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WEEKDAYS: Mapping[str, int] = {name.lower(): day for day, name in enumerate(WEEKDAY_NAMES)}
MONTHS: Mapping[str, int] = {name.lower(): month for month, name in enumerate(MONTH_NAMES, 1)}
CODES: Mapping[str, str] = dict(zip(WEEKDAYS, RRULE_DAYS, strict=True))

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
# All that name a zone, also those that two zones share, which are asked back.
ZONE_INITIALS = (frozenset(pairs("initials")) - words("et ct mt pt z")) | words(
    "ist cst bst ast sst gst cdt adt aest wst amt ect"
)

_NAME = re.compile(r"\{([a-z][a-z_ ]*)\}")


@cache
def shapes(table: str, section: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The shapes of a section, compiled on first use, each with what is asked back where it fits."""
    return tuple((why, re.compile(shape)) for why, shape in _sections(table)[section])


def shape(table: str, section: str) -> re.Pattern[str]:
    """The only shape of a section."""
    ((_, pattern),) = shapes(table, section)
    return pattern


def pieces(table: str, section: str) -> list[tuple[str, str]]:
    """The lines of a section of `shape => replacement`."""
    return [(said, meant) for _, line in _sections(table)[section] for said, _, meant in [line.partition(" => ")]]


@cache
def _sections(table: str) -> Mapping[str, list[tuple[str, str]]]:
    shared = {
        "unit": UNIT, "month": MONTH, "number": NUMBER, "rank": RANK, "day": DAY,
        "function or request": either(" ".join(sorted(FUNCTION_WORDS | REQUESTS))),
        "zone initials": either(" ".join(sorted(ZONE_INITIALS))),
    }  # fmt: skip
    found: dict[str, list[tuple[str, str]]] = {}
    why, here = "", ""
    for line in read_table(f"schedule_{table}"):
        if line.startswith("== "):
            why, here = "", line[3:]
            found[here] = []
        elif line.startswith("? "):
            why = line[2:]
        elif here:
            found[here].append((why, _filled(line, shared)))
        elif named := re.match(r"([a-z_ ]+)(:| =) (.*)", line):
            name, sign, value = named.groups()
            shared[name] = either(value) if sign == ":" else _filled(value, shared)
    return found


def _filled(text: str, shared: Mapping[str, str]) -> str:
    return _NAME.sub(lambda name: shared.get(name[1]) or either(family(name[1])), text)
