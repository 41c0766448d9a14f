"""What happens to a project that the CEO has to take up: an outbox row beside the records it tells of.

Written in the same transaction as the change itself, so that a change and its consequence are accepted together.
"""

from __future__ import annotations

from enum import StrEnum

from common.fields import Instant
from domain.projects.records import Record


class EventKind(StrEnum):
    """Why the CEO is called."""

    SUBMITTED = "submitted"
    DECIDED = "decided"
    STATUS_CHANGED = "status_changed"
    CEILING_CHANGED = "ceiling_changed"
    CREDENTIAL_FULFILLED = "credential_fulfilled"
    CREDENTIAL_DECLINED = "credential_declined"


class ProjectEvent(Record):
    """`subject_id` is the approval or credential request the event is about; None for the project as a whole."""

    id: str
    account_id: str
    project_id: str
    kind: EventKind
    subject_id: str | None = None
    at: Instant
