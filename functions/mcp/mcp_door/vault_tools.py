"""Tools of the vault: see what is there and what the team asks for, hand access over (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from common.caller import Caller, Origin
from domain.audit.log import by_caller
from domain.vault.deposits import deposit_service
from domain.vault.models import (
    CredentialList,
    CredentialRequestList,
    CredentialView,
    DepositCredential,
    FulfillRequest,
    RequestFulfilled,
)
from domain.vault.records import RequestStatus
from domain.vault.service import vault_service
from mcp_door.arguments import Creating, Id, InProject, MaybeInProject, Paged
from mcp_door.tool import IRREVOCABLE, READS, REPLACES, Tool

READ = ("vault:read",)
WRITE = ("vault:write",)
# Mixed-in classes would turn `str_strip_whitespace` on again; a secret must keep every byte, a last line break too.
_TO_THE_BYTE = ConfigDict(str_strip_whitespace=False)
_WARNING = (
    "The secret passes through this conversation, and whoever runs the assistant can read it. If that is not "
    "acceptable, ask the customer to deposit it in the dashboard instead."
)


class ListRequests(Paged, MaybeInProject):
    """Which requests."""

    status: Annotated[RequestStatus | None, Field(description="Only requests with this status.")] = None


class ListCredentials(Paged, MaybeInProject):
    """Which credentials."""


class Deposit(Creating, DepositCredential, InProject):
    """A credential and its secret: `value`, or `fields` for several secrets with names."""

    model_config = _TO_THE_BYTE


class Fulfill(Creating, FulfillRequest):
    """The secret that a request asks for: `value`, or `fields` for several secrets with names."""

    model_config = _TO_THE_BYTE

    request_id: Annotated[Id, Field(description="The request's id (crq_…), from list_credential_requests.")]


def _list_credentials(caller: Caller, arguments: ListCredentials) -> CredentialList:
    return vault_service().list_credentials(
        caller.account_id,
        project_id=arguments.project_id,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


def _list_credential_requests(caller: Caller, arguments: ListRequests) -> CredentialRequestList:
    return vault_service().list_requests(
        caller.account_id,
        project_id=arguments.project_id,
        status=arguments.status,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


def _deposit_credential(caller: Caller, arguments: Deposit, origin: Origin) -> CredentialView:
    by = by_caller(caller, origin)
    return deposit_service().deposit(caller.account_id, arguments.project_id, arguments, by=by)


def _fulfill_credential_request(caller: Caller, arguments: Fulfill, origin: Origin) -> RequestFulfilled:
    vault_service().require_request(caller, arguments.request_id)
    by = by_caller(caller, origin)
    return deposit_service().fulfill(caller.account_id, arguments.request_id, arguments, by=by)


TOOLS = (
    Tool(
        name="list_credentials",
        title="List credentials",
        description="List the credentials in the vault: names, types, dates and uses. It never shows a secret.",
        scopes=READ,
        hints=READS,
        arguments=ListCredentials,
        result=CredentialList,
        call=_list_credentials,
        narrows=True,
    ),
    Tool(
        name="list_credential_requests",
        title="List credential requests",
        description="List the access that the team asks for: why, how to obtain it, what waits for it, and how urgent "
        "it is.",
        scopes=READ,
        hints=READS,
        arguments=ListRequests,
        result=CredentialRequestList,
        call=_list_credential_requests,
        narrows=True,
    ),
    Tool(
        name="deposit_credential",
        title="Deposit a credential",
        description=f"Store a project's secret in the vault: give value, or fields for several secrets with names. If "
        f"a credential of that name exists, the secret becomes its new version. Nobody can read it back. {_WARNING}",
        scopes=WRITE,
        hints=REPLACES,
        arguments=Deposit,
        result=CredentialView,
        call=_deposit_credential,
        noted=True,
        confidential=True,
    ),
    Tool(
        name="fulfill_credential_request",
        title="Fulfill a credential request",
        description=f"Give the team the access that it asked for: value, or fields for several secrets with names. "
        f"Work that waited for it goes on by itself. {_WARNING}",
        scopes=WRITE,
        hints=IRREVOCABLE,
        arguments=Fulfill,
        result=RequestFulfilled,
        call=_fulfill_credential_request,
        noted=True,
        narrows=True,
        confidential=True,
    ),
)
