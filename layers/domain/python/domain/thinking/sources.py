"""Where the sentences of an answer come from. Nothing is deleted: a sentence whose values are on no record says so.

The model cites facts by their numbers, `EUR 21,300 [f12]`, and tools' answers, `[t1]`. Every value before a citation
must be in what it names. `[view]` stands behind a figure of the model's own, and is shown as that. A value without a
citation finds its fact when exactly one holds it and it is no small number, which may stand anywhere by chance. Only
values are compared (`values.py`), and the states that records have (`told_states.py`): the words of a sentence are the
model's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from common.services import frozen
from domain.answers.facts import Fact
from domain.thinking.told_states import Told, told_states, wrong_state
from domain.thinking.values import Value, known_from, months, values_in

_NUMBER = r"(?:[ft]\d{1,4}|view)"
_NUMBERS = rf"{_NUMBER}(?:[^\w\[\](){{}}\n]{{1,3}}{_NUMBER}){{0,40}}"
CITED = re.compile(rf" ?[\[(【]({_NUMBERS})[\])】]")
_CITES = rf"(?: ?[\[(【]{_NUMBERS}[\])】])*"
_ENDS = re.compile(rf"(?:(?<![.!?…।॥؟۔])[.!?…।॥؟۔]++[\"'”’»)*_]*{_CITES}[.]?(?=\s|$)|[。！？]{_CITES})\s*")
_BETWEEN_STOPS = re.compile(rf"(?<=[.!?…])(?: ?[\[(【]{_NUMBERS}[\])】])+[.]")
_NO_END = re.compile(r"(?:(?<![\w.,])\d{1,2}|(?<!\w)[^\W\d_])\.$")  # an ordinal, `z. B.`
_LISTED = re.compile(r"\s*(?:(?:[-*•+]|#{1,6})\s+)*(?P<number>[*_]{0,2}\(?\d{1,2}[.)][*_]{0,2}\s+(?P<word>[^\W\d_]*))?")
VIEW = "view"  # cited for a figure of the model's own: a proposal, or knowledge of the world
OWN = "(our view)"
_QUOTED = 300
_OPENING = "\"'“‘„«»([*_¿¡"


class Standing(StrEnum):
    """What a sentence rests on: records; the model's own view (`advice`); or a value that no record holds."""

    ON_RECORD = "on_record"
    ADVICE = "advice"
    NOT_ON_RECORD = "not_on_record"


@frozen
class Sourced:
    """A sentence of an answer, without citations.

    Attributes:
        text: Markdown; what follows it up to the next sentence is in `gap`.
        facts: ids of the facts that it rests on.
        wrong: what is wrong with it, in words for the model; also that a value which records hold needs its citation.
    """

    text: str
    gap: str
    standing: Standing
    facts: tuple[str, ...] = ()
    wrong: str = ""


@frozen
class Sources:
    """All that an answer may rest on.

    Attributes:
        facts: by the number that the model cites.
        tools: what tools have answered, by the number that the model cites; they count as facts.
        said: texts that an answer may repeat, such as the customer's words; they count as no record.
    """

    facts: Mapping[str, Fact]
    tools: Mapping[str, str] = field(default_factory=dict)
    said: Sequence[str] = ()

    def sentences(self, answer: str) -> tuple[Sourced, ...]:
        """The sentences of an answer, each with its sources, and with what is wrong with it."""
        seen = set[str]()
        return tuple(_Reading(self, seen, text, gap).sourced() for text, gap in split(answer))

    @cached_property
    def values(self) -> Mapping[str, frozenset[str]]:
        """The values that may stand beside a citation of each fact or tool's answer, by its number."""
        return {number: known_from(text) for number, text in self.texts.items()}

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The texts of the facts and of the tools' answers, by the numbers that the model cites."""
        return {number: fact.text for number, fact in self.facts.items()} | dict(self.tools)

    @cached_property
    def holding(self) -> Mapping[str, Sequence[str]]:
        """The numbers of the facts that hold each value."""
        found: dict[str, list[str]] = {}
        for number in self.facts:
            for value in self.values[number]:
                found.setdefault(value, []).append(number)
        return found

    @cached_property
    def computed(self) -> frozenset[str]:
        """The values that tools have found."""
        return frozenset[str]().union(*(self.values[number] for number in self.tools))

    @cached_property
    def repeated(self) -> frozenset[str]:
        """The values that may be repeated without a source: what tools found and the customer wrote, and all ids."""
        ids = {one for one in self.holding if one[0].isalpha()}
        return self.computed.union(ids, *map(known_from, self.said))

    def facts_with(self, meanings: Iterable[str]) -> Sequence[str]:
        """The numbers of the facts that hold one of these meanings of a value."""
        return list(dict.fromkeys(number for one in meanings for number in self.holding.get(one, ())))

    @cached_property
    def states(self) -> Mapping[str, Told]:
        """The states that facts tell, by the numbers of the facts."""
        return told_states(self.facts)


@dataclass(slots=True)
class _Reading:
    """One sentence, read from citation to citation.

    Attributes:
        seen: the values of the facts that were cited in the sentences before, to which those of this one are added.
        cited: the numbers cited so far, and `told` the values of these facts.
        wrong, lacking: what is wrong with values: those without a source, and those whose source is not cited.
        claims: whether a value has its source; `bare`: whether one has none, so that the sentence counts as advice.
    """

    sources: Sources
    seen: set[str]
    text: str
    gap: str
    cited: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)
    claims: bool = False
    bare: bool = False

    def sourced(self) -> Sourced:
        known, text = self.sources.values, _BETWEEN_STOPS.sub("", self.text)
        plain = CITED.sub(lambda found: f" {OWN}" if self._is_view(_numbers(found)) else "", text)
        before = ""
        for part, numbers in _parts(self.text[_list_mark(self.text) :]):
            self.wrong += [f"There is no {number}." for number in numbers if number not in known and number != VIEW]
            own = [number for number in numbers if number in known]
            is_view = self._is_view(numbers)
            self.bare = self.bare or is_view
            values = values_in(part) if not is_view else ()
            for value in values:
                problem = self._beside(value, own, is_last=value is values[-1]) if own else self._alone(value)
                self.wrong += [problem] if problem else []
            self._cite(own)
            self.wrong += [problem for problem in [self._wrong_state(part, before, own)] if problem]
            before = part
        self.seen |= self.told
        facts = self.sources.facts
        ids = tuple(dict.fromkeys(facts[number].id for number in self.cited if number in facts))
        wrong = f"“{plain.strip()}”: {' '.join((*self.wrong, *self.lacking))}" if self.wrong or self.lacking else ""
        return Sourced(plain, self.gap, self._standing, ids, wrong)

    def _is_view(self, numbers: Sequence[str]) -> bool:
        """Whether a figure is the model's own: it says so, or it cites a sum of figures that are on no record."""
        return any(number == VIEW or self.sources.tools.get(number) == "" for number in numbers)

    @property
    def named(self) -> set[str]:
        """The values of all that this sentence cites, also further on: `31,440 over: 40,440 [f1] of 9,000 [f6]`."""
        values = self.sources.values
        cited = (number for found in CITED.finditer(self.text) for number in _numbers(found) if number in values)
        return self.told.union(*(values[number] for number in cited))

    @property
    def _standing(self) -> Standing:
        if self.wrong:
            return Standing.NOT_ON_RECORD
        is_claim = (self.cited or self.claims) and not self.bare
        return Standing.ON_RECORD if is_claim else Standing.ADVICE

    def _cite(self, numbers: Sequence[str]) -> None:
        self.cited += numbers
        self.told.update(*(self.sources.values[number] for number in numbers))

    def _says(self, numbers: Sequence[str]) -> str:
        return " ".join(f"{number} says: {self.sources.texts[number][:_QUOTED]}" for number in numbers)

    def _wrong_state(self, part: str, before: str, own: Sequence[str]) -> str:
        numbers = own or self.cited[-1:]
        told = [self.sources.states[number] for number in numbers if number in self.sources.states]
        problem = wrong_state(part, before, told, is_behind=not own)
        return f"{problem} {self._says(numbers)}" if problem else ""

    def _beside(self, value: Value, own: Sequence[str], *, is_last: bool) -> str:
        """Say what is wrong with a value before citations `own`; the last value must be in these; "" for nothing."""
        beside = frozenset[str]().union(*(self.sources.values[number] for number in own))
        if value.is_in(beside):
            self.claims = True
            return ""
        if value.is_id and not is_last:
            is_other = not any(one[0] == value.text[0] for one in beside)
            if is_other and value.is_in(self.sources.repeated):
                return ""  # it is pointed at: `without R4 the ceiling of EUR 9,000 [f6] holds`
        elif not is_last:
            if not value.distinctive.isdisjoint(self.named | self.sources.computed):
                return ""
            if value.is_in(self.sources.repeated):
                self.bare = True
                return ""
        held = self.sources.facts_with(value.distinctive)
        where = f" It stands in {', '.join(held[:3])}." if held else ""
        return f"“{value.text}” is not in what stands behind it. {self._says(own)}{where}"

    def _alone(self, value: Value) -> str:
        """Say what is wrong with a value behind which nothing is cited; "" for nothing."""
        sources, held = self.sources, self.sources.facts_with(value.distinctive)
        if value.is_in(self.told):
            self.claims = True
        elif value.is_id and value.is_in(sources.repeated):
            return ""  # it is pointed at, and nothing is claimed
        elif len(held) == 1:
            self._cite(held)
            self.claims = True
        elif not value.distinctive.isdisjoint(sources.computed):
            self.claims = True
        elif value.is_in(sources.repeated) or value.is_in(self.seen):
            self.bare = True
        elif held:
            self.bare = True
            self.lacking.append(f"“{value.text}” needs its fact beside it: {', '.join(held[:3])} and others hold it.")
        elif sources.facts_with(value.meanings):
            self.bare = True  # a small number that stands in some fact: nobody can tell of what it is
        else:
            own = f"If it is your own proposal, say [{VIEW}] behind it."
            return f"“{value.text}” is in no record that you were shown. {own}"
        return ""


def split(answer: str) -> Iterator[tuple[str, str]]:
    """The sentences of a Markdown text, each with the space behind it; a line has one at least."""
    for line in re.findall(r"[^\n]*\n+|[^\n]+", answer):
        said = line.rstrip()
        rest, at, mark = line[len(said) :], 0, _list_mark(said)
        for end in _ENDS.finditer(said):
            if _goes_on(said, end, mark):
                continue
            words = said[at : end.end()].rstrip()
            yield words, said[at + len(words) : end.end()]
            at = end.end()
        if said[at:]:
            yield said[at:], rest
        elif rest:
            yield "", rest


def _goes_on(line: str, end: re.Match[str], mark: int) -> bool:
    """Whether a sentence goes on behind a mark: of a list, an ordinal or a letter, or before small letters."""
    following = line[end.end() :].lstrip(_OPENING)[:1]
    stop = line[max(end.start() - 4, 0) : end.start() + 1] if end[0].strip() == "." else ""
    return end.end() <= mark or following.islower() or bool(_NO_END.search(stop) and following)


def _list_mark(line: str) -> int:
    """The length of the mark of a list or heading at the beginning of a line; 0 without one."""
    found = _LISTED.match(line)
    if found is None or found["number"] is None:
        return found.end() if found else 0
    is_day = found["word"].casefold() in months(short=False)  # `3. Dezember`
    return found.start("number") if is_day else found.start("word")


def _numbers(citation: re.Match[str]) -> list[str]:
    return re.findall(_NUMBER, citation[1])


def _parts(text: str) -> Iterator[tuple[str, list[str]]]:
    """The sentence cut behind each citation, with the numbers that are cited there; citations in a row are one."""
    part, numbers, at = "", list[str](), 0
    for found in CITED.finditer(text):
        between = text[at : found.start()]
        if numbers and between.strip():
            yield part, numbers
            part, numbers = "", []
        part += between
        numbers += _numbers(found)
        at = found.end()
    if numbers:
        yield part, numbers
    if text[at:]:
        yield text[at:], []
