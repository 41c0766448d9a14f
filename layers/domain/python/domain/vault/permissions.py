"""Who may call with a credential: by its policy, and by what the owner decided when they were asked.

A decision of the owner holds for the version of the credential that it was made for. A `once` is consumed in the
transaction that records the use, and names that use from then on; so the egress function can see that it was given.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from functools import cache

from common.dynamo import Write
from common.errors import ApprovalNeeded, Conflict, Forbidden
from common.services import frozen, service
from domain.audit.records import Actor
from domain.events.notices import changing
from domain.vault import announcing
from domain.vault.records import AllowedBy, Ask, AskState, Credential, CredentialUse, Grant
from domain.vault.store import VaultStore, vault_store

REFUSAL_HOLDS = timedelta(hours=24)
MAX_ASKS = 20  # per project, so that a key that asks for everything can't bury its owner's inbox


class UseRefused(Forbidden):
    """The owner refused this call within the last day."""

    code = "USE_REFUSED"
    default_message = "The owner refused this call. Ask again in a day."


class TooManyAsks(Conflict):
    """The owner has 20 calls of the project to decide, so no further one is put to them."""

    code = "LIMIT_REACHED"
    default_message = f"{MAX_ASKS} calls of this project already wait for the owner's decision."


@frozen
class Allowed:
    """What allows a use, and the writes that belong into the transaction which records it."""

    by: AllowedBy
    writes: tuple[Write, ...] = ()


@frozen
class Asking:
    """The owner has to be asked: the writes that do so, and the item of the inbox."""

    inbox_item_id: str
    writes: tuple[Write, ...]


@service
class Permissions:
    """Looks up what the owner decided, or prepares to ask them."""

    store: VaultStore

    def find(self, credential: Credential, use: CredentialUse, name: str | None) -> Allowed | Asking:
        """Find what allows a use that is about to be recorded, or how to ask the owner; `name` is the key's.

        Raises:
            Forbidden: the credential is not for keys.
            UseRefused: the owner refused it within the last day.
            ApprovalNeeded: they were asked and have not decided.
            TooManyAsks: 20 calls of the project wait for them already.
        """
        by = _actor(use)
        if by.kind == "user":
            return Allowed("owner")
        if credential.use_policy == "workers":
            return Allowed("policy")
        if credential.use_policy == "team":
            raise Forbidden("Only Atrium's team may use this credential, no API key.")
        if found := self._grant(credential, use):
            return Allowed("for_item" if found.work_id else "always")
        before = self.store.find_ask(credential.account_id, ask_id(use))
        if before is not None and before.version == credential.version:
            match before.state:
                case AskState.ONCE:
                    used = before.model_copy(update={"state": AskState.USED, "use_id": use.id})
                    return Allowed("once", (self.store.asking(used, before),))
                case AskState.ASKED:
                    raise ApprovalNeeded(before.inbox_item_id)
                case AskState.REFUSED if use.at - (before.decided_at or before.asked_at) < REFUSAL_HOLDS:
                    raise UseRefused
        return self._ask(credential, use, before, name)

    def lets(self, credential: Credential, use: CredentialUse) -> bool:
        """Whether what allowed a recorded use still holds, by the stored policy, grant or ask, not by the use alone."""
        by = _actor(use)
        match use.allowed_by:
            case "owner":
                return by.kind == "user"
            case "policy":
                return credential.use_policy == "workers"
            case "once":
                ask = self.store.find_ask(credential.account_id, ask_id(use))
                # Not by its state: another call may have asked anew meanwhile.
                return ask is not None and ask.use_id == use.id
            case "for_item" | "always":
                return credential.use_policy == "ask_first" and self._grant(credential, use) is not None
        return False

    def _grant(self, credential: Credential, use: CredentialUse) -> Grant | None:
        for work_id in dict.fromkeys((None, use.work_id)):
            found = self.store.find_grant(credential.account_id, credential.id, str(_actor(use).id), work_id)
            if found is not None and found.version == credential.version:
                return found
        return None

    def _ask(self, credential: Credential, use: CredentialUse, before: Ask | None, name: str | None) -> Asking:
        waiting = [
            one for one in self.store.list_asks(credential.account_id) if one.project_id == credential.project_id
        ]
        if len(waiting) >= MAX_ASKS:
            raise TooManyAsks
        ask = Ask(
            id=ask_id(use),
            account_id=credential.account_id,
            project_id=credential.project_id,
            credential_id=credential.id,
            credential_name=credential.name,
            version=credential.version,
            by=_actor(use).model_copy(update={"name": name}),
            method=use.method or "GET",
            host=use.host or "",
            path=use.path or "",
            work_id=use.work_id,
            purpose=use.purpose,
            asked_at=use.at,
            use_id=before.use_id if before else None,
        )
        return Asking(ask.inbox_item_id, (self.store.asking(ask, before), *changing(None, announcing.notice_of(ask))))


def ask_id(use: CredentialUse) -> str:
    """The id of an ask, `ask_…`: the same for the same credential, key, method, host, path and work item."""
    wish = (use.credential_id, _actor(use).id, use.method, use.host, use.path, use.work_id)
    return "ask_" + hashlib.sha256(repr(wish).encode()).hexdigest()[:32]


def decided(ask: Ask, state: AskState, now: datetime) -> Ask:
    """The ask in the state that the owner's decision gives it."""
    return ask.model_copy(update={"state": state, "decided_at": now})


@cache
def permissions() -> Permissions:
    """The `Permissions`, built once for each process."""
    return Permissions(vault_store())


def _actor(use: CredentialUse) -> Actor:
    return use.by or Actor(kind="nobody")
