"""A place in the tokens, and grammar rules that either consume what they understand or step back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps

from domain.pa.schedule.lexer import END, Token
from domain.pa.schedule.vocabulary import NUMBERS

_MOST_DIGITS = 4

type Rule[T] = Callable[[Cursor], T | None]


class Cursor:
    """Reads tokens from left to right. Nothing is consumed by a look; a failed `rule` puts `at` back."""

    __slots__ = ("at", "tokens")

    def __init__(self, tokens: Sequence[Token], at: int = 0) -> None:
        self.tokens = tokens
        self.at = at

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` of this place (negative: behind it), or the end."""
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else END

    def advance(self) -> Token:
        """Consumes one token, whatever it is."""
        token = self.peek()
        self.at += 1
        return token

    def take(self, *texts: str) -> str:
        """Consumes the next token if it is one of `texts`, and says which; else the empty string."""
        token = self.peek()
        return self.advance().text if token.kind in {"word", "mark"} and token.text in texts else ""

    def take_kind(self, kind: str) -> Token | None:
        """Consumes the next token if it is of this kind."""
        return self.advance() if self.peek().kind == kind else None

    def phrase(self, *phrases: str) -> bool:
        """Consumes the first of `phrases` (words parted by blanks) that stands here in full."""
        for words in (phrase.split() for phrase in phrases):
            if all(self.peek(ahead).text == word for ahead, word in enumerate(words)):
                self.at += len(words)
                return True
        return False

    def pick[T](self, table: Mapping[str, T]) -> T | None:
        """Consumes a word of the table and gives what it stands for."""
        token = self.peek()
        return table[self.advance().text] if token.kind == "word" and token.text in table else None

    def whole_number(self) -> int | None:
        """Consumes "12" or "twelve". A number of more than four digits counts nothing we could schedule."""
        token = self.peek()
        if token.kind == "number" and token.text.isdecimal() and len(token.text) <= _MOST_DIGITS:
            return int(self.advance().text)
        return self.pick(NUMBERS)

    def glued(self) -> bool:
        """Whether a word follows the token before it without a blank, as in "2h"."""
        return self.peek().kind == "word" and self.peek().start == self.peek(-1).end

    def touches(self) -> bool:
        """Whether the next token follows the one before it without a blank."""
        return self.peek().start == self.peek(-1).end


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
        if not _separator(cursor):
            break
        found = (later or item)(cursor)
        if found is None:
            cursor.at = begun
    return items


def _separator(cursor: Cursor) -> bool:
    comma = cursor.take(",", ";")
    return bool(cursor.take("and", "&", "/", "plus", "+") or comma)
