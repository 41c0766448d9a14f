"""A model's edits of a document: lines struck, worded anew, added. Each is checked by itself, and refused by itself.

A line says only what is on record: a figure or day that neither the facts, the brief, the customer's words nor the
document's own lines hold is refused, and the line stays as it was. Lines that a person has edited, and lines of the
estimate, which are money and days, are nobody's to edit here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue, ValidationError

from common.errors import DomainError
from common.services import frozen
from domain.answers.facts import Topic
from domain.answers.project_facts import ProjectFacts
from domain.answers.record_facts import whole_sheet
from domain.projects.brief.records import Brief, EntryOrigin, EntryState
from domain.projects.documents import editing
from domain.projects.documents.records import MOST_CHARACTERS, DocumentText, Line, LineState, Section
from domain.projects.documents.requests import AddLine
from domain.projects.documents.trade import filled
from domain.projects.records import Deliverable
from domain.thinking.agent import cleaned
from domain.thinking.asking import texts_of
from domain.thinking.snapshot import Snapshot, snapshot_of
from domain.thinking.sources import Sources

MOST_EDITS = 80
MOST_WORDS = 5  # of a reason
_TOPICS = {Topic.MONEY, Topic.DATES, Topic.CHOICES, Topic.DECISIONS, Topic.NOTES}
_OF_THE_ESTIMATE = "estimate"
Id = Annotated[str, Field(max_length=12)]


class Edit(BaseModel):
    """One edit of a document.

    `strike` takes the line `id` out, `reword` gives it another `text`, `add` puts a line more into `section` for the
    entries `refs` of the brief. `why`: the reason in at most five words.
    """

    does: Literal["strike", "reword", "add"]
    id: Id = ""
    section: Section | None = None
    refs: Annotated[list[Id], Field(max_length=5)] = []
    text: Annotated[str, Field(max_length=MOST_CHARACTERS)] = ""
    why: Annotated[str, Field(min_length=1, max_length=80)]


class Edits(BaseModel):
    """Your edits; a line that none of them names stays as it is."""

    edits: Annotated[list[Edit], Field(max_length=MOST_EDITS)]


class Refused(Exception):
    """An edit can't be done; the message says why, in words for the model."""


@frozen
class Tailored:
    """A text after edits: what was `done`, in words for the customer, and `refused`, in words for the model."""

    text: DocumentText
    done: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@frozen
class Tailor:
    """Edits one document. `said`: the customer's words about it, which may always be used."""

    facts: ProjectFacts
    document: Deliverable
    text: DocumentText
    said: Sequence[str] = ()

    def data(self) -> dict[str, JsonValue]:
        """The data that a model is given: the document, and what it is for."""
        lines = list(self.text.lines)
        open_ones = [line for line in lines if _is_open(line)]
        return {
            "document": f"{self.document.title} ({self.document.kind.value})",
            "sections": [section.value for section in self._sections],
            "brief": _brief(self.facts.brief),
            "facts": self.snapshot.text,
            "parts": [f"{part.title}: {part.text}" for part in self.text.parts if part.text],
            "lines": [f"{one.id} ({', '.join((one.section, *one.refs))}): {one.text}" for one in open_ones],
            "settled": [f"{one.id} ({one.state.value}): {one.text}" for one in lines if not _is_open(one)],
        }

    @cached_property
    def snapshot(self) -> Snapshot:
        """The facts that a model may cite."""
        return snapshot_of(fact for fact in whole_sheet(self.facts) if fact.topic in _TOPICS)

    @cached_property
    def sources(self) -> Sources:
        """All that a line may rest on."""
        return Sources(self.snapshot.facts, {}, self._in_sight)

    def words(self, text: str) -> str:
        """A model's words as one plain line, without citations. Raises `Refused`."""
        line = " ".join(text.split())
        if not line:
            raise Refused("The text is missing.")
        if cleaned(line, "\n".join(self._in_sight)) != line:
            raise Refused("Plain words only: no tags, no secrets, no link that the brief doesn't have.")
        sentences = self.sources.sentences(line)
        if wrong := [one.wrong for one in sentences if one.wrong]:
            raise Refused(" ".join(wrong))
        return "".join(f"{one.text}{one.gap}" for one in sentences).strip()

    def tailored(self, text: DocumentText, edits: Iterable[Edit]) -> Tailored:
        """The text after the edits that can be done, with what was done and why the others were refused."""
        done: list[str] = []
        refused: list[str] = []
        for edit in edits:
            try:
                text, said = self._edited(text, edit)
            except (Refused, DomainError, ValidationError) as problem:
                why = problem.errors()[0]["msg"] if isinstance(problem, ValidationError) else str(problem)
                refused.append(f"{edit.does} {edit.id or edit.section or ''}: {why}")
            else:
                done.append(said)
        return Tailored(text, tuple(done), tuple(refused))

    def _edited(self, text: DocumentText, edit: Edit) -> tuple[DocumentText, str]:
        brief, why = self.facts.brief, self.words(edit.why)
        if len(why.split()) > MOST_WORDS:
            raise Refused(f"The reason has at most {MOST_WORDS} words.")
        if edit.does == "add":
            if edit.section not in self._sections:
                raise Refused(f"This document takes: {', '.join(one.value for one in self._sections)}.")
            request = AddLine(section=edit.section, text=self.words(edit.text), refs=edit.refs)
            after, added = editing.added(text, self.document.kind, request, brief, why=why)
            return after, f"{added.id} is new: “{added.text}” ({why})."
        line = next((one for one in text.lines if one.id == edit.id), None)
        if line is None or not _is_open(line):
            raise Refused("No such line, or none that you may edit.")
        own = {"origin": EntryOrigin.MODEL, "why": why}
        if edit.does == "strike":
            struck = line.model_copy(update={**own, "state": LineState.STRUCK})
            return editing.replaced(text, struck, brief), f"{line.id} is struck: “{line.text}” ({why})."
        worded = _worded(line, self.words(edit.text), brief)
        after = editing.replaced(text, worded.model_copy(update=own), brief)
        return after, f"{line.id} reads now: “{worded.text}” ({why})."

    @cached_property
    def _sections(self) -> tuple[Section, ...]:
        """The sections that a line can be added to: all but work packages, whose days are the estimate's."""
        return tuple(one for one in editing.SECTIONS[self.document.kind] if one is not Section.PACKAGES)

    @cached_property
    def _in_sight(self) -> tuple[str, ...]:
        given = self.data() | {"facts": ""}
        facts = (fact.text for fact in self.snapshot.facts.values())
        return (*self.said, *facts, *texts_of(list(given.values())))


def _is_open(line: Line) -> bool:
    """Whether a model may edit a line: no person has decided on it, and it is not the estimate's."""
    return line.state is LineState.PROPOSED and line.source != _OF_THE_ESTIMATE


def _worded(line: Line, text: str, brief: Brief) -> Line:
    """The line with another text. Words in it that filled a slot of the line still fill that slot."""
    template, slots = text, dict[str, str]()
    for name, target in line.slots.items():
        value = filled(f"{{{name}}}", line.slots, brief)
        slotted = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", f"{{{name}}}", template)
        slots |= {name: target} if slotted != template else {}
        template = slotted
    return line.model_copy(update={"text": text, "template": template, "slots": slots})


def _brief(brief: Brief) -> list[JsonValue]:
    """The brief as lines: goal, tone and platforms, then each active entry with the topics that it was read as."""
    once = {"goal": brief.goal, "tone": brief.tone, "platforms": ", ".join(one.title for one in brief.platforms)}
    said: list[JsonValue] = [f"{name}: {text}" for name, text in once.items() if text]
    for entry in brief.entries:
        if entry.state is EntryState.ACTIVE:
            read = f" (read as: {', '.join(topic.title for topic in entry.topics)})" if entry.topics else ""
            said.append(f"{entry.id} {entry.type.value}: {entry.text}{read}")
    return said
