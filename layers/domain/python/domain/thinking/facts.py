"""Facts that a model may state: one sheet of them for one question, each with the record that it rests on.

A model never writes a figure, a date, a state, a name or a title. It writes the id of a fact (`{{f12}}`), and code puts
the words there (`render.py`). So what a fact says, it says the same way everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from datetime import date, datetime
from enum import StrEnum

from common.services import frozen
from domain.projects.states import Role


class FactKind(StrEnum):
    """What kind of thing a fact states. A sentence is one of `domain.answers`, in its own words."""

    SENTENCE = "sentence"
    COUNT = "count"
    DATE = "date"
    MOMENT = "moment"
    DURATION = "duration"
    STATE = "state"
    DEED = "deed"
    NAME = "name"
    TITLE = "title"
    TEXT = "text"


NOUNS = frozenset({FactKind.NAME, FactKind.TITLE, FactKind.TEXT})
"""The kinds that read as a noun inside a sentence. Every other kind is a statement: it reads as a clause of its own."""


@frozen
class Duration:
    """How long. `unit` is `days`, `working_days` or `hours`; with `high` a range."""

    amount: int
    unit: str
    high: int | None = None


@frozen
class Words:
    """A value that is words as they stand: a name, a title, or the customer's own words."""

    text: str


@frozen
class Term:
    """A value that has its own words in every language: a state of something, such as `document.in_review`."""

    key: str


Value = Duration | Words | Term | tuple[Term, ...] | int | date | datetime


def kind_of(value: Value) -> FactKind:
    """The kind of a fact that says no other: by what its value is."""
    match value:
        case Duration():
            return FactKind.DURATION
        case Term() | Words() | tuple():
            return FactKind.STATE
        case datetime():
            return FactKind.MOMENT
        case date():
            return FactKind.DATE
    return FactKind.COUNT


@frozen
class Noun:
    """What a value is the value of.

    Attributes:
        key: a row of the clauses in `languages/`, such as `revision`; any other words are taken as they stand.
        name: fills `{name}` in that row: a title, an id such as `R3`, a day, or a `Term` such as a phase.
    """

    key: str
    name: Words | Term | date | None = None


@frozen
class Source:
    """The stored record that a fact rests on, and its version: a number, a content hash or a time."""

    id: str
    version: str


@frozen
class Fact:
    """One thing that may be stated.

    Attributes:
        id: `f1`, `f2`, … (`d1`, `d2`, … for deeds), unique and stable within one sheet.
        label: tells a model in plain English what this is.
        roles: who may speak about it; the CEO may speak about everything.
        project_id: whose fact it is, for sheets over several projects.
        answer: what it answers to the yes-or-no question in its label; None for a fact that answers none.
    """

    id: str
    kind: FactKind
    label: str
    noun: Noun
    value: Value
    source: Source
    roles: frozenset[Role] = frozenset(Role)
    project_id: str | None = None
    answer: bool | None = None

    @property
    def is_statement(self) -> bool:
        """Whether it reads as a clause of its own."""
        return self.kind not in NOUNS


@frozen
class Sheet:
    """The facts of one question, in order. All of them belong to one tenant."""

    facts: tuple[Fact, ...]
    _by_id: dict[str, Fact] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {fact.id: fact for fact in self.facts})
        if len(self._by_id) != len(self.facts):
            raise ValueError("two facts of a sheet have the same id")

    def __iter__(self) -> Iterator[Fact]:
        return iter(self.facts)

    def find(self, fact_id: str) -> Fact | None:
        """The fact with this id, if the sheet has it."""
        return self._by_id.get(fact_id)

    def slice_of(self, role: Role) -> Sheet:
        """What `role` may speak about, under the same ids."""
        return Sheet(tuple(fact for fact in self.facts if role in fact.roles))
