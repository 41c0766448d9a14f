"""The stored records of credentials, of the team's requests for them, and of their uses."""

import hashlib
from datetime import date, datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field

from common.fields import Instant
from common.services import frozen
from domain.audit.records import Actor
from domain.events.notices import NoticeKind, item_id
from domain.projects.records import Record
from domain.projects.states import DeliverableKind, Role

CredentialType = Literal["api_key", "password", "token", "ssh_key", "oauth", "certificate", "other"]
Priority = Literal["high", "medium"]
InjectType = Literal["bearer", "basic", "header", "query"]
UsePolicy = Literal["ask_first", "workers", "team"]
Method = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
AllowedBy = Literal["owner", "policy", "once", "for_item", "always"]


class RequestStatus(StrEnum):
    """The status of a request; every status but pending is final."""

    PENDING = "pending"
    FULFILLED = "fulfilled"
    DECLINED = "declined"
    CANCELLED = "cancelled"


@frozen
class OwnedCredential:
    """The id of a credential and the account that owns it. Whoever makes one has checked the owner."""

    account_id: str
    id: str


class _OfProject(Record):
    """A record of the vault, with the ids of the account and the project that it belongs to."""

    account_id: str
    project_id: str


class _Named(_OfProject):
    """A credential, deposited or deleted."""

    id: str
    name: str

    @property
    def owned(self) -> OwnedCredential:
        """The credential's id and owner, for the store."""
        return OwnedCredential(self.account_id, self.id)


class _OfVersion(_OfProject):
    """A record about one version of a credential, for one work item or for none in particular."""

    credential_id: str
    version: int
    work_id: str | None = None


class CredentialRequest(_OfProject):
    """A role's request for access. `entry`: the id of the brief entry that names the other system, if any.

    `blocks`, `deliverable_id`: the document that names it; in records of the first edition, one that waited for it.
    `promised_for`: the day for which the customer has promised it; noted by earlier editions only.
    """

    id: str
    project_name: str
    name: str
    type: CredentialType
    reason: str
    how_to_obtain: str
    blocks: DeliverableKind = DeliverableKind.DELIVERY_PLAN
    deliverable_id: str
    entry: str | None = None
    requested_by: Role
    priority: Priority
    status: RequestStatus = RequestStatus.PENDING
    created_at: Instant
    promised_for: date | None = None
    fulfilled_at: Instant | None = None
    declined_at: Instant | None = None
    cancelled_at: Instant | None = None
    decline_reason: str | None = None
    reminded_at: Instant | None = None
    credential_id: str | None = None

    @property
    def credential(self) -> OwnedCredential | None:
        """The credential that fulfilled the request, perhaps deleted since; None unless the request is fulfilled."""
        return OwnedCredential(self.account_id, self.credential_id) if self.credential_id else None


class UseStatus(StrEnum):
    """How far a call with a credential has come. We send it while it is `calling`; no status comes a second time."""

    PENDING = "pending"
    CALLING = "calling"
    ANSWERED = "answered"
    FAILED = "failed"


class Injection(Record):
    """Where a call carries the secret; `name` is that of the header or of the query's parameter."""

    type: InjectType
    name: str | None = None


class Credential(_Named):
    """The metadata of a deposited secret. `version` rises by one with every deposit under the same name.

    Attributes:
        allowed_hosts: the exact names of the hosts that may be called with it; if empty, none may.
        inject: where a call carries the secret; None without allowed hosts.
        use_policy: which API keys may call; the owner's session always may.
        allowed_methods, allowed_paths: what may be called there; an allowed path includes all paths below it.
    """

    type: CredentialType
    username: str | None = None
    note: str | None = None
    repository_url: str | None = None
    version: int
    created_at: Instant
    updated_at: Instant
    expires_at: Instant | None = None
    last_used_at: Instant | None = None
    uses: int = 0
    allowed_hosts: tuple[str, ...] = ()
    inject: Injection | None = None
    use_policy: UsePolicy = "ask_first"
    allowed_methods: tuple[Method, ...] = ("GET",)
    allowed_paths: tuple[str, ...] = ("/",)

    def has_expired(self, now: datetime) -> bool:
        """Whether `expires_at` has come: nobody can use the credential until it has a new version."""
        return self.expires_at is not None and self.expires_at <= now


class DeletedCredential(_Named):
    """What stays of a deleted credential, so that its owner can still read the record of its uses."""

    deleted_at: Instant


class SealedValue(Record):
    """The current version's ciphertext, in base64. It has a row apart from the metadata, so that no list reads it.

    `shape` says what is inside: the value itself, or named fields as canonical JSON.
    """

    credential_id: str
    version: int
    shape: Literal["value", "fields"]
    ciphertext: str = Field(repr=False)


class CallRequest(Record):
    """What a call sends. The row of a use holds it only until the call is begun. `url` is whole, with its query."""

    url: str = Field(repr=False)
    headers: dict[str, str] = Field(default={}, repr=False)
    body: str | None = Field(default=None, repr=False)


class CredentialUse(Record):
    """One use of one version: a call by a caller or, in records of earlier editions, an opening by a role.

    Attributes:
        by: who called; `allowed_by` says what let them.
        method, host, path: what was called; the path is without its query.
        http_status: that of the host's answer.
        problem: why there is no answer, such as `timed_out`.
    """

    id: str
    credential_id: str
    version: int
    role: Role | None = None
    purpose: str
    at: Instant
    account_id: str | None = None
    project_id: str | None = None
    by: Actor | None = None
    allowed_by: AllowedBy | None = None
    method: Method | None = None
    host: str | None = None
    path: str | None = None
    work_id: str | None = None
    status: UseStatus | None = None
    http_status: int | None = None
    problem: str | None = None
    request: CallRequest | None = None


class AskState(StrEnum):
    """What the owner said of an ask. `used`: the call that `once` allowed was made, or the owner gave a grant."""

    ASKED = "asked"
    ONCE = "once"
    REFUSED = "refused"
    USED = "used"


class Ask(_OfVersion):
    """A key's request to call a host, which the owner decides. The same request has the same id.

    Attributes:
        use_id: the call that the last `once` allowed; None before there was one.
    """

    id: str
    credential_name: str
    by: Actor
    method: Method
    host: str
    path: str
    purpose: str
    asked_at: Instant
    state: AskState = AskState.ASKED
    decided_at: Instant | None = None
    use_id: str | None = None

    @property
    def inbox_item_id(self) -> str:
        """The id of the inbox item that asks the owner."""
        return item_id(NoticeKind.CREDENTIAL_USE, self.asked_at, self.id)


class Grant(_OfVersion):
    """The owner's leave for a key to call with this version: for one work item, or always if `work_id` is None."""

    principal_id: str
    decided_at: Instant

    @property
    def id(self) -> str:
        """The grant's id, `grt_…`: the same for the same credential, key and work item."""
        word = (self.credential_id, self.principal_id, self.work_id)
        return "grt_" + hashlib.sha256(repr(word).encode()).hexdigest()[:32]


@frozen
class ProjectAccess:
    """The credentials and requests of one project, read at one moment; the newest are last."""

    credentials: tuple[Credential, ...]
    requests: tuple[CredentialRequest, ...]
