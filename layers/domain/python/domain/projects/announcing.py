"""The events of a project's changes: computed from what a change writes, so that no step has to think of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Unpack

from common.wording import day_of
from domain.events.records import About, Event, EventType, happened
from domain.projects import figures
from domain.projects.documents.records import DocumentText
from domain.projects.owned import Child
from domain.projects.records import Approval, Deliverable, DocumentDelivery, Project
from domain.projects.states import ApprovalStatus, DeliverableState, DeliveryState, ProjectStatus
from domain.projects.wording import PROJECT_STATES, forecast_verdict

REPAIR = "repair_delivery"


def events_of(before: Project | None, after: Project, children: Iterable[Child]) -> list[Event]:
    """What happened when `before` became `after` and `children` were written; without `before` it was created."""
    events = list(_of_project(before, after))
    for child in children:
        match child:
            case Approval(status=ApprovalStatus.REPLACED):
                pass
            case Approval():
                events.append(_of_approval(after, child))
            case Deliverable(state=DeliverableState.APPROVED, delivery=DocumentDelivery() as delivery):
                events += _of_delivery(after, child, delivery)
            case Deliverable(state=DeliverableState.APPROVED):
                words = f"{child.title} is approved"
                events.append(
                    _about(
                        after,
                        EventType.DELIVERABLE_APPROVED,
                        words,
                        subject_id=child.id,
                        path=_document(after, child.id),
                    )
                )
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
    yield from _of_budget(before, after)


def _of_budget(before: Project, after: Project) -> Iterator[Event]:
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
    return _about(
        project,
        EventType.APPROVAL_REQUESTED if waits else EventType.APPROVAL_DECIDED,
        f"{approval.title}, revision {approval.revision}, {said}{by}",
        at=approval.decided_at or approval.created_at,
        subject_id=approval.id,
        path=_document(project, approval.deliverable_id),
        revision=approval.revision,
        content_hash=approval.content_hash,
        action="decide_approval" if waits else None,
    )


def edited_event(project: Project, document: Deliverable, text: DocumentText, at: datetime) -> Event:
    """Lines of a document were edited. While it is in review, its new text is to be decided."""
    waits = document.state is DeliverableState.IN_REVIEW
    return _about(
        project,
        EventType.DELIVERABLE_EDITED,
        f"{document.title} was edited" + (" and waits for your approval" if waits else ""),
        at=at,
        subject_id=document.id,
        path=_document(project, document.id),
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
    yield _about(
        project,
        kind,
        f"{document.title}, revision {delivery.revision}, {words}",
        subject_id=document.id,
        path=_document(project, document.id),
        revision=delivery.revision,
        content_hash=document.content_hash,
        action=None if delivery.state is DeliveryState.DELIVERED else REPAIR,
    )


def _about(project: Project, kind: EventType, words: str, at: datetime | None = None, **about: Unpack[About]) -> Event:
    """An event of the project, about the whole of it unless `about` says otherwise."""
    whole: About = {"project_id": project.id, "subject_id": project.id, "path": f"/app/projects/{project.id}"}
    whole.update(about)
    return happened(kind, project.account_id, at or project.updated_at, (project.name, words), **whole)


def _document(project: Project, deliverable_id: str) -> str:
    return f"/app/projects/{project.id}/deliverables/{deliverable_id}"


def deleted(project: Project, at: datetime, gone_at: datetime) -> Event:
    """The project was deleted, and can be restored until `gone_at`."""
    words = f"project deleted; you can restore it until {day_of(gone_at)}"
    return _about(project.model_copy(update={"updated_at": at}), EventType.PROJECT_STATUS_CHANGED, words)


def restored(project: Project, at: datetime) -> Event:
    """The deleted project is there again."""
    words = "project restored"
    return _about(project.model_copy(update={"updated_at": at}), EventType.PROJECT_STATUS_CHANGED, words)
