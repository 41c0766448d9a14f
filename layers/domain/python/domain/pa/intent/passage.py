"""Passages: a sentence with courtesy struck out, and what each of its clauses is about."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.pa.intent.boundaries import ECHO, settle
from domain.pa.intent.covering import Clauses, uncovered
from domain.pa.intent.cue import Hit, Weight
from domain.pa.intent.cues.frame import GREETING_WORDS
from domain.pa.intent.pattern import NAME, PROJECT, Token
from domain.pa.intent.sentence_splitter import Sentence
from domain.pa.intent.tables import frame_index, topic_index
from domain.pa.intent.word_forms import DETERMINERS, word_set

_WHOLE = word_set("all everything overall portfolio projects whole entire together across every each")
_SEPARATORS = word_set("also besides apart anyway separately additionally furthermore moreover plus and")

# "Total spend so far" asks; "we were late" tells.
_STATING = word_set("i we my our us me be have he she")
_CATCHWORDS = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """What one clause is about."""

    topic: str
    weight: Weight
    names_project: bool = False
    names_all: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence as read."""

    findings: tuple[Finding, ...]
    paragraph: int
    question: bool
    """Ends in a question mark."""
    asks: bool
    """Ends in one, or asks or orders in another way."""
    only_greets: bool
    names_secret: bool
    set_apart: bool
    """Opens with "also", "apart from that": a matter of its own."""


def read_passage(tokens: Sequence[Token], sentence: Sentence) -> Passage:
    """The passage made of `tokens`, the words of `sentence`."""
    kept = _without_courtesy(tokens, question=sentence.question)
    greets = all(token.word in GREETING_WORDS or token.filler for token in kept)
    clauses = Clauses.of(kept, question=sentence.question)
    hits = topic_index().find(kept)
    return Passage(
        findings=() if greets else tuple(_findings(hits, clauses)),
        paragraph=sentence.paragraph,
        question=sentence.question and bool(kept),
        asks=bool(kept) and (sentence.question or _asks(kept, hits)),
        only_greets=greets,
        names_secret=any("SECRETNOUN" in token.symbols for token in tokens),
        set_apart=bool(kept) and kept[0].word in _SEPARATORS,
    )


def _without_courtesy(tokens: Sequence[Token], *, question: bool) -> tuple[Token, ...]:
    """The tokens outside of set phrases; thanks and apologies go with all that is said in their clause."""
    clauses = Clauses.of(tuple(tokens), question=question)
    struck: set[int] = set()
    for hit in frame_index().find(tokens):
        if hit.topic == "courtesy":
            struck.update(range(hit.start, hit.end))
        elif hit.topic == "thanks":
            struck.update(place for place in range(hit.start, len(tokens)) if clauses.same(place, hit.end - 1))
    return tuple(token for place, token in enumerate(tokens) if place not in struck)


def _asks(tokens: Sequence[Token], hits: Sequence[Hit]) -> bool:
    """Whether a sentence without a question mark asks: by its words, as an order, or as a bare catchword."""
    if any(hit.topic == "asking" for hit in frame_index().find(tokens)):
        return True
    opening = next((place for place, token in enumerate(tokens) if not token.filler), 0)
    if tokens[0].word in DETERMINERS:
        return False
    ordered = any(hit.weight is Weight.COVERING and hit.start == opening for hit in hits)
    bare = len(tokens) <= _CATCHWORDS and all(token.symbols.isdisjoint(_STATING) for token in tokens)
    return ordered or (bare and any(hit.weight >= Weight.STRONG for hit in hits))


def _findings(found: Sequence[Hit], clauses: Clauses) -> list[Finding]:
    hits = uncovered(found, clauses)
    findings: list[Finding] = []
    for number in sorted({clauses.numbers[hit.start] for hit in hits}):
        inside = [hit for hit in hits if clauses.numbers[hit.start] == number]
        reach = clauses.tokens[inside[0].start : max(hit.end for hit in inside)]
        words = {token.word for token in (*clauses.words_of(number), *reach)}
        names_project = PROJECT in words or _names_unknown_project(inside, clauses.tokens)
        names_all = not words.isdisjoint(_WHOLE)
        findings += [
            Finding(topic, weight, topic == "state" and names_project, names_all)
            for topic, weight in settle(inside).items()
        ]
    if any(finding.topic == "secret" for finding in findings):
        findings = [finding for finding in findings if finding.topic != "credentials"]
    if any(hit.topic == ECHO for hit in hits):
        findings.append(Finding(ECHO, Weight.STRONG))
    return findings


def _names_unknown_project(hits: Sequence[Hit], tokens: Sequence[Token]) -> bool:
    """Whether the state of something with a name is asked for, although no project is called so."""
    named = (hit for hit in hits if hit.topic == "state" and NAME in hit.cue.split())
    return any(NAME in token.symbols for hit in named for token in tokens[hit.start : hit.end])
