"""The queue of deliveries into source repositories: a message says that a project has documents to deliver."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from common.settings import settings
from domain.projects.reading import project_reader
from domain.projects.records import Deliverable
from domain.work.outbox import Window, sweep
from domain.work.queue import WorkItem, WorkQueue

GRACE = timedelta(seconds=30)
FORGET_AFTER = timedelta(days=7)


def nudge(queue: WorkQueue, document: Deliverable) -> None:
    """Have the worker look at the document's project now; if SQS refuses, the sweep sends another message later."""
    delivery = document.delivery
    if delivery is not None:
        item = WorkItem(delivery.account_id, document.project_id, document.id)
        queue.nudge(item, deduplication_id=f"{document.id}-{int(delivery.queued_at.timestamp() * 1000)}")


def sweep_repositories(now: datetime) -> int:
    """Nudge for each project with a document whose next attempt is due; returns how many. Raises `Unavailable`."""
    due = project_reader().list_due_deliveries(Window(now - FORGET_AFTER, now - GRACE))
    items = {one.project_id: WorkItem(one.delivery.account_id, one.project_id, one.id) for one in due if one.delivery}
    return sweep(
        "repository_sweep", items.values(), lambda item: repository_queue().send_again(item, item.project_id, now)
    )


@cache
def repository_queue() -> WorkQueue:
    """The queue of deliveries into repositories, built once for each process."""
    return WorkQueue(settings.repository_queue_url)
