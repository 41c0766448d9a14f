"""Tools of the vault: list credentials and the team's requests for access, hand access over (interface 4.4).

A secret does not pass through the assistant: handing one over gives a link to the dashboard, unless the customer has
said that the assistant may have it (ADR 14).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

import mcp_types as types
from pydantic import ConfigDict, Field, StrictBool, model_validator

from common.caller import Caller, Origin
from common.clock import utc_now
from common.envelope import RequestModel, View
from common.fields import Instant
from domain.audit.log import by_caller
from domain.projects.service import project_service
from domain.vault.deposits import deposit_service
from domain.vault.models import (
    CallableCredentialList,
    CallAnswered,
    CredentialList,
    CredentialRequestList,
    CredentialRequestView,
)
from domain.vault.records import CredentialType, RequestStatus
from domain.vault.request_rules import same_name
from domain.vault.requests import (
    CallWithCredential,
    DeclineRequest,
    DepositCredential,
    FulfillRequest,
    Name,
    Secret,
)
from domain.vault.service import vault_service
from domain.vault.team_requests import team_requests
from domain.work_items.calling import call_service
from mcp_door.arguments import Creating, Id, InProject, MaybeInProject, Paged, told
from mcp_door.asking_back import Declined
from mcp_door.exchange import Exchange
from mcp_door.links import LASTS, deposit_link, fulfill_link
from mcp_door.tool import CALLS_OUT, IRREVOCABLE, READS, REPLACES, Brief, Do, tool

READ = ("vault:read",)
WRITE = ("vault:write",)
USE = ("vault:use",)
_BY_KEYS = "API keys call hosts with it where the customer allows that."
_TOLD = "secret_in_conversation"
_PUT_IN = "Put the secret into Atrium's vault. The assistant doesn't see it."
# Mixed-in classes would turn `str_strip_whitespace` on again; a secret must keep every byte, a last line break too.
_TO_THE_BYTE = ConfigDict(str_strip_whitespace=False)


class ListRequests(Paged, MaybeInProject):
    """Arguments of `list_credential_requests`: which requests to list."""

    status: Annotated[RequestStatus | None, Field(description="Only these.")] = None


class ListCredentials(Paged, MaybeInProject):
    """Arguments of `list_credentials`: which credentials to list."""


class HandOver(Creating):
    """Arguments that ask for a link to hand a secret over, or hold the secret itself if the customer wants that."""

    model_config = _TO_THE_BYTE

    secret_in_conversation: Annotated[StrictBool, Field(description="true: the customer insists, after the link.")] = (
        False
    )
    value: Annotated[Secret | None, Field(description="The secret, only then.")] = None

    @model_validator(mode="after")
    def _secret_only_when_wanted(self) -> Self:
        if self.value is not None and not self.secret_in_conversation:
            raise ValueError(f"Leave out value: without {_TOLD} you get a link for the customer")
        if self.secret_in_conversation and self.value is None:
            raise ValueError(f"With {_TOLD}, give the value")
        return self


class Deposit(HandOver, InProject):
    """Arguments of `deposit_credential`: the credential's project, name and type."""

    model_config = _TO_THE_BYTE

    name: Annotated[Name, Field(description="An existing one gets a new version.")]
    type: Annotated[CredentialType, Field(description="What it is.")]


class Fulfill(HandOver):
    """Arguments of `fulfill_credential_request`: the request to answer."""

    model_config = _TO_THE_BYTE

    request_id: Annotated[Id, Field(description="Id crq_…")]


@told(headers="Further ones.", purpose="Why, for the owner.", work_id="wrk_… it is for.")
class Call(CallWithCredential):
    """Arguments of `call_with_credential`: a credential, and the HTTP request to send with it."""

    credential_id: Annotated[Id, Field(description="crd_…, from list_credentials.")]


@told(reason="Why, for the team.")
class Decline(DeclineRequest):
    """Arguments of `decline_credential_request`: a request, and why it is declined."""

    request_id: Annotated[Id, Field(description="Id crq_…")]


class HandedOver(View):
    """What came of handing a secret over. `status`: open_link, with a `link` good until `expires_at`; or stored.

    `use`: a sentence on whether the team will use what is deposited.
    """

    status: Literal["open_link", "stored"]
    link: str | None = None
    expires_at: Instant | None = None
    credential_id: str | None = None
    version: int | None = None
    next: str | None = None
    use: str | None = None


@tool(
    "List credentials",
    (*READ, *USE),
    READS,
    narrows=True,
    brief=Brief(
        (
            *("id", "project_id", "name", "type", "version", "expires_at", "uses"),
            *("allowed_hosts", "allowed_methods", "allowed_paths", "use_policy"),
        ),
        of="credentials",
    ),
    result=CredentialList,
)
def list_credentials(caller: Caller, arguments: ListCredentials) -> CredentialList | CallableCredentialList:
    """The credentials in the vault, newest first; never a secret."""
    # All of them; a worker, which may not read the vault, sees those that it may call with.
    if caller.scopes.isdisjoint(READ):
        part = {"project_id": arguments.project_id, "cursor": arguments.cursor}
        return vault_service().list_callable(caller, limit=arguments.limit, **part)
    return vault_service().list_credentials(
        caller.account_id,
        project_id=arguments.project_id,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


@tool(
    "Requested access",
    READ,
    READS,
    narrows=True,
    brief=Brief(
        (
            *("id", "project_id", "project_name", "name", "type", "reason", "how_to_obtain", "priority"),
            *("status", "promised_for"),
        ),
        of="requests",
    ),
)
def list_credential_requests(caller: Caller, arguments: ListRequests) -> CredentialRequestList:
    """The access that the team asks for, why, and how to obtain it."""
    return vault_service().list_requests(
        caller.account_id,
        project_id=arguments.project_id,
        status=arguments.status,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


@tool("Call with a credential", USE, CALLS_OUT, narrows=True)
def call_with_credential(caller: Caller, arguments: Call, origin: Origin) -> CallAnswered:
    """Call an allowed host with a credential's secret, which you never see."""
    body = CallWithCredential.model_validate(arguments.model_dump(exclude={"credential_id"}))
    return call_service().call(caller, arguments.credential_id, body, by=by_caller(caller, origin))


def _use_of(caller: Caller, arguments: Deposit) -> str | None:
    """A sentence on whether the team will use what is deposited; None for a key that may not read requests."""
    if caller.scopes.isdisjoint(READ):
        return None
    named = set(arguments.name.casefold().split())
    asked = team_requests().list_for_project(caller.account_id, arguments.project_id).requests
    alike = [one for one in asked if set(one.name.casefold().split()) <= named]
    pending = next((one for one in alike if one.status is RequestStatus.PENDING), None)
    if pending is not None and same_name(pending.name, arguments.name):
        return f"It answers the team's request for {pending.name}."
    if pending is not None:
        return f"It doesn't answer the team's request for {pending.name}: that does fulfill_credential_request."
    if declined := next((one for one in alike if one.status is RequestStatus.DECLINED), None):
        return (
            f"The team's request for {declined.name} was declined, which stands: it writes its documents without it. "
            f"{_BY_KEYS}"
        )
    return f"The team has not asked for it, so it doesn't need it for its documents. {_BY_KEYS}"


def _opened(exchange: Exchange, _: RequestModel, found: dict[str, Any], __: Do) -> dict[str, Any]:
    """`found`; or, once the client opened the link in it, what comes next. Raises `Declined`, `Interim`."""
    if found["status"] != "open_link":
        return found
    page = types.ElicitRequestURLParams(message=_PUT_IN, url=found["link"])
    answer = exchange.person.ask({"link": types.ElicitRequest(params=page)}, keep=found).get("link")
    if answer is None:
        return found
    if answer.get("action") != "accept":
        raise Declined
    return {"status": "link_opened", "next": "The customer has the page open. Then see list_credentials."}


@tool("Deposit a credential", WRITE, REPLACES, confidential=True, then=_opened)
def deposit_credential(caller: Caller, arguments: Deposit, origin: Origin) -> HandedOver:
    """Get a link where the customer puts in a project's secret; you never see it."""
    project_service().get(caller.account_id, arguments.project_id)
    use = _use_of(caller, arguments)
    if not arguments.secret_in_conversation:
        now = utc_now()
        link = deposit_link(arguments.project_id, name=arguments.name, kind=arguments.type, now=now)
        return _by_link(link, now + LASTS, use=use)
    body = DepositCredential(name=arguments.name, type=arguments.type, value=arguments.value)
    by = by_caller(caller, origin)
    done = deposit_service().deposit(caller.account_id, arguments.project_id, body, by=by)
    return HandedOver(status="stored", credential_id=done.id, version=done.version, use=use)


@tool("Give access", WRITE, IRREVOCABLE, narrows=True, confidential=True, then=_opened)
def fulfill_credential_request(caller: Caller, arguments: Fulfill, origin: Origin) -> HandedOver:
    """Get a link where the customer gives the access asked for; you never see it."""
    vault_service().require_request(caller, arguments.request_id)
    if not arguments.secret_in_conversation:
        deposit_service().require_pending(caller.account_id, arguments.request_id)
        now = utc_now()
        return _by_link(fulfill_link(arguments.request_id, now=now), now + LASTS)
    body = FulfillRequest(value=arguments.value)
    by = by_caller(caller, origin)
    done = deposit_service().fulfill(caller.account_id, arguments.request_id, body, by=by).credential
    return HandedOver(status="stored", credential_id=done.id, version=done.version)


@tool(
    "Decline access",
    WRITE,
    IRREVOCABLE,
    narrows=True,
    brief=Brief(("id", "project_name", "name", "status", "decline_reason")),
)
def decline_credential_request(caller: Caller, arguments: Decline) -> CredentialRequestView:
    """Tell the team it won't get an access, for good; work goes on without, and spends. Ask the customer first."""
    vault_service().require_request(caller, arguments.request_id)
    return deposit_service().decline(caller.account_id, arguments.request_id, DeclineRequest(reason=arguments.reason))


def _by_link(link: str, expires_at: Instant, *, use: str | None = None) -> HandedOver:
    return HandedOver(
        status="open_link",
        link=link,
        expires_at=expires_at,
        use=use,
        next="Give the link to the customer, who signs in and puts the secret in there. Then see list_credentials.",
    )
