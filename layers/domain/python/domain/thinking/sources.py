"""Where the sentences of an answer come from. Nothing is deleted: a sentence whose values are on no record says so.

The model cites facts by their numbers, `EUR 21,300 [f12]`, and what tools answered, `[t1]`. The value beside a citation
must be that fact's. A value of three digits or more, or a day, finds its fact without a citation when exactly one holds
it. Only values are compared (`values.py`), and the states that records have: of which words a sentence is made is the
model's affair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import cache

from common.services import frozen
from domain.answers.facts import Fact
from domain.projects.states import DeliverableState, ProjectStatus
from domain.projects.wording import DOCUMENT_STATES
from domain.thinking.values import Value, meanings_in, values_in

_CITED = re.compile(r" ?\[([ft]\d{1,4}(?:[,;] ?[ft]\d{1,4})*)\]")
_ENDS = re.compile(
    r"(?:[.!?…]+[\"'”’»)*_]*(?: ?\[[ft][\d,; ft]{1,80}\])*[.]?(?=\s|$)|[。！？](?: ?\[[ft][\d,; ft]{1,80}\])*)\s*"
)
_ORDINAL = re.compile(r"(?<![\w.,])\d{1,2}\.$")
_LISTED = re.compile(r"\s*(?:[-*•+]|\d{1,2}[.)])\s+|\s*#{1,6}\s+")
_QUOTED = 300
_WORD = re.compile(r"\w+")


class Standing(StrEnum):
    """What a sentence rests on."""

    ON_RECORD = "on_record"
    ADVICE = "advice"
    NOT_ON_RECORD = "not_on_record"


@frozen
class Sourced:
    """A sentence of an answer, without citations.

    Attributes:
        text: Markdown; what follows it up to the next sentence is in `gap`.
        facts: ids of the facts that it rests on.
        wrong: what is wrong with it, in words for the model; "" unless it is not on record.
    """

    text: str
    gap: str
    standing: Standing
    facts: tuple[str, ...] = ()
    wrong: str = ""


@frozen
class Sources:
    """All that an answer may rest on: what the model cites by a number, and the messages that were in sight.

    `facts` have numbers such as `f12`, and what tools answered such as `t1`. The values of `messages` are known.
    """

    facts: Mapping[str, Fact]
    tools: Mapping[str, str] = field(default_factory=dict)
    messages: Sequence[str] = ()

    def sentences(self, answer: str) -> tuple[Sourced, ...]:
        """The sentences of an answer, each with where it comes from."""
        known = frozenset[str]().union(*map(meanings_in, self.messages))
        values = {number: _values_of(fact) for number, fact in self.facts.items()}
        values |= {number: meanings_in(text) for number, text in self.tools.items()}
        texts = {number: fact.text for number, fact in self.facts.items()} | dict(self.tools)
        return tuple(_Sentence(self.facts, texts, values, known).sourced(text, gap) for text, gap in split(answer))


@frozen
class _Sentence:
    facts: Mapping[str, Fact]
    texts: Mapping[str, str]
    values: Mapping[str, frozenset[str]]
    known: frozenset[str]

    def sourced(self, text: str, gap: str) -> Sourced:
        plain, mark = _CITED.sub("", text), _LISTED.match(text)
        cited: list[str] = []
        wrong: list[str] = []
        rested = False
        for part, numbers in _parts(text[mark.end() :] if mark else text):
            cited += numbers
            wrong += [f"There is no {number}." for number in numbers if number not in self.values]
            own = [number for number in numbers if number in self.values]
            found = values_in(part)
            problems = [self._wrong(value, own, cited, nearest=value is found[-1]) for value in found]
            wrong += [problem for problem in problems if problem]
            wrong += [problem for problem in [self._wrong_state(part, own)] if problem]
            cited += [number for value in found if (number := self._only(value))]
            rested = rested or bool(found)
        facts = tuple(dict.fromkeys(self.facts[number].id for number in cited if number in self.facts))
        if wrong:
            return Sourced(plain, gap, Standing.NOT_ON_RECORD, facts, f"“{plain.strip()}”: {' '.join(wrong)}")
        return Sourced(plain, gap, Standing.ON_RECORD if cited or rested else Standing.ADVICE, facts)

    def _wrong(self, value: Value, own: Sequence[str], cited: Sequence[str], *, nearest: bool) -> str:
        """What is wrong with a value before the citations `own`; `cited` are those of the sentence so far."""
        beside = frozenset[str]().union(*(self.values[number] for number in own))
        if own and nearest:
            if value.is_in(beside):
                return ""
            said = " ".join(f"{number} says: {self.texts[number][:_QUOTED]}" for number in own)
            return f"“{value.text}” is not in what it names. {said}"
        so_far = frozenset[str]().union(*(self.values.get(number, frozenset()) for number in cited))
        if value.is_in(beside | so_far | self.known) or self._only(value):
            return ""
        holding = [number for number, values in self.values.items() if value.is_in(values)]
        if holding:
            return f"“{value.text}” needs its fact beside it: {', '.join(holding[:3])} and others hold it."
        return f"“{value.text}” is in no record that you were shown."

    def _only(self, value: Value) -> str:
        """The one fact that holds the value; "" for none, for several, and for a small figure."""
        if value.is_small:
            return ""
        holding = [number for number, values in self.values.items() if value.is_in(values)]
        return holding[0] if len(holding) == 1 else ""

    def _wrong_state(self, part: str, own: Sequence[str]) -> str:
        """A state that no fact it names has, although they have states."""
        states = {number: str(self.facts[number].value) for number in own if number in self.facts}
        having = [number for number, state in states.items() if state in _states()]
        if not having:
            return ""
        told = _folded(" ".join((*(self.texts[one] for one in own), *map(_worded, states.values()))))
        said = _folded(part)
        for words in _states().values():
            for word in words:
                if _is_within(word, said) and not _is_within(word, told):
                    return f"“{word}” is not the state on record. {having[0]} says: {self.facts[having[0]].text}"
        return ""


def split(answer: str) -> Iterator[tuple[str, str]]:
    """The sentences of a Markdown text, each with the space behind it; a line has one at least."""
    for line in re.findall(r"[^\n]*\n+|[^\n]+", answer):
        said = line.rstrip()
        rest, at = line[len(said) :], 0
        for end in _ENDS.finditer(said):
            if _ORDINAL.search(said[at : end.start() + 1]) or _is_mark_of_list(said[at : end.end()]):
                continue
            words = said[at : end.end()].rstrip()
            yield words, said[at + len(words) : end.end()]
            at = end.end()
        if said[at:]:
            yield said[at:], rest
        elif rest:
            yield "", rest


def _is_mark_of_list(text: str) -> bool:
    return bool(_LISTED.fullmatch(text))


def _parts(text: str) -> Iterator[tuple[str, list[str]]]:
    """The sentence cut behind each citation, with the numbers that are cited there."""
    at = 0
    for found in _CITED.finditer(text):
        yield text[at : found.start()], re.findall(r"[ft]\d+", found[1])
        at = found.end()
    if text[at:]:
        yield text[at:], []


def _values_of(fact: Fact) -> frozenset[str]:
    """What may stand beside a citation of a fact; a day with its year is that day without it, too."""
    found = set(meanings_in(fact.text)) | set(meanings_in(str(fact.value)) if fact.value is not None else ())
    return frozenset(found | {f"-{day[4:]}" for day in found if re.fullmatch(r"\d{4}-\d\d-\d\d", day)})


@cache
def _states() -> Mapping[str, frozenset[str]]:
    """The words of each state that a document or a project can have, as records word them."""
    documents = {one.value: {_worded(one.value), DOCUMENT_STATES[one]} for one in DeliverableState}
    projects = {one.value: {_worded(one.value)} for one in ProjectStatus}
    return {state: frozenset(map(_folded, words)) for state, words in (documents | projects).items()}


def _worded(state: str) -> str:
    return state.replace("_", " ")


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _is_within(words: str, text: str) -> bool:
    return f" {words} " in f" {text} "
