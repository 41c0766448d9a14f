"""The sweep: sends another nudge for work that is still in an outbox half a minute after it was put there."""

from __future__ import annotations

from datetime import datetime, timedelta

from domain.agents.records import Message
from domain.agents.store import conversation_store
from domain.projects.changes import ProjectEvent
from domain.projects.reading import project_reader
from domain.vault.records import CredentialRequest
from domain.vault.team_requests import team_requests
from domain.work.outbox import Window, sweep
from domain.work.queue import WorkItem, work_queue

GRACE = timedelta(seconds=30)
FORGET_AFTER = timedelta(days=7)
LANE = "-swept"


def sweep_work(now: datetime) -> int:
    """Nudge for questions, events and reminders of access requests due 30 seconds to 7 days ago; returns how many.

    Raises `Unavailable` when the queue refuses; the next sweep tries again.
    """
    window = Window(after=now - FORGET_AFTER, before=now - GRACE)
    overdue: list[ProjectEvent | Message | CredentialRequest] = [
        *project_reader().list_waiting_events(window),
        *conversation_store().list_waiting_messages(window),
        *team_requests().list_unheeded(window),
    ]

    def nudge(entry: ProjectEvent | Message | CredentialRequest) -> None:
        item = WorkItem(entry.account_id, entry.project_id, entry.id)
        work_queue().send_again(item, entry.id, now, lane=LANE)

    return sweep("sweep", overdue, nudge)
