"""Starts a delivery again that failed or met a conflict, when the customer asks for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import NotFound
from common.services import service
from domain.events.log import settle_writes
from domain.projects import delivering, views
from domain.projects.changes import Change
from domain.projects.models import DeliverableView
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Deliverable
from domain.repository.queue import nudge, repository_queue
from domain.work.queue import WorkQueue


@service
class RetryService:
    """Starts deliveries again for customers. `queue` is the queue of deliveries."""

    projects: ProjectReader
    queue: WorkQueue
    now: Callable[[], datetime]

    def retry(self, account_id: str, project_id: str, deliverable_id: str) -> DeliverableView:
        """Queue a document for delivery again, once even if several requests ask; returns it.

        Raises: `NotFound`, `NotRunning`, `Conflict` unless the approved revision was not delivered and is no longer
            tried.
        """

        def retrying() -> tuple[list[Write], Deliverable]:
            now = self.now()
            project, owned = self.projects.load(account_id, project_id)
            before = next((one for one in owned.deliverables if one.id == deliverable_id), None)
            if before is None:
                raise NotFound("No such deliverable.")
            after = delivering.retried(project, before, now)
            documents = [after if one.id == after.id else one for one in owned.deliverables]
            since = delivering.undelivered_since(project, documents, now)
            change = Change(project.changed(now, undelivered_since=since), (after,))
            return self.projects.writes_for(project, change), after

        document = settle_writes(retrying)
        nudge(self.queue, document)
        return views.deliverable_view(document)


@cache
def retry_service() -> RetryService:
    """The service, built once for each process."""
    return RetryService(project_reader(), repository_queue(), utc_now)
