"""The manifest of an export: the hash of every file, where the feed's chain begins and ends, and one signature.

docs/security-log.md says exactly what is signed; `atrium-verify` checks it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from common.chain import canonical
from common.clock import to_iso
from common.dynamo import Item
from common.settings import settings
from common.signing import ALGORITHM, public_key, sign
from domain.leaving.records import Export

FORMAT = "atrium-export-1"


@dataclass(slots=True)
class Feed:
    """How many events were exported, and the sequences and hashes of the first and the last.

    DynamoDB deletes expired events some time later, and not in their order. So an export leaves expired ones out, and
    what is left has no gaps.
    """

    count: int = 0
    first: int | None = None
    before_hash: str | None = None
    last: int | None = None
    hash: str | None = None

    def noted(self, rows: Iterable[Item]) -> Iterator[Item]:
        """Yield the same rows, which must be in the feed's order, and note each."""
        for row in rows:
            self.count += 1
            self.first = self.first or int(row["sequence"])
            self.before_hash = self.before_hash or row.get("before_hash")
            self.last, self.hash = int(row["sequence"]), row.get("hash")
            yield row

    def as_json(self) -> dict[str, Any]:
        """The part `events` of the manifest, without the fields that are None."""
        told = {name: getattr(self, name) for name in ("count", "first", "before_hash", "last", "hash")}
        return {name: value for name, value in told.items() if value is not None}


def sealed(record: Export, now: datetime, hashes: dict[str, str], feed: Feed) -> str:
    """The manifest as JSON, signed. Raises `Unavailable` when KMS is down.

    Args:
        record: the export.
        now: when it was made.
        hashes: the SHA-256 of each file, in hex, by the file's name.
        feed: where the chain of the events in it begins and ends.
    """
    key = settings.audit_key_id
    manifest: dict[str, Any] = {
        "algorithm": ALGORITHM,
        "public_key": public_key(key),
        "format": FORMAT,
        "account_id": record.account_id,
        "export_id": record.id,
        "at": to_iso(now),
        "events": feed.as_json(),
        "files": hashes,
    }
    signature = sign(key, signed(manifest))
    return json.dumps({**manifest, "signature": signature}, ensure_ascii=False, indent=1, sort_keys=True)


def signed(manifest: dict[str, Any]) -> bytes:
    """The bytes that KMS signs: account id, format, and SHA-256 of `manifest`, which has no `signature` yet."""
    digest = hashlib.sha256(canonical(manifest).encode()).hexdigest()
    return canonical({"account_id": manifest["account_id"], "format": FORMAT, "manifest": digest}).encode()
