"""Calling with a credential: a function of the API checks a call, records it, and has the egress function make it.

A function of the API holds no value and can decrypt none. It gives the egress function the id of the recorded use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import Write
from common.errors import (
    ApprovalNeeded,
    Conflict,
    NotFound,
    TargetFailed,
    TargetTimedOut,
)
from common.ids import new_id
from common.services import service
from common.settings import settings
from domain.audit.log import actor_of
from domain.audit.records import By
from domain.events.log import recording, settle_writes
from domain.events.notices import changing
from domain.keys.service import key_service
from domain.limits.limiter import Limiter, limiter
from domain.projects.errors import NotRunning
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.states import ProjectStatus
from domain.vault import announcing, call_rules
from domain.vault.invoking import carried_out
from domain.vault.models import CallAnswered, UseDecided
from domain.vault.outcomes import Outcome
from domain.vault.permissions import Asking, Permissions, decided, permissions
from domain.vault.records import AskState, CallRequest, Credential, CredentialUse, Grant, UseStatus
from domain.vault.requests import CallWithCredential, DecideUse
from domain.vault.store import VaultStore, vault_store

_MINUTE = timedelta(minutes=1)
_FAILED = {
    "not_sendable": "The call cannot carry the value as inject says, or the value is shorter than 12 bytes.",
    "forbidden_target": "The host is not on the public internet. Nothing was sent.",
    "name_not_resolved": "There is no such host. Nothing was sent.",
    "tls_failed": "The host has no valid certificate or no TLS. Nothing was sent.",
    "connection_failed": "We could not reach the host, or it ended the connection.",
    "bad_answer": "The host did not answer in HTTP.",
    "too_long": "The host answered with more than 1 MB, which is too much. It may still have done what you asked.",
    "not_text": "The host's answer is not plain text in UTF-8. It may still have done what you asked.",
}
Carry = Callable[[CredentialUse], Outcome]
RequireHeld = Callable[[Caller, str, str], None]


@service
class CallService:
    """Use cases of calling.

    Attributes:
        require_held: takes a caller, an item's id and a project's id; raises unless the caller may call for that item.
        carry: has the egress function carry out a recorded use; returns what came of it.
        names_of: the names of an account's keys, by the keys' ids.
    """

    store: VaultStore
    projects: ProjectReader
    permissions: Permissions
    limits: Limiter
    require_held: RequireHeld
    carry: Carry
    names_of: Callable[[str], Mapping[str, str]]
    now: Callable[[], datetime]

    def call(self, caller: Caller, credential_id: str, body: CallWithCredential, *, by: By) -> CallAnswered:
        """Call a host with the credential, and return what it answered.

        Raises: `NotFound`, `NotRunning`, `CredentialExpired`, `NotCallable`, `InvalidRequest`, `OutsideTerms`,
            `TooManyRequests`, `Conflict` for a work item that the key has not claimed, `Forbidden`, `UseRefused`,
            `ApprovalNeeded`, `TooManyAsks`, `TargetFailed`, `TargetTimedOut`, `Unavailable`.
        """
        self._get(caller, credential_id)
        most = settings.credential_calls_per_minute
        self.limits.take(f"account#{caller.account_id}#calls#{credential_id}", most=most, within=_MINUTE)
        use = settle_writes(lambda: self._record(caller, credential_id, body, by))
        if isinstance(use, ApprovalNeeded):
            raise use
        return _answered(use, self.carry(use))

    def decide(self, account_id: str, item_id: str, body: DecideUse, *, by: By) -> UseDecided:
        """Record the owner's decision on a waiting call. Raises `NotFound`; `Conflict`: `for_item` without an item."""
        return settle_writes(lambda: self._decide(account_id, item_id, body, by))

    def _record(
        self, caller: Caller, credential_id: str, body: CallWithCredential, by: By
    ) -> tuple[list[Write], CredentialUse | ApprovalNeeded]:
        credential = self._get(caller, credential_id)
        now, private = self.now(), settings.private_webhook_targets
        target = call_rules.require_allowed(credential, body.method, body.url, now=now, private=private)
        if credential.inject is not None:
            call_rules.require_headers(body.headers, credential.inject)
        if body.work_id is not None:
            self.require_held(caller, body.work_id, credential.project_id)
        use = CredentialUse(
            id=new_id("use", now),
            credential_id=credential_id,
            version=credential.version,
            purpose=body.purpose,
            at=now,
            account_id=caller.account_id,
            project_id=credential.project_id,
            by=actor_of(caller),
            method=body.method,
            host=target.host,
            path=target.path.partition("?")[0],
            work_id=body.work_id,
            status=UseStatus.PENDING,
            request=CallRequest(url=body.url, headers=body.headers, body=body.body),
        )
        found = self.permissions.find(credential, use, self._name(caller))
        if isinstance(found, Asking):
            return list(found.writes), ApprovalNeeded(found.inbox_item_id)
        use = use.model_copy(update={"allowed_by": found.by})
        told = [announcing.noting_use(credential, use, by), *recording([announcing.used(credential, use)])]
        return [*self.store.using(use, credential), *found.writes, *told], use

    def _get(self, caller: Caller, credential_id: str) -> Credential:
        credential = self.store.get_credential(caller.account_id, credential_id)
        if not caller.reaches(credential.project_id):
            raise NotFound("No such credential.")
        if self.projects.get(caller.account_id, credential.project_id).status is ProjectStatus.CANCELLED:
            raise NotRunning("The project is cancelled: nobody calls anything for it.")
        return credential

    def _name(self, caller: Caller) -> str | None:
        return None if caller.kind == "session" else self.names_of(caller.account_id).get(caller.principal_id)

    def _decide(self, account_id: str, item_id: str, body: DecideUse, by: By) -> tuple[list[Write], UseDecided]:
        ask = next((one for one in self.store.list_asks(account_id) if one.inbox_item_id == item_id), None)
        if ask is None:
            raise NotFound("No such item in the inbox.")
        if body.decision == "for_item" and ask.work_id is None:
            raise Conflict("This call is for no work item. Allow it once or always, or refuse it.")
        now = self.now()
        state = {"once": AskState.ONCE, "refuse": AskState.REFUSED}.get(body.decision, AskState.USED)
        writes = [self.store.asking(decided(ask, state, now), ask), *changing(announcing.notice_of(ask), None)]
        if state is AskState.USED:
            grant = Grant(
                account_id=account_id,
                project_id=ask.project_id,
                credential_id=ask.credential_id,
                version=ask.version,
                principal_id=str(ask.by.id),
                work_id=ask.work_id if body.decision == "for_item" else None,
                decided_at=now,
            )
            writes.append(self.store.granting(grant))
        writes.append(announcing.noting_decision(ask, body.decision, now, by))
        return writes, UseDecided(id=item_id, decision=body.decision, credential_id=ask.credential_id, decided_at=now)


@cache
def call_service_with(require_held: RequireHeld) -> CallService:
    """The service, built once for each `require_held` of this process."""
    names_of, parts = key_service().names_of, (vault_store(), project_reader(), permissions(), limiter())
    return CallService(*parts, require_held, carried_out, names_of, utc_now)


def _answered(use: CredentialUse, outcome: Outcome) -> CallAnswered:
    if outcome.problem == "timed_out":
        raise TargetTimedOut
    if outcome.problem in {"already_used", "not_allowed"}:
        raise Conflict("The credential, its project or its permissions changed meanwhile. Nothing was sent.")
    if outcome.problem is not None or outcome.status is None:
        raise TargetFailed(_FAILED.get(str(outcome.problem)))
    return CallAnswered(use_id=use.id, status=outcome.status, content_type=outcome.content_type, body=outcome.body)
