"""What the vault shows a caller (interface 4.4 shows no shapes; these are ours). No view holds a secret."""

from datetime import date
from typing import Literal

from pydantic import Field

from common.envelope import View
from common.fields import Instant
from domain.audit.records import Actor
from domain.projects.states import DeliverableKind, Role
from domain.vault.records import (
    AllowedBy,
    CredentialType,
    InjectType,
    Method,
    Priority,
    RequestStatus,
    UsePolicy,
    UseStatus,
)


class CallAnswered(View):
    """What the host answered, with the secret struck out; `use_id` names the record of the use."""

    use_id: str
    status: int
    content_type: str
    body: str


class UseDecided(View):
    """What was decided; `id` is the inbox item's."""

    id: str
    decision: Literal["once", "for_item", "always", "refuse"]
    credential_id: str
    decided_at: Instant


class GrantView(View):
    """A grant: the key `key_id` may call without asking, for one work item or, with null, always."""

    id: str
    key_id: str
    key_name: str | None
    work_id: str | None
    decided_at: Instant


class GrantList(View):
    """Every grant that holds for the credential's present version, newest first."""

    grants: list[GrantView]


class GrantRevoked(View):
    """A grant that holds no longer."""

    id: str
    revoked_at: Instant


class InjectionView(View):
    """Where a call carries the value: a bearer or basic `Authorization`, or the header or query parameter `name`."""

    type: InjectType
    name: str | None


class CredentialView(View):
    """A credential, without its value. With no `allowed_hosts`, nobody can call with it, and `inject` is null."""

    id: str
    project_id: str
    name: str
    type: CredentialType
    username: str | None
    note: str | None
    repository_url: str | None = Field(
        default=None, description="Where the team delivers approved documents; null for nowhere."
    )
    version: int
    created_at: Instant
    updated_at: Instant
    expires_at: Instant | None
    last_used_at: Instant | None
    uses: int
    allowed_hosts: tuple[str, ...] = ()
    inject: InjectionView | None = None
    use_policy: UsePolicy = "ask_first"
    allowed_methods: tuple[Method, ...] = ("GET",)
    allowed_paths: tuple[str, ...] = ("/",)


class CredentialList(View):
    """A page of credentials, newest first."""

    credentials: list[CredentialView]
    has_more: bool
    next_cursor: str | None


class CallableCredentialView(View):
    """What a caller needs to know of a credential that it may call with, or may ask for."""

    id: str
    project_id: str
    name: str
    allowed_hosts: tuple[str, ...]
    allowed_methods: tuple[Method, ...]
    allowed_paths: tuple[str, ...]
    use_policy: UsePolicy


class CallableCredentialList(View):
    """A page of credentials that the caller may call with, newest first."""

    credentials: list[CallableCredentialView]
    has_more: bool
    next_cursor: str | None


class CredentialRequestView(View):
    """What the team asks for, why, and which document names it.

    `promised_for`: the day, YYYY-MM-DD, for which it was promised, which earlier editions noted; null without one.
    """

    id: str
    project_id: str
    project_name: str
    name: str
    type: CredentialType
    reason: str
    how_to_obtain: str
    blocks: DeliverableKind
    deliverable_id: str
    requested_by: Role
    priority: Priority
    status: RequestStatus
    created_at: Instant
    promised_for: date | None
    fulfilled_at: Instant | None
    declined_at: Instant | None
    cancelled_at: Instant | None
    decline_reason: str | None
    credential_id: str | None


class CredentialRequestList(View):
    """A page of requests, newest first."""

    requests: list[CredentialRequestView]
    has_more: bool
    next_cursor: str | None


class RequestFulfilled(View):
    """The request, and the credential that fulfils it."""

    request: CredentialRequestView
    credential: CredentialView


class CredentialDeleted(View):
    """A deleted credential. The record of its uses stays."""

    id: str
    deleted_at: Instant


class CredentialUseView(View):
    """A use: who called which host with which version, what for, and what came of it.

    In records of earlier editions a role opened the value, and called nobody.
    """

    id: str
    version: int
    role: Role | None
    by: Actor | None
    allowed_by: AllowedBy | None
    purpose: str
    at: Instant
    method: Method | None
    host: str | None
    path: str | None
    work_id: str | None
    status: UseStatus | None
    http_status: int | None
    problem: str | None


class CredentialUseList(View):
    """A page of uses, newest first."""

    uses: list[CredentialUseView]
    has_more: bool
    next_cursor: str | None
