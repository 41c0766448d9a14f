"""What the owner of an account hears of connections by mail."""

from __future__ import annotations

from datetime import datetime

from common.caller import Origin
from domain.connections.records import Connection
from domain.connections.redirects import shown_host
from domain.keys.scopes import SCOPES
from domain.mail.records import About, Notice

_DEVICE_LENGTH = 100


def connected(connection: Connection, now: datetime, origin: Origin) -> Notice:
    """A program was connected."""
    vouched = connection.client_domain or f"a name that nobody verified, at {shown_host(connection.redirect_uri)}"
    allowed = "; ".join(SCOPES[scope] for scope in connection.scopes)
    return _notice(About.CONNECTED, f"{connection.client_name} ({vouched}). It may: {allowed}.", now, origin)


def misused(connection: Connection, now: datetime, origin: Origin) -> Notice:
    """A connection was ended because one of its secrets was used twice."""
    return _notice(About.CONNECTION_MISUSED, connection.client_name, now, origin)


def _notice(about: About, subject: str, now: datetime, origin: Origin) -> Notice:
    return Notice(about=about, at=now, address=origin.address, device=origin.device[:_DEVICE_LENGTH], subject=subject)
