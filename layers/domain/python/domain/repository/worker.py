"""Delivers a project's approved documents, in the order of their approvals, each as one commit.

It runs only in the egress function, which may open the credential. It may die anywhere: it notes an attempt before it
makes it, and if it pushed a commit without noting that, the next attempt finds the commit on the branch.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.errors import NotFound
from common.optimistic import settle
from common.sealing import SealBroken
from common.services import frozen
from common.settings import settings
from common.telemetry import logger
from domain.events.log import commit_as_read
from domain.projects import delivering
from domain.projects.changes import Change, EventKind, Owned
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Deliverable, Project
from domain.projects.states import DeliveryReason, ProjectStatus
from domain.repository.committing import Committed, commit_file
from domain.repository.documents import BRANCH, RepositoryFile, file_of
from domain.repository.git import Access, NotDelivered
from domain.vault.opening import Opened
from domain.vault.records import Credential
from domain.vault.repositories import repository_of
from domain.vault.using import TeamUse, team_use
from domain.webhooks.wire import Wire
from domain.work.queue import WorkItem, WorkQueue, work_queue

EARLY = timedelta(seconds=1)  # clocks of workers differ: what is due so soon is delivered
BEGINS_WITHIN_SECONDS = 70.0  # an attempt takes 40 s at most, and the function has 120 s
USERNAME = "git"  # where a token is all that counts, a host wants some name beside it
_WORKING = frozenset({ProjectStatus.ACTIVE, ProjectStatus.COMPLETED})


@frozen
class _Attempt:
    """One attempt. `document` is the record in which the attempt was noted."""

    document: Deliverable
    file: RepositoryFile
    credential: Credential
    url: str
    purpose: str


@frozen
class RepositoryWorker:
    """Delivers documents. `vault` records each use of a credential before it opens it."""

    projects: ProjectReader
    vault: TeamUse
    wire: Wire
    queue: WorkQueue
    now: Callable[[], datetime]

    def work(self, item: WorkItem) -> None:
        """Deliver what is due in a project; a document that could not be delivered holds up those after it.

        The next sweep finds what there was no time for.
        """
        began = time.monotonic()
        while time.monotonic() - began < BEGINS_WITHIN_SECONDS and (attempt := self._begin(item)) is not None:
            if not self._end(item, attempt, self._make(attempt)):
                return

    def _begin(self, item: WorkItem) -> _Attempt | None:
        """Note the next attempt, and return it; None when nothing is due or there is no access."""

        def beginning() -> _Attempt | None:
            now = self.now()
            found = self._load(item)
            document = delivering.next_of(found[1].deliverables, found[1].approvals) if found else None
            if found is None or document is None or document.delivery is None:
                return None
            if document.delivery.next_attempt_at is None or document.delivery.next_attempt_at > now + EARLY:
                return None
            project, owned = found
            credential = self.vault.find(item.account_id, document.delivery.credential_id)
            url = repository_of(credential) if credential else None
            if credential is None or url is None:
                without = delivering.refused(owned.deliverables, document, DeliveryReason.NO_ACCESS)
                self._write(project, owned, without)
                return None
            after = delivering.begun(document, url, now)
            self._write(project, owned, (after,))
            text = self.projects.find_text(project, document, document.delivery.revision)
            approval = owned.approval(document.delivery.approval_id)
            file = file_of(project, document, approval, text.content if text else document.content)
            purpose = f"Delivering {document.title}, revision {document.delivery.revision}"
            return _Attempt(after, file, credential, url, purpose)

        return settle(beginning)

    def _make(self, attempt: _Attempt) -> Committed | DeliveryReason:
        """Make the commit; returns it or why there is none. The vault records the use before it gives the secret."""
        try:
            use = self.vault.begin(attempt.credential, attempt.url, purpose=attempt.purpose)
        except NotFound:
            return DeliveryReason.NO_ACCESS
        made = self._push(attempt)
        self.vault.end(use, made.value if isinstance(made, DeliveryReason) else None)
        return made

    def _push(self, attempt: _Attempt) -> Committed | DeliveryReason:
        left_as = attempt.document.delivery.blob if attempt.document.delivery else None
        try:
            access = _access(attempt, self.vault.open(attempt.credential))
            return commit_file(attempt.file, access, self.wire, left_as=left_as, now=self.now())
        except NotDelivered as refused:
            return refused.reason
        except (NotFound, SealBroken):
            return DeliveryReason.NO_ACCESS

    def _end(self, item: WorkItem, attempt: _Attempt, came_of_it: Committed | DeliveryReason) -> bool:
        """Note the outcome of an attempt; returns whether the next document may follow."""

        def ending() -> bool:
            found = self._load(item)
            document = _same(found[1], attempt) if found else None
            if found is None or document is None:
                return False  # deleted, cancelled, or begun anew meanwhile
            if isinstance(came_of_it, DeliveryReason):
                changed = delivering.refused(found[1].deliverables, document, came_of_it)
            else:
                made = {"commit": came_of_it.commit, "blob": came_of_it.blob}
                where = {"branch": BRANCH, "file": attempt.file.name}
                changed = (delivering.delivered(document, **made, **where, now=self.now()),)
            self._write(*found, changed)
            return not delivering.is_pending(changed[0])

        going_on = settle(ending)
        reason = came_of_it.value if isinstance(came_of_it, DeliveryReason) else None
        logger.info("document_delivery", project_id=item.project_id, document=attempt.document.id, reason=reason)
        return going_on

    def _load(self, item: WorkItem) -> tuple[Project, Owned] | None:
        try:
            project, owned = self.projects.load(item.account_id, item.project_id)
        except NotFound:
            return None
        return (project, owned) if project.status in _WORKING else None

    def _write(self, project: Project, owned: Owned, changed: tuple[Deliverable, ...]) -> None:
        """Write changed documents; the CEO tells of those not to be tried again. Raises `ChangedMeanwhile`."""
        now, (first, *_) = self.now(), changed
        replaced = {one.id: one for one in changed}
        documents = tuple(replaced.get(one.id, one) for one in owned.deliverables)
        since = delivering.undelivered_since(project, documents, now)
        ended = delivering.has_ended_without(first)
        event = EventKind.NOT_DELIVERED if ended else None
        change = Change(project.changed(now, undelivered_since=since), changed, event, first.id)
        commit_as_read(self.projects.writes_for(project, change))
        if ended:
            told = WorkItem(project.account_id, project.id, first.id)
            self.queue.nudge(told, deduplication_id=f"{first.id}-{change.project.version}")


def _same(owned: Owned, attempt: _Attempt) -> Deliverable | None:
    """The stored document, if this attempt is still its last one; else None."""
    return next(
        (
            one
            for one in owned.deliverables
            if one.id == attempt.document.id and one.delivery == attempt.document.delivery
        ),
        None,
    )


def _access(attempt: _Attempt, opened: Opened) -> Access:
    """The URL and the login to push with. Raises `NotFound` when the credential holds no password or token."""
    fields = json.loads(opened.content) if opened.shape == "fields" else {"password": opened.content}
    secret = fields.get("token") or fields.get("password")
    if not secret:
        raise NotFound("No password.")
    username = attempt.credential.username or fields.get("username") or USERNAME
    return Access(attempt.url, username, secret)


@cache
def repository_worker() -> RepositoryWorker:
    """The worker, built once for each process."""
    wire = Wire(private=settings.private_webhook_targets)
    return RepositoryWorker(project_reader(), team_use(), wire, work_queue(), utc_now)
