"""Reads an account's security log: pages, the head, and all of it for an export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cache

from common.services import service
from common.settings import settings
from common.signing import public_key
from domain.audit import chain
from domain.audit.models import EntryList, LogExport, LogHead, entry_view
from domain.audit.records import Chained, EntryType
from domain.audit.store import AuditStore, audit_store

NamesOf = Callable[[AbstractSet[str]], Mapping[str, str]]
"""Gives the names of users, keys and connections, by their ids."""

END = 10**12 - 1
_LOOKED_AT = 200
_MOST_READS = 5


@service
class ReadingService:
    """Reads logs. `public_key` returns the key that verifies checkpoints."""

    store: AuditStore
    public_key: Callable[[], str]

    def list_entries(
        self, account_id: str, *, limit: int, before: int | None, kind: EntryType | None, names_of: NamesOf
    ) -> EntryList:
        """A page of entries below number `before` (None: the newest), newest first.

        With a `kind` it looks at a thousand entries at most; the page may then have few entries, and still more follow.
        """
        found: list[Chained] = []
        more = before or END
        for _ in range(_MOST_READS):
            looked_at = limit + 1 if kind is None else _LOOKED_AT
            rows, next_before = self.store.list_newest(account_id, before=more, limit=looked_at, kind=kind)
            found += rows
            more = next_before or 0
            if len(found) > limit:
                more = found[limit - 1].sequence
            if len(found) >= limit or not more:
                break
        shown = found[:limit]
        names = names_of({one.actor.id for one in shown if one.actor.id})
        return EntryList(
            entries=[entry_view(one, names.get(one.actor.id or "")) for one in shown],
            has_more=more > 1,
            next_before=more if more > 1 else None,
        )

    def head(self, account_id: str) -> LogHead:
        """Where the log ends, and the checkpoint after which it begins. Raises `Unavailable` when KMS is down."""
        head = self.store.find_head(account_id) or chain.beginning(account_id)
        return LogHead(
            account_id=account_id,
            sequence=head.sequence,
            hash=head.hash,
            checkpoint=self.store.find_checkpoint(account_id),
            public_key=self.public_key(),
        )

    def export(self, account_id: str) -> LogExport:
        """The whole log, oldest entry first. Entries that are chained meanwhile are left out."""
        head = self.store.find_head(account_id) or chain.beginning(account_id)
        checkpoint = self.store.find_checkpoint(account_id)
        entries: list[Chained] = []
        last = checkpoint.sequence if checkpoint else 0
        while last < head.sequence:
            found = self.store.list_oldest(account_id, after=last, limit=min(_LOOKED_AT, head.sequence - last))
            if not found:
                break
            entries += found
            last = found[-1].sequence
        return LogExport(
            account_id=account_id,
            sequence=head.sequence,
            hash=head.hash,
            checkpoint=checkpoint,
            entries=entries,
        )


def entries_for_export(account_id: str) -> LogExport:
    """The account's whole security log, for its export; `verify/atrium_verify/security_log.py` reads its JSON."""
    return reading_service().export(account_id)


@cache
def reading_service() -> ReadingService:
    """The service, built once for each process. Only `head` needs the public key."""
    return ReadingService(audit_store(), lambda: public_key(settings.audit_key_id))
