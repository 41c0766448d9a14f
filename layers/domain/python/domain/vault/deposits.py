"""What a customer does with the vault: deposit a credential, fulfil or decline a request, delete a credential.

Depositing, fulfilling and declining are one transaction each, on condition of the project's version. So of two deposits
under one name at the same moment, the second becomes the next version of the first. And `fulfill` can rely on this: as
long as a request is pending, there is no credential of its name. (A deposit under that name fulfils the request, and no
phase asks for what was deposited before.)
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict, InvalidRequest
from common.ids import new_id
from common.once import made_before
from common.services import service
from common.settings import settings
from domain.audit.records import By, EntryType
from domain.events.log import deferring, dropping, recording, settle_writes
from domain.events.notices import changing
from domain.events.records import EventType
from domain.projects.changes import Change, EventKind
from domain.projects.errors import NotRunning
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Decision, Project
from domain.projects.states import DecisionKind, ProjectStatus
from domain.vault import announcing, request_rules
from domain.vault.cipher import Binding, Cipher, Plaintext, vault_cipher
from domain.vault.destinations import require_may_name
from domain.vault.models import CredentialDeleted, CredentialRequestView, CredentialView, RequestFulfilled
from domain.vault.records import (
    AskState,
    Credential,
    CredentialRequest,
    DeletedCredential,
    ProjectAccess,
    RequestStatus,
    SealedValue,
)
from domain.vault.repositories import require_repository
from domain.vault.requests import DeclineRequest, DepositCredential, FulfillRequest
from domain.vault.store import VaultStore, vault_store
from domain.work.queue import WorkItem, WorkQueue, work_queue

MAX_CREDENTIALS = 100  # per project, as the worker reads them all. Interface 8 gives no number; this one is ours.


class TooManyCredentials(Conflict):
    """The project has 100 credentials, so it can't get another one."""

    code = "LIMIT_REACHED"
    default_message = f"A project has at most {MAX_CREDENTIALS} credentials. Delete one first."


@service
class DepositService:
    """Use cases of a customer who gives the team access, or declines to.

    `private` says whether a repository may be on this machine itself; for a local cloud only.
    """

    store: VaultStore
    cipher: Cipher
    projects: ProjectReader
    queue: WorkQueue
    now: Callable[[], datetime]
    private: bool = False

    def deposit(
        self, account_id: str, project_id: str, body: DepositCredential, *, by: By, caller: Caller | None = None
    ) -> CredentialView:
        """Deposit a credential, in its first or next version; this also fulfils an open request of that name.

        Raises: what `require_may_name` raises of `caller`, `PayloadTooLarge`, `InvalidRequest` when `expires_at` is
            past or there can be no repository at `repository_url`, `NotFound`, `NotRunning` for a cancelled project,
            `TooManyCredentials`, `Unavailable` when KMS is down: then nothing is stored.
        """
        if made := made_before("crd"):
            return CredentialView.model_validate(self.store.get_credential(account_id, made))
        plaintext = body.to_plaintext()
        _require_future(body.expires_at, self.now())
        require_repository(body.repository_url, body.type, body.allowed_hosts, private=self.private)

        def depositing() -> tuple[list[Write], tuple[Credential, CredentialRequest | None]]:
            now = self.now()
            # Read the project first. The transaction checks its version, so what is read after it cannot have changed.
            project = self._get_project(account_id, project_id)
            access = self.store.list_for_project(account_id, project_id)
            before, credential = _next_version(project, access, body, now)
            require_may_name(caller, credential, before, now)
            asked = _pending_of_name(access, body.name)
            answered = request_rules.fulfilled(asked, credential.id, now) if asked else None
            if answered:
                moving = self._closing(project, answered, EventKind.CREDENTIAL_FULFILLED, now)
            else:
                moving = self.projects.writes_for(project, Change(project.changed(now)))
            noted = EntryType.REQUEST_FULFILLED if answered else EntryType.CREDENTIAL_DEPOSITED
            noting = announcing.noting(noted, credential, now, by)
            return [*moving, *self._sealing(credential, plaintext), noting], (credential, answered)

        credential, answered = settle_writes(depositing)
        if answered:
            self._call_ceo(answered)
        elif credential.repository_url:  # the CEO has what was approved before delivered
            item = WorkItem(account_id, project_id, credential.id)
            self.queue.nudge(item, deduplication_id=f"{credential.id}-{credential.version}")
        return CredentialView.model_validate(credential)

    def fulfill(
        self, account_id: str, request_id: str, body: FulfillRequest, *, by: By, caller: Caller | None = None
    ) -> RequestFulfilled:
        """Fulfil a request with a new credential, and nudge the CEO, so that the blocked work goes on; returns both.

        Raises: what `require_may_name` raises of `caller`, `PayloadTooLarge`, `InvalidRequest` as `deposit`,
            `NotFound`, `AlreadyFulfilled`, `AlreadyDecided` when it was declined, `Conflict` when it was cancelled,
            `NotRunning` for a cancelled project, `Unavailable`: then nothing is stored and the request stays open.
        """
        if made := made_before("crd"):
            return RequestFulfilled(
                request=CredentialRequestView.model_validate(self.store.get_request(account_id, request_id)),
                credential=CredentialView.model_validate(self.store.get_credential(account_id, made)),
            )
        plaintext = body.to_plaintext()
        _require_future(body.expires_at, self.now())

        def fulfilling() -> tuple[list[Write], tuple[Credential, CredentialRequest]]:
            now = self.now()
            request, project = self._get_pending(account_id, request_id)
            require_repository(body.repository_url, request.type, body.allowed_hosts, private=self.private)
            credential = Credential(
                id=new_id("crd", now),
                account_id=account_id,
                project_id=project.id,
                name=request.name,
                type=request.type,
                username=body.username,
                note=body.note,
                repository_url=body.repository_url,
                version=1,
                created_at=now,
                updated_at=now,
                expires_at=body.expires_at,
                **body.terms_for(request.type),
            )
            require_may_name(caller, credential, None, now)
            answered = request_rules.fulfilled(request, credential.id, now)
            closing = self._closing(project, answered, EventKind.CREDENTIAL_FULFILLED, now)
            noting = announcing.noting(EntryType.REQUEST_FULFILLED, credential, now, by)
            return [*closing, *self._sealing(credential, plaintext), noting], (credential, answered)

        credential, answered = settle_writes(fulfilling)
        self._call_ceo(answered)
        return RequestFulfilled(
            request=CredentialRequestView.model_validate(answered), credential=CredentialView.model_validate(credential)
        )

    def require_pending(self, account_id: str, request_id: str) -> None:
        """Raise what `fulfill` would for a request that is unknown, has ended, or belongs to a cancelled project."""
        self._get_pending(account_id, request_id)

    def decline(self, account_id: str, request_id: str, body: DeclineRequest) -> CredentialRequestView:
        """Decline a request, and nudge the CEO; the role that asked does its work without the access.

        Raises: `NotFound`, `AlreadyFulfilled`, `AlreadyDecided`, `Conflict` or `NotRunning` if cancelled.
        """

        def declining() -> tuple[list[Write], CredentialRequest]:
            now = self.now()
            request, project = self._get_pending(account_id, request_id)
            declined = request_rules.declined(request, body.reason, now)
            decision = Decision(
                id=new_id("dec", now),
                project_id=project.id,
                kind=DecisionKind.ACCESS_DECLINED,
                text=f"Access to {request.name} was declined: {body.reason}",
                source=request.id,
                at=now,
            )
            return self._closing(project, declined, EventKind.CREDENTIAL_DECLINED, now, decision), declined

        declined = settle_writes(declining)
        self._call_ceo(declined)
        return CredentialRequestView.model_validate(declined)

    def delete(self, account_id: str, credential_id: str, *, by: By) -> CredentialDeleted:
        """Delete a credential's value and metadata, and refuse the calls that wait for its owner. Raises `NotFound`."""

        def deleting() -> tuple[list[Write], CredentialDeleted]:
            credential = self.store.get_credential(account_id, credential_id)
            fields = credential.model_dump(include={"id", "account_id", "project_id", "name"})
            deleted = DeletedCredential(**fields, deleted_at=self.now())
            unsaid = dropping(deleted.account_id, EventType.VAULT_CREDENTIAL_EXPIRING, deleted.id)
            noting = announcing.noting(EntryType.CREDENTIAL_DELETED, credential, deleted.deleted_at, by)
            writes = [*self.store.deleting(deleted), unsaid, noting, *recording([announcing.deleted(deleted)])]
            return [*writes, *self._unasking(credential)], CredentialDeleted(
                id=deleted.id, deleted_at=deleted.deleted_at
            )

        return settle_writes(deleting)

    def _unasking(self, credential: Credential) -> list[Write]:
        """The writes that end every ask to call with a credential as it is now: they count as refused."""
        writes: list[Write] = []
        for ask in self.store.list_asks(credential.account_id):
            if ask.credential_id == credential.id:
                refused = ask.model_copy(update={"state": AskState.REFUSED, "decided_at": self.now()})
                writes += [self.store.asking(refused, ask), *changing(announcing.notice_of(ask), None)]
        return writes

    def _get_project(self, account_id: str, project_id: str) -> Project:
        project = self.projects.get(account_id, project_id)
        if project.status is ProjectStatus.CANCELLED:
            raise NotRunning("The project is cancelled. It no longer needs access.")
        return project

    def _get_pending(self, account_id: str, request_id: str) -> tuple[CredentialRequest, Project]:
        request = self.store.get_request(account_id, request_id)
        request_rules.require_pending(request)
        return request, self._get_project(account_id, request.project_id)

    def _sealing(self, credential: Credential, plaintext: Plaintext) -> list[Write]:
        binding = Binding(credential.account_id, credential.project_id, credential.id, credential.version)
        value = SealedValue(
            credential_id=credential.id,
            version=credential.version,
            shape=plaintext.shape,
            ciphertext=self.cipher.seal(plaintext, binding),
        )
        if credential.expires_at is None:
            warning = dropping(credential.account_id, EventType.VAULT_CREDENTIAL_EXPIRING, credential.id)
        else:
            warning = deferring(announcing.expiring(credential, credential.expires_at))
        return [*self.store.depositing(credential, value), warning, *recording([announcing.deposited(credential)])]

    def _closing(
        self, project: Project, closed: CredentialRequest, event: EventKind, now: datetime, *decisions: Decision
    ) -> list[Write]:
        still_open = max(0, project.open_credential_requests - 1)
        waited = project.waited(closed.created_at, now)
        after = project.changed(now, open_credential_requests=still_open, waited_seconds=waited)
        change = Change(after, decisions, event, closed.id)
        ended = recording([announcing.ended(closed)])
        return [self.store.closing(closed), *self.projects.writes_for(project, change), *ended]

    def _call_ceo(self, closed: CredentialRequest) -> None:
        item = WorkItem(closed.account_id, closed.project_id, closed.id)
        self.queue.nudge(item, deduplication_id=f"{closed.id}-{closed.status.value}")


@cache
def deposit_service() -> DepositService:
    """The service, built once for each process."""
    return DepositService(
        vault_store(), vault_cipher(), project_reader(), work_queue(), utc_now, settings.private_webhook_targets
    )


def _next_version(
    project: Project, access: ProjectAccess, body: DepositCredential, now: datetime
) -> tuple[Credential | None, Credential]:
    """The credential of this name as it is, if there is one, and as it will be. Raises `TooManyCredentials`."""
    given = body.model_dump(include={"name", "type", "username", "note", "repository_url", "expires_at"})
    given |= {"updated_at": now, **body.terms_for(body.type)}
    for credential in access.credentials:
        if request_rules.same_name(credential.name, body.name):
            return credential, credential.model_copy(update={**given, "version": credential.version + 1})
    if len(access.credentials) >= MAX_CREDENTIALS:
        raise TooManyCredentials
    ids = {"id": new_id("crd", now), "account_id": project.account_id, "project_id": project.id}
    return None, Credential(**ids, **given, version=1, created_at=now)


def _pending_of_name(access: ProjectAccess, name: str) -> CredentialRequest | None:
    return next(
        (
            request
            for request in access.requests
            if request.status is RequestStatus.PENDING and request_rules.same_name(request.name, name)
        ),
        None,
    )


def _require_future(expires_at: datetime | None, now: datetime) -> None:
    if expires_at is not None and expires_at <= now:
        raise InvalidRequest.of("expires_at", "Give a time in the future.")
