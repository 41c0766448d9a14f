"""A phrase of time: parts that follow one another, with nothing but commas and little words between them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from common.services import frozen
from domain.schedules.dates import dates, every_named, month_days, relative
from domain.schedules.days import Elapsed, every, weekdays
from domain.schedules.limits import LIMITS
from domain.schedules.times import times
from domain.schedules.tokens import Cursor, Token
from domain.schedules.words import NUMBER

_BETWEEN = frozenset({",", ";", "and", "(", ")", "-", "at", "on", "also", ":", "in", "then", "."})
_APART = frozenset({",", ";", "and"})


@frozen
class Part:
    """One part of a phrase, with the words it was read from; `joined`: a comma or an "and" stands before it; `every`: it says so.

    """

    said: Any
    first: int
    last: int
    joined: bool
    every: bool


class Phrases:
    """The phrases of a text by the place where they begin. Each place is read once."""

    def __init__(self, text: str, tokens: Sequence[Token], today: date) -> None:
        """The phrases of `text`, whose words are `tokens`."""
        self.text, self.tokens, self.cursor = text, tokens, Cursor(tokens, today)
        self._parts: dict[int, tuple[tuple[Any, ...], int]] = {}

    def at(self, first: int, last: int | None = None) -> list[Part]:
        """The longest phrase that begins at a word and does not go beyond another."""
        last = len(self.tokens) if last is None else last
        found: list[Part] = []
        at, joined = first, False
        while at < last:
            said, end = self._part_at(at)
            if said and end <= last:
                says = any(token.text == "every" for token in self.tokens[at:end])
                found += [Part(one, at, end, joined, says) for one in said]
                at, joined = end, False
            elif found and self.tokens[at].text in _BETWEEN:
                joined |= self.tokens[at].text in _APART
                at += 1
            else:
                break
        return found

    def words(self, first: int, last: int) -> str:
        """The customer's own words."""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end] if first < last else ""

    def _part_at(self, at: int) -> tuple[tuple[Any, ...], int]:
        """The part at a word, where the longest reading wins and among equals the earlier one; and where it ends."""
        if at not in self._parts:
            best: tuple[Any, ...] = ()
            end = at
            for read in _READERS:
                self.cursor.at = at
                found = read(self.cursor)
                if found is not None and self.cursor.at > end:
                    best, end = found if isinstance(found, tuple) else (found,), self.cursor.at
            self._parts[at] = best, end
        return self._parts[at]


def _ahead(cursor: Cursor) -> Elapsed | None:
    """Reads "in 2 hours", "in half an hour", "20 minutes from now"."""
    if cursor.eat("in (?:exactly )?half an hour"):
        return Elapsed(30, once=True)
    span = rf"(?P<count>an?|{NUMBER}) (?P<unit>minute|hour)s?"
    found = cursor.eat(f"in (?:exactly )?{span}(?: time| from now)?") or cursor.eat(f"{span} from now")
    if not found:
        return None
    count = 1 if found["count"].startswith("a") else int(found["count"])
    return Elapsed(count * (60 if found["unit"] == "hour" else 1), once=True)


_READERS = (every, every_named, weekdays, dates, relative, _ahead, month_days, *LIMITS, times)
