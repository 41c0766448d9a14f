"""The log's chain of hashes: whoever kept a later hash sees when an entry is altered, removed or moved.

Strangers can recompute it as docs/security-log.md says; `verify/atrium_verify/security_log.py` does so.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from common.chain import GENESIS, canonical, hash_of
from domain.audit.records import Chained, Checkpoint, Entry, Head


def covered(entry: Chained) -> dict[str, Any]:
    """The fields of an entry that its hash covers: all but the hash itself and those that are None."""
    return entry.model_dump(mode="json", exclude_none=True, exclude={"hash"})


def signed(account_id: str, sequence: int, entry_hash: str, at: datetime) -> bytes:
    """The bytes of a checkpoint that are signed: its canonical JSON without algorithm and signature."""
    unsigned = Checkpoint(account_id=account_id, sequence=sequence, hash=entry_hash, at=at, algorithm="", signature="")
    return canonical(unsigned.model_dump(mode="json", exclude={"algorithm", "signature"})).encode()


def beginning(account_id: str) -> Head:
    """The head of an account's log before the first entry."""
    return Head(account_id=account_id, sequence=0, hash=GENESIS)


def chained(head: Head, entries: Iterable[Entry]) -> tuple[Head, list[Chained]]:
    """The log's new head, and these entries with numbers and hashes that follow `head`."""
    placed: list[Chained] = []
    sequence, last = head.sequence, head.hash
    for entry in entries:
        sequence += 1
        unhashed = Chained(**entry.model_dump(), sequence=sequence, hash="")
        last = hash_of(last, covered(unhashed))
        placed.append(unhashed.model_copy(update={"hash": last}))
    oldest_at = head.oldest_at or (placed[0].at if placed else None)
    moved = {"sequence": sequence, "hash": last, "oldest_at": oldest_at, "version": head.version + 1}
    return head.model_copy(update=moved), placed
