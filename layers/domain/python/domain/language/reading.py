"""Reading: the sentences of a text as tokens, and the features that the weights count in them.

A project's name is one token, so that names do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from domain.language.learned import places_of
from domain.language.names import Mention, ProjectNames
from domain.language.tables import families, pair_table
from domain.language.text import Sentence, Word, read_sentences
from domain.language.words import SHORTEST_CORRECTED, corrected, expand, forms_of, is_known, slips_allowed, word_set

BUCKETS = 1 << 17
NAME, SMALL_NAME = "NAME", "Name"
SOMEBODY = "@"
_GRAMS = (3, 4, 5)
_OPENERS = word_set("and plus but or then also")
_REMEMBERED = 4_096


@dataclass(frozen=True, slots=True)
class Token:
    """One word, corrected and in its base forms, or a project's name."""

    word: str
    forms: frozenset[str]
    families: frozenset[str]


type Clauses = Sequence[Sequence[Token]]


@dataclass(frozen=True)
class ReadSentence:
    """A sentence with the projects it mentions, and its tokens."""

    sentence: Sentence
    mentions: Sequence[Mention]
    clauses: Clauses

    @property
    def tokens(self) -> list[Token]:
        """All of them."""
        return [token for clause in self.clauses for token in clause]

    @property
    def plain(self) -> str:
        """The words as typed, lower case, with NAME for each project."""
        return " ".join(word.text for word in self.named(NAME))

    def named(self, name: str) -> tuple[Word, ...]:
        """Its words, with the one word `name` for each project."""
        said, words, position = [], self.sentence.words, 0
        for mention in self.mentions:
            named = words[mention.start : mention.end]
            said += [*words[position : mention.start], replace(named[0], text=name, end=named[-1].end)]
            position = mention.end
        return (*said, *words[position:])

    @property
    def features(self) -> list[set[int]]:
        """What the weights count, see `features_of`."""
        return features_of(self.clauses, question=self.sentence.question)


def read_text(text: str, names: ProjectNames) -> list[ReadSentence]:
    """The sentences of `text`."""
    found = [(sentence, names.find(sentence.words)) for sentence in read_sentences(text)]
    return [ReadSentence(one, mentions, clauses_of(one.words, mentions)) for one, mentions in found]


def clauses_of(words: Sequence[Word], mentions: Sequence[Mention] = ()) -> list[list[Token]]:
    """The words of a sentence, clause by clause: mentions as one token, shorthand written out, compounds joined."""
    starts = {mention.start: mention.end for mention in mentions}
    clauses: list[list[str]] = [[]]
    position = 0
    while position < len(words):
        end = starts.get(position, position + 1)
        if words[position].opens_segment or words[position].text in _OPENERS:
            clauses.append([])
        if position in starts:
            stands_out = any(one.capital or one.quoted for one in words[position:end])
            clauses[-1].append(NAME if stands_out else SMALL_NAME)
        else:
            likely = _likely_name(words, position)
            clauses[-1] += [_meant(part, likely_name=likely) for part in expand(words[position].text)]
        position = end
    return [[_token(word) for word in _joined(clause)] for clause in clauses if clause]


def features_of(clauses: Clauses, *, question: bool) -> list[set[int]]:
    """Words, families, their pairs, words around a gap, and pieces: of the whole sentence, then of each clause."""
    whole = [token for clause in clauses for token in clause]
    spans = (whole, *(clause for clause in clauses if len(clause) > 1))
    return [places_of(_spelled_out(span, question=question), BUCKETS) for span in spans]


def _spelled_out(tokens: Sequence[Token], *, question: bool) -> Iterator[str]:
    for token in tokens:
        yield from (f"w {form}" for form in token.forms)
        yield from (f"f {family}" for family in token.families)
        marked = f"^{token.word}$"
        yield from (f"c {marked[at : at + long]}" for long in _GRAMS for at in range(len(marked) - long + 1))
    for one, other in pairwise(tokens):
        yield from (f"p {left} {right}" for left in one.families for right in other.families)
    words = ["(", *(token.word for token in tokens), "?" if question else "."]
    yield words[-1]
    yield from (f"b {one} {other}" for one, other in pairwise(words))
    yield from (f"g {one} {other}" for one, other in zip(words, words[2:], strict=False))


def _joined(words: Sequence[str]) -> Iterator[str]:
    position = 0
    while position < len(words):
        compound = pair_table("compounds").get(" ".join(words[position : position + 2]))
        yield compound or words[position]
        position += 2 if compound else 1


def _likely_name(words: Sequence[Word], position: int) -> bool:
    """Whether a capital tells a name: inside a sentence, or before another capital."""
    alone = len(words) == 1 and len(words[0].text) > SHORTEST_CORRECTED  # "Susan", but not "Hi"
    return words[position].capital and (position > 0 or alone or any(word.capital for word in words[1:2]))


@lru_cache(_REMEMBERED)
def _meant(word: str, *, likely_name: bool) -> str:
    """The word, corrected; somebody's or something's name is left as it is, and marked."""
    return SOMEBODY + word if likely_name and not is_known(word) else corrected(word)


@lru_cache(_REMEMBERED)
def _token(word: str) -> Token:
    if word in {NAME, SMALL_NAME}:
        # A name in small letters may be but a word ("kettle"): the same token, and yet told apart.
        return Token(NAME, frozenset({NAME}), frozenset({NAME} if word == NAME else {NAME, "SMALL"}))
    if word[0].isdigit():
        return Token("0" * min(len(word), 3), frozenset({word, "0"}), frozenset({"NUM"}))
    if word.startswith(SOMEBODY):
        return Token(word, frozenset({word}), frozenset({"SOMEBODY"}))
    forms = frozenset(forms_of(word))
    own = frozenset(family for form in forms for family in families().get(form, ()))
    return Token(word, forms, own if is_known(word) or not slips_allowed(word) else own | {"UNKNOWN"})
