"""Slips of the keyboard in schedule words, put right only where such a word can stand."""

from __future__ import annotations

from functools import cache

from domain.pa.schedule.vocabulary import (
    DAY_PARTS,
    MONTH_NAMES,
    UNITS,
    WEEKDAY_NAMES,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    words,
)

# Words that hardly resemble anything else: mended wherever they stand.
_DISTINCT = frozenset(
    {name.lower() for name in WEEKDAY_NAMES}
    | set(WEEKDAY_PLURALS)
    | {name.lower() for name in MONTH_NAMES if len(name) > 6}  # noqa: PLR2004 - "march" and "june" resemble others
    | {"tomorrow"}
)
# Words mended only beside another schedule word.
_IN_PLACE = words("""
    every daily weekly monthly morning mornings afternoon afternoons evening evenings midnight until starting weekday
    weekdays weekend weekends first second third other month noon hour hours minutes week everyday fortnight fortnightly
""")
_ALIASES = {
    "tmrw": "tomorrow", "tmr": "tomorrow", "tmw": "tomorrow", "tomoz": "tomorrow", "oclock": "o'clock",
    "midnite": "midnight", "wensday": "wednesday", "wendsday": "wednesday", "wensdays": "wednesdays",
    "weds": "wednesday", "tuseday": "tuesday",
}  # fmt: skip
# English words that are one slip away from a schedule word.
_ENGLISH = words("""
    sundae sundaes sundry frida dairy diary weakly eery month moth mouth ever even event events very mourning warning
    moaning nearly early mother otter fist frost fits moon neon our weak starring staring stating sparing reach
    weeklies daisy wee seek unit untie until fist forst thirdly seconds heather either boring doily monthy evens mining
    monkey money moody holiday someday midday yesterday tomorrows today weekender
""")
_BESIDE = (
    frozenset(WEEKDAYS) | frozenset(WEEKDAY_PLURALS) | frozenset(UNITS) | frozenset(DAY_PARTS) | _DISTINCT
    | words("every each daily weekly monthly at @ on other second first third last 1st the_first noon midnight from")
)  # fmt: skip
KNOWN = (
    frozenset(WEEKDAYS) | frozenset(WEEKDAY_PLURALS) | frozenset(UNITS) | frozenset(DAY_PARTS) | _IN_PLACE | _DISTINCT
)
_ARTICLES = words("the a an our my your this")
_LONG, _SHORTEST = 8, 4


def mended(word: str, before: list[str], after: str, after_kind: str) -> str:
    """The word meant, or the word itself. `before` are the (mended) words before it, `after` the word behind it."""
    word = _ALIASES.get(word, word)
    if len(word) < _SHORTEST or word in KNOWN:
        return word
    if word in _ENGLISH and not (word in {"ever", "very"} and not before and after in WEEKDAYS):
        return word
    if found := _nearest(word, _DISTINCT):
        return found
    if word.startswith("tom") and _distance(word, "tomorrow") <= 2:  # noqa: PLR2004 - "tommorrow", "tomorow"
        return "tomorrow"
    last = before[-1] if before else ""
    beside = last in _BESIDE or after in _BESIDE or after_kind in {"clock", "number", "ordinal", "date", "iso"}
    beside = beside or (last == "" and _nearest(after, _IN_PLACE | _DISTINCT) != "")
    if not beside or (last in _ARTICLES and not set(before[:1]) & {"in", "on", "until"}):
        return word
    return _nearest(word, _IN_PLACE) or word


@cache
def _nearest(word: str, targets: frozenset[str]) -> str:
    if len(word) < _SHORTEST or word in _ENGLISH - {"ever", "very"}:
        return ""
    for target in sorted(targets):
        allowed = 2 if len(target) >= _LONG and len(word) >= _LONG - 1 else 1
        alike = word[0] == target[0] and abs(len(word) - len(target)) <= allowed and len(target) >= _SHORTEST
        if alike and _distance(word, target) <= allowed:
            return target
    return ""


def looks_misspelt(word: str) -> bool:
    """Whether a word is no word we know and close to a schedule word."""
    return word not in KNOWN and bool(_nearest(word, _IN_PLACE | _DISTINCT))


def resembles(word: str, target: str) -> bool:
    """Whether a word is one slip away from another word, whatever else it may be."""
    return word != target and word[:1] == target[0] and _distance(word, target) == 1


def _distance(word: str, target: str) -> int:
    """How many letters are missing, added, wrong or swapped with their neighbour."""
    two_up: list[int] = []
    up = list(range(len(target) + 1))
    for row, letter in enumerate(word, 1):
        here = [row]
        for column, wanted in enumerate(target, 1):
            best = min(up[column] + 1, here[-1] + 1, up[column - 1] + (letter != wanted))
            swapped = two_up and column > 1 and letter == target[column - 2] and word[row - 2] == wanted
            here.append(min(best, two_up[column - 2] + 1) if swapped else best)
        two_up, up = up, here
    return up[-1]


def meant(word: str) -> str:
    """The schedule word that a word could be a slip of, wherever it stands: only to be offered, never acted upon."""
    small = word.lower()
    return word if small in KNOWN else _nearest(small, _IN_PLACE | _DISTINCT) or word
