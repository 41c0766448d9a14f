"""The facts every document is written from: the answers as amended by the customer's comments, and the figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from domain.projects.build_outlook import BuildOutlook, build_outlook
from domain.projects.documents.item import Item
from domain.projects.documents.markdown import Words
from domain.projects.figures import PhaseDates, schedule
from domain.projects.phases import remaining_phases
from domain.projects.questionnaire import QUESTIONS, Answers
from domain.projects.records import Deliverable, Estimate, Money, Project
from domain.projects.states import DeliverableKind, DeliverableState, Phase

# The lists a comment can add to or take from: the prefix of their ids, and the question they come from.
LISTS = {
    "requirements": ("R", "must_haves"),
    "audiences": ("A", "audience"),
    "measures": ("M", "success_measure"),
    "integrations": ("I", "integrations"),
    "constraints": ("C", "constraints"),
    "exclusions": ("X", "out_of_scope"),
}


@dataclass(frozen=True, slots=True)
class Sibling:
    """Another document of the project, as it stands."""

    kind: DeliverableKind
    title: str
    revision: int
    state: DeliverableState


@dataclass(frozen=True, slots=True)
class PastRemark:
    """A comment that was answered by a revision written earlier."""

    kind: DeliverableKind
    title: str
    revision: int
    comment: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Brief:
    """Everything a document may state. What is not here is not known, and is said to be open."""

    name: Words
    description: Words | None
    goal: Words
    approver: Words
    requirements: tuple[Item, ...]
    audiences: tuple[Item, ...]
    measures: tuple[Item, ...]
    integrations: tuple[Item, ...]
    constraints: tuple[Item, ...]
    exclusions: tuple[Item, ...]
    platforms: tuple[str, ...]
    existing: tuple[str, ...]
    personal_data: bool | None
    tone: str | None
    deadline: date | None
    ceiling: Money | None
    unanswered: tuple[str, ...]
    estimate: Estimate
    phase: Phase
    submitted_on: date
    phase_started_on: date
    siblings: tuple[Sibling, ...]
    declined_access: tuple[str, ...]
    remarks: tuple[PastRemark, ...]
    answers: Answers = field(repr=False)

    @property
    def decider(self) -> Words:
        """The approver's name alone, for running text: what stands before the first comma."""
        return Words(self.approver.raw.split(",")[0])

    def active(self, name: str) -> tuple[Item, ...]:
        """The entries of one of LISTS that still hold."""
        items: tuple[Item, ...] = getattr(self, name)
        return tuple(item for item in items if item.is_active)

    @property
    def musts(self) -> tuple[Item, ...]:
        """The requirements that still hold, in the customer's order."""
        return self.active("requirements")

    @property
    def plan(self) -> tuple[PhaseDates, ...]:
        """The dates of the present phase and those after it, from the day the present one began."""
        return schedule(self.estimate, phase=self.phase, since=self.phase_started_on)

    @property
    def baseline(self) -> tuple[PhaseDates, ...]:
        """The dates of all phases as accepted with the estimate."""
        return schedule(self.estimate, phase=Phase.PLANNING, since=self.submitted_on)

    @property
    def amended_answers(self) -> Answers:
        """The answers to the intake as they would be given now, for the published rules to count."""
        lists = {
            question_id: tuple(item.words.raw for item in self.active(name))
            for name, (_, question_id) in LISTS.items()
            if question_id in self.answers or self.active(name)
        }
        return {**self.answers, "platforms": self.platforms, **lists}

    @property
    def outlook(self) -> BuildOutlook:
        """What the build after the documents may take, by the published rule."""
        return build_outlook(self.amended_answers, currency=self.estimate.currency)


def brief_from(
    project: Project, answers: Answers, deliverables: Iterable[Deliverable], *, declined_access: tuple[str, ...] = ()
) -> Brief:
    """The facts as submitted, before any comment. `project` is submitted and in a working phase."""
    if project.estimate is None or project.submitted_at is None or project.phase_started_at is None:
        raise ValueError("documents are written for submitted projects only")
    phase = project.phase if remaining_phases(project.phase) else Phase.LAUNCH
    everything = tuple(deliverables)
    return Brief(
        name=Words(project.name),
        description=Words(project.description) if project.description else None,
        goal=Words(str(answers["goal"])),
        approver=Words(str(answers["approver"])),
        **{name: _items(prefix, answers, question_id) for name, (prefix, question_id) in LISTS.items()},
        platforms=_strings(answers, "platforms"),
        existing=_strings(answers, "existing"),
        personal_data=personal if isinstance(personal := answers.get("personal_data"), bool) else None,
        tone=str(answers["tone"]) if "tone" in answers else None,
        # From the answers, not the project: what comments made of them is applied anew for each document.
        deadline=date.fromisoformat(day) if isinstance(day := answers.get("deadline"), str) else None,
        ceiling=ceiling if isinstance(ceiling := answers.get("budget_ceiling"), Money) else None,
        unanswered=tuple(question.id for question in QUESTIONS if question.id not in answers),
        estimate=project.estimate,
        phase=phase,
        submitted_on=project.estimate.computed_on,
        phase_started_on=project.phase_started_at.date(),
        siblings=tuple(Sibling(item.kind, item.title, item.revision, item.state) for item in everything),
        declined_access=declined_access,
        remarks=_past_remarks(everything),
        answers=answers,
    )


def with_items(brief: Brief, name: str, items: tuple[Item, ...]) -> Brief:
    """`brief` with one of LISTS replaced."""
    changes: dict[str, Any] = {name: items}
    return replace(brief, **changes)


def _items(prefix: str, answers: Answers, question_id: str) -> tuple[Item, ...]:
    entries = _strings(answers, question_id)
    return tuple(Item(f"{prefix}{number}", Words(text)) for number, text in enumerate(entries, start=1))


def _strings(answers: Answers, question_id: str) -> tuple[str, ...]:
    value = answers.get(question_id)
    return value if isinstance(value, tuple) else ()


def _past_remarks(deliverables: tuple[Deliverable, ...]) -> tuple[PastRemark, ...]:
    remarks = [
        PastRemark(item.kind, item.title, entry.revision, entry.comment, entry.at)
        for item in deliverables
        for entry in item.history
        if entry.comment is not None
    ]
    return tuple(sorted(remarks, key=lambda remark: remark.at))
