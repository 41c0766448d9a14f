"""What is stored of connections: clients, requests to connect, and the connections themselves."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from common.fields import Instant
from common.model import Model

AuthMethod = Literal["none", "client_secret_post", "client_secret_basic"]


class Client(Model):
    """A program that may ask to connect.

    Attributes:
        id: `cli_…` of one that registered, the address of its metadata document of one that has such.
        name: as it calls itself, made harmless.
        domain: of the metadata document; None of a client that registered, whose name nobody vouches for.
        redirect_uris: where its users' browsers may be sent.
        auth_method: how it shows who it is when it asks for tokens.
    """

    id: str
    name: str
    domain: str | None = None
    redirect_uris: list[str]
    auth_method: AuthMethod = "none"
    secret_hash: str | None = Field(None, repr=False)
    created_at: Instant
    expires_at: Instant


class ConnectRequest(Model):
    """A program's wish to be connected, until somebody decides on it.

    `session_hash` is that of the first session that looked at it; it is nobody else's from then on.
    """

    id: str
    client_id: str
    client_name: str
    client_domain: str | None = None
    redirect_uri: str
    scopes: list[str]
    state: str | None = None
    code_challenge: str
    created_at: Instant
    expires_at: Instant
    session_hash: str | None = Field(None, repr=False)


class Connection(Model):
    """What somebody allowed a program, and the hashes of what it was given for that; `public_part` is in its key.

    Attributes:
        id: `con_` and the public part.
        code_*: the code that its first tokens are got with, once.
        secret_hash, token_expires_at: of the newest access token.
        earlier_hash, earlier_expires_at: of the one before.
        family_hash: of what all its refresh tokens have in common.
        refresh_hashes: of the refresh tokens that may be used now: one, or a few after a retry.
        used_refresh_hashes: of those that were used last, at `refreshed_at`.
        ends_at: when it ends however often it is refreshed.
    """

    id: str
    account_id: str
    user_id: str
    public_part: str
    client_id: str
    client_name: str
    client_domain: str | None = None
    redirect_uri: str
    scopes: list[str]
    granted_at: Instant
    ends_at: Instant
    code_hash: str = Field(repr=False)
    code_challenge: str
    code_expires_at: Instant
    code_used_at: Instant | None = None
    secret_hash: str | None = Field(None, repr=False)
    token_expires_at: Instant | None = None
    earlier_hash: str | None = Field(None, repr=False)
    earlier_expires_at: Instant | None = None
    family_hash: str | None = Field(None, repr=False)
    refresh_hashes: list[str] = Field(default_factory=list, repr=False)
    used_refresh_hashes: list[str] = Field(default_factory=list, repr=False)
    refreshed_at: Instant | None = None
    refresh_expires_at: Instant | None = None
    revoked_at: Instant | None = None
    last_used_at: Instant | None = None

    @property
    def spoken(self) -> str:
        """The connection as the security log names it."""
        return f"{self.client_name} ({self.id})"

    def is_over_at(self, now: datetime) -> bool:
        """Whether it has ended by then: `now`, or a moment before."""
        ends = [self.refresh_expires_at or self.code_expires_at, self.ends_at, self.revoked_at]
        return now >= min(end for end in ends if end is not None)
