"""The lexicon: typed words to the tokens cues are matched against."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from domain.pa.intent.concepts import concepts_by_word
from domain.pa.intent.cue import Cues
from domain.pa.intent.ordinary import ORDINARY
from domain.pa.intent.pattern import EXACTLY, NAME, PROJECT, UNKNOWN, Token, parse
from domain.pa.intent.projects import Mention, ProjectNames
from domain.pa.intent.sentence_splitter import Sentence, Word, read_sentences
from domain.pa.intent.speller import SHORTEST_FREELY_CORRECTED, Speller, slips_allowed
from domain.pa.intent.tables import ALL_TABLES
from domain.pa.intent.word_forms import FILLERS, compounds, expand, forms_of, irregular, shorthand, word_set

SEGMENT_OPENERS = word_set("and plus but or then also as")


@cache
def cue_words() -> frozenset[str]:
    """Every word a cue or a concept knows, in base form."""
    literals: set[str] = set()
    for cues in ALL_TABLES:
        for line in _lines(cues):
            for element in parse(line).elements:
                literals |= {symbol.removeprefix(EXACTLY) for symbol in element.symbols if symbol.islower()}
    return frozenset(literals | set(concepts_by_word()) | FILLERS | set(irregular().values()))


def _lines(cues: Cues) -> Iterator[str]:
    for lines in (cues.covering, cues.strong, cues.plain, cues.weak, cues.vetoes):
        yield from filter(None, map(str.strip, lines.splitlines()))


def is_everyday(word: str) -> bool:
    """Whether a question may well hold this word without naming a project by it."""
    return any(form in cue_words() for form in forms_of(word))


def is_known(word: str) -> bool:
    """Whether this is a word as it stands, not a slip of another."""
    return word in shorthand() or word in irregular() or any(f in cue_words() or f in ORDINARY for f in forms_of(word))


@cache
def _speller() -> Speller:
    concepts = [word for word in concepts_by_word() if len(word) >= SHORTEST_FREELY_CORRECTED - 1]
    inflected = [inflection for word in concepts for inflection in _inflections(word)]
    return Speller((*concepts, *inflected, *irregular(), *sorted(cue_words() | ORDINARY)))


def _inflections(word: str) -> tuple[str, ...]:
    stem = word.removesuffix("e")
    return (word + "s", stem + "ed", stem + "ing")


@dataclass(frozen=True, slots=True)
class _Part:
    """A plain word before compounds are joined."""

    word: str
    opens_segment: bool
    mark: frozenset[str] = frozenset()
    """NAME or UNKNOWN, for a word no cue knows."""


class Tokenizer:
    """Makes tokens for one text, each distinct word looked up once."""

    def __init__(self) -> None:
        self._symbols: dict[str, frozenset[str]] = {}
        self._spelled: dict[str, str] = {}

    def tokens(self, words: Sequence[Word], mentions: Sequence[Mention]) -> list[Token]:
        """The words of a sentence with mentions as one token each, shorthand written out and compounds joined."""
        starts = {mention.start: mention for mention in mentions}
        parts: list[_Part] = []
        position = 0
        while position < len(words):
            word = words[position]
            mention = starts.get(position)
            if mention:
                parts.append(_Part(PROJECT, word.opens_segment))
                position = mention.end
            else:
                parts += self._parts(word, likely_name=_likely_name(words, position))
                position += 1
        return list(self._joined(parts))

    def _parts(self, word: Word, *, likely_name: bool) -> Iterator[_Part]:
        for index, part in enumerate(expand(word.text)):
            opens = word.opens_segment and index == 0
            if likely_name:
                yield _Part(part, opens, frozenset() if is_known(part) else frozenset({NAME}))
            else:
                spelled = self._correct(part)
                is_foreign = spelled == part and slips_allowed(part) and not is_known(part)
                yield _Part(spelled, opens, frozenset({UNKNOWN}) if is_foreign else frozenset())

    def _joined(self, parts: Sequence[_Part]) -> Iterator[Token]:
        position = 0
        while position < len(parts):
            part = parts[position]
            following = parts[position + 1] if position + 1 < len(parts) else None
            compound = following and not following.opens_segment and self._compound(part.word, following.word)
            word = compound or part.word
            symbols = self._symbols_of(word) | part.mark
            yield Token(word, symbols, word in FILLERS, part.opens_segment or word in SEGMENT_OPENERS)
            position += 2 if compound else 1

    def _compound(self, word: str, following: str) -> str | None:
        """The one word that two act as; a key to a service is an API key, whatever the service is called."""
        if following in {"key", "keys"} and "SERVICE" in self._symbols_of(word):
            return "apikey"
        return compounds().get(f"{word} {following}")

    def _symbols_of(self, word: str) -> frozenset[str]:
        if word not in self._symbols:
            self._symbols[word] = _symbols_of(word)
        return self._symbols[word]

    def _correct(self, word: str) -> str:
        if word not in self._spelled:
            known = not slips_allowed(word) or is_known(word)
            self._spelled[word] = word if known else _speller().nearest(word) or word
        return self._spelled[word]


def tokenized(text: str, names: ProjectNames) -> Iterator[tuple[Sentence, list[Mention], list[Token]]]:
    """Each sentence of `text` with the projects it mentions and its tokens: what rules match and weights count."""
    tokenizer = Tokenizer()
    for sentence in read_sentences(text):
        mentions = names.find(sentence.words)
        yield sentence, mentions, tokenizer.tokens(sentence.words, mentions)


def _likely_name(words: Sequence[Word], position: int) -> bool:
    """Whether a capital tells a name: inside a sentence, or before another capital."""
    return words[position].capital and (position > 0 or all(word.capital for word in words[:2]))


def _symbols_of(word: str) -> frozenset[str]:
    forms = set(forms_of(word))
    concepts = {concept for form in forms for concept in concepts_by_word().get(form, ())}
    if word[0].isdigit():
        concepts.add("NUM")
    return frozenset({*forms, *concepts, EXACTLY + word})
