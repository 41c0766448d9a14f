"""Lets a request in by one update of the credential's row, or finds out why the row refuses (ADR 30)."""

from __future__ import annotations

from collections.abc import Callable

from common.dynamo import ConditionFailed, Item
from common.errors import ChangedMeanwhile, Unavailable
from common.services import service
from domain.authentication.store import CredentialStore, Presented, Raise
from domain.authentication.windows import SLOT, Limits, Moment, OverLimit, require_room, stale
from domain.limits.pool import AccountPool, PoolEmpty
from domain.usage.counters import DAY, Counted
from domain.usage.rolling import RollService

_ATTEMPTS = 8
_MOST_STALE = 16
Recognise = Callable[[Item | None], Counted]


@service
class Admission:
    """Counts requests on their credentials' rows, and refuses those beyond the limits."""

    store: CredentialStore
    rolls: RollService
    pool: AccountPool
    limits: Limits

    def admit(self, presented: Presented, recognise: Recognise, area: str, moment: Moment) -> tuple[Item, Moment]:
        """Count one request; returns the credential's row after it, and the moment that it was counted in.

        That moment is `moment`, or the beginning of the row's day if another function, whose clock is ahead, began it.
        In nearly all cases this is one call of DynamoDB. A few more are made when the row's day begins, when it first
        reserves in ten minutes, when it draws another block of its account's requests, and to remove old windows.

        Args:
            presented: the credential.
            recognise: takes the row that refused, None if there is none; returns what it counts for, or raises why the
                credential is not good.
            area: of the product, by which the request is counted.
            moment: now.

        Raises:
            OverLimit: the credential, or its account, has used up a window. Nothing was counted.
            ChangedMeanwhile: a transaction is changing the row.
            Unavailable: DynamoDB fails, or too many requests change the row at once.
            Exception: what `recognise` raises.
        """
        raised: Raise | None = None
        for _ in range(_ATTEMPTS):
            try:
                row = self.store.count(presented, moment, area, self.limits, raised)
            except ConditionFailed as refused:
                if raised is not None:
                    self.pool.give_back(raised.lease)
                counted = recognise(refused.item)
                moment = moment.not_before_day_of(refused.item or {})
                try:
                    raised = self._make_way(counted, refused.item or {}, moment)
                except OverLimit as limited:
                    limited.counted = counted
                    raise
                continue
            if len(over := stale(row, moment)) > _MOST_STALE:
                self.store.forget_windows(presented, over)
            return row, moment
        raise Unavailable

    def _make_way(self, counted: Counted, row: Item, moment: Moment) -> Raise | None:
        """Begin the row's day, and lease requests if it needs them, else None. Raises `OverLimit`, `Unavailable`."""
        require_room(row, moment, self.limits)
        if row.get(DAY) != moment.day:
            self._open_day(counted, row, moment)
        seen = row.get(moment.allowed)
        reserve = row.get(SLOT) != self.limits.slot(moment)
        if not reserve and row.get(moment.minute, 0) < (seen or self.limits.standing):
            return None  # another request has made way meanwhile
        top = self.limits.per_minute - (seen or self.limits.standing)
        requests = self.limits.standing if reserve else min(self.limits.block, top)
        try:
            lease = self.pool.lease(counted.account_id, moment.number, requests, reserve=reserve)
        except PoolEmpty:
            raise OverLimit("account", moment.seconds_left) from None
        except ChangedMeanwhile as error:
            raise Unavailable from error
        return Raise(lease, seen)

    def _open_day(self, counted: Counted, row: Item, moment: Moment) -> None:
        try:
            self.rolls.open_day(counted, row, moment.now)
        except ChangedMeanwhile:
            return  # another request was faster
