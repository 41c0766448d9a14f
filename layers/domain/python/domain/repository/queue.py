"""The queue of deliveries into source repositories: a message says that a project has documents to deliver."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.projects.records import Deliverable
from domain.projects.service import ProjectService, project_service
from domain.work.outbox import Window
from domain.work.queue import WorkItem, WorkQueue

GRACE = timedelta(seconds=30)
FORGET_AFTER = timedelta(days=7)
_LIMIT_PER_SHARD = 200


def nudge(queue: WorkQueue, document: Deliverable) -> None:
    """Have the worker look at the document's project now; if SQS refuses, the sweep sends another message later."""
    delivery = document.delivery
    if delivery is not None:
        item = WorkItem(delivery.account_id, document.project_id, document.id)
        queue.nudge(item, deduplication_id=f"{document.id}-{int(delivery.queued_at.timestamp() * 1000)}")


@service
class RepositorySweep:
    """Sends messages for documents whose next attempt is due."""

    projects: ProjectService
    queue: WorkQueue
    now: Callable[[], datetime]

    def sweep(self) -> int:
        """One message for each project with a document that is due; returns how many. Raises `Unavailable`."""
        now = self.now()
        window = Window(after=now - FORGET_AFTER, before=now - GRACE)
        due = self.projects.list_due_deliveries(window, limit=_LIMIT_PER_SHARD)
        items = {
            one.project_id: WorkItem(one.delivery.account_id, one.project_id, one.id) for one in due if one.delivery
        }
        for project_id, item in items.items():
            # SQS drops a message whose deduplication id it saw within five minutes, so each sweep uses new ones.
            self.queue.send(item, deduplication_id=f"{project_id}-{int(now.timestamp())}")
        logger.info("repository_sweep", nudged=len(items))
        return len(items)


@cache
def repository_queue() -> WorkQueue:
    """The one queue of deliveries into repositories in this process."""
    return WorkQueue(settings.repository_queue_url)


@cache
def repository_sweep() -> RepositorySweep:
    """The one of this process."""
    return RepositorySweep(project_service(), repository_queue(), utc_now)
