"""Key management, for people signed in to the dashboard (interface 4.1)."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.gate import Access
from common.http import CurrentCaller, Door, Path, Query
from domain.keys.models import (
    ApiKeyCreated,
    ApiKeyList,
    ApiKeyRevoked,
    ApiKeyView,
    CreateApiKey,
    RotateApiKey,
    ScopeCatalogue,
    UpdateApiKey,
)
from domain.keys.service import catalogue, key_service
from domain.usage.service import counting

door = Door("keys", after_request=counting("keys"))
lambda_handler = door
SESSION = Access(session_only=True)
FRESH = Access(session_only=True, step_up=True)
KeyId = Annotated[str, Path(max_length=64)]


@door.route("POST", "/api/account/api-keys", FRESH, status=201, creates=True, replayable=False)
def create_api_key(body: CreateApiKey, caller: CurrentCaller) -> Envelope[ApiKeyCreated]:
    return Envelope(data=key_service().create(caller.account_id, body))


@door.route("GET", "/api/account/api-keys", SESSION)
def list_api_keys(
    caller: CurrentCaller,
    limit: Annotated[int, Query(ge=1, le=100)] = 100,
    cursor: Annotated[str | None, Query(max_length=1024)] = None,
) -> Envelope[ApiKeyList]:
    return Envelope(data=key_service().list(caller.account_id, limit=limit, cursor=cursor))


@door.route("PATCH", "/api/account/api-keys/{key_id}", SESSION)
def update_api_key(key_id: KeyId, body: UpdateApiKey, caller: CurrentCaller) -> Envelope[ApiKeyView]:
    return Envelope(data=key_service().update(caller, key_id, body))


@door.route("DELETE", "/api/account/api-keys/{key_id}", SESSION)
def revoke_api_key(key_id: KeyId, caller: CurrentCaller) -> Envelope[ApiKeyRevoked]:
    return Envelope(data=key_service().revoke(caller.account_id, key_id))


@door.route("POST", "/api/account/api-keys/{key_id}/rotate", FRESH, status=201, creates=True, replayable=False)
def rotate_api_key(key_id: KeyId, body: RotateApiKey, caller: CurrentCaller) -> Envelope[ApiKeyCreated]:
    return Envelope(data=key_service().rotate(caller.account_id, key_id, body))


@door.route("GET", "/api/account/scopes", SESSION)
def list_scopes(caller: CurrentCaller) -> Envelope[ScopeCatalogue]:
    del caller
    return Envelope(data=catalogue())
