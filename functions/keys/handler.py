"""Key management, for people signed in to the dashboard (interface 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, CurrentOrigin, Door, Path, Query
from domain.keys.models import (
    ApiKeyCreated,
    ApiKeyDetail,
    ApiKeyList,
    ApiKeyRevoked,
    ApiKeyView,
    CreateApiKey,
    KeyPolicy,
    LeakReported,
    ReportLeak,
    RotateApiKey,
    ScopeCatalogue,
    UpdateApiKey,
    UpdateKeyPolicy,
)
from domain.keys.reporting import leak_service
from domain.keys.service import KeyService, catalogue, key_service
from domain.usage.service import note_request

door = Door("keys", after_request=note_request)
lambda_handler = door
SESSION = Access(session_only=True)
RECENT = Access(session_only=True, recent_proof=True)
FRESH = Access(session_only=True, step_up=True)
ANYBODY = Access(public=True)  # whoever holds the whole key may report it
KeyId = Annotated[str, Path(max_length=64)]


def _projects_of(account_id: str) -> Iterable[str]:
    from domain.projects.known import project_ids_of  # noqa: PLC0415 - few keys are limited to projects

    return project_ids_of(account_id)


@cache
def service() -> KeyService:
    return key_service(_projects_of)


@door.route(
    "POST",
    "/api/account/api-keys",
    FRESH,
    status=201,
    creates=True,
    replayable=False,
    errors=("LIMIT_REACHED",),
    example={"name": "Claude Code on laptop", "preset": "mcp_assistant"},
)
def create_api_key(body: CreateApiKey, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[ApiKeyCreated]:
    """Give `scopes` or a `preset`. Only this answer ever shows `key`."""
    return Envelope(data=service().create(caller, body, origin))


@door.route("GET", "/api/account/api-keys", SESSION)
def list_api_keys(
    caller: CurrentCaller,
    limit: Annotated[int, Query(ge=1, le=100)] = 100,
    cursor: Annotated[str | None, Query(max_length=1024)] = None,
) -> Envelope[ApiKeyList]:
    """Newest first, ended ones too, never with `key`."""
    return Envelope(data=service().list(caller.account_id, limit=limit, cursor=cursor))


@door.route("GET", "/api/account/api-keys/{key_id}", SESSION)
def get_api_key(key_id: KeyId, caller: CurrentCaller) -> Envelope[ApiKeyDetail]:
    """The key, with the first twenty addresses that it was used from."""
    return Envelope(data=service().describe(caller.account_id, key_id))


@door.route(
    "PATCH",
    "/api/account/api-keys/{key_id}",
    SESSION,
    errors=("KEY_NOT_ACTIVE",),
    example={"name": "Claude Code on desktop"},
)
def update_api_key(
    key_id: KeyId, body: UpdateApiKey, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ApiKeyView]:
    """Change any field; null removes a limit. Letting a key do more wants a fresh proof that it is you."""
    return Envelope(data=service().update(caller, key_id, body, origin))


@door.route("DELETE", "/api/account/api-keys/{key_id}", RECENT, errors=("KEY_NOT_ACTIVE",))
def revoke_api_key(key_id: KeyId, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[ApiKeyRevoked]:
    """Takes effect at once and can't be undone. Revoking again gives the same answer."""
    return Envelope(data=service().revoke(caller, key_id, origin))


@door.route(
    "POST",
    "/api/account/api-keys/{key_id}/rotate",
    FRESH,
    status=201,
    creates=True,
    replayable=False,
    errors=("KEY_NOT_ACTIVE", "LIMIT_REACHED"),
)
def rotate_api_key(
    key_id: KeyId, body: RotateApiKey, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[ApiKeyCreated]:
    """Create a key with the same name and scopes. The old key still works for `grace_seconds`."""
    return Envelope(data=service().rotate(caller, key_id, body, origin))


@door.route("GET", "/api/account/key-policy", SESSION)
def get_key_policy(caller: CurrentCaller) -> Envelope[KeyPolicy]:
    """How long keys may live. Null: for ever."""
    return Envelope(data=service().get_policy(caller.account_id))


@door.route("PATCH", "/api/account/key-policy", FRESH)
def update_key_policy(body: UpdateKeyPolicy, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[KeyPolicy]:
    """Limit how long future keys may live. Null: for ever."""
    return Envelope(data=service().update_policy(caller, body, origin))


@door.route(
    "POST",
    "/api/keys/leaked",
    ANYBODY,
    status=202,
    example={"key": "atr_Example000000000000000000000000000000000003NrW9M"},
)
def report_leaked_key(body: ReportLeak, origin: CurrentOrigin) -> Envelope[LeakReported]:
    """Give the whole key. It is revoked at once; the answer is the same whether or not there is such a key."""
    return Envelope(data=leak_service().report(body.key, origin))


@door.route("GET", "/api/account/scopes", SESSION)
def list_scopes(caller: CurrentCaller) -> Envelope[ScopeCatalogue]:
    """Scopes and presets, with descriptions."""
    del caller
    return Envelope(data=catalogue())
