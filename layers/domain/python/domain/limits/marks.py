"""Marks, made with the key of the stack's id, which is in no table and in no backup of one (ADR 31).

One stands for an address in the key of a counter, so that no row says whose tries it counts; or it is part of an id,
to show that we gave that id to whoever asks.
"""

from __future__ import annotations

import hashlib
import hmac
from ipaddress import ip_address, ip_network

from common.dynamo import Item
from common.settings import settings


def mark_of(text: str) -> str:
    """The same 32 characters for the same text, which nobody reads out of them."""
    return hmac.new(settings.counters_key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def key_of(counted: str) -> Item:
    """The key of the row of what is counted: its kind in plain words, for whoever may write it; the rest as a mark."""
    kind, _, rest = counted.partition("#")
    return {"pk": counted if kind == "account" else f"{kind}#{mark_of(rest)}"}


def network_of(address: str) -> str:
    """What limits and known places go by: an IPv4 address itself, of IPv6 the /64, which one customer has."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if found.version == 6 else address  # noqa: PLR2004
