"""Reading: a text as sentences of plain words."""

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

# A mail, not a book: what lies beyond is not read, so that the work per text is bounded.
MAX_WORDS = 2_500
MAX_SENTENCE_WORDS = 60
# Stands for each character of what is only quoted; a row of it is read as the word QUOTE.
MASK = "\u25a1"
QUOTE = "quotation"


@dataclass(frozen=True, slots=True)
class Word:
    """One typed word."""

    text: str
    """Lower case, without accents; an inner apostrophe is kept."""
    capital: bool = False
    quoted: bool = False
    opens_segment: bool = False
    """A comma, colon, bracket, dash or line break stands before it."""
    start: int = 0
    end: int = 0
    """Its place in the tidy text."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words up to a full stop, question mark, exclamation mark, semicolon or blank line."""

    words: tuple[Word, ...]
    question: bool


_LEXER = re.compile(
    r"(?P<link>https?://\S+|(?<!\S)\S[^\s@]*@(?=\S+\.\S)\S+)"
    rf"|(?P<word>[^\W_]+(?:'[^\W_]+)*|{MASK}+)"
    r"|(?P<end>\n[ \t\r>*-]*\n|[.?!;]++(?=\s|$|[\"')\]>])|[?!;]+|(?<=[,:])[ \t]*\n"
    r"|\n[ \t]*(?:[-*\u2022]|\d+[.)])[ \t])"
    r"|(?P<quote>[\"\u201c\u201d\u201e\u00ab\u00bb])"
    r"|(?P<soft>[,:+&()\n/\[\]<>]|\u2014|\u2013|--+|(?<=\s)-(?=\s))"
)


def read_sentences(text: str) -> list[Sentence]:
    """The sentences of `text` in order, at most MAX_WORDS words in all."""
    sentences: list[Sentence] = []
    words: list[Word] = []
    left = MAX_WORDS
    quoted = opens = False
    for found in _LEXER.finditer(tidy(text)):
        kind, is_end = found.lastgroup, found.lastgroup == "end"
        if kind == "word" and not left:
            break
        if kind == "word":
            words.append(_word(found, quoted=quoted, opens=opens))
            left -= 1
        if words and (is_end or len(words) == MAX_SENTENCE_WORDS):
            sentences.append(Sentence(tuple(words), is_end and "?" in found.group()))
            words = []
        if kind == "quote":
            quoted = not quoted
        else:
            quoted, opens = quoted and not is_end, kind in {"link", "soft"}
    return [*sentences, Sentence(tuple(words), question=False)] if words else sentences


def typed_sentences(text: str) -> list[str]:
    """The sentences of `text` as they were typed, with the marks at their ends."""
    ends = [found.end() for found in _LEXER.finditer(text) if found.lastgroup == "end"]
    return [text[start:end] for start, end in pairwise((0, *ends, len(text))) if text[start:end].strip()]


def tidy(text: str) -> str:
    """Without invisible characters and typographic apostrophes; letters keep their case and accents."""
    composed = unicodedata.normalize("NFKC", text)
    kept = (character for character in composed if unicodedata.category(character) != "Cf")
    return "".join(kept).translate({0x2019: "'", 0x2018: "'", 0x60: "'", 0xB4: "'"})


def plain(text: str) -> str:
    """Tidy, and without accents."""
    decomposed = unicodedata.normalize("NFKD", tidy(text))
    return "".join(character for character in decomposed if unicodedata.category(character) != "Mn")


def _word(found: re.Match[str], *, quoted: bool, opens: bool) -> Word:
    typed = found.group()
    bare = QUOTE if typed.startswith(MASK) else typed.casefold() if typed.isascii() else plain(typed).casefold()
    return Word(bare, typed[0].isupper(), quoted, opens, found.start(), found.end())
