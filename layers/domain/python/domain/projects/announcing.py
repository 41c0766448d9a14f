"""Computes the events of a project's change from the records that it writes, so that no step has to name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Unpack

from common.wording import day_of, listed
from domain.events.records import About, Event, EventType, happened
from domain.projects import figures
from domain.projects.brief.changing import Plan
from domain.projects.brief.records import Brief, BriefEntryType, Entry
from domain.projects.brief.topics import LINKS
from domain.projects.changes import Child
from domain.projects.documents.records import DocumentText
from domain.projects.records import Approval, Deliverable, DocumentDelivery, Project
from domain.projects.states import ApprovalStatus, DeliverableState, DeliveryState, ProjectStatus
from domain.projects.wording import PROJECT_STATES, forecast_verdict, progress_fell

REPAIR = "repair_delivery"
AT_MOST_EVERY = timedelta(minutes=1)
_OF_THE_BRIEF = {
    "goal": "goal",
    "approver": "approver",
    "platforms": "platforms",
    "existing": "what you have",
    "personal_data": "personal data",
    "tone": "tone",
    "day_rates": "day rates",
    "team_size": "team size",
}
_OF_THE_PROJECT = {"name": "name", "deadline": "deadline", "ceiling": "budget ceiling"}


def events_of(before: Project | None, after: Project, children: Iterable[Child]) -> list[Event]:
    """The events of a change from `before` to `after` that writes `children`; `before` is None for a new project."""
    events = list(_of_project(before, after))
    for child in children:
        match child:
            case Approval(status=ApprovalStatus.REPLACED):
                pass
            case Approval():
                if child.status is ApprovalStatus.APPROVED:
                    words = f"{child.title} is approved"
                    events.append(_of_document(after, child.deliverable_id, EventType.DELIVERABLE_APPROVED, words))
                events.append(_of_approval(after, child))
            case Deliverable(
                state=DeliverableState.APPROVED, revision=revision, delivery=DocumentDelivery() as delivery
            ):
                events += _of_delivery(after, child, delivery) if delivery.revision == revision else ()
            case _:
                pass
    return events


def _of_project(before: Project | None, after: Project) -> Iterator[Event]:
    if before is None:
        yield _about(after, EventType.PROJECT_CREATED, "project created")
        return
    if before.submitted_at is None and after.submitted_at is not None:
        yield _about(after, EventType.PROJECT_SUBMITTED, "brief submitted, estimate accepted")
    if before.status is not after.status:
        if after.status is ProjectStatus.COMPLETED:
            yield _about(after, EventType.PROJECT_COMPLETED, "the project is complete")
        else:
            words = f"the project is {PROJECT_STATES[after.status]}, before it was {PROJECT_STATES[before.status]}"
            yield _about(after, EventType.PROJECT_STATUS_CHANGED, words)
    if before.phase is not after.phase and after.status is not ProjectStatus.COMPLETED:
        yield _about(after, EventType.PROJECT_PHASE_STARTED, f"the {after.phase.value} phase started")
    if figures.budget_concern(after) and not figures.budget_concern(before):
        yield _about(after, EventType.BUDGET_THRESHOLD_REACHED, forecast_verdict(after), action="change_ceiling")


def _of_approval(project: Project, approval: Approval) -> Event:
    waits = approval.status is ApprovalStatus.PENDING
    said = {
        ApprovalStatus.PENDING: "waits for your approval",
        ApprovalStatus.APPROVED: "was approved",
        ApprovalStatus.CHANGES_REQUESTED: "was sent back",
    }[approval.status]
    by = f" by {approval.decided_by}" if "@" in (approval.decided_by or "") else ""
    return _of_document(
        project,
        approval.deliverable_id,
        EventType.APPROVAL_REQUESTED if waits else EventType.APPROVAL_DECIDED,
        f"{approval.title}, revision {approval.revision}, {said}{by}",
        at=approval.decided_at or approval.created_at,
        subject_id=approval.id,
        revision=approval.revision,
        content_hash=approval.content_hash,
        action="decide_approval" if waits else None,
    )


def edited_event(project: Project, document: Deliverable, text: DocumentText, at: datetime) -> Event:
    """The event that lines of a document were edited; in review, it asks the customer to decide on the new text."""
    waits = document.state is DeliverableState.IN_REVIEW
    return _of_document(
        project,
        document.id,
        EventType.DELIVERABLE_EDITED,
        f"{document.title} was edited" + (" and waits for your approval" if waits else ""),
        at=at,
        revision=text.revision,
        content_hash=text.content_hash,
        action="decide_approval" if waits else None,
    )


def _of_delivery(project: Project, document: Deliverable, delivery: DocumentDelivery) -> Iterator[Event]:
    said = {
        DeliveryState.DELIVERED: (EventType.DELIVERABLE_DELIVERED, "is in your repository"),
        DeliveryState.CONFLICT: (
            EventType.DELIVERABLE_NOT_DELIVERED,
            "did not reach your repository: somebody changed its file there",
        ),
        DeliveryState.FAILED: (EventType.DELIVERABLE_NOT_DELIVERED, "did not reach your repository"),
    }.get(delivery.state)
    if said is None:
        return
    kind, words = said
    yield _of_document(
        project,
        document.id,
        kind,
        f"{document.title}, revision {delivery.revision}, {words}",
        revision=delivery.revision,
        content_hash=document.content_hash,
        action=None if delivery.state is DeliveryState.DELIVERED else REPAIR,
    )


def _of_document(
    project: Project, document_id: str, kind: EventType, words: str, at: datetime | None = None, **about: Unpack[About]
) -> Event:
    """An event of one of the project's documents, about the document itself unless `about` says otherwise."""
    own: About = {"subject_id": document_id, "path": f"/app/projects/{project.id}/deliverables/{document_id}"}
    own.update(about)
    return _about(project, kind, words, at=at, **own)


def _about(project: Project, kind: EventType, *words: str, at: datetime | None = None, **about: Unpack[About]) -> Event:
    """An event of the project, about the whole of it unless `about` says otherwise."""
    whole: About = {"project_id": project.id, "subject_id": project.id, "path": f"/app/projects/{project.id}"}
    whole.update(about)
    return happened(kind, project.account_id, at or project.updated_at, (project.name, *words), **whole)


def deleted(project: Project, at: datetime, gone_at: datetime) -> Event:
    """The event that the project was deleted, and can be restored until `gone_at`."""
    words = f"project deleted; you can restore it until {day_of(gone_at)}"
    return _about(project, EventType.PROJECT_STATUS_CHANGED, words, at=at)


def restored(project: Project, at: datetime) -> Event:
    """The event that the deleted project was restored."""
    return _about(project, EventType.PROJECT_STATUS_CHANGED, "project restored", at=at)


def announced(before: Plan, after: Plan, now: datetime) -> tuple[Plan, list[Event]]:
    """`after`, and an event if a submitted brief changed and a minute has passed since the last; `after` notes when."""
    last, changes = before.project.brief_changed_at, "; ".join(_changes(before, after))
    if before.project.submitted_at is None or not changes or (last is not None and now < last + AT_MOST_EVERY):
        return after, []
    project = after.project.model_copy(update={"brief_changed_at": now})
    fell = progress_fell(before.project, project)
    event = _about(project, EventType.BRIEF_CHANGED, "brief changed", f"{changes}. {fell}" if fell else changes, at=now)
    return replace(after, project=project), [event]


def _changes(before: Plan, after: Plan) -> Iterator[str]:
    """Phrases for what changed: entries by id, limits by name. An event never holds what somebody wrote."""
    old, new = _active(before.brief), _active(after.brief)
    for ids, words in (
        ([one for one in new if one not in old], "added"),
        ([one for one in old if one not in new], "dropped"),
        ([one for one in new if one in old and _said(old[one]) != _said(new[one])], "changed"),
    ):
        if ids:
            yield f"{listed(ids)} {words}"
    kept = [one for one in old if one in new]
    if kept != [one for one in new if one in old]:
        yield "order changed"
    named = [name for key, name in _OF_THE_BRIEF.items() if getattr(before.brief, key) != getattr(after.brief, key)]
    named += [
        name for key, name in _OF_THE_PROJECT.items() if getattr(before.project, key) != getattr(after.project, key)
    ]
    if named:
        yield f"{listed(named)} changed"


def _active(brief: Brief) -> dict[str, Entry]:
    """The active entries by id, in the order of their types and then in that of the brief."""
    return {entry.id: entry for kind in BriefEntryType for entry in brief.of_type(kind)}


def _said(entry: Entry) -> Entry:
    """The entry without links that were read from words: these change with other entries."""
    return entry if entry.linked else entry.model_copy(update=dict.fromkeys(LINKS, ()))
