"""Writes the documents of a recorded project: the brief's skeleton, and what a person wrote in a model's place.

The recorded pieces go the way of a model's answer: the same task, the same check, the same setting.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from domain.projects.documents.brief import Brief, brief_from
from domain.projects.documents.compose import compose, draft_of
from domain.projects.documents.written import merged, pieces
from domain.thinking.sections import Desk, write_piece
from pydantic import BaseModel

from bench.documents import BEGAN, BRIEFS
from domain.projects import lifecycle
from domain.projects.brief.changing import Plan
from domain.projects.phases import DELIVERABLES, WORKING_PHASES
from domain.projects.records import Deliverable, WrittenSection
from domain.projects.requests import CreateProject
from domain.projects.states import DeliverableKind
from domain.thinking.asking import Asking
from domain.thinking.steps import Subject
from domain.thinking.task import Failure, Model, ModelFailed, Task, Thought
from local.paths import REPOSITORY

RECORDINGS = REPOSITORY / "data" / "thinking" / "documents"
KINDS = {spec.title: spec.kind for spec in DELIVERABLES}


@dataclass
class Recorded:
    """Implements `Model` with recorded sections; `refused` are those that code refused."""

    told: Mapping[str, Any]
    refused: list[str] = field(default_factory=list)

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        """What was recorded for the section, as far as it is asked for."""
        del seconds
        kind = KINDS[str(task.data["document"])]
        section = self.told.get(kind.value, {}).get(str(task.data["section"]))
        if section is None or task.name != "section":
            if section is not None:
                self.refused.append(f"{kind.value} {task.data['section']}: {task.data['flaws']}")
            raise ModelFailed(Failure.UNUSABLE)
        about = cast(list[str], task.data["about"])
        blocks = [block for block in section["blocks"] if not about or block["about"] in about]
        return Thought(task.output.model_validate({"blocks": blocks}), 0, 0)


@dataclass
class Unbooked:
    """What `Asking` does, without its books."""

    model: Model

    def ask(self, task: Task[Any], _subject: Subject, *, seconds: float, role: str = "") -> Thought[Any]:
        """The model's answer. Raises what the model raises."""
        del role
        return self.model.think(task, seconds=seconds)


@dataclass(frozen=True)
class Written:
    """The documents of a project with the sections that were recorded, and what code refused of them."""

    name: str
    answers: Mapping[str, Any]
    texts: Mapping[DeliverableKind, str]
    documents: tuple[Deliverable, ...]
    refused: tuple[str, ...]


def recordings() -> list[Path]:
    """The files of the recorded projects."""
    return sorted(RECORDINGS.glob("*.toml"))


def desk_of(model: Model) -> Desk:
    """A desk for a model that keeps no books."""
    now = datetime.now(tz=UTC)
    asking = cast(Asking, Unbooked(model))
    return Desk(asking, Subject("acc_1", "evt_1", 1), now + timedelta(minutes=2), lambda: datetime.now(tz=UTC))


def written(recording: Path, model: Model | None = None) -> Written:
    """The documents that were recorded, or as another `model` writes them."""
    told = tomllib.loads(recording.read_text(encoding="utf-8"))
    name = told["project"]
    answers = json.loads(BRIEFS.read_text(encoding="utf-8"))[name]
    recorded = Recorded(told)
    kinds = {DeliverableKind(kind) for kind in told if kind != "project"}
    texts: dict[DeliverableKind, str] = {}
    documents: list[Deliverable] = []
    for document, bare in begun(name, answers):
        kind = document.kind
        if kind not in kinds:
            continue
        brief = replace(bare, documents=tuple(_newest(documents, item) for item in bare.documents))
        sections = _sections(document, brief, desk_of(model or recorded))
        with_sections = document.model_copy(update={"written": sections})
        texts[kind] = compose(kind, _with(brief, with_sections), revision=1, comment=None).content
        documents.append(with_sections)
    return Written(name, answers, texts, tuple(documents), tuple(recorded.refused))


def begun(name: str, answers: dict[str, Any]) -> Iterator[tuple[Deliverable, Brief]]:
    """Each document of a project with the brief that it is written from, a day for each phase."""
    draft = lifecycle.create(CreateProject(name=name), project_id="prj_1", account_id="acc_1", now=BEGAN)
    plan = lifecycle.answer(draft, answers, now=BEGAN)
    submission = lifecycle.submit(plan, accept_over_ceiling=True, now=BEGAN)
    for day, phase in enumerate(WORKING_PHASES):
        began = BEGAN + timedelta(days=day)
        moved = submission.project.changed(began, phase=phase, phase_started_at=began)
        brief = brief_from(Plan(moved, plan.brief), submission.deliverables, today=began.date())
        for document in submission.deliverables:
            if document.phase is phase:
                yield document, brief


def _with(brief: Brief, document: Deliverable) -> Brief:
    others = tuple(document if item.id == document.id else item for item in brief.documents)
    return replace(brief, documents=others)


def _newest(written: Sequence[Deliverable], document: Deliverable) -> Deliverable:
    return next((one for one in written if one.id == document.id), document)


def _sections(document: Deliverable, brief: Brief, desk: Desk) -> tuple[WrittenSection, ...]:
    sections: tuple[WrittenSection, ...] = ()
    for piece in pieces(document.kind, brief, (), first=True):
        try:
            blocks = write_piece(desk, piece, draft_of(document.kind, _with(brief, document)))
        except ModelFailed:
            blocks = None
        if blocks is None:
            continue
        new = merged(sections, WrittenSection(heading=piece.plan.heading, blocks=blocks))
        sections = (*(item for item in sections if item.heading != new.heading), new)
    return sections
