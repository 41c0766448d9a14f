"""Features: what the weights count in a text. A project's name is one token, so that names do not matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from domain.language.learned import places_of
from domain.language.names import Mention
from domain.language.spelling import SHORTEST_CORRECTED, slips_allowed
from domain.language.tables import families, pair_table
from domain.language.text import Word
from domain.language.words import corrected, expand, forms_of, is_known, word_set

BUCKETS = 1 << 17
NAME = "NAME"
SMALL_NAME = "Name"
SOMEBODY = "@"
_GRAMS = (3, 4, 5)
_OPENERS = word_set("and plus but or then also")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, corrected and in its base forms, or a project's name."""

    word: str
    forms: frozenset[str]
    families: frozenset[str]


class Tokenizer:
    """Makes tokens for one text, each distinct word looked up once."""

    def __init__(self) -> None:
        self._tokens: dict[str, Token] = {}
        self._corrected: dict[str, str] = {}

    def clauses(self, words: Sequence[Word], mentions: Sequence[Mention]) -> list[list[Token]]:
        """The words of a sentence, clause by clause: mentions as one token, shorthand written out, compounds joined."""
        starts = {mention.start: mention.end for mention in mentions}
        clauses: list[list[str]] = [[]]
        position = 0
        while position < len(words):
            word = words[position]
            if word.opens_segment or word.text in _OPENERS:
                clauses.append([])
            if position in starts:
                inside = words[position : starts[position]]
                small = not any(one.capital or one.quoted for one in inside)
                clauses[-1].append(SMALL_NAME if small else NAME)
                position = starts[position]
            else:
                likely = _likely_name(words, position)
                clauses[-1] += [self._meant(part, likely_name=likely) for part in expand(word.text)]
                position += 1
        return [[self._token(word) for word in _joined(clause)] for clause in clauses if clause]

    def _meant(self, word: str, *, likely_name: bool) -> str:
        """The word, corrected; somebody's or something's name is left as it is, and marked."""
        if likely_name and not is_known(word):
            return SOMEBODY + word
        if word not in self._corrected:
            self._corrected[word] = corrected(word)
        return self._corrected[word]

    def _token(self, word: str) -> Token:
        if word not in self._tokens:
            self._tokens[word] = _read_token(word)
        return self._tokens[word]


def features_of(tokens: Sequence[Token], *, question: bool) -> set[int]:
    """The buckets of words, families, their pairs, words around a gap, and pieces of words."""
    return places_of(_spelled_out(tokens, question=question), BUCKETS)


def _spelled_out(tokens: Sequence[Token], *, question: bool) -> Iterator[str]:
    for token in tokens:
        yield from (f"w {form}" for form in token.forms)
        yield from (f"f {family}" for family in token.families)
        yield from _pieces(token.word)
    for one, other in pairwise(tokens):
        yield from (f"p {left} {right}" for left in one.families for right in other.families)
    words = ["(", *(token.word for token in tokens), "?" if question else "."]
    yield words[-1]
    yield from (f"b {one} {other}" for one, other in pairwise(words))
    yield from (f"g {one} {other}" for one, other in zip(words, words[2:], strict=False))


def _pieces(word: str) -> Iterator[str]:
    marked = f"^{word}$"
    for length in _GRAMS:
        yield from (f"c {marked[start : start + length]}" for start in range(len(marked) - length + 1))


def _joined(words: Sequence[str]) -> Iterator[str]:
    compounds = pair_table("compounds")
    position = 0
    while position < len(words):
        compound = compounds.get(" ".join(words[position : position + 2]))
        yield compound or words[position]
        position += 2 if compound else 1


def _likely_name(words: Sequence[Word], position: int) -> bool:
    """Whether a capital tells a name: inside a sentence, or before another capital."""
    alone = len(words) == 1 and len(words[0].text) > SHORTEST_CORRECTED  # "Susan", but not "Hi"
    return words[position].capital and (position > 0 or alone or any(word.capital for word in words[1:2]))


def _read_token(word: str) -> Token:
    if word in {NAME, SMALL_NAME}:
        # A name in small letters may be but a word ("kettle"): the same token, and yet told apart.
        return Token(NAME, frozenset({NAME}), frozenset({NAME} if word == NAME else {NAME, "SMALL"}))
    if word[0].isdigit():
        return Token("0" * min(len(word), 3), frozenset({word, "0"}), frozenset({"NUM"}))
    if word.startswith(SOMEBODY):
        return Token(word, frozenset({word}), frozenset({"SOMEBODY"}))
    forms = frozenset(forms_of(word))
    known = families()
    own = frozenset(family for form in forms for family in known.get(form, ()))
    return Token(word, forms, own if is_known(word) or not slips_allowed(word) else own | {"UNKNOWN"})
