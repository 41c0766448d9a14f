"""The values in a text of any language: figures, days, times, ids of entries.

Texts are compared by these, never by words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache

from common.services import frozen

_SMALL_DIGITS = 2
_LONGEST = 12_000
_GAP = "  "
_NUMBER = rf"\d{{1,12}}(?:[.,'’{_GAP}]\d{{1,6}}){{0,6}}"
_MONTH_WORD = r"[^\W\d_]{1,20}"
_PATTERN = re.compile(
    rf"""
      (?P<iso>\b\d{{4}}-\d{{2}}-\d{{2}}\b)
    | (?P<east>\b\d{{4}}[年년]\s?\d{{1,2}}[月월]\s?\d{{1,2}}[日일])
    | (?P<time>\b\d{{1,2}}:\d{{2}}\b)
    | (?P<dotted>\b\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}\b)?)
    | (?P<id>\b[RAMICXD][1-9]\d{{0,3}}(?:\.\d{{1,4}})?\b)
    | (?P<day_first>\b(?P<day>\d{{1,2}})(?:\.|º|er|st|nd|rd|th)?[ ](?:(?:de|of|d[’'])[ ]?)?(?P<month>{_MONTH_WORD})\b\.?
        (?:,?[ ](?:(?:de|of)[ ])?(?P<year>\d{{4}})\b)?)
    | (?P<month_first>\b(?P<month2>{_MONTH_WORD})\.?[ ](?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)
        (?:,?[ ](?P<year2>\d{{4}})\b)?)
    | (?P<number>(?<![\w.]){_NUMBER})
    """,
    re.VERBOSE,
)
_NUMBER_ALONE = re.compile(_NUMBER)
# Whose months' names are known. Which language a text has needs not be known: a name that is no month is none anywhere.
_LANGUAGES = (
    *("bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fi", "fr", "ga", "gl", "he", "hi", "hr", "hu"),
    *("id", "is", "it", "lt", "lv", "mk", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv"),
    *("tr", "uk", "vi"),
)


@frozen
class Value:
    """A value as it stands in a text, and all that it may mean; two values are the same when they share a meaning.

    `at`: where it begins.
    """

    text: str
    at: int
    meanings: frozenset[str]

    @property
    def is_small(self) -> bool:
        """Whether it is a figure of one or two digits, such as a count."""
        return all(meaning.isdecimal() and len(meaning) <= _SMALL_DIGITS for meaning in self.meanings)

    def is_in(self, known: frozenset[str]) -> bool:
        """Whether it is one of the known meanings."""
        return not self.meanings.isdisjoint(known)


def values_in(text: str) -> tuple[Value, ...]:
    """The values of a text, in their order. Only its first 12,000 characters are read."""
    return tuple(_values(text[:_LONGEST]))


def meanings_in(text: str) -> frozenset[str]:
    """Everything that the values of a text may mean."""
    return frozenset(meaning for value in values_in(text) for meaning in value.meanings)


def _values(text: str) -> Iterator[Value]:
    at = 0
    while found := _PATTERN.search(text, at):
        kind = next(name for name, part in found.groupdict().items() if part is not None)
        meanings = frozenset(_meanings(kind, found))
        if not meanings and kind == "month_first":  # a word before a number that is no month
            at = found.start("day2")
            continue
        if not meanings and kind in {"day_first", "dotted", "east", "iso"}:  # digits that are no day
            found = _NUMBER_ALONE.search(text, found.start())
            assert found is not None  # noqa: S101 - it begins with a digit
            meanings = frozenset(_amounts(found[0])) or frozenset({found[0]})
        yield Value(found[0].strip(), found.start(), meanings)
        at = found.end()


def _meanings(kind: str, found: re.Match[str]) -> Iterator[str]:
    whole = found[0]
    match kind:
        case "iso":
            yield from _day(*map(int, whole.split("-")))
        case "east":
            yield from _day(*map(int, re.findall(r"\d+", whole)))
        case "time" | "id":
            yield whole
        case "dotted":
            first, second, *rest = [int(part) for part in re.findall(r"\d+", whole)]
            year = rest[0] if rest else None
            yield from _day(year, second, first)
            if "/" in whole:
                yield from _day(year, first, second)
        case "day_first":
            yield from _named(found["month"], found["day"], found["year"])
        case "month_first":
            yield from _named(found["month2"], found["day2"], found["year2"])
        case "number":
            yield from list(_amounts(whole)) or [whole]


def _named(word: str, day: str, year: str | None) -> Iterator[str]:
    for month in months().get(word.casefold(), frozenset()):
        yield from _day(int(year) if year else None, month, int(day))


def _day(year: int | None, month: int, day: int) -> Iterator[str]:
    """A day; without its year it means that day of any year."""
    try:
        date(year or 2000, month, day)
    except ValueError:
        return
    yield f"--{month:02}-{day:02}" if year is None else f"{year:04}-{month:02}-{day:02}"


def _amounts(whole: str) -> Iterator[str]:
    """A number with every reading of its marks: `9.620` is 9620 and 9.62."""
    parts = re.split(rf"[.,'’{_GAP}]", whole)
    marks = re.findall(rf"[.,'’{_GAP}]", whole)
    if all(len(part) == len("000") for part in parts[1:]) and len(set(marks)) <= 1:
        yield _plain("".join(parts), "")
    if marks and marks[-1] in ".,":
        heads = parts[:-1]
        if len(heads) == 1 or all(len(part) == len("000") for part in heads[1:]):
            yield _plain("".join(heads), parts[-1])


def _plain(digits: str, fraction: str) -> str:
    fraction = fraction.rstrip("0")
    return f"{int(digits)}.{fraction}" if fraction else f"{int(digits)}"


@cache
def months() -> Mapping[str, frozenset[int]]:
    """The months that a word names, in any of the languages."""
    from babel import Locale  # noqa: PLC0415 - its data is read for texts that name a month only

    found: dict[str, set[int]] = {}
    for language in _LANGUAGES:
        for widths in Locale(language).months.values():
            for names in (widths[width] for width in ("wide", "abbreviated") if width in widths):
                for number, name in names.items():
                    found.setdefault(name.casefold().rstrip("."), set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}
