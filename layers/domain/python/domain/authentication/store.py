"""The authorizer's own store: one strongly consistent GetItem per request, and two rare writes that may fail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from common.clock import from_iso, to_iso
from common.dynamo import ConditionFailed, Item, Table
from common.errors import Unavailable
from common.settings import settings
from common.telemetry import logger


@dataclass(frozen=True, slots=True)
class KeyCredential:
    """The attributes of a stored API key that the authorizer decides by."""

    id: str
    account_id: str
    public_part: str
    secret_hash: str
    scopes: frozenset[str]
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None
    allowed_ips: tuple[str, ...] | None
    project_ids: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class SessionCredential:
    """The attributes of a stored session that the authorizer decides by."""

    session_hash: str
    account_id: str
    user_id: str
    expires_at: datetime
    idle_expires_at: datetime
    proved_at: datetime
    closing: bool = False


@dataclass(frozen=True, slots=True)
class CredentialStore:
    """The authorizer's access to keys and sessions."""

    keys: Table
    identity: Table

    def find_key(self, public_part: str) -> KeyCredential | None:
        """GetItem pk=public part."""
        item = self.keys.get({"pk": public_part})
        if item is None or "secret_hash" not in item:
            return None
        return KeyCredential(
            id=item["id"],
            account_id=item["account_id"],
            public_part=public_part,
            secret_hash=item["secret_hash"],
            scopes=frozenset(item["scopes"]),
            expires_at=_instant(item, "expires_at"),
            revoked_at=_instant(item, "revoked_at"),
            last_used_at=_instant(item, "last_used_at"),
            allowed_ips=tuple(item["allowed_ips"]) if item.get("allowed_ips") is not None else None,
            project_ids=frozenset(item["project_ids"]) if item.get("project_ids") is not None else None,
        )

    def find_session(self, session_hash: str) -> SessionCredential | None:
        """GetItem pk=SESSION#hash."""
        item = self.identity.get({"pk": f"SESSION#{session_hash}"})
        if item is None:
            return None
        return SessionCredential(
            session_hash=session_hash,
            account_id=item["account_id"],
            user_id=item["user_id"],
            expires_at=from_iso(item["expires_at"]),
            idle_expires_at=from_iso(item["idle_expires_at"]),
            proved_at=from_iso(item.get("proved_at") or item["created_at"]),
            closing=bool(item.get("closing")),
        )

    def touch_key(self, public_part: str, now: datetime) -> None:
        """UpdateItem last_used_at of an existing key. A failure is only logged: no request depends on this write."""
        self._touch(self.keys, public_part, "SET last_used_at = :at", now)

    def renew_session(self, session_hash: str, idle_expires_at: datetime) -> None:
        """UpdateItem idle_expires_at of an existing session. A failure is only logged."""
        self._touch(self.identity, f"SESSION#{session_hash}", "SET idle_expires_at = :at", idle_expires_at)

    def _touch(self, table: Table, pk: str, expression: str, at: datetime) -> None:
        try:
            table.update({"pk": pk}, expression, {"at": to_iso(at)}, condition="attribute_exists(pk)")
        except (ConditionFailed, Unavailable):
            logger.warning("touch_skipped", table=table.name)


@cache
def credential_store() -> CredentialStore:
    """The one store of this process."""
    return CredentialStore(Table(settings.keys_table), Table(settings.identity_table))


def _instant(item: Item, name: str) -> datetime | None:
    return from_iso(item[name]) if name in item else None
