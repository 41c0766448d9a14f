"""A key that is used from an address it was not used from before: remembered on its row, and noted with that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from common.caller import Origin
from common.dynamo import Table, Write
from common.errors import ChangedMeanwhile, Unavailable
from common.telemetry import logger
from common.transactions import TransactionFailed
from domain.audit.log import noting
from domain.audit.records import Actor, EntryType
from domain.events.log import commit

MOST = 20
"""A key that was used from so many addresses is known to roam: no further one is news."""


def is_new(address: str, known: Sequence[str] | None) -> bool:
    """Whether a use from `address` is to be remembered; `known` is None before a key's first use."""
    return bool(address) and (known is None or (address not in known and len(known) < MOST))


def remember(
    keys: Table,
    public_part: str,
    actor: Actor,
    account_id: str,
    origin: Origin,
    known: Sequence[str] | None,
    at: datetime,
) -> None:
    """Transaction: add the address to the key's row, and note it unless it is the key's first.

    A failure is only logged: no request depends on this, and the next one from there tries again.
    """
    adding = keys.updating(
        {"pk": public_part},
        "SET used_from = list_append(if_not_exists(used_from, :none), :new)",
        {"none": [], "new": [origin.address], "address": origin.address},
        condition="attribute_exists(pk) AND NOT contains(used_from, :address)",
    )
    writes: list[Write] = [adding]
    if known is not None:
        writes.append(noting(EntryType.KEY_NEW_ADDRESS, account_id, at, actor, origin, unfamiliar=True))
    try:
        commit(writes)
    except (TransactionFailed, ChangedMeanwhile, Unavailable):
        logger.warning("address_not_remembered", key_id=actor.id)
