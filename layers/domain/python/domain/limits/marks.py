"""Marks: hashes keyed with the stack's id, which is in no table and in no backup of one (ADR 31).

A mark stands for an address in a counter's key, so that no row says whose tries it counts; or it is part of an id,
to prove to us later that we gave out that id.
"""

from __future__ import annotations

import hashlib
import hmac
from ipaddress import ip_address, ip_network

from common.dynamo import Item
from common.settings import settings


def mark_of(text: str) -> str:
    """The mark of a text: 32 hex digits, from which nobody can find the text without the key."""
    return hmac.new(settings.counters_key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def key_of(counted: str) -> Item:
    """The key of a counter's row: as it is for an account; else the kind, which IAM checks, and a mark of the rest."""
    kind, _, rest = counted.partition("#")
    return {"pk": counted if kind == "account" else f"{kind}#{mark_of(rest)}"}


def network_of(address: str) -> str:
    """The network that limits and known places apply to: of an IPv6 address the /64, any other text as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if found.version == 6 else address  # noqa: PLR2004
