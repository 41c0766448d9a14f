"""Tools of the vault: see what is there and what the team asks for, hand access over (interface 4.4)."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from common.caller import Caller
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
# A mixed-in model's configuration would win over theirs: a secret is kept to the byte, its last line break too.
_TO_THE_BYTE = ConfigDict(str_strip_whitespace=False)
_WARNING = (
    "The secret passes through this conversation and whoever runs the assistant. If that is not acceptable, the "
    "customer deposits it in the dashboard instead."
)


class ListRequests(Paged, MaybeInProject):
    """Which requests."""

    status: Annotated[RequestStatus | None, Field(description="Only requests of this status.")] = None


class ListCredentials(Paged, MaybeInProject):
    """Which credentials."""


class Deposit(Creating, DepositCredential, InProject):
    """A credential and its secret: value, or fields for several secrets under names."""

    model_config = _TO_THE_BYTE


class Fulfill(Creating, FulfillRequest):
    """The secret a request asks for: value, or fields for several secrets under names."""

    model_config = _TO_THE_BYTE

    request_id: Annotated[Id, Field(description="As list_credential_requests gives it (crq_…).")]


def _list_credentials(caller: Caller, arguments: ListCredentials) -> CredentialList:
    return vault_service().list_credentials(
        caller.account_id, project_id=arguments.project_id, limit=arguments.limit, cursor=arguments.cursor
    )


def _list_credential_requests(caller: Caller, arguments: ListRequests) -> CredentialRequestList:
    return vault_service().list_requests(
        caller.account_id,
        project_id=arguments.project_id,
        status=arguments.status,
        limit=arguments.limit,
        cursor=arguments.cursor,
    )


def _deposit_credential(caller: Caller, arguments: Deposit) -> CredentialView:
    return deposit_service().deposit(caller.account_id, arguments.project_id, arguments)


def _fulfill_credential_request(caller: Caller, arguments: Fulfill) -> RequestFulfilled:
    return deposit_service().fulfill(caller.account_id, arguments.request_id, arguments)


TOOLS = (
    Tool(
        name="list_credentials",
        title="List credentials",
        description="What lies in the vault: names, types, dates and uses. Never a value.",
        scopes=READ,
        hints=READS,
        arguments=ListCredentials,
        result=CredentialList,
        call=_list_credentials,
    ),
    Tool(
        name="list_credential_requests",
        title="List credential requests",
        description="Access the team asks for: why, how to obtain it, what waits for it, and how urgent it is.",
        scopes=READ,
        hints=READS,
        arguments=ListRequests,
        result=CredentialRequestList,
        call=_list_credential_requests,
    ),
    Tool(
        name="deposit_credential",
        title="Deposit a credential",
        description=f"Put a secret into the vault of a project: give value, or fields for several under names. The "
        f"same name again replaces the secret by a new version. It can't be read back. {_WARNING}",
        scopes=WRITE,
        hints=REPLACES,
        arguments=Deposit,
        result=CredentialView,
        call=_deposit_credential,
        confidential=True,
    ),
    Tool(
        name="fulfill_credential_request",
        title="Fulfill a credential request",
        description=f"Give the team the access it asked for: value, or fields for several secrets under names. The "
        f"work that waited goes on by itself. {_WARNING}",
        scopes=WRITE,
        hints=IRREVOCABLE,
        arguments=Fulfill,
        result=RequestFulfilled,
        call=_fulfill_credential_request,
        confidential=True,
    ),
)
