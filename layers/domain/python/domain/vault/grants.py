"""Grants of the owner: which keys may call with a credential without asking, and how they are revoked.

A call looks up its grant in the table each time, and the egress function does so again; so a revoked grant lets nothing
more be sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.dynamo import Write
from common.errors import NotFound
from common.services import service
from domain.audit.records import By
from domain.events.log import settle_writes
from domain.keys.service import key_service
from domain.vault import announcing
from domain.vault.models import GrantList, GrantRevoked, GrantView
from domain.vault.records import Credential, Grant
from domain.vault.store import VaultStore, vault_store


@service
class GrantService:
    """Use cases of the owner; `names_of` gives the names of an account's keys, by their ids."""

    store: VaultStore
    names_of: Callable[[str], Mapping[str, str]]
    now: Callable[[], datetime]

    def list_for(self, account_id: str, credential_id: str) -> GrantList:
        """The grants of a credential's present version, newest first. Raises `NotFound`."""
        _credential, holding = self._holding(account_id, credential_id)
        names = self.names_of(account_id) if holding else {}
        newest_first = sorted(holding, key=lambda grant: grant.decided_at, reverse=True)
        return GrantList(grants=[_view(grant, names.get(grant.principal_id)) for grant in newest_first])

    def revoke(self, account_id: str, credential_id: str, grant_id: str, *, by: By) -> GrantRevoked:
        """Revoke a grant: the key's next call asks again. Raises `NotFound`, also for one that was revoked before."""

        def revoking() -> tuple[list[Write], GrantRevoked]:
            now = self.now()
            credential, holding = self._holding(account_id, credential_id)
            grant = next((one for one in holding if one.id == grant_id), None)
            if grant is None:
                raise NotFound("No such grant.")
            name = self.names_of(account_id).get(grant.principal_id)
            noted = announcing.noting_revocation(credential, grant, name, now, by)
            return [self.store.revoking(grant), noted], GrantRevoked(id=grant_id, revoked_at=now)

        return settle_writes(revoking)

    def _holding(self, account_id: str, credential_id: str) -> tuple[Credential, list[Grant]]:
        credential = self.store.get_credential(account_id, credential_id)
        given = self.store.list_grants(account_id, credential_id)
        return credential, [grant for grant in given if grant.version == credential.version]


@cache
def grant_service() -> GrantService:
    """The service, built once for each process."""
    return GrantService(vault_store(), key_service().names_of, utc_now)


def _view(grant: Grant, key_name: str | None) -> GrantView:
    return GrantView(
        id=grant.id,
        key_id=grant.principal_id,
        key_name=key_name,
        work_id=grant.work_id,
        decided_at=grant.decided_at,
    )
