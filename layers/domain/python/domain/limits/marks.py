"""Marks that stand for addresses in the keys of counters, so that no row says whose tries it counts.

A mark in an id shows that we gave the id to whoever asks. The key of the hash is the stack's id, which is in no table
and in no backup of one (ADR 31).
"""

from __future__ import annotations

import hashlib
import hmac

from common.dynamo import Item
from common.settings import settings


def mark_of(text: str) -> str:
    """The same 32 characters for the same text, which nobody reads out of them."""
    return hmac.new(settings.counters_key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def key_of(counted: str) -> Item:
    """The key of the row of what is counted: its kind in plain words, for whoever may write it; the rest as a mark."""
    kind, _, rest = counted.partition("#")
    return {"pk": counted if kind == "account" else f"{kind}#{mark_of(rest)}"}
