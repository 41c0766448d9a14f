"""Canonical JSON and the hashes over it, as docs/security-log.md defines them."""

from __future__ import annotations

import hashlib
import json
from typing import Any

GENESIS = "0" * 64


def canonical(value: Any) -> bytes:
    """The one JSON text of a value, by RFC 8785. Sorting is enough, because an export holds no fractions."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def without_nulls(value: Any) -> Any:
    """A copy without fields that are null, at any depth."""
    if isinstance(value, dict):
        return {name: without_nulls(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    return value


def sha256(data: bytes) -> str:
    """The SHA-256 of the data, in hex."""
    return hashlib.sha256(data).hexdigest()


def chained(before: str, fields: Any) -> str:
    """The hash of an entry of a chain: over the hash before, a line feed, and its fields without nulls."""
    return sha256(before.encode() + b"\n" + canonical(without_nulls(fields)))
