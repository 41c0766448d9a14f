"""An account's time zone. It is a module of its own, so that others need not import identity's models and passwords."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from common.dynamo import Table
from common.errors import NotFound
from common.settings import settings


@dataclass(frozen=True, slots=True)
class ZoneService:
    """Time zones of accounts."""

    identity: Table

    def timezone_of(self, account_id: str) -> str:
        """GetItem pk=ACCOUNT#id; the IANA name of its zone. Raises `NotFound`."""
        item = self.identity.get({"pk": f"ACCOUNT#{account_id}"})
        if item is None:
            raise NotFound("No such account.")
        return str(item["timezone"])


@cache
def zone_service() -> ZoneService:
    """The one service of this process."""
    return ZoneService(Table(settings.identity_table))
