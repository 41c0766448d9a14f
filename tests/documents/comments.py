"""Reads recorded comments as a model's reading is read, applies them, and grades clause by clause what came of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from bench.replay import BEGAN, Written, desk_of, draft_of
from domain.projects.documents.comments import is_understood, read_comment
from domain.projects.documents.compose import Point, revise
from domain.projects.documents.edits import Draft
from domain.projects.states import DeliverableKind
from domain.thinking.patch import read_patch
from domain.thinking.task import Failure, Model, ModelFailed, Task, Thought

READ = Path(__file__).with_name("read")
PASSED_OVER = ("Nothing to change.", "Read together")


@dataclass
class Reads:
    """Implements `Model` with the recorded reading of one comment; `flaws` are what code refused of it."""

    clauses: list[dict[str, Any]]
    flaws: list[str]

    def think[Output: BaseModel](self, task: Task[Output], *, seconds: float) -> Thought[Output]:
        del seconds
        if task.name != "patch":
            self.flaws += [str(flaw) for flaw in task.data["flaws"]]
            raise ModelFailed(Failure.UNUSABLE)
        return Thought(task.output.model_validate({"clauses": self.clauses}), 0, 0)


@dataclass(frozen=True)
class Answered:
    """A comment, what became of its points, and what code refused of the reading."""

    told: Mapping[str, Any]
    before: Draft
    after: Draft
    points: tuple[Point, ...]
    flaws: tuple[str, ...]

    @property
    def became(self) -> list[str]:
        """Of each point that asks for something: applied, offered or refused."""
        return [verdict_on(point) for point in self.points if not point.note.startswith(PASSED_OVER)]


def verdict_on(point: Point) -> str:
    """What became of a point, in a word."""
    if point.applied:
        return "applied"
    return "offered" if "becomes a change request" in point.note else "refused"


def recorded_comments() -> list[Mapping[str, Any]]:
    """Those of the code's author, and those of a person who knew neither the code nor the check."""
    own: list[Mapping[str, Any]] = tomllib.loads((READ / "comments.toml").read_text(encoding="utf-8"))["comments"]
    return [*own, *map(json.loads, (READ / "strangers.jsonl").read_text(encoding="utf-8").splitlines())]


def answered(projects: Mapping[str, Written], model: Model | None = None) -> Iterator[Answered]:
    """Each recorded comment, read and applied; by another `model` when one is given."""
    for told in recorded_comments():
        project = projects[told["project"]]
        before = draft_of(project, DeliverableKind(told["document"]), revision=2)
        recorded = Reads(told["clauses"], [])
        clauses = read_comment(told["comment"])
        if not is_understood(told["comment"]):
            try:
                clauses = read_patch(desk_of(model or recorded), told["comment"], before, BEGAN.date())
            except ModelFailed:
                clauses = ()
        after, points = revise(before, clauses)
        yield Answered(told, before, after, points, tuple(recorded.flaws))


def rightly(one: Answered) -> tuple[int, int]:
    """Of the clauses that should be applied or offered, how many were, and how many there are."""
    wanted = list(one.told["becomes"])
    asked = [verdict for verdict in wanted if verdict != "refused"]
    right = sum(found == verdict for found, verdict in zip(one.became, wanted, strict=False) if verdict != "refused")
    return right, len(asked)
