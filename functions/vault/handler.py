"""The vault: deposit, list, call with and delete credentials, answer the team's requests for access (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from common.clock import utc_now
from common.envelope import Envelope
from common.gate import KIB, Access
from common.http import CurrentCaller, CurrentOrigin, Door, Path, Query
from domain.audit.log import by_caller
from domain.usage.service import note_request
from domain.vault.deposits import deposit_service
from domain.vault.grants import grant_service
from domain.vault.models import (
    CallableCredentialList,
    CallAnswered,
    CredentialDeleted,
    CredentialList,
    CredentialRequestList,
    CredentialRequestView,
    CredentialUseList,
    CredentialView,
    GrantList,
    GrantRevoked,
    RequestFulfilled,
    UseDecided,
)
from domain.vault.records import RequestStatus
from domain.vault.requests import CallWithCredential, DecideUse, DeclineRequest, DepositCredential, FulfillRequest
from domain.vault.service import vault_service
from domain.work_items.calling import call_service

door = Door("vault", after_request=note_request)
lambda_handler = door
READ = Access(scopes=("vault:read",), narrows=True)
WRITE = Access(scopes=("vault:write",), recent_proof=True, max_body_bytes=256 * KIB, narrows=True)
DEPOSIT = Access(scopes=("vault:write",), recent_proof=True, max_body_bytes=256 * KIB, project="id")
USE = Access(scopes=("vault:use",), narrows=True)
OWNER = Access(session_only=True)
DECIDE = Access(session_only=True, recent_proof=True)
Id = Annotated[str, Path(max_length=64)]
# API Gateway wants one name for a path's variable part. After /vault/credentials/ it is `id`, although it names a
# project when depositing and a credential otherwise.
SharedId = Annotated[str, Path(alias="id", max_length=64)]
ProjectId = Annotated[str | None, Query(max_length=64)]
Limit = Annotated[int, Query(ge=1, le=100)]
Cursor = Annotated[str | None, Query(max_length=64)]


@door.route("GET", "/vault/credentials", READ)
def list_credentials(
    caller: CurrentCaller, project_id: ProjectId = None, limit: Limit = 20, cursor: Cursor = None
) -> Envelope[CredentialList]:
    """Newest first, never with a value."""
    page = vault_service().list_credentials(
        caller.account_id, project_id=project_id, limit=limit, cursor=cursor, within=caller.project_ids
    )
    return Envelope(data=page)


@door.route("GET", "/vault/callable", USE)
def list_callable_credentials(
    caller: CurrentCaller, project_id: ProjectId = None, limit: Limit = 20, cursor: Cursor = None
) -> Envelope[CallableCredentialList]:
    """What the caller may call with, at once or after asking, newest first, without expired ones."""
    page = vault_service().list_callable(caller, project_id=project_id, limit=limit, cursor=cursor)
    return Envelope(data=page)


@door.route("GET", "/vault/requests", READ)
def list_credential_requests(
    caller: CurrentCaller,
    project_id: ProjectId = None,
    status: Annotated[RequestStatus | None, Query()] = None,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> Envelope[CredentialRequestList]:
    """What access the team asks for, newest first."""
    page = vault_service().list_requests(
        caller.account_id, project_id=project_id, status=status, limit=limit, cursor=cursor, within=caller.project_ids
    )
    return Envelope(data=page)


@door.route(
    "POST",
    "/vault/credentials/{id}",
    DEPOSIT,
    status=201,
    creates=True,
    confidential=True,
    errors=("CONFLICT",),
    example={"name": "Source repository", "type": "token", "value": "the token itself", "note": "Read only"},
)
def deposit_credential(
    project_id: SharedId, body: DepositCredential, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[CredentialView]:
    """Nobody can read the secret back. Give `value` or `fields`. The same project and name makes a new version."""
    by = by_caller(caller, origin)
    return Envelope(data=deposit_service().deposit(caller.account_id, project_id, body, by=by, caller=caller))


@door.route("DELETE", "/vault/credentials/{id}", WRITE)
def delete_credential(
    credential_id: SharedId, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[CredentialDeleted]:
    """The credential's value is gone; its uses stay listed."""
    vault_service().require_credential(caller, credential_id)
    by = by_caller(caller, origin)
    return Envelope(data=deposit_service().delete(caller.account_id, credential_id, by=by))


@door.route("GET", "/vault/credentials/{id}/uses", READ)
def list_credential_uses(
    credential_id: SharedId, caller: CurrentCaller, limit: Limit = 20, cursor: Cursor = None
) -> Envelope[CredentialUseList]:
    """Newest first, also of a deleted credential."""
    vault_service().require_credential(caller, credential_id)
    page = vault_service().list_uses(caller.account_id, credential_id, limit=limit, cursor=cursor)
    return Envelope(data=page)


@door.route("GET", "/vault/credentials/{id}/grants", OWNER)
def list_credential_grants(credential_id: SharedId, caller: CurrentCaller) -> Envelope[GrantList]:
    """Which keys may call with it without asking, newest first, in one page."""
    return Envelope(data=grant_service().list_for(caller.account_id, credential_id))


@door.route("DELETE", "/vault/credentials/{id}/grants/{grant_id}", OWNER)
def revoke_credential_grant(
    credential_id: SharedId, grant_id: Id, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[GrantRevoked]:
    """The key's next call asks again."""
    by = by_caller(caller, origin)
    return Envelope(data=grant_service().revoke(caller.account_id, credential_id, grant_id, by=by))


@door.route(
    "POST",
    "/vault/credentials/{id}/call",
    USE,
    errors=(
        "CREDENTIAL_EXPIRED",
        "NOT_CALLABLE",
        "NOT_CLAIMED",
        "APPROVAL_NEEDED",
        "LIMIT_REACHED",
        "CONFLICT",
        "TARGET_FAILED",
        "TARGET_TIMED_OUT",
    ),
    example={"method": "GET", "url": "https://api.example.org/v1/me", "purpose": "Look at the account"},
)
def call_with_credential(
    credential_id: SharedId, body: CallWithCredential, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[CallAnswered]:
    """Call the host; the value goes to the host alone.

    With `ask_first` a key gets 409 `APPROVAL_NEEDED` until the owner allows it.
    """
    return Envelope(data=call_service().call(caller, credential_id, body, by=by_caller(caller, origin)))


@door.route("POST", "/inbox/{item_id}/decide", DECIDE, errors=("ALREADY_DECIDED", "CONFLICT"))
def decide_credential_use(
    item_id: Id, body: DecideUse, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[UseDecided]:
    """Decide `once`, `for_item`, `refuse`, or `always`, which takes a fresh proof that it is you."""
    if body.decision == "always":
        caller.require_fresh(utc_now())
    by = by_caller(caller, origin)
    return Envelope(data=call_service().decide(caller.account_id, item_id, body, by=by))


@door.route(
    "POST",
    "/vault/requests/{request_id}/fulfill",
    WRITE,
    creates=True,
    confidential=True,
    errors=("ALREADY_FULFILLED", "CONFLICT"),
    example={"value": "the token itself"},
)
def fulfill_credential_request(
    request_id: Id, body: FulfillRequest, caller: CurrentCaller, origin: CurrentOrigin
) -> Envelope[RequestFulfilled]:
    """Deposit the access the team asked for. Work that waited for it goes on by itself."""
    vault_service().require_request(caller, request_id)
    by = by_caller(caller, origin)
    return Envelope(data=deposit_service().fulfill(caller.account_id, request_id, body, by=by, caller=caller))


@door.route("POST", "/vault/requests/{request_id}/decline", WRITE, errors=("ALREADY_FULFILLED", "CONFLICT"))
def decline_credential_request(
    request_id: Id, body: DeclineRequest, caller: CurrentCaller
) -> Envelope[CredentialRequestView]:
    """The team does its work without the access."""
    vault_service().require_request(caller, request_id)
    return Envelope(data=deposit_service().decline(caller.account_id, request_id, body))
