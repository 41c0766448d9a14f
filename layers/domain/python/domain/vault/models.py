"""What a caller sends to the vault and gets from it (interface 4.4 shows no shapes; these are ours).

Secrets arrive as `SecretStr`, which prints asterisks only. No view holds a secret.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, SecretStr, StringConstraints, model_validator

from common.envelope import RequestModel, View
from common.fields import Instant, Line, Prose, RequestInstant
from domain.audit.records import Actor
from domain.keys.leaks import find_key_shape
from domain.projects.states import DeliverableKind, Role
from domain.vault.cipher import Plaintext
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

MAX_FIELDS = 20
MAX_FIELD_NAME_LENGTH = 100


def _not_a_secret(text: str) -> str:
    if kind := find_key_shape(text):
        raise ValueError(f"This looks like it holds a secret ({kind}). Secrets belong in value or fields")
    return text


def _sealable(secret: SecretStr) -> SecretStr:
    if not secret.get_secret_value().strip():
        raise ValueError("Must not be empty")
    if not _is_unicode(secret.get_secret_value()):
        raise ValueError("Must be well-formed Unicode")
    return secret


def _well_formed_fields(fields: Any) -> Any:
    """Check all fields at once: pydantic's own error would quote a field's name, and that may be the secret."""
    if fields is None:
        return None
    if not isinstance(fields, dict) or not 1 <= len(fields) <= MAX_FIELDS:
        raise ValueError(f"Give 1 to {MAX_FIELDS} named texts")
    for name, text in fields.items():
        if not isinstance(text, str) or not name.strip() or not text.strip():
            raise ValueError("Every field needs a name and a text")
        if len(name) > MAX_FIELD_NAME_LENGTH:
            raise ValueError(f"A field's name may have at most {MAX_FIELD_NAME_LENGTH} characters")
        if not _is_unicode(name + text):
            raise ValueError("Every field needs well-formed Unicode")
    return fields


def _is_unicode(text: str) -> bool:
    """Whether a text can be encoded: JSON can hold half of a surrogate pair, which UTF-8 cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


Secret = Annotated[SecretStr, AfterValidator(_sealable)]
SecretFields = Annotated[dict[str, SecretStr], BeforeValidator(_well_formed_fields)]
Stripped = StringConstraints(strip_whitespace=True)
Name = Annotated[Line, Stripped, Field(min_length=1, max_length=100), AfterValidator(_not_a_secret)]
Username = Annotated[Line, Stripped, Field(min_length=1, max_length=200), AfterValidator(_not_a_secret)]
Note = Annotated[Prose, Stripped, Field(min_length=1, max_length=1_000), AfterValidator(_not_a_secret)]


class SecretRequest(RequestModel):
    """A secret: either one `value`, or several named `fields`, such as user and password or key and certificate."""

    model_config = ConfigDict(str_strip_whitespace=False)  # a secret must keep every byte, even its last line break

    value: Secret | None = None
    fields: SecretFields | None = None

    @model_validator(mode="after")
    def _one_secret(self) -> Self:
        if (self.value is None) == (self.fields is None):
            raise ValueError("Give either value or fields")
        return self

    def to_plaintext(self) -> Plaintext:
        """The secret to seal. Raises `PayloadTooLarge` above 4,096 bytes."""
        if self.value is not None:
            return Plaintext.of_value(self.value.get_secret_value())
        return Plaintext.of_fields({name: text.get_secret_value() for name, text in (self.fields or {}).items()})


class DepositCredential(SecretRequest):
    """POST /vault/credentials/:projectId. When the project has a credential of this name, this is its next version."""

    name: Name
    type: CredentialType
    username: Username | None = None
    note: Note | None = None
    expires_at: RequestInstant | None = None


class FulfillRequest(SecretRequest):
    """POST /vault/requests/:requestId/fulfill. The credential gets the name and type of the request."""

    note: Note | None = None
    expires_at: RequestInstant | None = None


class DeclineRequest(RequestModel):
    """POST /vault/requests/:requestId/decline."""

    reason: Note


class InjectionView(View):
    """Where a call carries the value: a bearer or basic `Authorization`, or the header or query parameter `name`."""

    type: InjectType
    name: str | None


class CredentialView(View):
    """A credential, without its value. With no `allowed_hosts` it can't be called, and `inject` is null."""

    id: str
    project_id: str
    name: str
    type: CredentialType
    username: str | None
    note: str | None
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


class CredentialRequestView(View):
    """What the team asks for, why, and which document waits for it."""

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
