"""Outbox marks: while a row waits to be worked on, it carries two attributes that put it into a sparse index.

The sweep reads this index. Its rows are spread over a few shards, so that on a busy day not all writes go to one
partition of the index.
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
    """The rows put into the outbox between two instants.

    Newer rows are left out because their first nudge is still under way, older ones because we have given them up.
    """

    after: datetime
    before: datetime


def list_waiting(table: Table, window: Window, *, limit: int) -> list[Item]:
    """Query index outbox, each shard, by outbox_at: the oldest `limit` rows of every shard."""
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
