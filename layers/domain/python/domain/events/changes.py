"""Changes: rows that tell search what to read again.

The worker that files events puts the change that an event causes. Where no event tells of a change, such as that of a
draft's answers, it is put in the transaction that makes it.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import ConfigDict

from common.dynamo import Table, Write
from common.fields import Instant
from common.model import Model
from common.settings import settings
from domain.work import outbox

PARTITION = "CHANGED#"
LANE = "search-"


class Subject(StrEnum):
    """What changed. `project` is a project with its documents, `work` all its work items; `erased`: all is deleted."""

    PROJECT = "project"
    MESSAGE = "message"
    CONVERSATION = "conversation"
    REPORT = "report"
    REQUEST = "request"
    CREDENTIAL = "credential"
    WORK = "work"
    ERASED = "erased"


class Changed(Model):
    """Something that changed, so that search has to read it again.

    Attributes:
        id: the id of what made the change, such as an event; a repetition has the same id.
        subject_id: the message, report, request or credential; for the others, the project.
        project_id: None for a report of a task that belongs to no project.
    """

    model_config = ConfigDict(extra="forbid")

    id: str
    account_id: str
    subject: Subject
    subject_id: str
    project_id: str | None = None
    at: Instant


def changing(changed: Changed) -> Write:
    """The write of a change, with an outbox mark until the index has it."""
    row = {
        "pk": PARTITION + changed.account_id,
        "sk": changed.id,
        **changed.model_dump(mode="json"),
        **outbox.mark(changed.account_id, changed.at, lane=LANE),
    }
    return Table(settings.events_table).putting(row)


def project_changed(account_id: str, project_id: str, at: datetime, name: str) -> Write:
    """The write of the change of a project; `name` is an id that tells it from other changes."""
    return _of_project(Subject.PROJECT, account_id, project_id, at, name)


def work_changed(account_id: str, project_id: str, at: datetime, name: str) -> Write:
    """The write of a change to work items which no event tells; `name` is an id that tells it from others."""
    return _of_project(Subject.WORK, account_id, project_id, at, name)


def erased(account_id: str, project_id: str, at: datetime) -> Write:
    """The write of a change: the project was erased, and everything in it."""
    return _of_project(Subject.ERASED, account_id, project_id, at, f"{project_id}-erased")


def message_gone(account_id: str, project_id: str, message_id: str, at: datetime) -> Write:
    """The write of the change that a message was taken back."""
    name = f"{message_id}-gone"
    return changing(
        Changed(
            id=name,
            account_id=account_id,
            subject=Subject.MESSAGE,
            subject_id=message_id,
            project_id=project_id,
            at=at,
        )
    )


def _of_project(subject: Subject, account_id: str, project_id: str, at: datetime, name: str) -> Write:
    changed = Changed(
        id=name, account_id=account_id, subject=subject, subject_id=project_id, project_id=project_id, at=at
    )
    return changing(changed)
