"""The security log in the events table: pk = NEW#account, sk = ENTRY#id until an entry is chained."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from common.dynamo import Table, Write
from common.settings import settings
from domain.audit.records import Entry
from domain.work import outbox


@dataclass(frozen=True, slots=True)
class AuditStore:
    """Access to the log."""

    table: Table

    def noting(self, entry: Entry) -> Write:
        """The write of a new entry, for the transaction of what was done. It waits in the outbox to be chained."""
        return self.table.putting(
            {
                "pk": f"NEW#{entry.account_id}",
                "sk": f"ENTRY#{entry.id}",
                **entry.model_dump(mode="json"),
                **outbox.mark(entry.account_id, entry.at),
            }
        )


@cache
def audit_store() -> AuditStore:
    """The one store of this process."""
    return AuditStore(Table(settings.events_table))
