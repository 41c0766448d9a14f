"""Makes the events of work items, and the notice that an item waits for the customer. No report is quoted in them."""

from __future__ import annotations

from datetime import datetime

from common.wording import counted
from domain.events.notices import Notice, NoticeKind
from domain.events.records import Event, EventType, happened
from domain.projects.records import Project
from domain.work_items.records import ItemState, Opinion, WorkItem
from domain.work_items.rules import RETURNS_UNTIL_ASKED


def of_item(kind: EventType, item: WorkItem, words: str) -> Event:
    """The event that tells what happened to the item: `words`, such as `was returned`, follow its name."""
    waits = kind is EventType.WORK_SUBMITTED
    return happened(
        kind,
        item.account_id,
        item.updated_at,
        (item.project_name, f"{item.name} {words}"),
        project_id=item.project_id,
        subject_id=item.id,
        path=_page(item),
        content_hash=item.submission_hash,
        action="review_work_item" if waits else None,
    )


def lease_ended(item: WorkItem, now: datetime) -> Event:
    """The event that the lease of a claimed item ended, because nobody renewed it before its end."""
    worker = item.claim.worker if item.claim else "its worker"
    words = f"is ready again: {worker} let the lease end"
    return of_item(EventType.WORK_LEASE_ENDED, item.model_copy(update={"updated_at": now}), words)


def assessed(item: WorkItem, opinion: Opinion) -> Event:
    """The event that a model has read the submission and how many doubts it has, or that no model could."""
    doubts = counted(opinion.found, "doubt") if opinion.found else "no doubts"
    words = "was not read by a model" if opinion.reason else f"was read by a model: {doubts}"
    return of_item(EventType.WORK_ASSESSED, item.model_copy(update={"updated_at": opinion.at}), words)


def handed_out(project: Project, count: int, at: datetime) -> Event:
    """The event that `count` packages of the delivery plan have become work items."""
    return happened(
        EventType.WORK_HANDED_OUT,
        project.account_id,
        at,
        (project.name, f"{counted(count, 'work item')} handed out"),
        project_id=project.id,
        subject_id=project.id,
        path=f"/app/projects/{project.id}/work",
    )


def notice_of(item: WorkItem) -> Notice | None:
    """The notice of an item in review, or of one returned three times or more that nobody works on; else None."""
    fields = {
        "account_id": item.account_id,
        "project_id": item.project_id,
        "subject_id": item.id,
        "name": item.name,
        "since": item.updated_at,
        "path": _page(item),
    }
    again = f" (returned {counted(item.returns, 'time')} so far)" if item.returns else ""
    if item.state is ItemState.IN_REVIEW:
        return Notice(
            **fields,
            kind=NoticeKind.WORK_SUBMITTED,
            trouble="a submission has been waiting for your review",
            remedy=f"accept or return it{again}",
            over="the submission no longer waits for your review",
            action="review_work_item",
        )
    if not item.has_ended and item.returns >= RETURNS_UNTIL_ASKED and item.state is not ItemState.CLAIMED:
        return Notice(
            **fields,
            kind=NoticeKind.WORK_RETURNED,
            trouble=f"it came back {item.returns} times, and nobody has worked on it",
            remedy="read what the CEO wrote, then change, close or cancel it",
            over="somebody works on it again, or it has ended",
            action="change_work_item",
        )
    return None


def _page(item: WorkItem) -> str:
    return f"/app/projects/{item.project_id}/work/{item.id}"
