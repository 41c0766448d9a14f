"""A question whose answer takes longer, as a task: the extension io.modelcontextprotocol/tasks of 2026-07-28.

A task has no row of its own. Its id names the question, where that was asked, and a mark that only we can make for its
caller. The task's state is that of the question, and its result is the answer.
"""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta
from typing import Any, Literal

import mcp_types as types

from common.caller import Caller
from common.clock import to_iso, utc_now
from common.errors import NotFound
from common.ids import is_id, made_at
from common.services import frozen
from domain.limits.marks import mark_of

KEPT = timedelta(hours=1)
POLL_MILLISECONDS = 2_000

type Status = Literal["working", "input_required", "completed", "cancelled"]


class NoSuchTask(NotFound):
    """The task was never made, belongs to another caller, or was asked more than an hour ago."""

    default_message = "There is no such task of yours. A task's result is kept for an hour."


class Task(types.Result):
    """A task as it stands. Times are ISO 8601 in UTC; fields that do not belong to its status are None."""

    result_type: Literal["task", "complete"] = "complete"
    task_id: str
    status: Status
    status_message: str | None = None
    created_at: str
    last_updated_at: str
    ttl_ms: int = int(KEPT.total_seconds() * 1000)
    poll_interval_ms: int = POLL_MILLISECONDS
    input_requests: types.InputRequests | None = None
    result: dict[str, Any] | None = None


@frozen
class AskedTask:
    """A caller's question, as a task. `mark` proves that this caller asked it.

    `within`: the project whose CEO was asked; for the assistant, the question's number in the chat.
    """

    within: str
    question: str
    mark: str

    @classmethod
    def of(cls, caller: Caller, within: str, question: str) -> AskedTask:
        """The task of a question that the caller has asked."""
        return cls(within, question, mark_of(f"task {caller.identity} {within} {question}"))

    @classmethod
    def named(cls, caller: Caller, task_id: str, now: datetime) -> AskedTask:
        """The caller's task of this id. Raises `NoSuchTask` for another caller's, an unknown or an expired one."""
        within, _, rest = task_id.partition(".")
        question, _, mark = rest.partition(".")
        found = cls.of(caller, within, question)
        if not hmac.compare_digest(found.mark.encode(), mark.encode(errors="replace")):
            raise NoSuchTask
        if not is_id("msg", question) and not is_id("ask", question):
            raise NoSuchTask
        if now >= made_at(question) + KEPT:
            raise NoSuchTask
        return found

    @property
    def project_id(self) -> str | None:
        """The project whose CEO was asked; None for the assistant."""
        return self.within if self.question.startswith("msg_") else None

    def shown(self, status: Status, message: str | None = None, **parts: Any) -> Task:
        """The task in this status, last updated now; `parts` are its other fields."""
        return Task(
            task_id=f"{self.within}.{self.question}.{self.mark}",
            status=status,
            status_message=message,
            created_at=to_iso(made_at(self.question)),
            last_updated_at=to_iso(utc_now()),
            **parts,
        )
