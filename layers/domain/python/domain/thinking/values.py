"""The values in a text of any language: figures, days, times, ids of entries.

Texts are compared by these, never by words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import takewhile

from common.services import frozen

_LONGEST = 12_000
_MOST_DIGITS = 12  # a longer run of digits is no amount: it is the same only as itself
_SPACES = "\t\u00a0\u2007\u2009\u202f"
_RANGE = 7  # so many characters are between the days of `between 3 and 5 December` at most
_GROUPS = r"\d{1,3}(?:[ ]\d{3}(?!\d))+"  # `9 620`
_NUMBER = rf"(?:{_GROUPS}|\d++)(?:[.,'’٬٫]\d++){{0,6}}(?:[kK]\b|[ ]?[%٪％])?"
_MONTH_WORD = r"[^\s\d.,;:،!?()\[\]{}|*_/\"“”–—-]{1,20}"
_OF = r"(?:(?:del?|of)[ ]|d[’'][ ]?)?"
_PATTERN = re.compile(
    rf"""
      (?P<year_first>(?<!\d)\d{{4}}(?P<mark>[-/.])\d{{1,2}}(?P=mark)\d{{1,2}}(?!\d))
    | (?P<east>(?<!\d)(?:\d{{4}}[年년]\s?)?\d{{1,2}}[月월]\s?\d{{1,2}}[日일])
    | (?P<time>(?<![\d:])\d{{1,2}}:\d{{2}}(?![\d:]))
    | (?P<dotted>(?<![\d.,/])\d{{1,2}}
        (?:[/-]\d{{1,2}}[/-](?:\d{{4}}|\d\d)|\.[ ]?\d{{1,2}}\.(?:[ ]?\d{{4}}|\d\d)?)(?![\d/]))
    | (?P<id>(?<![A-Za-z0-9])[RAMICXDQKPWTSLNFEJ][1-9]\d{{0,3}}(?:\.\d{{1,4}})?(?![A-Za-z0-9]))
    | (?P<day_first>(?<![\d.,/])(?P<day>\d{{1,2}})(?:\.|º|er|st|nd|rd|th)?[ ]{_OF}(?P<month>{_MONTH_WORD})
        (?:[.,،]{{0,2}}[ ]{_OF}(?P<year>\d{{4}})(?!\d))?)
    | (?P<month_first>(?P<month2>{_MONTH_WORD})\.?[ ](?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:]|[.,]\d)
        (?:,?[ ](?P<year2>\d{{4}})(?!\d))?)
    | (?P<month_of>(?P<month3>{_MONTH_WORD})[ ]{_OF}(?P<year3>\d{{4}})(?!\w|[.,]\d))
    | (?P<number>(?:(?<![A-Za-z\d])(?<!\d[.,])|(?<=\b[A-Z]{{3}})){_NUMBER})
    """,
    re.VERBOSE,
)
_NUMBER_ALONE = re.compile(_NUMBER)
_WHOLE_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DECIMAL = re.compile(r"\d{1,2}\.\d{1,2}")
# Whose months' names are known. Which language a text has needs not be known: a name that is no month is none anywhere.
_LANGUAGES = (
    *("af", "ar", "be", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "gl", "he", "hi"),
    *("hr", "hu", "hy", "id", "is", "it", "ka", "lt", "lv", "mk", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sl"),
    *("sq", "sr", "sv", "sw", "ta", "tr", "uk", "ur"),
)


@frozen
class Value:
    """A value as it stands in a text, and all that it may mean; two values are the same when they share a meaning.

    `is_id`: it names an entry, such as R2, and claims nothing.
    """

    text: str
    meanings: frozenset[str]
    is_id: bool = False

    def is_in(self, known: frozenset[str] | set[str]) -> bool:
        """Whether it is one of the known meanings."""
        return not self.meanings.isdisjoint(known)

    @property
    def distinctive(self) -> frozenset[str]:
        """Its meanings if it is a day, an id, or a figure of three or more digits, rarely met by chance; else empty."""
        is_so = self.is_id or all(sum(map(str.isdigit, one)) > len("99") for one in self.meanings)
        return self.meanings if is_so else frozenset()


def values_in(text: str) -> tuple[Value, ...]:
    """The values of a text, in their order. Only its first 12,000 characters are read."""
    return tuple(_values(_plain(text[:_LONGEST])))


def known_from(text: str) -> frozenset[str]:
    """All that may be said of a text's values: of `5 %` also 5; of a day also month, year, and the day of any year."""
    values = [(value, bool(_DECIMAL.fullmatch(value.text))) for value in values_in(text)]  # records write no day as 4.2
    found = {one for value, is_decimal in values for one in value.meanings if not (is_decimal and one[0] == "-")}
    found |= {one.removesuffix("%") for one in found}
    days = [one for one in found if _WHOLE_DAY.fullmatch(one)]
    return frozenset({*found, *(part for day in days for part in (f"-{day[4:]}", day[:7], day[:4]))})


def _plain(text: str) -> str:
    """The text with ASCII's digits for those of all scripts, plain spaces, and no marks that turn its direction."""
    if text.isascii():
        return text.replace("\t", " ")
    kept = (one for one in text if unicodedata.category(one) != "Cf")
    return "".join(str(unicodedata.decimal(one)) if one.isdecimal() else " " if one in _SPACES else one for one in kept)


def _values(text: str) -> Iterator[Value]:
    at, last, ended = 0, None, 0
    while found := _PATTERN.search(text, at):
        kind = next(name for name, part in found.groupdict().items() if part is not None)
        meanings = frozenset(_meanings(kind, found))
        if kind in {"month_first", "month_of"} and (not meanings or _begins_a_day(text, found)):
            at = found.start("day2" if kind == "month_first" else "year3")  # the word before it is no month
            continue
        at = found.end()
        if not meanings and kind == "number":  # letters before it that are no currency: part of a name, such as AES256
            continue
        if not meanings:  # digits that are no day
            found = _NUMBER_ALONE.search(text, found.start())
            assert found is not None  # noqa: S101 - it begins with a digit
            kind, meanings, at = "number", frozenset(_amounts(found[0])), found.end()
        if last is not None and kind == "day_first" and found.start() - ended <= _RANGE:
            last = replace(last, meanings=last.meanings | _same_month(last, meanings))
        if last is not None:
            yield last
        last, ended = Value(found[0].strip(), meanings, is_id=kind == "id"), at
    if last is not None:
        yield last


def _begins_a_day(text: str, found: re.Match[str]) -> bool:
    """Whether the number behind a word that may be a month has its own month behind it: `we set 3 March`."""
    own = _PATTERN.match(text, found.start("day2")) if found["day2"] else None
    return own is not None and own["day_first"] is not None and bool(_months_of(own["month"]))


def _same_month(first: Value, days: frozenset[str]) -> frozenset[str]:
    """The days that a bare number before them may mean, in `between 3 and 5 December`."""
    bare = first.text.rstrip(".")
    is_day = bare.isdigit() and 1 <= int(bare[:3]) <= 31  # noqa: PLR2004 - days of a month
    return frozenset(f"{day[:-2]}{int(bare):02}" for day in days if day[:-2].endswith("-")) if is_day else frozenset()


def _meanings(kind: str, found: re.Match[str]) -> Iterator[str]:
    whole = found[0]
    match kind:
        case "id":
            yield whole
        case "time":
            yield whole.removeprefix("0")
        case "day_first":
            yield from _named(found["month"], found["day"], found["year"])
        case "month_first":
            yield from _named(found["month2"], found["day2"], found["year2"])
        case "month_of":
            yield from (f"{found['year3']}-{month:02}" for month in _months_of(found["month3"]))
        case "number":
            before = found.string[max(found.start() - 3, 0) : found.start()]
            if not re.fullmatch("[A-Z]{3}", before) or before in _currencies():
                yield from _amounts(whole)
            if _DECIMAL.fullmatch(whole):
                yield from _dotted(whole)
        case _:
            yield from _dotted(whole)


def _dotted(whole: str) -> Iterator[str]:
    """The days that figures may mean: the year stands first or last, if any; between slashes the month may be first."""
    numbers = [int(part) for part in re.findall(r"\d+", whole)]
    if not re.match(r"\d{4}|\d+[月월]", whole):
        numbers.reverse()
    *years, month, day = numbers
    year = years[0] + (2000 if years[0] < 100 else 0) if years else None  # noqa: PLR2004 - a year of two digits
    yield from _day(year, month, day)
    if "/" in whole:
        yield from _day(year, day, month)
    if year is None and whole.endswith("."):
        yield from _amounts(whole.rstrip("."))


def _named(word: str, day: str, year: str | None) -> Iterator[str]:
    """The day of a named month. A short name is a word in another language (`3 out of 5`): then also the figure."""
    for month in _months_of(word):
        yield from _day(int(year) if year else None, month, int(day))
    if not year and _folded(word) in months() and _folded(word) not in months(short=False):
        yield from _amounts(day)


def _day(year: int | None, month: int, day: int) -> Iterator[str]:
    """A day; without its year it means that day of any year."""
    try:
        date(year or 2000, month, day)
    except ValueError:
        return
    yield f"--{month:02}-{day:02}" if year is None else f"{year:04}-{month:02}-{day:02}"


def _amounts(whole: str) -> Iterator[str]:
    """A number with every reading of its marks: `9,620` is 9620 and `9,62` is 9.62; `20k` is 20000, `5 %` is `5%`.

    Three digits behind the only kind of mark are thousands, unless nothing but 0 stands before it.
    """
    if whole[-1] in "%٪％":
        yield from (f"{one}%" for one in _amounts(whole[:-1].strip()))
        return
    is_thousands = whole[-1] in "kK"
    plain = whole.rstrip("kK").replace(" ", "")
    parts, marks = re.split(r"[.,'’٬٫]", plain), re.findall(r"[.,'’٬٫]", plain)
    if max(map(len, parts)) > _MOST_DIGITS:
        yield plain
        return
    heads, last = parts[:-1], parts[-1]
    in_groups = all(len(part) in {2, 3} for part in heads[1:]) and len(parts[0]) <= 3  # noqa: PLR2004 - 1,00,000 in India
    readings = []
    if not marks or (in_groups and len(last) == 3 and len(set(marks)) == 1 and parts[0] != "0"):  # noqa: PLR2004
        readings.append(("".join(parts), ""))
    elif marks[-1] in ".,٫" and (len(heads) == 1 or in_groups):
        readings.append(("".join(heads), last))
    for digits, fraction in readings:
        moved = f"{fraction:0<3}" if is_thousands else ""
        yield _figure(digits + moved[:3], moved[3:] if is_thousands else fraction)
    if not readings:
        yield plain


def _figure(digits: str, fraction: str) -> str:
    fraction = fraction.rstrip("0")
    whole = digits.lstrip("0") or "0"
    return f"{whole}.{fraction}" if fraction else whole


def _months_of(word: str) -> frozenset[int]:
    return months().get(_folded(word), frozenset())


def _folded(name: str) -> str:
    return name.casefold().rstrip(".")


@cache
def _currencies() -> frozenset[str]:
    from babel.numbers import list_currencies  # noqa: PLC0415 - for a text that glues letters to a figure only

    return frozenset(list_currencies())


@cache
def months(*, short: bool = True) -> Mapping[str, frozenset[int]]:
    """The months that a word names, in any of the languages; `short`: with abbreviations."""
    from babel import Locale  # noqa: PLC0415 - its data is read for texts that name a month only

    found: dict[str, set[int]] = {}
    for language in _LANGUAGES:
        locale = Locale(language)
        before, _, _ = re.sub(r"'[^']*'|\bd\b", " ", locale.date_formats["long"].pattern).partition("MMMM")
        glued = "".join(takewhile(str.isalpha, reversed(before)))[::-1]
        for widths in locale.months.values():
            for width in ("wide", "abbreviated") if short else ("wide",):
                for number, name in widths.get(width, {}).items():
                    word = name.split()[-1]  # Catalan has `de març`
                    for said in {word, f"{glued}{word}"}:  # Hebrew has `3 בדצמבר`
                        found.setdefault(_folded(said), set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}
