"""Chains of hashes: each covers the one before, so a change shows unless all later ones are rewritten or cut off."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

GENESIS = "0" * 64
"""The hash before the first entry."""


def hash_of(before: str, fields: Mapping[str, Any]) -> str:
    """SHA-256 over the hash before, a line feed, and the entry's fields as canonical JSON; in hex.

    Args:
        before: the hash of the entry before, `GENESIS` for the first.
        fields: those of the entry, without its hash and without nulls.
    """
    return hashlib.sha256(f"{before}\n{canonical(fields)}".encode()).hexdigest()


def canonical(fields: Mapping[str, Any]) -> str:
    """The one JSON text of these fields (RFC 8785). It is this simple because they hold no fractions."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
