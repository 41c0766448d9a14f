"""What every document is written from: the brief as it stands, its costing, and the dates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from datetime import date

from common.services import frozen
from domain.projects import figures
from domain.projects.brief.changing import Plan
from domain.projects.brief.costing import Costing, costing
from domain.projects.brief.intake import answers_of
from domain.projects.brief.records import BriefEntryType, Entry, EntryState
from domain.projects.documents.markdown import Words
from domain.projects.phases import remaining_phases
from domain.projects.questionnaire import QUESTIONS
from domain.projects.records import Deliverable, Money
from domain.projects.states import Phase

# The brief's lists by the names that documents give them.
LISTS = {
    "requirements": BriefEntryType.MUST_HAVE,
    "audiences": BriefEntryType.AUDIENCE,
    "measures": BriefEntryType.MEASURE,
    "integrations": BriefEntryType.OTHER_SYSTEM,
    "constraints": BriefEntryType.RULE,
    "exclusions": BriefEntryType.OUT_OF_SCOPE,
}


@frozen
class Item:
    """One entry of the brief. Its id stays the same through all documents and revisions."""

    id: str
    words: Words
    is_active: bool = True
    kinds: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Ids of the entries that it names; of a must-have alone."""

    @property
    def text(self) -> str:
        """The customer's words, as typed."""
        return self.words.raw


@frozen
class Brief:
    """Everything a document may state. What is not here is not known, and is said to be open."""

    name: Words
    description: Words | None
    goal: Words
    approver: Words
    items: tuple[Item, ...]
    """The entries of all lists, each list in the customer's order."""
    platforms: tuple[str, ...]
    existing: tuple[str, ...]
    personal_data: bool | None
    tone: str | None
    deadline: date | None
    ceiling: Money | None
    costing: Costing
    dates: figures.Dates
    phase: Phase
    submitted_on: date
    documents: tuple[Deliverable, ...] = field(repr=False)
    declined_access: tuple[str, ...]
    unanswered: tuple[str, ...]
    """The questions of the intake that nobody has answered."""
    described: frozenset[str] = frozenset()
    """The entries and headings of which the document itself says what the skeleton would leave open."""

    def entries(self, name: str) -> tuple[Item, ...]:
        """The entries of one of LISTS, dropped ones included."""
        prefix = {"requirements": "R", "audiences": "A", "measures": "M", "integrations": "I", "constraints": "C"}
        return tuple(item for item in self.items if item.id.startswith(prefix.get(name, "X")))

    def active(self, name: str) -> tuple[Item, ...]:
        """The entries of one of LISTS that hold."""
        return tuple(item for item in self.entries(name) if item.is_active)

    @property
    def musts(self) -> tuple[Item, ...]:
        """The must-haves that hold, in the customer's order."""
        return self.active("requirements")


def linked(brief: Brief, item: Item, name: str) -> tuple[Item, ...]:
    """The entries of list `name` that a must-have names; for any other entry, the must-haves that name it."""
    if item.id.startswith("R"):
        return tuple(other for other in brief.active(name) if other.id in item.links)
    return tuple(other for other in brief.active(name) if item.id in other.links)


def brief_from(
    plan: Plan, deliverables: Iterable[Deliverable], *, today: date, declined_access: tuple[str, ...] = ()
) -> Brief:
    """What is known of a submitted project in a working phase."""
    project, brief = plan.project, plan.brief
    if project.submitted_at is None or project.plan is None:
        raise ValueError("documents are written for submitted projects only")
    answers = answers_of(plan)
    return Brief(
        name=Words(project.name),
        description=Words(project.description) if project.description else None,
        goal=Words(brief.goal or ""),
        approver=Words(brief.approver or ""),
        items=tuple(map(_item, brief.entries)),
        platforms=tuple(topic.id for topic in brief.platforms),
        existing=brief.existing or (),
        personal_data=brief.personal_data,
        tone=brief.tone,
        deadline=project.deadline,
        ceiling=project.ceiling,
        costing=costing(brief, currency=project.currency),
        dates=figures.dates(project, today=today),
        phase=project.phase if remaining_phases(project.phase) else Phase.LAUNCH,
        submitted_on=project.submitted_at.date(),
        documents=tuple(deliverables),
        declined_access=declined_access,
        unanswered=tuple(question.id for question in QUESTIONS if question.id not in answers),
    )


def _item(entry: Entry) -> Item:
    return Item(
        entry.id,
        Words(entry.text),
        is_active=entry.state is EntryState.ACTIVE,
        kinds=tuple(topic.title for topic in entry.topics),
        links=(*entry.audiences, *entry.systems, *entry.rules),
    )
