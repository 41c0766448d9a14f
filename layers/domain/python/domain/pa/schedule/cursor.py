"""A place in the tokens, and grammar rules that either consume what they understand or step back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps

from domain.pa.schedule.lexer import END, Token
from domain.pa.schedule.vocabulary import NUMBERS

_MOST_DIGITS = 4

type Rule[T] = Callable[[Cursor], T | None]


class Cursor:
    """Reads tokens from left to right. Nothing is consumed by a look; a failed `rule` puts `at` back."""

    __slots__ = ("_line", "_places", "_starts", "at", "tokens")

    def __init__(self, tokens: Sequence[Token], at: int = 0) -> None:
        self.tokens, self.at = tokens, at
        self._line: str | None = None

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` of this place (negative: behind it), or the end."""
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def eat(self, pattern: str) -> re.Match[str] | None:
        """Consumes whole tokens, parted by single blanks, that a regular expression matches."""
        if self._line is None:
            self._line, self._starts, self._places = _line_of(self.tokens)
        if self.at >= len(self.tokens):
            return None
        found = _compiled(pattern).match(self._line, self._starts[self.at])
        place = self._places.get(found.end()) if found and found[0] else None
        if place is None:
            return None
        self.at = place
        return found

    def pick[T](self, table: Mapping[str, T]) -> T | None:
        """Consumes a word of the table and gives what it stands for."""
        token = self.peek()
        if token.kind != "word" or token.text not in table:
            return None
        self.at += 1
        return table[token.text]

    def whole_number(self) -> int | None:
        """Consumes "12" or "twelve". A number of more than four digits counts nothing we could schedule."""
        token = self.peek()
        if token.kind == "number" and token.text.isdecimal() and len(token.text) <= _MOST_DIGITS:
            self.at += 1
            return int(token.text)
        return self.pick(NUMBERS)

    def glued(self) -> bool:
        """Whether a word follows the token before it without a blank, as in "2h"."""
        return self.peek().kind == "word" and self.peek().start == self.peek(-1).end


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?= |\Z)")


def _line_of(tokens: Sequence[Token]) -> tuple[str, list[int], dict[int, int]]:
    """The tokens as one line, where each starts in it, and which token follows each end."""
    starts: list[int] = []
    places: dict[int, int] = {}
    length = 0
    for place, token in enumerate(tokens):
        starts.append(length)
        length += len(token.text)
        places[length] = place + 1
        length += 1
    return " ".join(token.text for token in tokens), starts, places


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


def first_of[R](cursor: Cursor, *rules: Callable[[Cursor], R]) -> R | None:
    """What the first rule that understands this place makes of it."""
    return next((found for grammar in rules if (found := grammar(cursor)) is not None), None)


def listed[T](cursor: Cursor, item: Rule[T], later: Rule[T] | None = None) -> list[T]:
    """Items joined by commas, "and", "&", "/" or "plus"; `later` reads all but the first, where it differs."""
    found = item(cursor)
    items: list[T] = []
    while found is not None:
        items.append(found)
        begun = cursor.at
        if not cursor.eat(r"[,;](?: (?:and|&|/|plus|\+))?|and|&|/|plus|\+"):
            break
        found = (later or item)(cursor)
        if found is None:
            cursor.at = begun
    return items
