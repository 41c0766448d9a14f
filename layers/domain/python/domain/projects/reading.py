"""What other domains do with projects: read them, and add writes of them to their own transactions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.services import service
from domain.projects.changes import Change, Owned, ProjectEvent
from domain.projects.documents.records import DocumentText
from domain.projects.records import Approval, Deliverable, Note, Project
from domain.projects.store import ProjectStore, project_store
from domain.work.outbox import Window


@service
class ProjectReader:
    """The stored projects of all accounts. A project of another account is not found."""

    store: ProjectStore
    now: Callable[[], datetime]

    def get(self, account_id: str, project_id: str) -> Project:
        """The stored project. Raises `NotFound`."""
        return self.store.get_project(account_id, project_id)

    def load(self, account_id: str, project_id: str, *, texts: bool = False) -> tuple[Project, Owned]:
        """The project with everything it owns, on demand with the texts of its documents. Raises `NotFound`."""
        project = self.get(account_id, project_id)
        owned = self.store.list_owned(project.owned)
        if not texts:
            return project, owned
        return project, replace(owned, deliverables=self.store.with_texts(project.owned, owned.deliverables))

    def list_documents(self, project: Project) -> tuple[Deliverable, ...]:
        """The project's documents without their texts, in the order of writing."""
        return self.store.list_deliverables(project.owned)

    def find_text(self, project: Project, document: Deliverable, revision: int | None = None) -> DocumentText | None:
        """The text of a revision of a document, of the last presented one by default; None where none is kept."""
        return self.store.find_text(project.owned, document.id, document.revision if revision is None else revision)

    def list_all(self, account_id: str) -> list[Project]:
        """Every project of the account, newest first: at most 200."""
        return self.store.list_all_projects(account_id)

    def list_open_approvals(self, account_id: str) -> list[Approval]:
        """Every approval that waits for the account, over all projects, oldest first."""
        return self.store.list_open_approvals(account_id)

    def list_waiting_events(self, window: Window) -> list[ProjectEvent]:
        """Events of `window` that the CEO has not reacted to; a scheduled sweep nudges the CEO again."""
        return self.store.list_waiting_events(window)

    def list_due_deliveries(self, window: Window) -> list[Deliverable]:
        """Documents whose next attempt at delivery is due in `window`; a scheduled sweep has it made."""
        return self.store.list_due_deliveries(window)

    def noting(self, project: Project, note: Note) -> Write:
        """The write that keeps a note; nothing of the project changes with it."""
        return self.store.noting(project, note)

    def writes_for(self, before: Project, change: Change) -> list[Write]:
        """The writes of `change`, for a transaction over several tables; they fail when `before` is outdated."""
        event = change.event_of(before, self.now())
        writes = self.store.changing(before, change.project, (*change.children, *([event] if event else [])))
        return [*writes, *change.also]

    def standing(self, project: Project) -> Write:
        """The write that changes nothing, and fails when `project` is outdated."""
        return self.store.standing(project)

    def moving_document(self, project: Project, before: Deliverable, after: Deliverable) -> Write:
        """The write of a document, which fails when its text was edited since `before` was read."""
        return self.store.moving_document(project, before, after)

    def settling(self, event: ProjectEvent) -> Write:
        """The write that removes an event, in the transaction of the CEO's reaction to it."""
        return self.store.settling(event)


@cache
def project_reader() -> ProjectReader:
    """The reader, built once for each process."""
    return ProjectReader(project_store(), utc_now)
