"""Hash chains: each hash covers the one before, so a changed entry shows unless all later ones change or are gone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

GENESIS = "0" * 64
"""The hash before the first entry."""


def hash_of(before: str, fields: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of the hash before, a line feed, and the entry's fields as canonical JSON.

    Args:
        before: the hash of the entry before, `GENESIS` for the first.
        fields: the fields of the entry, without nulls and without the entry's own hash.
    """
    return hashlib.sha256(f"{before}\n{canonical(fields)}".encode()).hexdigest()


def canonical(fields: Mapping[str, Any]) -> str:
    """The canonical JSON text of `fields` (RFC 8785). Sorting them is enough, because none holds a fraction."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
