"""Outbox marks: while a row waits to be worked on, it carries two attributes that put it into a sparse index.

The sweep reads this index. Its rows are spread over a few shards, so that on a busy day not all writes go to one
partition of the index.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from datetime import datetime

from common.clock import to_iso
from common.dynamo import Item, Table
from common.services import frozen
from common.telemetry import logger

INDEX = "outbox"
SHARDS = 8
LIMIT_PER_SHARD = 200
ATTRIBUTES = ("outbox_shard", "outbox_at")


def mark(group: str, at: datetime, *, lane: str = "") -> dict[str, str]:
    """The attributes that put a row into the outbox; removing them takes it out.

    Args:
        group: the id of whatever is worked on in order, a project or an account; it decides on the shard.
        at: when the row is due.
        lane: where two kinds of rows wait in one table, the second has shards of its own, which begin with this.
    """
    return {"outbox_shard": f"{lane}{zlib.crc32(group.encode()) % SHARDS}", "outbox_at": to_iso(at)}


@frozen
class Window:
    """The rows of the outbox that are due between two instants, both included.

    Newer rows are left out because their first nudge is still under way, older ones because we have given them up.
    """

    after: datetime
    before: datetime


def list_waiting(table: Table, window: Window, *, limit: int = LIMIT_PER_SHARD, lane: str = "") -> list[Item]:
    """Query index outbox, each shard of the lane, by outbox_at: the oldest `limit` rows of every shard."""
    waiting: list[Item] = []
    for shard in range(SHARDS):
        rows, _ = table.query_up_to(
            "outbox_shard = :shard AND outbox_at BETWEEN :after AND :before",
            {"shard": f"{lane}{shard}", "after": to_iso(window.after), "before": to_iso(window.before)},
            index=INDEX,
            limit=limit,
        )
        waiting += rows
    return waiting


def sweep[T](name: str, due: Collection[T], send: Callable[[T], object]) -> int:
    """Call `send` for each of `due`, then log their number as `name`; returns it.

    An error that `send` raises ends the sweep; the next sweep finds the rest by their marks.
    """
    for one in due:
        send(one)
    logger.info(name, due=len(due))
    return len(due)
