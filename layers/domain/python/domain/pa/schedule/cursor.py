"""A place in the tokens, and grammar rules that either consume what they understand or step back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, wraps
from itertools import accumulate

from domain.pa.schedule.tokens import END, Token

type Rule[T] = Callable[[Cursor], T | None]


class Cursor:
    """Reads tokens from left to right. Nothing is consumed by a look; a failed `rule` puts `at` back."""

    def __init__(self, tokens: Sequence[Token], at: int = 0) -> None:
        self.tokens, self.at = tokens, at
        self._line = " ".join(token.text for token in tokens)
        self._starts = [0, *accumulate(len(token.text) + 1 for token in tokens)]
        self._places = {end - 1: place for place, end in enumerate(self._starts)}

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` of this place (negative: behind it), or the end."""
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def looks(self, pattern: str) -> re.Match[str] | None:
        """Whole tokens from here on, parted by single blanks, that a regular expression matches."""
        if self.at >= len(self.tokens):
            return None
        found = _compiled(pattern).match(self._line, self._starts[self.at])
        return found if found and found[0] and found.end() in self._places else None

    def eat(self, pattern: str) -> re.Match[str] | None:
        """Consumes what `looks` finds."""
        found = self.looks(pattern)
        if found:
            self.at = self._places[found.end()]
        return found


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?= |\Z)")


def rule[R](grammar: Callable[[Cursor], R]) -> Callable[[Cursor], R]:
    """Makes a grammar function all or nothing: where it gives None, it has consumed nothing."""

    @wraps(grammar)
    def attempt(cursor: Cursor) -> R:
        begun = cursor.at
        found = grammar(cursor)
        if found is None:
            cursor.at = begun
        return found

    return attempt


def reads[T](pattern: str, build: Callable[[re.Match[str]], T | None]) -> Rule[T]:
    """The rule that a pattern alone makes."""
    return rule(lambda cursor: build(found) if (found := cursor.eat(pattern)) else None)


def first_of[R](cursor: Cursor, *rules: Callable[[Cursor], R]) -> R | None:
    """What the first rule that understands this place makes of it."""
    return next((found for grammar in rules if (found := grammar(cursor)) is not None), None)


def listed[T](
    cursor: Cursor, item: Rule[T], *, later: Rule[T] | None = None, lead: str = "", beside: str = ""
) -> list[T]:
    """Items joined by commas, "and" or "/", or by nothing before `beside`.

    All but the first may have a `lead`, or are read by `later`.
    """
    found = item(cursor)
    items: list[T] = []
    while found is not None:
        items.append(found)
        begun = cursor.at
        if not cursor.eat("[,;](?: (?:and|/))?|and|/") and not (beside and cursor.looks(beside)):
            break
        if lead:
            cursor.eat(lead)
        found = (later or item)(cursor)
        if found is None:
            cursor.at = begun
    return items


def whole(said: str | None) -> int:
    """The number that was said: "12", "12_" (spelt out), "12th", or an article, which is one."""
    return int(re.sub(r"\D", "", said or "") or 1)
