"""A key's use from a new IP address: one transaction adds it to the key's row and notes it in the security log."""

from __future__ import annotations

from datetime import datetime

from common.caller import Origin
from common.dynamo import Item, Table, Write
from common.errors import ChangedMeanwhile, Unavailable
from common.settings import settings
from common.telemetry import logger
from common.transactions import TransactionFailed
from domain.audit.log import noting
from domain.audit.records import Actor, EntryType
from domain.events.log import commit

MOST = 20
"""A key that was used from so many addresses is known to roam: no further one is news."""


def remember(row: Item, origin: Origin, at: datetime) -> None:
    """Transaction: add the address to the key's row, and note it unless it is the key's first address.

    A failure is only logged: no request depends on this, and the next request from this address tries again.

    Args:
        row: the key's row as read; `used_from` has the addresses that it was used from.
        origin: where the key is used from now. Nothing happens without an address, or for a key with 20 of them.
        at: now.
    """
    known, address = row.get("used_from"), origin.address
    if not address or (known is not None and len(known) >= MOST):
        return
    adding = Table(settings.keys_table).updating(
        {"pk": row["pk"]},
        "SET used_from = list_append(if_not_exists(used_from, :none), :new)",
        {"none": [], "new": [address], "address": address},
        condition="attribute_exists(pk) AND NOT contains(used_from, :address)",
    )
    writes: list[Write] = [adding]
    if known is not None:
        actor = Actor(kind="api_key", id=row["id"])
        writes.append(noting(EntryType.KEY_NEW_ADDRESS, row["account_id"], at, actor, origin, unfamiliar=True))
    try:
        commit(writes)
    except (TransactionFailed, ChangedMeanwhile, Unavailable):
        logger.warning("address_not_remembered", key_id=row["id"])
