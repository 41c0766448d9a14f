"""API-key lifecycle, and the longest lifetime that an account allows its keys (interface 3.1, 4.1)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from common.caller import Caller, Origin
from common.clock import to_iso, utc_now
from common.dynamo import ConditionFailed, Write
from common.errors import ChangedMeanwhile, Conflict, InvalidRequest
from common.ids import new_id
from common.optimistic import settle
from common.services import frozen, service
from domain.audit.log import actor_of, noting, noting_by
from domain.audit.records import Actor, By, EntryType
from domain.keys import secret
from domain.keys.limits import latest_end, lives_too_long, widens
from domain.keys.models import (
    ApiKey,
    ApiKeyCreated,
    ApiKeyDetail,
    ApiKeyList,
    ApiKeyRevoked,
    ApiKeyView,
    CreateApiKey,
    KeyPolicy,
    KeyStatus,
    PresetView,
    RotateApiKey,
    ScopeCatalogue,
    ScopeView,
    UpdateApiKey,
    UpdateKeyPolicy,
)
from domain.keys.scopes import PRESET_DESCRIPTIONS, PRESETS, SCOPES
from domain.keys.store import KeyStore, key_store

_NAMED = 100
MAX_ACTIVE_KEYS = 50  # Interface 8 gives no number; this one is ours.


class KeyNotActive(Conflict):
    """The key is expired or revoked. Such a key cannot be changed or made active again (interface 3.1)."""

    code = "KEY_NOT_ACTIVE"
    default_message = "This API key is expired or revoked. Create a new one."


class AlreadyRotated(Conflict):
    """The key has a successor already. A key has only one; the successor can be rotated itself."""

    code = "ALREADY_ROTATED"
    default_message = "This API key has a successor. Rotate or revoke that one."


class TooManyKeys(Conflict):
    """The account has as many active keys as it may."""

    code = "LIMIT_REACHED"
    default_message = f"An account has at most {MAX_ACTIVE_KEYS} active API keys. Revoke one first."


@frozen
class KeyCounts:
    """The number of active keys, and of those that expire soon."""

    active: int
    expiring: int


@service
class KeyService:
    """Use cases on one account's keys.

    Attributes:
        store: the keys.
        now: the clock.
        choose: the source of randomness for new secrets.
        projects_of: the ids of an account's projects, for keys that are limited to some of them.
    """

    store: KeyStore
    now: Callable[[], datetime]
    choose: Callable[[str], str]
    projects_of: Callable[[str], Iterable[str]] = lambda _account_id: ()

    def create(self, caller: Caller, request: CreateApiKey, origin: Origin) -> ApiKeyCreated:
        """Make a key; returns it with its secret, which no later answer shows again.

        Raises:
            InvalidRequest: `expires_at` is not in the future, or later than the account allows; an unknown project.
            TooManyKeys: 50 keys are active.
        """
        now, account_id = self.now(), caller.account_id
        _require_future(request.expires_at, now)
        latest = latest_end(now, self.store.get_policy(account_id).max_lifetime_days)
        _require_within(request.expires_at, latest)
        self._require_projects(account_id, request.project_ids)
        self.require_room(account_id)
        given = request.model_dump(include={"name", "preset", "expires_at", "allowed_ips", "project_ids"})

        def key(made: secret.KeySecret) -> tuple[ApiKey, list[Write]]:
            new = _new_key(account_id, made, now, scopes=request.granted_scopes, **given)
            return new, [_noted(EntryType.KEY_CREATED, new, caller, origin, now)]

        return self._put_new(key, now)

    def create_agreed(
        self,
        account_id: str,
        name: str,
        scopes: Sequence[str],
        lives: timedelta,
        *,
        by: By,
        also: Callable[[ApiKey], Sequence[Write]],
    ) -> ApiKeyCreated:
        """Make a key that a person agreed to before; `also` returns writes for the same transaction.

        The key lives as long as `lives` says, or as the account allows where that is shorter.
        Raises: `TooManyKeys`; `ConditionFailed` when a condition of these writes does not hold.
        """
        self.require_room(account_id)
        now = self.now()
        latest = latest_end(now, self.store.get_policy(account_id).max_lifetime_days)
        expires_at = min(now + lives, latest or now + lives)

        def key(made: secret.KeySecret) -> tuple[ApiKey, Sequence[Write]]:
            new = _new_key(account_id, made, now, name=name, scopes=scopes, expires_at=expires_at)
            return new, [noting_by(EntryType.KEY_CREATED, account_id, now, by, subject=new.spoken), *also(new)]

        return self._put_new(key, now)

    def require_room(self, account_id: str) -> None:
        """Raise `TooManyKeys` when the account has as many active keys as it may."""
        if len(self.store.list_active_keys(account_id, self.now())) >= MAX_ACTIVE_KEYS:
            raise TooManyKeys

    def list(self, account_id: str, *, limit: int, cursor: str | None) -> ApiKeyList:
        """A page of keys, newest first, ended ones included. Raises `InvalidRequest` for a malformed cursor."""
        now = self.now()
        keys, next_cursor = self.store.list_keys(account_id, limit=limit, cursor=cursor)
        policy = self.store.get_policy(account_id)
        views = [_view(api_key, now, policy) for api_key in keys]
        return ApiKeyList(api_keys=views, has_more=next_cursor is not None, next_cursor=next_cursor)

    def describe(self, account_id: str, key_id: str) -> ApiKeyDetail:
        """One key, active or ended, with the IP addresses that it was used from. Raises `NotFound`."""
        api_key, used_from = self.store.get_used_key(account_id, key_id)
        view = _view(api_key, self.now(), self.store.get_policy(account_id))
        return ApiKeyDetail(used_from=used_from, **dict(view))

    def names_of(self, account_id: str) -> Mapping[str, str]:
        """The names of the account's newest hundred keys, ended ones included, by key id."""
        return {key_id: name for key_id, (name, _prefix) in self.labels_of(account_id).items()}

    def labels_of(self, account_id: str) -> Mapping[str, tuple[str, str]]:
        """The names and prefixes of the account's newest hundred keys, ended ones included, by key id."""
        keys, _more = self.store.list_keys(account_id, limit=_NAMED, cursor=None)
        return {api_key.id: (api_key.name, api_key.prefix) for api_key in keys}

    def lines_of(self, account_id: str, key_ids: Iterable[str]) -> frozenset[str]:
        """The ids of these keys and of all before and after them by rotation; rotated keys count as one worker."""
        successors = self.store.list_successors(account_id)
        before = {later: earlier for earlier, later in successors.items()}
        found = set(key_ids)
        for steps in (successors, before):
            for one in tuple(found):
                while (one := steps.get(one, "")) and one not in found:
                    found.add(one)
        return frozenset(found)

    def update(self, caller: Caller, key_id: str, request: UpdateApiKey, origin: Origin) -> ApiKeyView:
        """Change a key; returns the changed one.

        Raises: `NotFound`, `KeyNotActive`; `StepUpRequired` for a change that widens the key; `InvalidRequest` for an
            `expires_at` in the past, an unknown project, or widening a key that lives longer than the account allows.
        """
        return settle(lambda: self._update(caller, key_id, request, origin))

    def revoke(self, caller: Caller, key_id: str, origin: Origin) -> ApiKeyRevoked:
        """End a key at once. A repetition gets the first answer again. Raises `NotFound`; `KeyNotActive` if expired."""
        api_key = self.store.get_key(caller.account_id, key_id)
        if api_key.status_at(self.now()) is KeyStatus.EXPIRED:
            raise KeyNotActive

        def revoking() -> datetime:
            now = self.now()
            noted = _noted(EntryType.KEY_REVOKED, api_key, caller, origin, now)
            return self.store.revoke_key(api_key, now, [noted])

        return ApiKeyRevoked(id=key_id, revoked_at=settle(revoking))

    def revoke_misused(self, account_id: str, key_id: str, why: str, origin: Origin, also: Sequence[Write]) -> bool:
        """End a key that others may have, writing `also`; False, with no write, if it has ended. Raises `NotFound`."""
        api_key, now = self.store.get_key(account_id, key_id), self.now()
        if not api_key.opens_at(now):
            return False
        subject = f"{api_key.spoken}: {why}"
        noted = noting(EntryType.KEY_REVOKED, account_id, now, Actor(kind="nobody"), origin, subject=subject)
        return settle(lambda: self.store.revoke_key(api_key, now, [noted, *also])) == now

    def rotate(self, caller: Caller, key_id: str, request: RotateApiKey, origin: Origin) -> ApiKeyCreated:
        """Make a successor with the old key's name, scopes and limits; the old key ends after `grace_seconds`.

        The successor expires when the old key would have, or earlier where the account limits a key's lifetime.
        Raises: `NotFound`, `KeyNotActive`, `AlreadyRotated`, `TooManyKeys`.
        """
        return settle(lambda: self._rotate(caller, key_id, request, origin))

    def get_policy(self, account_id: str) -> KeyPolicy:
        """The longest lifetime that the account allows its keys; without a setting, there is no limit."""
        return self.store.get_policy(account_id)

    def update_policy(self, caller: Caller, request: UpdateKeyPolicy, origin: Origin) -> KeyPolicy:
        """Set the longest lifetime for new keys. Existing keys that live longer go on working, and lists mark them."""
        days = request.max_lifetime_days
        policy, account_id = KeyPolicy(max_lifetime_days=days), caller.account_id
        subject = "longest lifetime of API keys: " + ("none" if days is None else f"{days} days")
        noted = noting(EntryType.KEY_CHANGED, account_id, self.now(), actor_of(caller), origin, subject=subject)
        self.store.put_policy(account_id, policy, [noted])
        return policy

    def count_standing(self, account_id: str, *, expiring_within: timedelta) -> KeyCounts:
        """How many keys are active, and how many of these expire within this time."""
        now = self.now()
        active = self.store.list_active_keys(account_id, now)
        expiring = [one for one in active if one.expires_at is not None and one.expires_at <= now + expiring_within]
        return KeyCounts(len(active), len(expiring))

    def _update(self, caller: Caller, key_id: str, request: UpdateApiKey, origin: Origin) -> ApiKeyView:
        now, account_id = self.now(), caller.account_id
        api_key = self._get_active(account_id, key_id, now)
        _require_future(request.expires_at, now)
        self._require_projects(account_id, request.project_ids)
        changes = request.model_dump(exclude_unset=True)
        if "scopes" in changes:
            changes["preset"] = None
        changed = api_key.model_copy(update=changes)
        policy = self.store.get_policy(account_id)
        if widens(api_key, changed):
            caller.require_fresh(now)
            _require_within(changed.expires_at, latest_end(changed.created_at, policy.max_lifetime_days))
        noted = _noted(EntryType.KEY_CHANGED, changed, caller, origin, now)
        try:
            self.store.update_key(changed, api_key, changes.keys(), now, [noted])
        except ConditionFailed as error:
            raise ChangedMeanwhile from error  # read anew, which says whether it widens or has ended
        return _view(changed, now, policy)

    def _rotate(self, caller: Caller, key_id: str, request: RotateApiKey, origin: Origin) -> ApiKeyCreated:
        now, account_id = self.now(), caller.account_id
        old = self._get_rotatable(account_id, key_id, now)
        self.require_room(account_id)
        ends_at = now + timedelta(seconds=request.grace_seconds)
        ends_at = min(ends_at, old.expires_at) if old.expires_at else ends_at

        latest = latest_end(now, self.store.get_policy(account_id).max_lifetime_days)
        expires_at = latest if lives_too_long(old.expires_at, latest) else old.expires_at
        inherited = old.model_dump(include={"name", "scopes", "preset", "allowed_ips", "project_ids"})

        def successor(made: secret.KeySecret) -> tuple[ApiKey, list[Write]]:
            fresh = _new_key(account_id, made, now, expires_at=expires_at, **inherited)
            return fresh, [_noted(EntryType.KEY_ROTATED, old, caller, origin, now)]

        try:
            return self._put_new(successor, now, replacing=old, replaced_expires_at=ends_at)
        except ConditionFailed as error:
            raise ChangedMeanwhile from error  # read anew, which says whether it can still be rotated

    def _put_new(
        self,
        make: Callable[[secret.KeySecret], tuple[ApiKey, Sequence[Write]]],
        now: datetime,
        *,
        replacing: ApiKey | None = None,
        replaced_expires_at: datetime | None = None,
    ) -> ApiKeyCreated:
        def draw() -> ApiKeyCreated:
            made = secret.generate(self.choose)
            api_key, also = make(made)
            self.store.put_new_key(api_key, also, replacing=replacing, replaced_expires_at=replaced_expires_at)
            return ApiKeyCreated.with_secret(api_key, now, made.secret)

        return settle(draw)

    def _require_projects(self, account_id: str, project_ids: Sequence[str] | None) -> None:
        """Raise `InvalidRequest` for unknown projects, in the same words for those of other accounts."""
        if project_ids is None:
            return
        known = frozenset(self.projects_of(account_id))
        for place, one in enumerate(project_ids):
            if one not in known:
                raise InvalidRequest.of(f"project_ids.{place}", "You have no such project.")

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
def key_service(projects_of: Callable[[str], Iterable[str]] = lambda _account_id: ()) -> KeyService:
    """The service, built once for each `projects_of`. Without it, no key can be limited to projects."""
    return KeyService(key_store(), utc_now, secrets.choice, projects_of)


def _new_key(account_id: str, made: secret.KeySecret, now: datetime, **given: Any) -> ApiKey:
    return ApiKey(
        id=new_id("key", now),
        account_id=account_id,
        public_part=made.public_part,
        prefix=made.prefix,
        secret_hash=made.secret_hash,
        created_at=now,
        **given,
    )


def _view(api_key: ApiKey, now: datetime, policy: KeyPolicy) -> ApiKeyView:
    latest = latest_end(api_key.created_at, policy.max_lifetime_days)
    over = api_key.status_at(now) is KeyStatus.ACTIVE and lives_too_long(api_key.expires_at, latest)
    return ApiKeyView.of(api_key, now, over_max_lifetime=over)


def _noted(kind: EntryType, api_key: ApiKey, caller: Caller, origin: Origin, now: datetime) -> Write:
    return noting(kind, api_key.account_id, now, actor_of(caller), origin, subject=api_key.spoken)


def _require_future(expires_at: datetime | None, now: datetime) -> None:
    if expires_at is not None and expires_at <= now:
        raise InvalidRequest.of("expiresAt", "Give a time in the future.")


def _require_within(expires_at: datetime | None, latest: datetime | None) -> None:
    if latest is not None and lives_too_long(expires_at, latest):
        raise InvalidRequest.of(
            "expiresAt",
            f"Your account limits how long API keys last: give {to_iso(latest)} or earlier.",
        )
