"""API keys as stored, asked for and shown (interface 2.2)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, AliasChoices, Field, model_validator

from common.envelope import RequestModel, View
from common.fields import Instant, Line, RequestInstant
from common.model import Model
from domain.keys.scopes import PRESETS, SCOPES

MAX_GRACE_SECONDS = 24 * 60 * 60
Preset = Literal["full_access", "mcp_assistant", "vault_only", "read_only", "pa_only"]


class KeyStatus(StrEnum):
    """The status of a key (interface 3.1). Expired and revoked are final."""

    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


class ApiKey(Model):
    """The stored record; `public_part` is its partition key."""

    id: str
    account_id: str
    public_part: str
    prefix: str
    secret_hash: str = Field(repr=False)
    name: str
    scopes: list[str]
    preset: Preset | None = None
    created_at: Instant
    expires_at: Instant | None = None
    revoked_at: Instant | None = None
    last_used_at: Instant | None = None
    successor_id: str | None = None
    """The key that this one was rotated to."""

    def status_at(self, now: datetime) -> KeyStatus:
        """The key's status at `now`. At the instant of `expires_at` the key is expired already."""
        if self.revoked_at is not None:
            return KeyStatus.REVOKED
        if self.expires_at is not None and self.expires_at <= now:
            return KeyStatus.EXPIRED
        return KeyStatus.ACTIVE


def _known_scopes(scopes: list[str]) -> list[str]:
    if unknown := [scope for scope in scopes if scope not in SCOPES]:
        raise ValueError(f"Unknown scope: {', '.join(unknown)[:100]}")
    if len(set(scopes)) != len(scopes):
        raise ValueError("A scope is named twice")
    return [scope for scope in SCOPES if scope in scopes]


Scopes = Annotated[list[str], Field(min_length=1, max_length=len(SCOPES)), AfterValidator(_known_scopes)]
KeyName = Annotated[Line, Field(min_length=1, max_length=100)]


class CreateApiKey(RequestModel):
    """A new key, with either `scopes` or `preset`. `expiresAt` is the interface's only name in camel case."""

    name: KeyName
    scopes: Scopes | None = None
    preset: Preset | None = None
    expires_at: RequestInstant | None = Field(None, validation_alias=AliasChoices("expiresAt", "expires_at"))

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
    """The fields to change, at least one; a null `expiresAt` removes the expiration.

    Interface 4.1 does not name the field of the expiration, so both `expiresAt` and `expires_at` work.
    """

    name: KeyName | None = None
    scopes: Scopes | None = None
    expires_at: RequestInstant | None = Field(None, validation_alias=AliasChoices("expiresAt", "expires_at"))

    @model_validator(mode="after")
    def _something_to_change(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("Give name, scopes or expiresAt")
        if any(field in self.model_fields_set and getattr(self, field) is None for field in ("name", "scopes")):
            raise ValueError("name and scopes cannot be null")
        return self


class RotateApiKey(RequestModel):
    """A rotation. The old key goes on working for `grace_seconds` beside the new one."""

    grace_seconds: int = Field(0, ge=0, le=MAX_GRACE_SECONDS)


class ApiKeyView(View):
    """A key, without its secret."""

    id: str
    name: str
    prefix: str
    scopes: list[str]
    preset: Preset | None
    status: KeyStatus
    expires_at: Instant | None
    created_at: Instant
    last_used_at: Instant | None
    revoked_at: Instant | None
    successor_id: str | None

    @classmethod
    def of(cls, api_key: ApiKey, now: datetime) -> Self:
        """The view of a stored key at `now`."""
        return cls(
            status=api_key.status_at(now), **api_key.model_dump(include=set(cls.model_fields) - {"status", "key"})
        )


class ApiKeyCreated(ApiKeyView):
    """The only answer that ever holds `key`, the full secret (interface 2.2)."""

    key: str = Field(repr=False)

    @classmethod
    def with_secret(cls, api_key: ApiKey, now: datetime, secret: str) -> ApiKeyCreated:
        """The view of a new key, with its secret."""
        return cls(key=secret, **ApiKeyView.of(api_key, now).model_dump())


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
