"""Outbox marks: while work waits to be done its row sits in a sparse index, where the sweep finds it.

The index is spread over a few shards so that a busy day does not write into a single index partition.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import datetime

from common.clock import to_iso
from common.dynamo import Item, Table

INDEX = "outbox"
SHARDS = 8
ATTRIBUTES = ("outbox_shard", "outbox_at")


def mark(project_id: str, at: datetime) -> dict[str, str]:
    """The attributes that put a row into the outbox; removing them takes it out."""
    return {"outbox_shard": str(zlib.crc32(project_id.encode()) % SHARDS), "outbox_at": to_iso(at)}


@dataclass(frozen=True, slots=True)
class Window:
    """Rows put into the outbox between two instants: not just now (their own nudge is under way), not ages ago."""

    after: datetime
    before: datetime


def list_waiting(table: Table, window: Window, *, limit: int) -> list[Item]:
    """Query index outbox, each shard, by outbox_at: the oldest `limit` rows a shard."""
    waiting: list[Item] = []
    for shard in range(SHARDS):
        page = table.query(
            "outbox_shard = :shard AND outbox_at BETWEEN :after AND :before",
            {"shard": str(shard), "after": to_iso(window.after), "before": to_iso(window.before)},
            index=INDEX,
            limit=limit,
        )
        waiting += page.items
    return waiting
