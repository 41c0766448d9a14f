"""Deleting a project and restoring it.

One transaction moves the project's row from its table to this domain's, if the version is as read. Everything finds a
project by that row, and changes a project only while the row is there: so the project is now unknown everywhere, and
work under way ends without an effect. The worker moves what is found without the project (its credentials, requests
and tasks) before the customer gets an answer (ADR 33).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import ChangedMeanwhile, NotFound, Unavailable
from common.services import frozen
from domain.events.log import recording, settle_writes
from domain.leaving.calling import Caller as Leaver
from domain.leaving.calling import leaver
from domain.leaving.deleted import deleted_view
from domain.leaving.records import PROJECT_KEPT, DeletedProject, State
from domain.leaving.store import LeavingStore, leaving_store
from domain.projects import announcing
from domain.projects.errors import MAX_PROJECTS, TooManyProjects
from domain.projects.models import ProjectView
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Project


@frozen
class ProjectLeaving:
    """Deletes and restores projects. `call` has the worker do now what is due for an account."""

    store: LeavingStore
    projects: ProjectReader
    call: Leaver
    now: Callable[[], datetime]

    def delete(self, account_id: str, project_id: str) -> ProjectView:
        """Delete a project: it is unknown everywhere from now on, and gone in 30 days. Raises `NotFound`."""

        def deleting() -> tuple[list[Write], DeletedProject]:
            now, project = self.now(), self.projects.get(account_id, project_id)
            row = self.store.find_project_row(account_id, project_id)
            if row is None or row.row["version"] != project.version:
                raise ChangedMeanwhile
            deleted = DeletedProject(
                account_id=account_id,
                id=project.id,
                project=project,
                deleted_at=now,
                gone_at=now + PROJECT_KEPT,
            )
            told = recording([announcing.deleted(project, now, deleted.gone_at)])
            return [self.store.starting(deleted, now), *self.store.setting_aside(deleted, row), *told], deleted

        deleted = settle_writes(deleting)
        self.call.at_once(account_id)
        return deleted_view(deleted, today=self.now().date())

    def restore(self, account_id: str, project_id: str) -> Project:
        """Restore a project, whose team goes on; returns it.

        Raises: `NotFound`, also once it is gone, `TooManyProjects`, `Unavailable` while the worker cannot be reached.
        """
        if len(self.projects.list_all(account_id)) >= MAX_PROJECTS:
            raise TooManyProjects

        def restoring() -> tuple[list[Write], None]:
            now, deleted = self.now(), self.store.find_project(account_id, project_id)
            if deleted is None or deleted.state is State.GOING or now >= deleted.gone_at:
                raise NotFound("No such project.")
            after = deleted.model_copy(update={"state": State.RESTORING})
            return [self.store.changing(deleted, after, now)] if deleted.state is State.LEAVING else [], None

        settle_writes(restoring)
        self.call.at_once(account_id)
        if self.store.find_project(account_id, project_id) is not None:
            raise Unavailable("We are restoring the project. Look again in a few minutes.")
        return self.projects.get(account_id, project_id)


@cache
def project_leaving() -> ProjectLeaving:
    """The service, built once for each process."""
    return ProjectLeaving(leaving_store(), project_reader(), leaver(), utc_now)
