"""The records that a project owns, and one change of them: what is written, and what the CEO must react to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum

from common.dynamo import Write
from common.errors import NotFound
from common.fields import Instant
from common.ids import new_id
from common.services import frozen
from common.wording import day_of, listed, money
from domain.projects.brief.records import Brief
from domain.projects.brief.requests import ChangeEntry, EntryReading, UpdateProject
from domain.projects.documents.records import DocumentText
from domain.projects.records import Approval, Decision, Deliverable, Money, Note, Project, Record
from domain.projects.states import DecisionKind


class EventKind(StrEnum):
    """What happened that the CEO must react to."""

    SUBMITTED = "submitted"
    DECIDED = "decided"
    STATUS_CHANGED = "status_changed"
    CEILING_CHANGED = "ceiling_changed"
    CREDENTIAL_FULFILLED = "credential_fulfilled"
    CREDENTIAL_DECLINED = "credential_declined"
    DOCUMENT_HANDED_OVER = "document_handed_over"
    SECTION_HANDED_OVER = "section_handed_over"  # of earlier editions
    WORK_ENDED = "work_ended"
    WORK_RETURNED = "work_returned"
    NOT_DELIVERED = "not_delivered"


class ProjectEvent(Record):
    """An event that the CEO must react to. It is stored with the change, and deleted with the reaction to it.

    `subject_id`: the id of the approval, request, document or work item it is about; None: the whole project.
    """

    id: str
    account_id: str
    project_id: str
    kind: EventKind
    subject_id: str | None = None
    at: Instant


Child = Brief | Deliverable | DocumentText | Approval | Decision | Note | ProjectEvent


@frozen
class Owned:
    """Everything that one project owns, except texts; each tuple is in the order of its ids."""

    brief: Brief
    deliverables: tuple[Deliverable, ...]
    approvals: tuple[Approval, ...]
    decisions: tuple[Decision, ...]
    notes: tuple[Note, ...]
    events: tuple[ProjectEvent, ...]

    def approval(self, approval_id: str) -> Approval:
        """The approval with this id. Raises `NotFound`."""
        found = next((item for item in self.approvals if item.id == approval_id), None)
        if found is None:
            raise NotFound("No such approval.")
        return found

    def document_of(self, approval: Approval) -> Deliverable:
        """The document whose revision `approval` is about."""
        return next(item for item in self.deliverables if item.id == approval.deliverable_id)


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
        """The first changed record of this kind; the change must have one."""
        return next(one for one in self.children if isinstance(one, kind))

    def event_of(self, before: Project, now: datetime) -> ProjectEvent | None:
        """A new event for the CEO, with an id of its own at each call; None if the step has none."""
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
    """The text of the decision that records a change of name, limits, rates or team size."""
    return listed(_said(name, value) for name, value in request.named.items())


def said_of_entry(entry_id: str, request: ChangeEntry) -> str:
    """The text of the decision that records a change of an entry."""
    is_read = any(getattr(request, name) is not None for name in EntryReading.model_fields)
    said = (
        f"{entry_id} was moved to place {request.position}" if request.position else "",
        f"The reading of {entry_id} was corrected" if is_read else "",
        f"{entry_id} was reworded: {request.text}" if request.text else "",
    )
    return ". ".join(filter(None, said))


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
