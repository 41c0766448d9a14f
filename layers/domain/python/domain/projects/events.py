"""Events: changes of a project that the CEO must react to. Each event is a row with an outbox mark.

The event is written in one transaction with the change, so that neither is stored without the other.
"""

from __future__ import annotations

from enum import StrEnum

from common.fields import Instant
from domain.projects.records import Record


class EventKind(StrEnum):
    """What has happened."""

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
    """An event. `subject_id`: the approval, request, document or work item it is about; None: the whole project."""

    id: str
    account_id: str
    project_id: str
    kind: EventKind
    subject_id: str | None = None
    at: Instant
