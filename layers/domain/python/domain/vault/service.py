"""Reads the vault's metadata for its owner and for workers. It opens nothing: see opening.py."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from datetime import datetime
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.errors import InvalidRequest, NotFound
from common.ids import is_id
from common.services import service
from domain.projects.reading import ProjectReader, project_reader
from domain.vault.models import (
    CallableCredentialList,
    CallableCredentialView,
    CredentialList,
    CredentialRequestList,
    CredentialRequestView,
    CredentialUseList,
    CredentialUseView,
    CredentialView,
)
from domain.vault.records import (
    Credential,
    CredentialRequest,
    DeletedCredential,
    RequestStatus,
    UsePolicy,
)
from domain.vault.store import Slice, VaultStore, vault_store

_OF_KEYS: frozenset[UsePolicy] = frozenset({"ask_first", "workers"})
_OF_OWNER: frozenset[UsePolicy] = _OF_KEYS | {"team"}


@service
class VaultService:
    """Reads the vault of an account, page by page. What is another account's is not found."""

    store: VaultStore
    projects: ProjectReader
    now: Callable[[], datetime] = utc_now

    def list_credentials(
        self,
        account_id: str,
        *,
        project_id: str | None,
        limit: int,
        cursor: str | None,
        within: AbstractSet[str] | None = None,
    ) -> CredentialList:
        """A page of credentials, newest first, without their values; of all projects, or of those `within`.

        Raises: `NotFound` for an unknown project, `InvalidRequest` for a malformed cursor.
        """
        part = self._slice(account_id, project_id, limit, cursor, kind="crd", within=within)
        credentials, has_more = self.store.list_credentials(account_id, part)
        return CredentialList(
            credentials=[CredentialView.model_validate(credential) for credential in credentials],
            has_more=has_more,
            next_cursor=credentials[-1].id if has_more else None,
        )

    def list_callable(
        self, caller: Caller, *, project_id: str | None, limit: int, cursor: str | None
    ) -> CallableCredentialList:
        """A page of the credentials that the caller may call with, at once or after asking the owner; newest first.

        Raises: `NotFound` for an unknown project, `InvalidRequest` for a malformed cursor.
        """
        part = self._slice(caller.account_id, project_id, limit, cursor, kind="crd", within=caller.project_ids)
        policies = _OF_OWNER if caller.kind == "session" else _OF_KEYS
        found, has_more = self.store.list_callable(caller.account_id, part, policies=policies, now=self.now())
        return CallableCredentialList(
            credentials=[CallableCredentialView.model_validate(one) for one in found],
            has_more=has_more,
            next_cursor=found[-1].id if has_more else None,
        )

    def list_requests(
        self,
        account_id: str,
        *,
        project_id: str | None,
        status: RequestStatus | None,
        limit: int,
        cursor: str | None,
        within: AbstractSet[str] | None = None,
    ) -> CredentialRequestList:
        """A page of requests, newest first; of all projects, or of those `within`. Each has its project's present name.

        Raises: `NotFound` for an unknown project, `InvalidRequest` for a malformed cursor.
        """
        part = self._slice(account_id, project_id, limit, cursor, kind="crq", within=within)
        found, has_more = self.store.list_requests(account_id, part, status=status)
        newest = {request.project_id: request for request in reversed(found)}
        names = {project: self._name_of(request) for project, request in newest.items()}
        named = (request.model_copy(update={"project_name": names[request.project_id]}) for request in found)
        return CredentialRequestList(
            requests=[CredentialRequestView.model_validate(request) for request in named],
            has_more=has_more,
            next_cursor=found[-1].id if has_more else None,
        )

    def list_uses(self, account_id: str, credential_id: str, *, limit: int, cursor: str | None) -> CredentialUseList:
        """A page of a credential's uses, newest first. Raises: `NotFound`, `InvalidRequest` for a malformed cursor."""
        part = self._slice(account_id, None, limit, cursor, kind="use")
        uses, has_more = self.store.list_uses(self._get_used(account_id, credential_id).owned, part)
        return CredentialUseList(
            uses=[CredentialUseView.model_validate(use) for use in uses],
            has_more=has_more,
            next_cursor=uses[-1].id if has_more else None,
        )

    def require_credential(self, caller: Caller, credential_id: str) -> None:
        """Raise `NotFound` for a credential, deleted or not, of a project that the caller may not see."""
        if caller.project_ids is None:
            return
        if not caller.reaches(self._get_used(caller.account_id, credential_id).project_id):
            raise NotFound("No such credential.")

    def require_request(self, caller: Caller, request_id: str) -> None:
        """Raise `NotFound` for a request of a project that the caller may not see."""
        if caller.project_ids is None:
            return
        if not caller.reaches(self.store.get_request(caller.account_id, request_id).project_id):
            raise NotFound("No such credential request.")

    def _get_used(self, account_id: str, credential_id: str) -> Credential | DeletedCredential:
        """The credential, even a deleted one: its owner may still read the record of its uses. Raises `NotFound`."""
        try:
            return self.store.get_credential(account_id, credential_id)
        except NotFound:
            deleted = self.store.find_deleted(account_id, credential_id)
            if deleted is None:
                raise
            return deleted

    def _name_of(self, request: CredentialRequest) -> str:
        """The present name of the request's project; for a deleted one, the name that it had when the team asked."""
        try:
            return self.projects.get(request.account_id, request.project_id).name
        except NotFound:
            return request.project_name

    def _slice(
        self,
        account_id: str,
        project_id: str | None,
        limit: int,
        cursor: str | None,
        *,
        kind: str,
        within: AbstractSet[str] | None = None,
    ) -> Slice:
        if cursor is not None and not is_id(kind, cursor):
            raise InvalidRequest.of("cursor", "Not a cursor of this list.")
        if project_id is not None:
            if within is not None and project_id not in within:
                raise NotFound("No such project.")
            self.projects.get(account_id, project_id)
        return Slice(limit, after=cursor, project_id=project_id, within=within)


@cache
def vault_service() -> VaultService:
    """The service, built once for each process."""
    return VaultService(vault_store(), project_reader())
