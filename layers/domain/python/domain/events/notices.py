"""Notices: things that need somebody and that their own domain tells, such as a webhook that fails or submitted work.

A notice is a row, which its domain puts and deletes in the transaction of what happened. It stands among the rows of
the account's attention, so whoever reads what needs the customer gets it with the same Query.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import ConfigDict

from common.dynamo import Table, Write
from common.fields import Instant
from common.ids import derived_id
from common.model import Model
from common.settings import settings

ROW = "NOTICE#"
_PARTITION = "ATTENTION#"


class NoticeKind(StrEnum):
    """What can need somebody. Work and a worker's wish belong to a project, the others to the account as a whole."""

    WEBHOOK_DISABLED = "webhook_disabled"
    WEBHOOK_FAILING = "webhook_failing"
    TASK_FAILED = "task_failed"
    WORK_SUBMITTED = "work_submitted"
    WORK_RETURNED = "work_returned"
    CREDENTIAL_USE = "credential_use"
    WISH = "wish"


class Notice(Model):
    """Something that needs somebody, until its domain withdraws it. There is one at most for each `subject_id`.

    Attributes:
        subject_id: what it is about: a webhook, a task, a work item or a message.
        name: the subject's name, as a sentence begins with it.
        trouble: what is wrong, so that "for 2 days" can follow.
        remedy: what to do, and what happens otherwise.
        over: what is true once it has ended, however it ended.
        since: from when on. A notice with the same subject, kind and `since` is the same one.
        action: what to do, as one word of the interface.
        path: the page where it is done, beginning with `/app`.
        project_id: the project that it belongs to; None when it belongs to the account as a whole.
        until: when it ends by itself; None for one that only its domain ends.
    """

    model_config = ConfigDict(extra="forbid")

    account_id: str
    kind: NoticeKind
    subject_id: str
    name: str
    trouble: str
    remedy: str
    over: str
    since: Instant
    action: str
    path: str
    project_id: str | None = None
    until: Instant | None = None


def item_id(kind: NoticeKind, since: datetime, subject_id: str) -> str:
    """The id of a notice's item in the inbox, `att_…`."""
    return derived_id("att", since, subject_id, kind.name, "")


def changing(before: Notice | None, after: Notice | None) -> list[Write]:
    """The write that replaces or withdraws a subject's notice, in a list; empty when the notice stays.

    Pass it to the `commit` of what happened, which then has the account's needs looked at.
    """
    if after == before:
        return []
    table = Table(settings.events_table)
    if after is not None:
        ends = {"expires_at_epoch": int(after.until.timestamp())} if after.until else {}
        return [table.putting({**_key(after), **after.model_dump(mode="json"), **ends})]
    return [table.deleting(_key(before))] if before is not None else []


def withdrawing(account_id: str, subject_id: str) -> list[Write]:
    """The write that withdraws a subject's notice, in a list. Its transaction fails where there is none."""
    key = {"pk": _PARTITION + account_id, "sk": ROW + subject_id}
    return [Table(settings.events_table).deleting(key, condition="attribute_exists(pk)")]


def account_of(write: Write) -> str | None:
    """The id of the account whose notice the write changes; None when it changes none."""
    (request,) = write.values()
    key: dict[str, Any] = request.get("Key") or request["Item"]
    if request["TableName"] != settings.events_table or not key["sk"]["S"].startswith(ROW):
        return None
    return str(key["pk"]["S"]).removeprefix(_PARTITION)


def _key(notice: Notice) -> dict[str, str]:
    return {"pk": _PARTITION + notice.account_id, "sk": ROW + notice.subject_id}
