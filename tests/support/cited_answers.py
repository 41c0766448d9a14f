"""Answers that are right and cited (`cited_answers.toml`), and mutants of them: each has one thing that is not so."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, cached_property
from itertools import combinations
from pathlib import Path

from babel import Locale

from domain.answers.facts import Fact, Topic

_TOKEN = re.compile(r"\{(?P<kind>[ndis]):(?P<said>[^{}]+)\}|\[(?P<cited>[a-z]\w*\.[\w., ]+)\]")
_KINDS = {"n": "figure", "d": "day", "i": "id", "s": "state"}
_TOPICS = {"document": Topic.DOCUMENTS, "progress": Topic.PROGRESS, "work": Topic.WORK}
_STATES = (
    ("approved", "in review", "not started", "being written"),
    ("a draft", "under way", "on hold", "complete", "cancelled"),
    ("ready", "blocked", "done"),
)


@dataclass(frozen=True)
class Token:
    """A piece of an answer: words, something that is changed (`kind`), or a citation (`cited`)."""

    said: str = ""
    kind: str = ""
    cited: tuple[str, ...] = ()


@dataclass(frozen=True)
class CitedAnswer:
    """An answer to the facts of its world, by the numbers that a model cites."""

    world: str
    language: str
    tokens: tuple[Token, ...]
    facts: Mapping[str, Fact]

    @cached_property
    def numbers(self) -> Mapping[str, str]:
        return {fact.id: number for number, fact in self.facts.items()}

    @property
    def text(self) -> str:
        """The answer as a model writes it."""
        return "".join(
            f"[{', '.join(self.numbers[one] for one in token.cited)}]" if token.cited else token.said
            for token in self.tokens
        ).strip()

    def with_tokens(self, changed: Mapping[int, Token]) -> CitedAnswer:
        return replace(self, tokens=tuple(changed.get(at, token) for at, token in enumerate(self.tokens)))

    def cited_at(self, at: int) -> tuple[str, ...]:
        """The facts that are cited for a token: behind it in its line, else before it."""
        return _first_cited(self.tokens[at + 1 :]) or _first_cited(tuple(reversed(self.tokens[:at])))

    def holds(self, token: Token, cited: Iterable[str]) -> bool:
        """Whether all of a token stands in one of the facts: then it is no lie to cite that fact for it."""
        said = _numbers(token.said, self.language)
        return any(said <= _numbers(self.facts[self.numbers[one]].text, "en") for one in cited)


def _first_cited(tokens: Iterable[Token]) -> tuple[str, ...]:
    return next((one.cited for one in tokens if one.cited or "\n" in one.said), ())


@dataclass(frozen=True)
class Mutant:
    """A changed answer; `kind` says what was changed."""

    kind: str
    answer: CitedAnswer


@cache
def cited_answers() -> Sequence[CitedAnswer]:
    """Every answer of `cited_answers.toml`."""
    plain = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    worlds = {name: dict(_facts(sheet)) for name, sheet in plain["worlds"].items()}
    return tuple(
        CitedAnswer(one["world"], one["language"], tuple(_tokens(one["text"])), worlds[one["world"]])
        for one in plain["answers"]
    )


def _facts(sheet: Mapping[str, str | Sequence[str]]) -> Iterator[tuple[str, Fact]]:
    for number, (fact_id, held) in enumerate(sheet.items(), 1):
        text, state = (held, None) if isinstance(held, str) else held
        topic = _TOPICS.get(fact_id.partition(".")[0], Topic.NOTES)
        subject = re.split(r", revision| by the | is ", text)[0]
        yield f"f{number}", Fact(fact_id, topic, subject, text, "", "", datetime(2026, 11, 25, tzinfo=UTC), state)


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    for found in _TOKEN.finditer(text):
        yield Token(text[at : found.start()])
        yield Token(
            found["said"] or "",
            found["kind"] or "",
            tuple((found["cited"] or "").split(", ")) if found["cited"] else (),
        )
        at = found.end()
    yield Token(text[at:])


def _numbers(text: str, language: str) -> set[str]:
    """The figures in a text as a child would compare them, and its months by their numbers."""
    for number, name in Locale(language).months["format"]["wide"].items():
        text = re.sub(rf"(?<!\w){name}(?!\w)", str(number), text)
    bare = re.sub(r"(?<=\d)[.,’\s](?=\d{3}(?!\d))", "", text).replace(",", ".")
    return {one.lstrip("0") or "0" for one in re.findall(r"\d+(?:\.\d(?!\d))?", bare)}


def mutants(answer: CitedAnswer, chance: random.Random) -> Iterator[Mutant]:
    """A mutant for each change of each part; for each two figures, days or citations, one with both swapped."""
    for at, token in enumerate(answer.tokens):
        for said in _CHANGES[token.kind](token.said, answer.language, chance) if token.kind else ():
            yield Mutant(f"{_KINDS[token.kind]} changed", answer.with_tokens({at: replace(token, said=said)}))
    for (first, one), (second, other) in combinations(enumerate(answer.tokens), 2):
        if _may_swap_citations(answer, one, other):
            yield Mutant("citations swapped", answer.with_tokens({first: other, second: one}))
        theirs, own = answer.cited_at(second), answer.cited_at(first)
        is_pair = one.kind == other.kind and one.kind in {"n", "d"} and own and theirs
        if is_pair and not answer.holds(one, theirs) and not answer.holds(other, own):
            yield Mutant(f"{_KINDS[one.kind]}s swapped", answer.with_tokens({first: other, second: one}))


def _may_swap_citations(answer: CitedAnswer, one: Token, other: Token) -> bool:
    """Whether both facts would then stand beside something that they don't hold."""
    if not (one.cited and other.cited) or one.cited == other.cited:
        return False
    beside = [(token, answer.cited_at(at)) for at, token in enumerate(answer.tokens) if token.kind]
    return all(
        any(cited == own and not answer.holds(token, theirs) for token, cited in beside)
        for own, theirs in ((one.cited, other.cited), (other.cited, one.cited))
    )


def _figure(said: str, _language: str, chance: random.Random) -> Iterator[str]:
    """Two changes of a figure, each in one digit."""
    digits = [at for at, character in enumerate(said) if character.isdigit()]
    for _ in range(2):
        at = chance.choice(digits)
        least = "0" if at != digits[0] else "1"
        digit = chance.choice([one for one in "0123456789" if one >= least and one != said[at]])
        yield f"{said[:at]}{digit}{said[at + 1 :]}"


def _day(said: str, language: str, chance: random.Random) -> Iterator[str]:
    """The date with another day, with another month, and, if it names one, with another year."""
    day, *rest = re.finditer(r"\d+", said)
    other = chance.choice([one for one in range(1, 29) if one != int(day[0])])
    yield f"{said[: day.start()]}{other}{said[day.end() :]}"
    names = Locale(language).months["format"]["wide"]
    word = next((name for name in names.values() if name in said), "")
    if word:
        yield said.replace(word, chance.choice([name for name in names.values() if name != word]))
    else:
        month = rest[0]
        yield f"{said[: month.start()]}{int(month[0]) % 12 + 1:02}{said[month.end() :]}"
    if year := re.search(r"\d{4}", said):
        yield said.replace(year[0], str(int(year[0]) + chance.choice((-1, 1))))


def _id(said: str, _language: str, chance: random.Random) -> Iterator[str]:
    yield f"{said[0]}{chance.choice([one for one in range(1, 10) if str(one) != said[1:]])}"


def _state(said: str, _language: str, _chance: random.Random) -> Iterator[str]:
    family = next(states for states in _STATES if said in states)
    yield from (other for other in family if other != said)


_CHANGES = {"n": _figure, "d": _day, "i": _id, "s": _state}
