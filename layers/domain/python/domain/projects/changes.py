"""One step of a project: what it changes, what the CEO is told, and what the record of decisions says about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from common.dynamo import Write
from common.ids import new_id
from common.services import frozen
from common.wording import day_of, listed, money
from domain.projects.brief.requests import UpdateProject
from domain.projects.events import EventKind, ProjectEvent
from domain.projects.owned import Child
from domain.projects.records import Decision, Money, Project
from domain.projects.states import DecisionKind


@frozen
class Change:
    """The outcome of one step: the project after it, the changed records of the project, and an event for the CEO.

    `also` are writes of other tables, for the same transaction.
    """

    project: Project
    children: Sequence[Child] = ()
    event: EventKind | None = None
    subject_id: str | None = None
    also: Sequence[Write] = ()

    def child[T: Child](self, kind: type[T]) -> T:
        """The changed record of this kind; there is one."""
        return next(one for one in self.children if isinstance(one, kind))

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


def said_of_changes(request: UpdateProject) -> str:
    """What a change of name, limits, rates or team says in the record of decisions."""
    return listed(_said(name, value) for name, value in request.named.items())


def _said(name: str, value: object) -> str:
    what = {"name": "the project's name", "budget_ceiling": "the budget ceiling"}.get(name, name.replace("_", " "))
    what = f"{what[0].upper()}{what[1:]}"
    match value:
        case None:
            return f"{what} was removed"
        case Money():
            return f"{what} was set to {money(value.amount, value.currency)}"
        case date():
            return f"{what} was set to {day_of(value)}"
        case str() | int():
            return f"{what} was set to {value}"
    return f"{what} were set"
