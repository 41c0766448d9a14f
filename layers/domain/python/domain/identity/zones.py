"""An account's time zone. It is a module of its own, so that others need not import identity's models and passwords."""

from __future__ import annotations

from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field

from common.dynamo import Table
from common.errors import NotFound
from common.fields import Line
from common.services import service
from common.settings import settings


def _timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # OSError: "Europe" is a folder
        raise ValueError("Give an IANA time zone, such as Europe/Berlin") from error
    return name


Timezone = Annotated[Line, Field(min_length=1, max_length=64), AfterValidator(_timezone)]


@service
class ZoneService:
    """Reads the time zones of accounts."""

    identity: Table

    def timezone_of(self, account_id: str) -> str:
        """GetItem pk=ACCOUNT#id; the IANA name of its zone. Raises `NotFound`."""
        item = self.identity.get({"pk": f"ACCOUNT#{account_id}"})
        if item is None:
            raise NotFound("No such account.")
        return str(item["timezone"])


@cache
def zone_service() -> ZoneService:
    """The service, built once for each process."""
    return ZoneService(Table(settings.identity_table))
