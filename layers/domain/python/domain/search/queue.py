"""The queue of accounts whose index is behind, and who sends to it."""

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
    """A nudge: an account's index is behind. `anew`: it is to be made again from the tables."""

    anew: bool = False

    @classmethod
    def from_body(cls, body: str) -> IndexWork:
        """The inverse of what `WorkQueue.send` writes."""
        fields = json.loads(body)
        return cls(fields["account_id"], anew=bool(fields.get("anew")))


@frozen
class Marker:
    """Puts a change for each event of an account that search has to follow; a subscriber of `domain.events.filing`."""

    account_id: str

    def following(self, event: Event) -> list[Write]:
        """The write of the change that an event tells of."""
        changed = change_of(event)
        return [changing(changed)] if changed else []

    def nudge(self, events: Sequence[Event]) -> None:
        """Nothing: once everything is filed, `ChangeQueue.pass_on` sends one nudge for all."""


@service
class ChangeQueue:
    """Sends the worker of search to accounts."""

    store: ChangeStore
    queue: WorkQueue

    def pass_on(self, account_id: str) -> bool:
        """Nudge the worker if anything changed. The nudge may get lost: the sweep sends another."""
        newest = self.store.find_newest(account_id)
        if newest is not None:
            self.queue.nudge(IndexWork(account_id), deduplication_id=newest)
        return newest is not None

    def make_anew(self, account_id: str) -> None:
        """Have an account's index made from the tables; asked for again in the same half minute, it is made once."""
        moment = int(utc_now().timestamp()) // _ONCE_IN_SECONDS
        self.queue.nudge(IndexWork(account_id, anew=True), deduplication_id=f"{account_id}-anew-{moment}")

    def sweep(self, now: datetime) -> int:
        """Nudge for accounts whose changes have waited a minute; returns how many. Raises `Unavailable`."""
        late = self.store.list_waiting(Window(now - FORGET_AFTER, now - LATE))
        return sweep("search_sweep", late, lambda one: self.queue.send_again(IndexWork(one), one, now, lane=LANE))


def change_of(event: Event) -> Changed | None:
    """The change that search has to follow after an event; None when the event concerns nothing in the index."""
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
