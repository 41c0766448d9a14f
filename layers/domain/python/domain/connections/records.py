"""Records of connections: clients, requests to connect, and the connections themselves."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field, model_validator

from common.fields import Instant
from common.model import Model
from domain.audit.records import By
from domain.connections.metadata import CODE_GRANTS

AuthMethod = Literal["none", "client_secret_post", "client_secret_basic"]


class Client(Model):
    """A program that may ask to connect.

    Attributes:
        id: `cli_…` of a client that registered, or else the address of its metadata document.
        name: what the client calls itself, made harmless.
        domain: the host of the metadata document; None for a registered client, whose name nobody vouches for.
        redirect_uris: where we may send its users' browsers; empty for a client that only devices use.
        grant_types: the OAuth grants by which it may ask for tokens.
        auth_method: how it shows who it is when it asks for tokens.
    """

    id: str
    name: str
    domain: str | None = None
    redirect_uris: list[str]
    grant_types: list[str] = Field(default_factory=lambda: [*CODE_GRANTS])
    auth_method: AuthMethod = "none"
    secret_hash: str | None = Field(None, repr=False)
    created_at: Instant
    expires_at: Instant


class ConnectRequest(Model):
    """A program's request to be connected, until somebody decides on it.

    `session_hash` names the first session that looked at the request; no other session may from then on.
    """

    id: str
    client_id: str
    client_name: str
    client_domain: str | None = None
    scopes: list[str]
    created_at: Instant
    expires_at: Instant
    session_hash: str | None = Field(None, repr=False)


class CodeRequest(ConnectRequest):
    """A request that is answered by a code, which the browser brings to the program's redirect URI."""

    redirect_uri: str
    state: str | None = None
    code_challenge: str


class Allowed(Model):
    """The permission for a device's request: the device gets a key of this account with its next poll."""

    account_id: str
    scopes: list[str]
    by: By


class DeviceRequest(ConnectRequest):
    """A request whose program polls for the answer, an API key: no browser can be sent to it (RFC 8628).

    Attributes:
        id: the hash of its user code, in hex.
        code_hash: the hash of its device code.
        address: the IP address that the program asked from.
        interval_seconds: how long it must wait between two polls.
        next_poll_at: a poll before that is too early.
        decided_at: when somebody allowed or denied it.
        allowed: None until somebody allows it.
        key_id: the id of the API key that it got.
        turn: how often polls and the decision changed the row; each change requires the number that it read.
    """

    code_hash: str = Field(repr=False)
    address: str
    interval_seconds: int
    next_poll_at: Instant
    decided_at: Instant | None = None
    allowed: Allowed | None = None
    key_id: str | None = None
    turn: int = 0


class RefreshToken(Model):
    """A refresh token that may be used.

    `access_hashes`: of the access token given with it, and of the one before, which ends when this token is used.
    """

    expires_at: Instant
    access_hashes: list[str] = Field(default_factory=list, repr=False)


class Connection(Model):
    """What somebody allowed a program, and the hashes of the code and tokens it got. `public_part` is in the row's key.

    Attributes:
        id: `con_` and the public part.
        code_*: the code that the program exchanges, once, for its first tokens.
        family_hash: the hash of what all its refresh tokens have in common.
        refresh_tokens: those that may be used now, by their hashes: one, or a few after retries.
        used_refresh_tokens: the hashes of those that were used lately, and when each was used first.
        turn: how often tokens were given; each time requires the number that it read.
        access_token_<hash>: when that access token ends. The authorizer alone reads these.
        ends_at: when the connection ends, however often it is refreshed.
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
    family_hash: str | None = Field(None, repr=False)
    refresh_tokens: dict[str, RefreshToken] = Field(default_factory=dict, repr=False)
    used_refresh_tokens: dict[str, Instant] = Field(default_factory=dict, repr=False)
    turn: int = 0
    refresh_expires_at: Instant | None = None
    revoked_at: Instant | None = None
    last_used_at: Instant | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_one_line(cls, row: Any) -> Any:
        """Read rows of earlier versions, which hold a list of hashes of refresh tokens."""
        if isinstance(row, dict) and "refresh_hashes" in row and "refresh_tokens" not in row:
            ends = {"expires_at": row["refresh_expires_at"]}
            row = {**row, "refresh_tokens": dict.fromkeys(row["refresh_hashes"], ends)}
        return row

    @property
    def spoken(self) -> str:
        """How the security log names the connection: by name and id."""
        return f"{self.client_name} ({self.id})"

    def is_over_at(self, now: datetime) -> bool:
        """Whether the connection has expired or been revoked by `now`."""
        ends = [self.refresh_expires_at or self.code_expires_at, self.ends_at, self.revoked_at]
        return now >= min(end for end in ends if end is not None)
