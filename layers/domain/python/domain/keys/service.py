"""API-key lifecycle: create, list, update, revoke, rotate (interface 3.1, 4.1)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import ConditionFailed
from common.errors import Conflict, InvalidRequest
from common.ids import new_id
from common.optimistic import settle
from domain.keys import secret
from domain.keys.models import (
    ApiKey,
    ApiKeyCreated,
    ApiKeyList,
    ApiKeyRevoked,
    ApiKeyView,
    CreateApiKey,
    KeyStatus,
    Preset,
    PresetView,
    RotateApiKey,
    ScopeCatalogue,
    ScopeView,
    UpdateApiKey,
)
from domain.keys.scopes import PRESET_DESCRIPTIONS, PRESETS, SCOPES
from domain.keys.store import KeyStore, key_store

MAX_ACTIVE_KEYS = 50  # Interface 8 gives no number; this one is ours.


class KeyNotActive(Conflict):
    """The key is expired or revoked. Such a key cannot be changed or made active again (interface 3.1)."""

    code = "KEY_NOT_ACTIVE"
    default_message = "This API key is expired or revoked. Create a new one."


class AlreadyRotated(Conflict):
    """The key has a successor already. A key has only one; the successor can be rotated itself."""

    code = "ALREADY_ROTATED"
    default_message = "This API key was rotated before. Rotate or revoke its successor instead."


class TooManyKeys(Conflict):
    """The account's limit is reached."""

    code = "LIMIT_REACHED"
    default_message = f"An account has at most {MAX_ACTIVE_KEYS} active API keys. Revoke one first."


@dataclass(frozen=True, slots=True)
class KeyCounts:
    """How many keys are active, and how many of these expire soon."""

    active: int
    expiring: int


@dataclass(frozen=True, slots=True)
class KeyService:
    """Use cases on one account's keys. `choose` is the source of randomness for new secrets."""

    store: KeyStore
    now: Callable[[], datetime]
    choose: Callable[[str], str]

    def create(self, account_id: str, request: CreateApiKey) -> ApiKeyCreated:
        """A new key with its secret, which no later answer shows again.

        Raises:
            InvalidRequest: `expires_at` is not in the future.
            TooManyKeys: 50 keys are active.
        """
        now = self.now()
        _require_future(request.expires_at, now)
        self._require_room(account_id, now)
        return self._put_new(
            lambda made: _new_key(
                account_id, request.name, request.granted_scopes, request.preset, made, now
            ).model_copy(update={"expires_at": request.expires_at}),
            now,
        )

    def list(self, account_id: str, *, limit: int, cursor: str | None) -> ApiKeyList:
        """A page of keys, newest first, ended ones included."""
        now = self.now()
        keys, next_cursor = self.store.list_keys(account_id, limit=limit, cursor=cursor)
        views = [ApiKeyView.of(api_key, now) for api_key in keys]
        return ApiKeyList(api_keys=views, has_more=next_cursor is not None, next_cursor=next_cursor)

    def update(self, caller: Caller, key_id: str, request: UpdateApiKey) -> ApiKeyView:
        """The changed key.

        Raises: `NotFound`, `KeyNotActive`, `InvalidRequest` when `expires_at` is not in the future, `StepUpRequired`
            when the key would then be able to do more, or for longer.
        """
        now = self.now()
        api_key = self._get_active(caller.account_id, key_id, now)
        _require_future(request.expires_at, now)
        changes = request.model_dump(exclude_unset=True)
        if "scopes" in changes:
            changes["preset"] = None
        changed = api_key.model_copy(update=changes)
        if _is_wider(changed, api_key):
            caller.require_fresh(now)
        try:
            settle(lambda: self.store.update_key(changed, now))
        except ConditionFailed as error:
            raise KeyNotActive from error
        return ApiKeyView.of(changed, now)

    def revoke(self, account_id: str, key_id: str) -> ApiKeyRevoked:
        """End a key at once. A repetition gets the first answer again. Raises `NotFound`."""
        api_key = self.store.get_key(account_id, key_id)
        return ApiKeyRevoked(id=key_id, revoked_at=settle(lambda: self.store.revoke_key(api_key, self.now())))

    def rotate(self, account_id: str, key_id: str, request: RotateApiKey) -> ApiKeyCreated:
        """A successor with the old key's name, scopes and expiration; the old key ends after `grace_seconds`.

        Raises: `NotFound`, `KeyNotActive`, `AlreadyRotated`, `TooManyKeys`.
        """
        now = self.now()
        old = self._get_rotatable(account_id, key_id, now)
        self._require_room(account_id, now)
        ends_at = now + timedelta(seconds=request.grace_seconds)
        ends_at = min(ends_at, old.expires_at) if old.expires_at else ends_at

        def successor(made: secret.KeySecret) -> ApiKey:
            fresh = _new_key(account_id, old.name, old.scopes, old.preset, made, now)
            return fresh.model_copy(update={"expires_at": old.expires_at})

        try:
            return self._put_new(successor, now, replacing=old, replaced_expires_at=ends_at)
        except ConditionFailed as error:
            self._get_rotatable(account_id, key_id, now)
            raise KeyNotActive from error

    def count_standing(self, account_id: str, *, expiring_within: timedelta) -> KeyCounts:
        """How many keys are active, and how many of those expire soon."""
        now = self.now()
        active = self.store.list_active_keys(account_id, now)
        expiring = [one for one in active if one.expires_at is not None and one.expires_at <= now + expiring_within]
        return KeyCounts(len(active), len(expiring))

    def _put_new(
        self,
        make: Callable[[secret.KeySecret], ApiKey],
        now: datetime,
        *,
        replacing: ApiKey | None = None,
        replaced_expires_at: datetime | None = None,
    ) -> ApiKeyCreated:
        def draw() -> ApiKeyCreated:
            made = secret.generate(self.choose)
            api_key = make(made)
            self.store.put_new_key(api_key, replacing=replacing, replaced_expires_at=replaced_expires_at)
            return ApiKeyCreated.with_secret(api_key, now, made.secret)

        return settle(draw)

    def _get_rotatable(self, account_id: str, key_id: str, now: datetime) -> ApiKey:
        api_key = self._get_active(account_id, key_id, now)
        if api_key.successor_id is not None:
            raise AlreadyRotated
        return api_key

    def _get_active(self, account_id: str, key_id: str, now: datetime) -> ApiKey:
        api_key = self.store.get_key(account_id, key_id)
        if api_key.status_at(now) is not KeyStatus.ACTIVE:
            raise KeyNotActive
        return api_key

    def _require_room(self, account_id: str, now: datetime) -> None:
        if len(self.store.list_active_keys(account_id, now)) >= MAX_ACTIVE_KEYS:
            raise TooManyKeys


def catalogue() -> ScopeCatalogue:
    """Every scope and preset with its description."""
    return ScopeCatalogue(
        scopes=[ScopeView(scope=scope, description=text) for scope, text in SCOPES.items()],
        presets=[
            PresetView(preset=preset, name=name, description=text, scopes=list(PRESETS[preset]))
            for preset, (name, text) in PRESET_DESCRIPTIONS.items()
        ],
    )


@cache
def key_service() -> KeyService:
    """The one service of this process."""
    return KeyService(key_store(), utc_now, secrets.choice)


def _new_key(
    account_id: str, name: str, scopes: list[str], preset: Preset | None, made: secret.KeySecret, now: datetime
) -> ApiKey:
    return ApiKey(
        id=new_id("key", now),
        account_id=account_id,
        public_part=made.public_part,
        prefix=made.prefix,
        secret_hash=made.secret_hash,
        name=name,
        scopes=scopes,
        preset=preset,
        created_at=now,
    )


def _is_wider(changed: ApiKey, before: ApiKey) -> bool:
    """Whether a change lets the key do more, or for longer."""
    if not set(changed.scopes) <= set(before.scopes):
        return True
    if before.expires_at is None:
        return False
    return changed.expires_at is None or changed.expires_at > before.expires_at


def _require_future(expires_at: datetime | None, now: datetime) -> None:
    if expires_at is not None and expires_at <= now:
        raise InvalidRequest.of("expiresAt", "Must be in the future.")
