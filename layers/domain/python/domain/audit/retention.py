"""What the security log keeps: entries for 400 days, and of an hour's failed sign-ins the first 60 each by itself."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from common.ids import derived_id
from domain.audit.records import Actor, Entry, EntryType, Head, Tries

TRIES_AN_HOUR = 60
KEPT = timedelta(days=400)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


def bounded(head: Head, noted: Iterable[Entry], now: datetime) -> tuple[Head, list[Entry]]:
    """The head with its count of failed sign-ins, and those of the noted entries that the log keeps.

    A flood of wrong passwords would fill an account's log. So of each hour's failed sign-ins the first 60 get an entry
    each, and the others one together, once the hour is over.
    """
    tries = head.tries
    kept: list[Entry] = []
    for entry in noted:
        if entry.type is EntryType.SIGN_IN_FAILED:
            hour = entry.at.replace(minute=0, second=0, microsecond=0)
            if tries is None or hour > tries.hour:
                kept += _told_together(head.account_id, tries)
                tries = Tries(hour=hour)
            if tries.noted >= TRIES_AN_HOUR:
                tries = tries.model_copy(update={"withheld": tries.withheld + 1})
                continue
            tries = tries.model_copy(update={"noted": tries.noted + 1})
        kept.append(entry)
    if tries is not None and now >= tries.hour + _HOUR:
        kept += _told_together(head.account_id, tries)
        tries = None
    return head.model_copy(update={"tries": tries}), kept


def due_at(head: Head) -> datetime | None:
    """When the log must be looked at even if nothing is noted, to tell of withheld tries or to prune; None: never.

    We prune entries a day late, so that a busy account is pruned once a day and not at every entry.
    """
    telling = [head.tries.hour + _HOUR] if head.tries and head.tries.withheld else []
    pruning = [head.oldest_at + KEPT + _DAY] if head.oldest_at else []
    return min([*telling, *pruning], default=None)


def _told_together(account_id: str, tries: Tries | None) -> list[Entry]:
    if tries is None or not tries.withheld:
        return []
    at = tries.hour + _HOUR
    return [
        Entry(
            id=derived_id("aud", at, EntryType.SIGN_IN_FAILED.value, account_id, str(tries.withheld)),
            account_id=account_id,
            type=EntryType.SIGN_IN_FAILED,
            at=at,
            actor=Actor(kind="nobody"),
            subject=f"{tries.withheld} more within the hour",
            outcome="refused",
        )
    ]
