"""The team's requests for access: which wait, and the writes that make, repeat and cancel them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache

from common.dynamo import Write
from common.services import frozen, service
from domain.events.log import recording
from domain.projects.access_needs import AccessNeed
from domain.projects.records import Deliverable, Project
from domain.vault import announcing, request_rules
from domain.vault.records import CredentialRequest, ProjectAccess
from domain.vault.store import VaultStore, vault_store
from domain.work.outbox import Window


@frozen
class Raised:
    """New requests, and the writes that store them."""

    requests: tuple[CredentialRequest, ...]
    writes: tuple[Write, ...]


@service
class TeamRequests:
    """Reads what the team asked for and was given, and gives the writes of its requests."""

    store: VaultStore

    def list_open(self, account_id: str) -> list[CredentialRequest]:
        """Every request that waits for the account, newest first."""
        return self.store.list_open_requests(account_id)

    def list_for_project(self, account_id: str, project_id: str) -> ProjectAccess:
        """The credentials and requests of one project, read with strong consistency, for the worker."""
        return self.store.list_for_project(account_id, project_id)

    def list_unheeded(self, window: Window) -> list[CredentialRequest]:
        """Open requests of all accounts whose next reminder was due in `window`, for the sweep."""
        return self.store.list_unheeded(window)

    def raising(
        self,
        project: Project,
        needs: Iterable[AccessNeed],
        access: ProjectAccess,
        deliverables: Sequence[Deliverable],
        now: datetime,
    ) -> Raised:
        """Requests for those of `needs` whose name no credential and no open request has; case does not matter.

        A project has at most 20 open requests; needs beyond that are left out. `deliverables` hold the delivery plan.
        Put the writes into the transaction that changes the project. Its condition on the project's version makes sure
        that each phase asks only once.
        """
        raised = request_rules.raised_for(project, needs, access=access, deliverables=deliverables, now=now)
        writes = [self.store.raising(request) for request in raised]
        return Raised(raised, (*writes, *recording(announcing.opened(request) for request in raised)))

    def reminding(self, request: CredentialRequest, now: datetime) -> list[Write]:
        """The writes that record that the customer was reminded; they fail unless the request is pending."""
        reminded = request_rules.reminded(request, now)
        return [self.store.reminding(reminded), *recording([announcing.reminded(reminded)])]

    def due_for_reminder(self, requests: Iterable[CredentialRequest], now: datetime) -> list[CredentialRequest]:
        """Those of `requests` that are open and whose next reminder is due by `now`."""
        return [request for request in requests if request_rules.reminder_due(request, now)]

    def cancelling(self, pending: Iterable[CredentialRequest], now: datetime) -> list[Write]:
        """The writes that cancel requests of an ended project; each fails unless its request is pending."""
        ended = [request_rules.cancelled(request, now) for request in pending]
        return [*map(self.store.closing, ended), *recording(map(announcing.ended, ended))]


@cache
def team_requests() -> TeamRequests:
    """The service, built once for each process."""
    return TeamRequests(vault_store())
