"""A fact, the sheets that hold facts, the view of a fact, and the messages that are searched beside facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from enum import StrEnum

from common.envelope import View
from common.fields import Instant
from common.model import Model
from common.services import frozen
from domain.projects.states import Role

HUNDREDTHS_OF_A_DAY = "hundredths of a day"


class Topic(StrEnum):
    """What a fact is about; a fact has one topic."""

    MONEY = "money"
    DATES = "dates"
    PROGRESS = "progress"
    BRIEF = "brief"
    NEEDS = "needs"
    DOCUMENTS = "documents"
    DECISIONS = "decisions"
    CHOICES = "choices"
    ACCESS = "access"
    WORK = "work"
    TEAM = "team"
    NOTES = "notes"
    DELIVERY = "delivery"
    TASKS = "tasks"
    MESSAGES = "messages"


@frozen
class Fact:
    """One thing on record.

    Attributes:
        id: names it within its sheet, such as `money.likely`.
        subject: the id of what it is about (project, entry, document, work item, request, account), or a role's name.
        text: the whole of it in a sentence.
        value: the figure or day in it, if it has one, and `unit` what that counts: a currency, `percent`,
            `hundredths of a day`.
        record: the id of the record that it rests on, and `path` the field there.
        as_of: when that record was read.
        owner: the role that answers for it; None where none does.
    """

    id: str
    topic: Topic
    subject: str
    text: str
    record: str
    path: str
    as_of: datetime
    value: int | date | str | None = None
    unit: str | None = None
    owner: Role | None = None


@frozen
class Sheet:
    """Facts in the order in which they are worth telling."""

    facts: tuple[Fact, ...]

    def __iter__(self) -> Iterator[Fact]:
        return iter(self.facts)

    def about(self, *topics: Topic) -> Sheet:
        """The facts of these topics, in the same order."""
        return Sheet(tuple(fact for fact in self.facts if fact.topic in topics))

    def find(self, fact_id: str) -> Fact | None:
        """The fact with this id; None if there is none."""
        return next((fact for fact in self.facts if fact.id == fact_id), None)

    def say(self, *fact_ids: str) -> str:
        """The sentences of these facts in one paragraph; ids that are not on the sheet are left out."""
        found = (self.find(fact_id) for fact_id in fact_ids)
        return " ".join(fact.text for fact in found if fact is not None)


class FactView(View):
    """A thing on record that an answer tells: its sentence, and the field `path` of the record it rests on."""

    id: str
    text: str
    record: str
    path: str

    def fact(self, as_of: datetime) -> Fact:
        """The fact again. A view keeps neither topic nor subject, so these become `progress` and the record's id."""
        return Fact(self.id, Topic.PROGRESS, self.record, self.text, self.record, self.path, as_of)


class Written(Model):
    """A message that can be searched and answered. `sender_type`: customer or agent."""

    id: str
    sender_type: str
    content: str
    created_at: Instant


def gist(text: str) -> str:
    """The first sentence of a Markdown text, as plain text."""
    plain = " ".join(text.replace("**", "").replace("`", "").replace("\\", "").split()).replace(": - ", ": ")
    sentence, stop, rest = plain.partition(". ")
    return f"{sentence}{stop.rstrip()}" if rest else plain


def sheet_of(facts: Iterable[Fact]) -> Sheet:
    """A sheet of those facts that have a text, in their order."""
    return Sheet(tuple(fact for fact in facts if fact.text))
