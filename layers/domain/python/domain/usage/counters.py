"""The counters that a credential's row carries until its day is over.

Their names are short, because DynamoDB bills a write by the size of the whole row: `n` counts the requests of `day`,
`h09` those of an hour, `r_agents` those of an area. On a row of the usage table `e09` counts the errors of an hour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal

from common.services import frozen

DAY = "day"
REQUESTS = "n"
_HOUR = re.compile(r"h\d\d")
_AREA = "r_"


@frozen
class Counted:
    """The row that counts a credential's requests. `principal`: the name under which the usage table has them."""

    table: Literal["keys", "identity"]
    pk: str
    account_id: str
    principal: str


@frozen
class OpenDay:
    """A day whose counters are still on a credential's row, not in the usage table."""

    counted: Counted
    day: date


def names(area: str, now: datetime) -> tuple[str, ...]:
    """The names of the counters to which one request adds: of the day, the hour and the area."""
    return REQUESTS, of_hour(now), f"{_AREA}{area}"


def of_hour(now: datetime) -> str:
    """The name of the counter of requests in the hour of `now`."""
    return f"h{now:%H}"


def errors_of_hour(now: datetime) -> str:
    """The name of the counter of errors in the hour of `now`; the log of requests is thinned by it (`is_kept`)."""
    return f"e{now:%H}"


def present(row: Mapping[str, Any]) -> list[str]:
    """The names of a row's counters of requests; its counters of errors are left out."""
    return [name for name in row if name == REQUESTS or name.startswith(_AREA) or _HOUR.fullmatch(name)]


def counts(row: Mapping[str, Any]) -> dict[str, int]:
    """The counters of a row, by the longer names that they have in the usage table."""
    return {_long_name(name): row[name] for name in present(row)}


def _long_name(name: str) -> str:
    if name == REQUESTS:
        return "requests"
    return f"requests_{name.removeprefix(_AREA)}" if name.startswith(_AREA) else f"hour_{name[1:]}"
