"""What a caller sends to the vault (interface 4.4 shows no shapes; these are ours).

Secrets arrive as `SecretStr`, which prints asterisks only.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, SecretStr, StringConstraints, model_validator

from common.envelope import RequestModel
from common.fields import Line, Prose, RequestInstant
from common.settings import settings
from domain.keys.secret_shapes import without_secret
from domain.vault import call_rules
from domain.vault.cipher import Plaintext
from domain.vault.injecting import sendable
from domain.vault.records import (
    CredentialType,
    Injection,
    InjectType,
    Method,
    UsePolicy,
)
from domain.webhooks.targets import MAX_URL_LENGTH

MAX_FIELDS = 20
MAX_FIELD_NAME_LENGTH = 100


def _host(name: str) -> str:
    host = name.lower()
    if not call_rules.is_host(host, private=settings.private_webhook_targets):
        raise ValueError("Give the exact public name of a host, such as api.example.com, without https:// and port")
    return host


def _prefix(path: str) -> str:
    if "//" in path or "?" in path or "#" in path or "/." in path or ";" in path:
        raise ValueError("Give how paths begin, such as /v1/charges, without a query, dots or empty parts")
    return path


def _sealable(secret: SecretStr) -> SecretStr:
    if not secret.get_secret_value().strip():
        raise ValueError("must not be empty")
    if not _is_unicode(secret.get_secret_value()):
        raise ValueError("must be well-formed Unicode")
    return secret


def _well_formed_fields(fields: Any) -> Any:
    """Check all fields at once: pydantic's own error would quote a field's name, and that may be the secret."""
    if fields is None:
        return None
    if not isinstance(fields, dict) or not 1 <= len(fields) <= MAX_FIELDS:
        raise ValueError(f"Give 1 to {MAX_FIELDS} named texts")
    for name, text in fields.items():
        if not isinstance(text, str) or not name.strip() or not text.strip():
            raise ValueError("Give each field a name and a text")
        if len(name) > MAX_FIELD_NAME_LENGTH:
            raise ValueError(f"Give each field a name of at most {MAX_FIELD_NAME_LENGTH} characters")
        if not _is_unicode(name + text):
            raise ValueError("Give each field well-formed Unicode")
    return fields


def _is_unicode(text: str) -> bool:
    """Whether a text can be encoded: JSON can hold half of a surrogate pair, which UTF-8 cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


Secret = Annotated[SecretStr, AfterValidator(_sealable)]
SecretFields = Annotated[dict[str, SecretStr], BeforeValidator(_well_formed_fields)]
Stripped = StringConstraints(strip_whitespace=True)
_Safe = AfterValidator(without_secret)
Name = Annotated[Line, Stripped, Field(min_length=1, max_length=100), _Safe]
Username = Annotated[Line, Stripped, Field(min_length=1, max_length=200), _Safe]
Host = Annotated[str, Stripped, Field(min_length=1, max_length=253), AfterValidator(_host)]
PathPrefix = Annotated[
    str, Field(min_length=1, max_length=200, pattern=r"^/[!-$&-:<-\[\]-~]*$"), AfterValidator(_prefix)
]
HeaderValue = Annotated[str, Field(max_length=2_000)]
Purpose = Annotated[Line, Stripped, Field(min_length=1, max_length=200), _Safe]
WorkId = Annotated[str, Field(pattern=r"^wrk_[0-9A-Za-z]{1,40}$")]
Note = Annotated[Prose, Stripped, Field(min_length=1, max_length=1_000), _Safe]
RepositoryUrl = Annotated[Line, Stripped, Field(min_length=1, max_length=MAX_URL_LENGTH), _Safe]


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


class InjectSecret(RequestModel):
    """Where a call carries the value. `name` is that of the header or of the query's parameter, and needed for both."""

    type: InjectType
    name: Annotated[str | None, Field(max_length=100, pattern=r"^[A-Za-z0-9_.\-]+$")] = None

    @model_validator(mode="after")
    def _named(self) -> Self:
        if (self.type in {"header", "query"}) != (self.name is not None):
            raise ValueError("Give name with header and query only")
        if self.type == "header" and self.name is not None and call_rules.is_reserved(self.name):
            raise ValueError("This header cannot carry a secret. Use bearer or basic for Authorization")
        return self


class CallableRequest(SecretRequest):
    """What may be called with a secret. Without `allowed_hosts` nothing may, and the other fields must be left out.

    `inject` is bearer unless given, and basic for a password.
    """

    model_config = ConfigDict(str_strip_whitespace=False)

    allowed_hosts: Annotated[list[Host], Field(min_length=1, max_length=10)] | None = None
    inject: InjectSecret | None = None
    use_policy: UsePolicy | None = None
    allowed_methods: Annotated[list[Method], Field(min_length=1, max_length=6)] | None = None
    allowed_paths: Annotated[list[PathPrefix], Field(min_length=1, max_length=20)] | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.allowed_hosts is None:
            if any(
                given is not None for given in (self.inject, self.use_policy, self.allowed_methods, self.allowed_paths)
            ):
                raise ValueError("Give allowed_hosts too: without them nobody can call with it")
            return self
        if self.value is None:
            raise ValueError("Give value with allowed_hosts: a call carries one value, not several fields")
        secret = self.value.get_secret_value()
        if len(secret.encode()) < call_rules.SHORTEST_SECRET_BYTES:
            raise ValueError(f"Give a value of at least {call_rules.SHORTEST_SECRET_BYTES} bytes with allowed_hosts")
        if (self.inject is None or self.inject.type in {"bearer", "header"}) and not sendable(secret):
            raise ValueError("A header carries visible ASCII characters only; inject basic or query takes any")
        return self

    def terms_for(self, kind: CredentialType) -> dict[str, Any]:
        """The fields of a credential's record that say what it may be called for."""
        default = "basic" if kind == "password" else "bearer"
        carried = self.inject.model_dump() if self.inject else {"type": default}
        return {
            "allowed_hosts": tuple(dict.fromkeys(self.allowed_hosts or ())),
            "inject": Injection(**carried) if self.allowed_hosts else None,
            "use_policy": self.use_policy or "ask_first",
            "allowed_methods": tuple(dict.fromkeys(self.allowed_methods or ("GET",))),
            "allowed_paths": tuple(dict.fromkeys(self.allowed_paths or ("/",))),
        }


class DepositCredential(CallableRequest):
    """POST /vault/credentials/:projectId. When the project has a credential of this name, this is its next version."""

    name: Name
    type: CredentialType
    username: Username | None = None
    note: Note | None = None
    repository_url: RepositoryUrl | None = None
    expires_at: RequestInstant | None = None


class FulfillRequest(CallableRequest):
    """POST /vault/requests/:requestId/fulfill. The credential gets the name and type of the request."""

    username: Username | None = None
    note: Note | None = None
    repository_url: RepositoryUrl | None = None
    expires_at: RequestInstant | None = None


class CallWithCredential(RequestModel):
    """POST /vault/credentials/:id/call."""

    model_config = ConfigDict(str_strip_whitespace=False)

    method: Method
    url: Annotated[str, Field(min_length=1, max_length=MAX_URL_LENGTH)]
    headers: Annotated[dict[str, HeaderValue], Field(max_length=30, default_factory=dict)]
    body: str | None = None
    purpose: Purpose
    work_id: WorkId | None = None


class DecideUse(RequestModel):
    """POST /inbox/:id/decide: `for_item` holds for the work item that the call named."""

    decision: Literal["once", "for_item", "always", "refuse"]


class DeclineRequest(RequestModel):
    """POST /vault/requests/:requestId/decline."""

    reason: Note
