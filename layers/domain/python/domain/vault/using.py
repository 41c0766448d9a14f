"""The team's own use of a credential: record the use, open the value, then record how the use ended.

It runs in the egress function alone, which may open values.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from urllib.parse import urlsplit

from common.clock import utc_now
from common.errors import NotFound
from common.ids import new_id
from common.services import frozen
from common.transactions import TransactionFailed
from domain.audit.records import Actor, By
from domain.events.log import commit, recording
from domain.vault import announcing
from domain.vault.opening import Opened, Opener, opener
from domain.vault.records import Credential, CredentialUse, UseStatus
from domain.vault.store import VaultStore, vault_store

THE_CEO = By(actor=Actor(kind="team", name="CEO"))


@frozen
class TeamUse:
    """Uses of credentials by the team, without a caller."""

    store: VaultStore
    opener: Opener
    now: Callable[[], datetime]

    def find(self, account_id: str, credential_id: str) -> Credential | None:
        """The credential; None once it is deleted or has expired."""
        try:
            credential = self.store.get_credential(account_id, credential_id)
        except NotFound:
            return None
        return None if credential.has_expired(self.now()) else credential

    def begin(self, credential: Credential, url: str, *, purpose: str) -> CredentialUse:
        """Record that the team will POST to `url`. Raises `NotFound` if the credential is gone or newer by now."""
        now, target = self.now(), urlsplit(url)
        use = CredentialUse(
            id=new_id("use", now),
            credential_id=credential.id,
            version=credential.version,
            purpose=purpose,
            at=now,
            account_id=credential.account_id,
            project_id=credential.project_id,
            by=THE_CEO.actor,
            allowed_by="policy",
            method="POST",
            host=target.hostname,
            path=target.path,
            status=UseStatus.CALLING,
        )
        told = [announcing.noting_use(credential, use, THE_CEO), *recording([announcing.used(credential, use)])]
        try:
            commit([*self.store.using(use, credential), *told])
        except TransactionFailed as error:
            raise NotFound("No such credential.") from error
        return use

    def open(self, credential: Credential) -> Opened:
        """The secret that was deposited. Raises what `Opener.open` raises."""
        return self.opener.open(credential)

    def end(self, use: CredentialUse, problem: str | None) -> None:
        """Record that a use failed with `problem`, or, where that is None, that it was answered."""
        self.store.end_use(use, None, problem)


@cache
def team_use() -> TeamUse:
    """The `TeamUse`, built once for each process."""
    return TeamUse(vault_store(), opener(), utc_now)
