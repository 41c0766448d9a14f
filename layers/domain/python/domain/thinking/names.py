"""Names that a model brought along: capitals that the language does not ask for and the customer did not write."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.thinking.languages import words_of
from domain.thinking.prose import is_small, pattern

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
ROLES = frozenset({"CEO", "CTO", "CPO", "CDO", "CMO", "OK"})
_ADJECTIVE = re.compile(r"e[nmrs]?$")
# Endings of words that are no names, in one or another of the languages.
_COMMON = re.compile(
    r"(?:ly|ing|i?ty|ness|ment|[ts]ion|ship|[ae]nce|n't|'(?:s|d|m|ve|re|ll)|ung|heit|keit|schaft|tät|ción|dad|zione|ità|"
    r"ção|dade|té|heid|teit|ość|het|hed|e?s)$"
)
_BEGINS = re.compile(r"(?:^|[:(–—-]\s?)\W*$")


def foreign_names(text: str, language: str, question: str) -> Iterator[str]:
    """The words of a sentence that are written as names, in the order of the text."""
    asked = {word.lower() for word in _WORD.findall(question)}
    before: list[str] = []
    for match in _WORD.finditer(text):
        word = match.group()
        known = word.lower() in asked or word in ROLES
        begins = bool(_BEGINS.search(text[: match.start()]))
        before = [] if begins else before
        is_name = _is_coded(word, language) or (word[0].isupper() and not begins and _is_name(word, before, language))
        if is_name and not known:
            yield word
        if not begins:
            before.append(word)
    if (first := _WORD.match(text)) and _begins_with_a_name(text, first.group(), asked, language):
        yield first.group()


def _is_coded(word: str, language: str) -> bool:
    """`camelCase` and words in capitals: the name of a thing in code, or an abbreviation. Italian has "aiutarLa"."""
    if pattern(language, "capitals").fullmatch(word):
        return False
    return any(letter.isupper() for letter in word[1:]) and "-" not in word and "'" not in word


def _is_name(word: str, before: list[str], language: str) -> bool:
    if pattern(language, "capitals").fullmatch(word):
        return False
    if not words_of(language)["prose"].get("nouns"):
        return True
    # In German every noun has a capital. One that the list does not know is a name behind another noun, and where it
    # has no article: "der größte Gewinn" is none.
    last = before[-1] if before else ""
    if pattern(language, "nouns").search(word.lower()):
        return False
    if last[:1].isupper() and not pattern(language, "capitals").fullmatch(last):
        return True
    articles = pattern(language, "determiners")
    with_article = any(articles.fullmatch(near.lower()) for near in before[-1:]) or (
        _ADJECTIVE.search(last) and any(articles.fullmatch(near.lower()) for near in before[-2:-1])
    )
    return not with_article


def _begins_with_a_name(text: str, first: str, asked: set[str], language: str) -> bool:
    """Whether the first word, which has its capital anyway, reads as a name: a known first name, or one that acts."""
    plain = first.lower()
    if plain in asked or first in ROLES or not first[0].isupper() or is_small(plain, language):
        return False
    if pattern("en", "first_names").fullmatch(plain):
        return True
    if pattern(language, "openers").fullmatch(plain):
        return False
    if _COMMON.search(plain) or pattern(language, "nouns").search(plain):
        return False
    return bool(pattern(language, "acts").match(text[len(first) :].lstrip().lower()))
