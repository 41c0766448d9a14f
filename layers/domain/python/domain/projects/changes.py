"""One step of a project: what it changes, what the CEO is told, and what the record of decisions says about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from common.ids import new_id
from common.services import frozen
from domain.projects.events import EventKind, ProjectEvent
from domain.projects.owned import Child
from domain.projects.records import Decision, Project
from domain.projects.states import DecisionKind


@frozen
class Change:
    """The outcome of one step: the project after it, the changed records of the project, and an event for the CEO."""

    project: Project
    children: Sequence[Child] = ()
    event: EventKind | None = None
    subject_id: str | None = None

    def event_of(self, before: Project, now: datetime) -> ProjectEvent | None:
        """The event for the CEO, if the step has one."""
        if self.event is None:
            return None
        return ProjectEvent(
            id=new_id("evt", now),
            account_id=before.account_id,
            project_id=before.id,
            kind=self.event,
            subject_id=self.subject_id,
            at=now,
        )


def decision_on(project: Project, kind: DecisionKind, text: str, now: datetime) -> Decision:
    """The record of a decision about the whole project."""
    return Decision(id=new_id("dec", now), project_id=project.id, kind=kind, text=text, source=project.id, at=now)
