"""The queue of accounts whose index is behind, and the code that sends to it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.services import frozen, service
from common.settings import settings
from domain.events.changes import Changed, Subject, changing
from domain.events.records import Event, EventType
from domain.search.store import ChangeStore, change_store
from domain.work.outbox import Window, sweep
from domain.work.queue import AccountWork, WorkQueue

LATE = timedelta(seconds=60)
FORGET_AFTER = timedelta(days=30)
LANE = "-swept"
_ONCE_IN_SECONDS = 30
_SUBJECTS = {
    "approval": Subject.PROJECT,
    "deliverable": Subject.PROJECT,
    "project": Subject.PROJECT,
    "report": Subject.REPORT,
}
_SINGLE = {
    EventType.MESSAGE_RECEIVED: Subject.MESSAGE,
    EventType.MESSAGE_FAILED: Subject.CONVERSATION,  # its subject is the question; a note came, too
    EventType.TASK_RUN_FAILED: Subject.REPORT,
    EventType.VAULT_REQUEST_OPENED: Subject.REQUEST,
    EventType.VAULT_REQUEST_FULFILLED: Subject.REQUEST,
    EventType.VAULT_REQUEST_DECLINED: Subject.REQUEST,
    EventType.VAULT_REQUEST_CANCELLED: Subject.REQUEST,
    EventType.VAULT_CREDENTIAL_DEPOSITED: Subject.CREDENTIAL,
    EventType.VAULT_CREDENTIAL_DELETED: Subject.CREDENTIAL,
    EventType.WORK_HANDED_OUT: Subject.WORK,
    EventType.WORK_CREATED: Subject.WORK,
    EventType.WORK_CLAIMED: Subject.WORK,
}


@frozen
class IndexWork(AccountWork):
    """A nudge: an account's index is behind. `anew`: the worker makes it again from the tables."""

    anew: bool = False

    @classmethod
    def from_body(cls, body: str) -> IndexWork:
        """The nudge in the body of a message, as `WorkQueue.send` writes it."""
        fields = json.loads(body)
        return cls(fields["account_id"], anew=bool(fields.get("anew")))


@frozen
class Marker:
    """Stores a change for each event that search must follow; a subscriber of `domain.events.filing`."""

    account_id: str

    def following(self, event: Event) -> list[Write]:
        """The write of the change that an event causes in the index; none if it causes none."""
        changed = change_of(event)
        return [changing(changed)] if changed else []

    def nudge(self, events: Sequence[Event]) -> None:
        """Does nothing: once everything is filed, `ChangeQueue.pass_on` sends one nudge for all."""


@service
class ChangeQueue:
    """Nudges the worker of search about accounts."""

    store: ChangeStore
    queue: WorkQueue

    def pass_on(self, account_id: str) -> bool:
        """Nudge the worker if any change waits; returns whether. If the nudge gets lost, the sweep sends another."""
        newest = self.store.find_newest(account_id)
        if newest is not None:
            self.queue.nudge(IndexWork(account_id), deduplication_id=newest)
        return newest is not None

    def make_anew(self, account_id: str) -> None:
        """Have the worker make an account's index from the tables, at most once in half a minute."""
        moment = int(utc_now().timestamp()) // _ONCE_IN_SECONDS
        self.queue.nudge(IndexWork(account_id, anew=True), deduplication_id=f"{account_id}-anew-{moment}")

    def sweep(self, now: datetime) -> int:
        """Nudge accounts whose changes have waited a minute; returns how many. Raises `Unavailable` (SQS)."""
        late = self.store.list_waiting(Window(now - FORGET_AFTER, now - LATE))
        return sweep("search_sweep", late, lambda one: self.queue.send_again(IndexWork(one), one, now, lane=LANE))


def change_of(event: Event) -> Changed | None:
    """The change that an event causes in the index; None when the event concerns nothing in it."""
    subject = _SINGLE.get(event.type) or _SUBJECTS.get(event.type.value.partition(".")[0])
    whole = subject in {Subject.PROJECT, Subject.CONVERSATION, Subject.WORK}
    subject_id = event.project_id if whole else event.subject_id
    if subject is None or subject_id is None:
        return None
    return Changed(
        id=event.id,
        account_id=event.account_id,
        subject=subject,
        subject_id=subject_id,
        project_id=event.project_id,
        at=event.at,
    )


@cache
def change_queue() -> ChangeQueue:
    """The queue, built once for each process."""
    return ChangeQueue(change_store(), WorkQueue(settings.search_queue_url))
