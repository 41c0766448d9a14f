"""Drafts the lines and parts of a document from what the playbooks know about one brief."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import date
from functools import cached_property

from common.services import frozen
from domain.playbooks.library import SLOT
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import Costing
from domain.projects.brief.estimate import Estimate, costing_of, estimate, with_totals
from domain.projects.brief.records import Brief, BriefEntryType, Choice, Entry
from domain.projects.brief.topics import Known, known_of
from domain.projects.documents.markdown import escaped, table
from domain.projects.documents.records import Section
from domain.projects.records import Project

_DIGEST = 10


@frozen
class Made:
    """A line that a document should have; `records.Line` says what the fields mean. `group` begins its id."""

    group: str
    section: Section
    template: str
    key: str
    slots: Mapping[str, str] = field(default_factory=dict)
    refs: tuple[str, ...] = ()
    source: str | None = None


@frozen
class Drafted:
    """A part that a document should have; `records.Part` says what the fields mean.

    `moves`: its text has dates that count from the day of writing, so it makes no document outdated.
    `basis`: what counts for that instead of a text which every answer to a choice changes.
    """

    title: str
    level: int = 2
    text: str = ""
    section: Section | None = None
    refs: tuple[str, ...] = ()
    lines: tuple[Made, ...] = ()
    choices: tuple[str, ...] = ()
    moves: bool = False
    basis: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show below the title."""
        return not (self.text or self.lines or self.choices)


@frozen
class Trade:
    """A submitted project with what the playbooks know of its brief, as of the day `today`."""

    plan: Plan
    today: date

    @property
    def brief(self) -> Brief:
        """The brief of the plan."""
        return self.plan.brief

    @cached_property
    def project(self) -> Project:
        """The project, with the totals of this brief."""
        return with_totals(self.plan)

    @cached_property
    def estimate(self) -> Estimate:
        """The estimate of this brief, with the dates that the project has on `today`."""
        return estimate(self.plan, today=self.today)

    @cached_property
    def costing(self) -> Costing:
        """The costing of this brief; unlike `estimate`, it searches nothing to leave out."""
        return costing_of(self.plan)

    @cached_property
    def known(self) -> tuple[Known, ...]:
        """Every topic of the brief once, in the order of its entries."""
        return known_of(self.brief)

    def family(self, name: str) -> tuple[Known, ...]:
        """The topics of one family of playbooks, such as `kinds`, in the order of the entries."""
        return tuple(one for one in self.known if one.family == name)

    def of(self, entry_id: str) -> tuple[Known, ...]:
        """The topics that an entry is about."""
        return tuple(one for one in self.known if entry_id in one.entries)

    @property
    def musts(self) -> tuple[Entry, ...]:
        """The must-haves, the most important first."""
        return self.brief.of_type(BriefEntryType.MUST_HAVE)

    def choices_of(self, known: Known) -> tuple[Choice, ...]:
        """The choices that a topic asks the customer to make."""
        asked = {choice.id for choice in known.knowledge.choices}
        return tuple(one for one in self.brief.choices if one.topic == known.name and one.name in asked)

    def line(self, known: Known, group: str, section: Section, text: str, *, entry: str | None = None) -> Made:
        """A line with a playbook's `text`, in which `{entry}` stands for `entry`, or else the first of the topic."""
        about = entry or known.first
        names = {choice.name: choice.id for choice in self.choices_of(known)} | ({"entry": about} if about else {})
        slots = {name: names[name] for name in SLOT.findall(text) if name in names}
        key = f"{known.name}/{section.value}/{digest(text)}/{entry or ''}"
        served = (entry,) if entry else known.entries
        return Made(group, section, text, key, slots, served, f"{known.name} {self.brief.playbooks}")

    def lines(
        self, known: Known, group: str, section: Section, texts: Iterable[str], *, entry: str | None = None
    ) -> tuple[Made, ...]:
        """Lines with a playbook's `texts`, in the same order; see `line`."""
        return tuple(self.line(known, group, section, text, entry=entry) for text in texts)

    def part(
        self,
        title: str,
        topics: Iterable[Known],
        group: str,
        section: Section,
        texts: Callable[[Known], Iterable[str]],
    ) -> Drafted:
        """A part with the lines that `texts` takes from what is known of each topic."""
        lines = (line for known in topics for line in self.lines(known, group, section, texts(known)))
        return Drafted(title, section=section, lines=tuple(lines))


def filled(template: str, slots: Mapping[str, str], brief: Brief) -> str:
    """A template, its slots filled: a choice by the answer that counts, an entry by its id. Unknown slots stay.

    What an answer repeats of the words around its slot is said once: "until" before "Until noon." gives "until noon".
    """
    choices = {choice.id: choice.holds for choice in brief.choices}

    def value(slot: re.Match[str]) -> str:
        target = slots.get(slot[1], "")
        if target in choices:
            return _said_once(template[: slot.start()], choices[target], template[slot.end() :])
        return target if brief.find(target) else slot[0]

    return SLOT.sub(value, template)


def _said_once(before: str, answer: str, after: str) -> str:
    """The answer without a first or last word that stands beside it already, and without a full stop before more."""
    words = answer.split(" ")
    if after.strip():
        words[-1] = words[-1].removesuffix(".") or words[-1]
    if len(words) > 1 and before.split()[-1:] == [words[0].lower()]:
        del words[0]
    if len(words) > 1 and re.match(rf" {re.escape(words[-1].lower())}(?=[\s.,;:]|$)", after):
        del words[-1]
    return " ".join(words)


def digest(text: str) -> str:
    """The first 10 hex digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]


def label(entry: Entry) -> str:
    """The id and the words of an entry in plain text: `R1 “the customer's words”`."""
    return f"{entry.id} “{entry.text}”"


def cells(entry: Entry) -> tuple[str, str]:
    """The id and the customer's words, each ready for a cell of a table."""
    return entry.id, f"“{escaped(entry.text)}”"


def in_own_words(entries: Iterable[Entry]) -> str:
    """A table of entries with nothing but the customer's words; empty without any."""
    return table(("Id", "In your words"), map(cells, entries))


def numbered(letter: str, entry_id: str) -> str:
    """The group of line ids that belongs to an entry: `F1` for the steps of R1."""
    return f"{letter}{entry_id[1:]}"
