"""API keys as stored records, and the requests and views of their routes (interface 2.2)."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, AliasChoices, Field, model_validator

from common.envelope import RequestModel, View
from common.fields import Instant, Line, RequestInstant
from common.model import Model
from domain.keys.addresses import normal_range
from domain.keys.scopes import PRESETS, SCOPES

MAX_GRACE_SECONDS = 24 * 60 * 60
MAX_ALLOWED_IPS = 20
MAX_PROJECTS = 50  # their ids travel in the authorizer's answer with every request
MAX_LIFETIME_DAYS = 3650
Preset = Literal["full_access", "mcp_assistant", "vault_only", "read_only", "worker", "pa_only"]


class KeyStatus(StrEnum):
    """The status of a key (interface 3.1). Expired and revoked are final."""

    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


class ApiKey(Model):
    """The stored record; `public_part` is its partition key.

    `allowed_ips` and `project_ids` limit where the key works and which projects it sees; None is no limit.
    """

    id: str
    account_id: str
    public_part: str
    prefix: str
    secret_hash: str = Field(repr=False)
    name: str
    scopes: list[str]
    preset: Preset | None = None
    allowed_ips: list[str] | None = None
    project_ids: list[str] | None = None
    created_at: Instant
    expires_at: Instant | None = None
    revoked_at: Instant | None = None
    closed_at: Instant | None = None
    """When the key was suspended with its closing account; a restored account's keys work again."""
    last_used_at: Instant | None = None
    successor_id: str | None = None
    """The key that this one was rotated to."""

    @property
    def spoken(self) -> str:
        """How the security log names the key: by name and id."""
        return f"{self.name} ({self.id})"

    def status_at(self, now: datetime) -> KeyStatus:
        """The key's status at `now`. At the instant of `expires_at` the key is expired already."""
        if self.revoked_at is not None:
            return KeyStatus.REVOKED
        if self.expires_at is not None and self.expires_at <= now:
            return KeyStatus.EXPIRED
        return KeyStatus.ACTIVE

    def opens_at(self, now: datetime) -> bool:
        """Whether the key works at `now`, or would if its closing account were restored."""
        standing = self.model_copy(update={"revoked_at": None}) if self.closed_at else self
        return standing.status_at(now) is KeyStatus.ACTIVE


def _known_scopes(scopes: list[str]) -> list[str]:
    if not set(scopes) <= set(SCOPES):
        raise ValueError(f"There are these scopes: {', '.join(SCOPES)}")
    if len(set(scopes)) != len(scopes):
        raise ValueError("You name a scope twice")
    return [scope for scope in SCOPES if scope in scopes]


Scopes = Annotated[list[str], Field(min_length=1, max_length=len(SCOPES)), AfterValidator(_known_scopes)]


def _each_once(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(texts))


Range = Annotated[Line, Field(max_length=60), AfterValidator(normal_range)]
AllowedIps = Annotated[
    list[Range],
    Field(min_length=1, max_length=MAX_ALLOWED_IPS, description="Addresses and ranges (CIDR) where the key works."),
    AfterValidator(_each_once),
]
ProjectIds = Annotated[
    list[Annotated[Line, Field(min_length=1, max_length=64)]],
    Field(min_length=1, max_length=MAX_PROJECTS, description="The only projects that the key sees."),
    AfterValidator(_each_once),
]
KeyName = Annotated[Line, Field(min_length=1, max_length=100)]


class CreateApiKey(RequestModel):
    """A new key, with either `scopes` or `preset`. `expiresAt` is the interface's only name in camel case.

    Without `allowed_ips` it works from everywhere, without `project_ids` it sees every project.
    """

    name: KeyName
    scopes: Scopes | None = None
    preset: Preset | None = None
    expires_at: RequestInstant | None = Field(None, validation_alias=AliasChoices("expiresAt", "expires_at"))
    allowed_ips: AllowedIps | None = None
    project_ids: ProjectIds | None = None

    @model_validator(mode="after")
    def _one_source_of_scopes(self) -> Self:
        if (self.scopes is None) == (self.preset is None):
            raise ValueError("Give either scopes or preset")
        return self

    @property
    def granted_scopes(self) -> list[str]:
        """The scopes of the new key, listed or taken from the preset."""
        return list(PRESETS[self.preset]) if self.preset else list(self.scopes or ())


class UpdateApiKey(RequestModel):
    """The fields to change, at least one; a null `expiresAt`, `allowed_ips` or `project_ids` removes that limit.

    Interface 4.1 does not name the field of the expiration, so both `expiresAt` and `expires_at` work.
    """

    name: KeyName | None = None
    scopes: Scopes | None = None
    expires_at: RequestInstant | None = Field(None, validation_alias=AliasChoices("expiresAt", "expires_at"))
    allowed_ips: AllowedIps | None = None
    project_ids: ProjectIds | None = None

    @model_validator(mode="after")
    def _something_to_change(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("Give name, scopes, expiresAt, allowed_ips or project_ids")
        if any(field in self.model_fields_set and getattr(self, field) is None for field in ("name", "scopes")):
            raise ValueError("Leave name and scopes out, or give them a value")
        return self


class RotateApiKey(RequestModel):
    """A rotation. The old key goes on working for `grace_seconds` beside the new one."""

    grace_seconds: int = Field(0, ge=0, le=MAX_GRACE_SECONDS)


class ApiKeyView(View):
    """A key, without its secret.

    `over_max_lifetime`: it expires later than the account's setting allows, or never. It works all the same; only
    changes that would let it do more are refused.
    """

    id: str
    name: str
    prefix: str
    scopes: list[str]
    preset: Preset | None
    allowed_ips: list[str] | None
    project_ids: list[str] | None
    status: KeyStatus
    over_max_lifetime: bool
    expires_at: Instant | None
    created_at: Instant
    last_used_at: Instant | None
    revoked_at: Instant | None
    successor_id: str | None

    @classmethod
    def of(cls, api_key: ApiKey, now: datetime, *, over_max_lifetime: bool) -> Self:
        """The view of a stored key at `now`."""
        stored = api_key.model_dump(include=set(ApiKey.model_fields) & set(cls.model_fields))
        return cls(status=api_key.status_at(now), over_max_lifetime=over_max_lifetime, **stored)


class ApiKeyDetail(ApiKeyView):
    """One key, with the addresses that it was used from."""

    used_from: list[str] = Field(description="The first twenty addresses, in the order in which they came up.")


class ApiKeyCreated(ApiKeyView):
    """The only answer that ever holds `key`, the full secret (interface 2.2)."""

    key: str = Field(repr=False)

    @classmethod
    def with_secret(cls, api_key: ApiKey, now: datetime, secret: str) -> Self:
        """The view of a new key, with its secret. The caller has checked the account's longest lifetime."""
        return cls(key=secret, **ApiKeyView.of(api_key, now, over_max_lifetime=False).model_dump())


class ApiKeyList(View):
    """A page of keys, newest first."""

    api_keys: list[ApiKeyView]
    has_more: bool
    next_cursor: str | None


class ApiKeyRevoked(View):
    """A revoked key. It can never be made active again (interface 3.1)."""

    id: str
    status: Literal[KeyStatus.REVOKED] = KeyStatus.REVOKED
    revoked_at: Instant


class KeyPolicy(View):
    """The account's rule for its API keys. Null: they may live for ever."""

    max_lifetime_days: int | None


class UpdateKeyPolicy(RequestModel):
    """The longest lifetime of an API key, in days from its creation; null for no limit."""

    max_lifetime_days: Annotated[int, Field(strict=True, ge=1, le=MAX_LIFETIME_DAYS)] | None


class ReportLeak(RequestModel):
    """A whole API key that was found where it should not be."""

    key: Annotated[str, Field(min_length=1, max_length=200, repr=False)]


class LeakReported(View):
    """The report was received. The answer is the same whether or not there is such a key."""

    received: bool = True


class ScopeView(View):
    """A scope and what it allows."""

    scope: str
    description: str


class PresetView(View):
    """A named set of scopes."""

    preset: Preset
    name: str
    description: str
    scopes: list[str]


class ScopeCatalogue(View):
    """All scopes and presets."""

    scopes: list[ScopeView]
    presets: list[PresetView]
