"""The stored records of needs: what the customer was told of each, and what the customer said to it."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Literal, Self

from pydantic import ConfigDict

from common.fields import Instant
from common.services import frozen
from domain.events.notices import Notice
from domain.projects.records import Record

Priority = Literal["high", "medium"]
NeedKind = Literal[
    "credential",
    "credential_use",
    "approval",
    "revision",
    "over_budget",
    "deadline_missed",
    "blocked",
    "work_submitted",
    "work_returned",
    "question",
    "webhook_disabled",
    "webhook_failing",
    "task_failed",
    "undelivered",
    "still",
    "wish",
    "unread",  # of earlier editions
]


class Standing(Record):
    """A need as it was last told, and what the customer said to it. An account's own need has no project.

    Attributes:
        title: what to do; "" in rows of earlier editions.
        fact: what needs the customer, in words that stay true while time passes.
        over: what is true once it needs nobody any more.
        target_id: the id of the approval, credential request, work item, webhook or task; or of the project.
        told: whether the last event about it said that it needs the customer.
        snoozed_until: until then it is not shown as needing attention.
        done_at: when the customer marked it as done; it is not shown as needing attention any more.
        ended_at: when it ended: decided, over, or marked as done.
        version: rises by one with every change of the stored row.
    """

    model_config = ConfigDict(extra="ignore")  # earlier editions told of unread messages, which came in stages

    id: str
    account_id: str
    project_id: str | None = None
    project_name: str | None = None
    kind: str
    title: str = ""
    fact: str
    over: str
    since: Instant
    priority: Priority
    action: str
    target_id: str
    path: str
    revision: int | None = None
    content_hash: str | None = None
    told: bool = False
    snoozed_until: Instant | None = None
    done_at: Instant | None = None
    ended_at: Instant | None = None
    version: int = 1

    @property
    def is_done(self) -> bool:
        """Whether the customer marked it as done."""
        return self.done_at is not None

    def is_set_aside(self, now: datetime) -> bool:
        """Whether the customer marked it as done, or put it off until after `now`."""
        return self.is_done or (self.snoozed_until is not None and self.snoozed_until > now)

    def says_the_same(self, other: Self) -> bool:
        """Whether both would give the same event; title, priority and what the customer said do not count."""
        own = {"told", "snoozed_until", "done_at", "ended_at", "version", "title", "priority"}
        return self.model_dump(exclude=own) == other.model_dump(exclude=own)


@frozen
class Told:
    """The stored standings of an account's needs, by their ids, and its notices, the oldest first.

    `look_at`: when to compare with the records although nothing happened.
    """

    standings: Mapping[str, Standing] = field(default_factory=dict)
    look_at: datetime | None = None
    notices: tuple[Notice, ...] = ()


NOTHING_TOLD = Told()
