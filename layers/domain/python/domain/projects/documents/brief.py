"""The facts every document is written from: the answers as amended by the customer's comments, and the figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from datetime import date
from typing import Any

from common.services import frozen
from domain.projects.build_outlook import BuildOutlook, build_outlook
from domain.projects.documents.markdown import Words
from domain.projects.documents.matching import names
from domain.projects.effort import entries
from domain.projects.figures import PhaseDates, schedule
from domain.projects.phases import remaining_phases
from domain.projects.questionnaire import QUESTIONS, Answers
from domain.projects.records import Deliverable, Estimate, Money, Project, Revision
from domain.projects.states import DeliverableKind, Phase

# The lists a comment can add to or take from: the prefix of their ids, and the question they come from.
LISTS = {
    "requirements": ("R", "must_haves"),
    "audiences": ("A", "audience"),
    "measures": ("M", "success_measure"),
    "integrations": ("I", "integrations"),
    "constraints": ("C", "constraints"),
    "exclusions": ("X", "out_of_scope"),
}


@frozen
class Item:
    """One entry of a list in the brief. Its id stays the same through all documents and revisions."""

    id: str
    words: Words
    withdrawn_in: str | None = None
    notes: tuple[Words, ...] = ()

    @property
    def text(self) -> str:
        """The customer's words with what was added to them in comments, as typed."""
        return "; ".join(words.raw for words in (self.words, *self.notes))

    @property
    def is_active(self) -> bool:
        """Whether it still holds."""
        return self.withdrawn_in is None


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
    estimate: Estimate
    phase: Phase
    submitted_on: date
    phase_started_on: date
    documents: tuple[Deliverable, ...] = field(repr=False)
    declined_access: tuple[str, ...]
    answers: Answers = field(repr=False)
    described: frozenset[str] = frozenset()
    """The entries and headings of which the document itself says what the skeleton would leave open."""

    def entries(self, name: str) -> tuple[Item, ...]:
        """The entries of one of LISTS, withdrawn ones included."""
        return tuple(item for item in self.items if item.id.startswith(LISTS[name][0]))

    def active(self, name: str) -> tuple[Item, ...]:
        """The entries of one of LISTS that still hold."""
        return tuple(item for item in self.entries(name) if item.is_active)

    @property
    def musts(self) -> tuple[Item, ...]:
        """The requirements that still hold, in the customer's order."""
        return self.active("requirements")

    @property
    def past_comments(self) -> tuple[tuple[DeliverableKind, Revision], ...]:
        """The revisions that answered a comment, oldest first, each with its kind of document."""
        entries = ((document.kind, entry) for document in self.documents for entry in document.history)
        return tuple(sorted((found for found in entries if found[1].comment), key=lambda found: found[1].at))

    @property
    def plan(self) -> tuple[PhaseDates, ...]:
        """The dates of the present phase and those after it, from the day the present one began."""
        return schedule(self.estimate, phase=self.phase, since=self.phase_started_on)

    @property
    def amended_answers(self) -> Answers:
        """The answers to the intake as they would be given now, for the published rules to count."""
        now: dict[str, Any] = {
            question_id: tuple(item.words.raw for item in self.active(name))
            for name, (_, question_id) in LISTS.items()
            if question_id in self.answers or self.active(name)
        }
        deadline = self.deadline.isoformat() if self.deadline else None
        now |= {"platforms": self.platforms, "tone": self.tone, "deadline": deadline, "budget_ceiling": self.ceiling}
        return {**self.answers, **{question_id: term for question_id, term in now.items() if term is not None}}

    @property
    def unanswered(self) -> tuple[str, ...]:
        """The questions of the intake that neither it nor a comment has answered."""
        return tuple(question.id for question in QUESTIONS if question.id not in self.amended_answers)

    @property
    def outlook(self) -> BuildOutlook:
        """What the build after the documents may take, by the published rule."""
        return build_outlook(self.amended_answers, currency=self.estimate.currency)


def linked(brief: Brief, item: Item, name: str) -> tuple[Item, ...]:
    """The entries of list `name` that a must-have names; for any other entry, the must-haves that name it."""
    if item.id.startswith("R"):
        return tuple(other for other in brief.active(name) if names(item.text, other.words.raw))
    return tuple(other for other in brief.active(name) if names(other.text, item.words.raw))


def brief_from(
    project: Project, answers: Answers, deliverables: Iterable[Deliverable], *, declined_access: tuple[str, ...] = ()
) -> Brief:
    """The facts as submitted, before any comment. `project` is submitted and in a working phase."""
    if project.estimate is None or project.submitted_at is None or project.phase_started_at is None:
        raise ValueError("documents are written for submitted projects only")
    return Brief(
        name=Words(project.name),
        description=Words(project.description) if project.description else None,
        goal=Words(str(answers["goal"])),
        approver=Words(str(answers["approver"])),
        items=tuple(
            Item(f"{prefix}{number}", Words(text))
            for prefix, question_id in LISTS.values()
            for number, text in enumerate(entries(answers, question_id), start=1)
        ),
        platforms=entries(answers, "platforms"),
        existing=entries(answers, "existing"),
        personal_data=personal if isinstance(personal := answers.get("personal_data"), bool) else None,
        tone=str(answers["tone"]) if "tone" in answers else None,
        # From the project: a comment or the customer may have changed them since, and the last word counts.
        deadline=project.deadline,
        ceiling=project.ceiling,
        estimate=project.estimate,
        phase=project.phase if remaining_phases(project.phase) else Phase.LAUNCH,
        submitted_on=project.estimate.computed_on,
        phase_started_on=project.phase_started_at.date(),
        documents=tuple(deliverables),
        declined_access=declined_access,
        answers=answers,
    )
