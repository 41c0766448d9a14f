"""Requests and views of connections in the dashboard."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import Field

from common.envelope import RequestModel, View
from common.fields import Instant
from domain.connections import redirects
from domain.connections.records import CodeRequest, Connection, DeviceRequest
from domain.keys.scopes import PRESETS, SCOPES
from domain.limits.marks import network_of

PRESET = frozenset(PRESETS["mcp_assistant"])


class AskedScope(View):
    """A scope that a program asks for. `preset`: it belongs to MCP Assistant, so its box is ticked at first."""

    scope: str
    description: str
    preset: bool


class ConnectRequestView(View):
    """Who wants to be connected, and to what.

    `domain` is the host of the client's metadata document; null: nobody vouches for `name`. `redirect_host` is where a
    browser goes afterwards: a host, `this computer`, or the scheme of a program on it. It is null for a device, which
    gets an API key and asked for that from `address`. `is_here`: whether the browser is in the same network; null where
    one of the two addresses is IPv4 and the other IPv6, for one machine may have both.
    """

    id: str
    name: str
    domain: str | None
    redirect_host: str | None
    address: str | None
    is_here: bool | None
    scopes: list[AskedScope]
    asked_at: Instant
    expires_at: Instant

    @classmethod
    def of(cls, request: CodeRequest | DeviceRequest, here: str) -> Self:
        """The view of a request, for a browser at the address `here`."""
        address = request.address if isinstance(request, DeviceRequest) else None
        return cls(
            id=request.id,
            name=request.client_name,
            domain=request.client_domain,
            redirect_host=redirects.shown_host(request.redirect_uri) if isinstance(request, CodeRequest) else None,
            address=address,
            is_here=_are_near(address, here) if address else None,
            scopes=[AskedScope(scope=one, description=SCOPES[one], preset=one in PRESET) for one in request.scopes],
            asked_at=request.created_at,
            expires_at=request.expires_at,
        )


def _are_near(one: str, other: str) -> bool | None:
    return None if (":" in one) != (":" in other) else network_of(one) == network_of(other)


class FindConnect(RequestModel):
    """The code that a device shows. Case, dashes and spaces do not matter."""

    user_code: Annotated[str, Field(max_length=50)]


class DecideConnect(RequestModel):
    """Whether the program may be connected, and with which of the scopes that it asked for."""

    allow: Annotated[bool, Field(strict=True)]
    scopes: list[Annotated[str, Field(max_length=50)]] = Field(default_factory=list, max_length=len(SCOPES))


class ConnectDecided(View):
    """Where the browser goes now; null for a device, which asks for the decision by itself."""

    redirect_to: str | None


class ConnectionView(View):
    """A connected program. `domain` as in `ConnectRequestView`; `expires_at`: when it ends, unless refreshed before."""

    id: str
    name: str
    domain: str | None
    redirect_host: str
    scopes: list[str]
    granted_at: Instant
    last_used_at: Instant | None
    expires_at: Instant

    @classmethod
    def of(cls, connection: Connection) -> Self:
        """The view of a connection that got tokens."""
        last: datetime = connection.refresh_expires_at or connection.code_expires_at
        used = connection.last_used_at
        return cls(
            id=connection.id,
            name=connection.client_name,
            domain=connection.client_domain,
            redirect_host=redirects.shown_host(connection.redirect_uri),
            scopes=connection.scopes,
            granted_at=connection.granted_at,
            # Uses are noted to the minute, and a connection may be used in the minute in which it is made.
            last_used_at=max(used, connection.granted_at) if used else None,
            expires_at=min(last, connection.ends_at),
        )


class ConnectionList(View):
    """The programs that are connected, newest first."""

    connections: list[ConnectionView]


class ConnectionRevoked(View):
    """A connection that has ended; its program must be connected anew."""

    id: str
    revoked_at: Instant


class ConnectionsRevoked(View):
    """How many connections have ended."""

    revoked: int
