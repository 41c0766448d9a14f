"""Chaining: gives noted entries their places in the account's log, and prunes old ones behind a signed checkpoint.

Both are one transaction on condition of the log's head, as events are filed (`domain.events.filing`). So an entry is
chained once, whatever dies or comes twice, and its event in the feed is recorded with it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache, partial
from itertools import takewhile

from common.clock import utc_now
from common.optimistic import settle
from common.services import service
from common.settings import settings
from common.signing import ALGORITHM, sign
from domain.audit import chain, retention
from domain.audit.announcing import told
from domain.audit.records import Chained, Checkpoint
from domain.audit.store import AuditStore, audit_store
from domain.events.log import recording

BATCH = 30  # an entry takes up to three writes of the hundred that a transaction may have
PRUNED_AT_ONCE = 90


@service
class ChainingService:
    """Chains and prunes logs. `sign` returns the signature of a checkpoint."""

    store: AuditStore
    sign: Callable[[bytes], str]
    now: Callable[[], datetime]

    def chain_all(self, account_id: str) -> int:
        """Chain all entries that were noted in an account, in the order of their ids; prune those of over 400 days.

        Returns how many entries were noted. Raises `Unavailable` when KMS cannot sign.
        """
        noted = 0
        while found := settle(lambda: self._chain_some(account_id)):
            noted += found
        while settle(lambda: self._prune_some(account_id)):
            pass
        return noted

    def _chain_some(self, account_id: str) -> int:
        """Chain up to 30 noted entries; returns how many there were. Raises `ChangedMeanwhile`."""
        noted = self.store.list_unchained(account_id, limit=BATCH)
        seen = self.store.find_head(account_id) or chain.beginning(account_id)
        counted, kept = retention.bounded(seen, noted, self.now())
        if noted or kept:
            head, placed = chain.chained(counted, kept)
            events = [event for event in map(told, placed) if event is not None]
            self.store.chain(seen, head, noted, placed, recording(events))
        return len(noted)

    def _prune_some(self, account_id: str) -> bool:
        """Prune up to 90 entries if pruning is due; returns whether there may be more. Raises `ChangedMeanwhile`."""
        now = self.now()
        seen = self.store.find_head(account_id)
        due = retention.due_at(seen) if seen else None
        if seen is None or due is None or due > now:
            return False
        before = self.store.find_checkpoint(account_id)
        oldest = self.store.list_oldest(account_id, after=before.sequence if before else 0, limit=PRUNED_AT_ONCE + 1)
        gone = list(takewhile(lambda entry: entry.at <= now - retention.KEPT, oldest))[:PRUNED_AT_ONCE]
        staying = oldest[len(gone) :]
        moved = {"oldest_at": staying[0].at if staying else None, "version": seen.version + 1}
        checkpoint = self._checkpoint(gone[-1], now) if gone else None
        self.store.prune(seen, seen.model_copy(update=moved), checkpoint, gone)
        return bool(gone)

    def _checkpoint(self, last: Chained, now: datetime) -> Checkpoint:
        return Checkpoint(
            account_id=last.account_id,
            sequence=last.sequence,
            hash=last.hash,
            at=now,
            algorithm=ALGORITHM,
            signature=self.sign(chain.signed(last.account_id, last.sequence, last.hash, now)),
        )


@cache
def chaining_service() -> ChainingService:
    """The service, built once for each process."""
    return ChainingService(audit_store(), partial(sign, settings.audit_key_id), utc_now)
