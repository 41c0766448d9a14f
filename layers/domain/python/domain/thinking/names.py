"""Names that a model brought along: capitals that the language does not ask for, and that the customer did not write."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.language.words import is_known
from domain.thinking.languages import words_of
from domain.thinking.prose import is_small, pattern

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ROLES = frozenset({"CEO", "CTO", "CPO", "CDO", "CMO", "OK"})
_BEGINS = re.compile(r"(?:^|[:(–—-]\s?)\W*$")


def foreign_names(text: str, language: str, question: str) -> Iterator[str]:
    """The words of a sentence that are written as names, in the order of the text."""
    asked = {word.lower() for word in _WORD.findall(question)}
    before = ""
    for match in _WORD.finditer(text):
        word = match.group()
        known = word.lower() in asked or word in _ROLES
        begins = bool(_BEGINS.search(text[: match.start()]))
        if not known and (_is_coded(word) or (word[0].isupper() and _is_name(word, before, language, begins=begins))):
            yield word
        before = word if not begins else ""
    if (first := _WORD.match(text)) and _begins_with_a_name(text, first.group(), asked, language):
        yield first.group()


def _is_coded(word: str) -> bool:
    """`camelCase` and words in capitals: the name of a thing in code, or an abbreviation."""
    return any(letter.isupper() for letter in word[1:]) and "-" not in word and "'" not in word


def _is_name(word: str, before: str, language: str, *, begins: bool) -> bool:
    if begins:
        return False
    if pattern(language, "capitals").fullmatch(word):
        return False
    if not words_of(language)["prose"].get("nouns"):
        return True
    # In German every noun has a capital: one that its list does not know, or that follows another, is a name.
    return not pattern(language, "nouns").search(word.lower()) or bool(
        before and before[0].isupper() and not pattern(language, "capitals").fullmatch(before)
    )


def _begins_with_a_name(text: str, first: str, asked: set[str], language: str) -> bool:
    """Whether the first word, which has its capital anyway, reads as a name: a known first name, or one that acts."""
    plain = first.lower()
    if plain in asked or first in _ROLES or not first[0].isupper() or is_small(plain, language):
        return False
    if pattern("en", "first_names").fullmatch(plain):
        return True
    if language == "en" and not is_known(plain) and not plain.endswith(("ly", "ing")) and "'" not in plain:
        return not pattern(language, "openers").fullmatch(plain)
    acts = pattern(language, "acts").match(text[len(first) :].lstrip().lower())
    return bool(acts) and not pattern(language, "openers").fullmatch(plain)
