"""The words of a claim as the check reads them: its sentences, and the patterns of the language it is written in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from common.services import frozen
from domain.language.foreign import detect
from domain.thinking.facts import Sheet
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.render import REFERENCE

# One character for each reference, from the range that no text uses: patterns can then speak of references.
STATEMENT, NOUN, UNKNOWN = "\ue000", "\ue001", "\ue002"
HARMLESS = "·"
_SENTENCE = re.compile(r".*?(?:(?<![.!?…])[.!?…]++(?=\s|$)|$)", re.DOTALL)
WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_CLAUSE = re.compile(r"[,;:–—]")
_TYPOGRAPHIC = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "\u00a0": " ", "\u202f": " ", "‑": "-"})
_FEWESTWORDS_WITH_A_SMALL_ONE = 6
_LONGEST_LINK = 14  # words


@frozen
class Sentence:
    """One sentence with a single character in place of each reference."""

    text: str

    @property
    def plain(self) -> str:
        """The text in lower case."""
        return self.text.lower()

    @property
    def states(self) -> bool:
        """Whether it holds a statement; otherwise it talks."""
        return STATEMENT in self.text

    @property
    def words(self) -> list[str]:
        """Its words in lower case, references left out."""
        return WORD.findall(self.plain)


def sentences_of(text: str, sheet: Sheet) -> Iterator[Sentence]:
    """The sentences of a claim, each with its end mark."""

    def mark(match: re.Match[str]) -> str:
        fact = sheet.find(match[1])
        return UNKNOWN if fact is None else STATEMENT if fact.is_statement else NOUN

    return split(REFERENCE.sub(mark, text))


def split(marked: str) -> Iterator[Sentence]:
    """The sentences of a text in which a character stands for each reference."""
    plain = unicodedata.normalize("NFC", marked).translate(_TYPOGRAPHIC)
    return (Sentence(found) for match in _SENTENCE.finditer(plain) if (found := match.group().strip()))


@cache
def pattern(language: str, kind: str) -> re.Pattern[str]:
    """What a language's file lists under `kind`, as whole words. Where it lists nothing, nothing is found."""
    listed = [line.strip() for line in words_of(language)["prose"].get(kind, "").splitlines() if line.strip()]
    return re.compile(rf"(?<!\w)(?:{'|'.join(listed)})(?!\w)" if listed else r"(?!)")


def without_idioms(plain: str, language: str) -> str:
    """`plain` with the turns of phrase that a language's file calls harmless taken out."""
    return pattern(language, "harmless").sub(HARMLESS, plain)


def only_links(sentence: Sentence, language: str) -> bool:
    """Whether nothing but linking phrases stands before, between and behind the statements of a sentence."""
    first, *between, last = sentence.plain.split(STATEMENT) if sentence.states else (sentence.plain, "")
    closing = words_of(language)["closing"]
    return (
        _is_linked(first, _link(language, opens=True))
        and all(_is_linked(part, _link(language)) for part in between)
        and re.fullmatch(rf"\W*(?:{closing})?\W*", last) is not None
    )


def _is_linked(part: str, link: re.Pattern[str]) -> bool:
    """Whether `part` is a chain of linking phrases. However it is made, each word is looked at a few times only."""
    words = re.sub(r"[^\w'-]+| - ", " ", part).split()
    reached = {0}
    for begin in range(len(words)):
        if begin in reached:
            ends = range(begin + 1, min(begin + _LONGEST_LINK, len(words)) + 1)
            reached |= {end for end in ends if link.fullmatch(" ".join(words[begin:end]))}
    return len(words) in reached


@cache
def _link(language: str, *, opens: bool = False) -> re.Pattern[str]:
    """One linking phrase, listed in `linking` or made as a line of `linked` says.

    Before the first statement there may be words of speaking and pointing too, `opening`. The small words of `bound`
    stand before one of those, never before a statement: "about {{f1}}" would be another figure.
    """
    tables = words_of(language)
    phrases = (re.sub(r"[^\w'<>-]+", " ", phrase).strip() for phrase in tables["linking"].split(";"))
    spoken = rf"(?:(?:{'|'.join(tables['bound'].split())}) )*(?:{'|'.join(tables['opening'].split())})"
    known = "|".join([*tables["linked"].strip().splitlines(), *filter(None, phrases), *([spoken] if opens else [])])
    for part in ("topic", "answer"):
        known = known.replace(f"<{part}>", f"(?:{tables[part]})")
    return re.compile(known)


def is_in(sentence: Sentence, language: str) -> bool:
    """Whether a sentence may well be in `language`: no other language has clearly more of its small words."""
    words = sentence.words
    if any(
        max(_small(WORD.findall(part), code) for code in LANGUAGES) > 1 for part in strange_parts(sentence, language)
    ):
        return False
    own = _small(words, language)
    other = max(_small(words, code) for code in LANGUAGES if code != language)
    if own < other and (own == 0 or other > own + 1):
        return other == 1 and len(words) < _FEWESTWORDS_WITH_A_SMALL_ONE
    if own == 0 and len(words) >= _FEWESTWORDS_WITH_A_SMALL_ONE:
        return False
    detected = detect(sentence.text)
    return detected is None or detected in LANGUAGES or own > 1 or (detected == "no" and own > 0)


def strange_parts(sentence: Sentence, language: str, *, most: int = 0) -> list[str]:
    """The clauses of a sentence with at most so many small words of `language`: they may be in another."""
    return [part for part in _CLAUSE.split(sentence.plain) if _small(WORD.findall(part), language) <= most]


def _small(words: list[str], language: str) -> int:
    return sum(is_small(word, language) for word in words)


def is_small(word: str, language: str) -> bool:
    """Whether a word in lower case is one of the small words of a language; `l'` is one in French."""
    small = _small_words(language)
    return word in small or f"{word.partition("'")[0]}'" in small


@cache
def _small_words(language: str) -> frozenset[str]:
    return frozenset(words_of(language)["prose"]["small"].split())
