"""The mails about connections to the owner of an account."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from common.caller import Origin
from domain.connections.records import Connection, DeviceRequest
from domain.connections.redirects import shown_host
from domain.keys.scopes import SCOPES
from domain.mail.records import About, Notice

_DEVICE_LENGTH = 100


def connected(connection: Connection, now: datetime, origin: Origin) -> Notice:
    """The notice that a program was connected."""
    vouched = connection.client_domain or f"a name that nobody verified, at {shown_host(connection.redirect_uri)}"
    return _allowed(connection.client_name, vouched, connection.scopes, now, origin)


def device_allowed(request: DeviceRequest, scopes: Sequence[str], now: datetime, origin: Origin) -> Notice:
    """The notice that a device's program may get an API key."""
    vouched = f"a name that nobody verified, at the address {request.address}; it gets an API key"
    return _allowed(request.client_name, vouched, scopes, now, origin)


def misused(client_name: str, now: datetime, origin: Origin) -> Notice:
    """The notice that a program's access was ended because one of its secrets was used twice, or by somebody else."""
    return _notice(About.CONNECTION_MISUSED, client_name, now, origin)


def _allowed(client_name: str, vouched: str, scopes: Sequence[str], now: datetime, origin: Origin) -> Notice:
    allowed = "; ".join(SCOPES[scope] for scope in scopes)
    return _notice(About.CONNECTED, f"{client_name} ({vouched}). It may: {allowed}.", now, origin)


def _notice(about: About, subject: str, now: datetime, origin: Origin) -> Notice:
    return Notice(about=about, at=now, address=origin.address, device=origin.device[:_DEVICE_LENGTH], subject=subject)
