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
    """The row of a key or of a session, on which the requests of that credential are counted."""

    table: Literal["keys", "identity"]
    pk: str
    account_id: str
    principal: str


@frozen
class OpenDay:
    """A day whose counters are still on a credential's row."""

    counted: Counted
    day: date


def names(area: str, now: datetime) -> tuple[str, ...]:
    """The counters that one request adds to."""
    return REQUESTS, of_hour(now), f"{_AREA}{area}"


def of_hour(now: datetime) -> str:
    """The counter of the requests in an hour."""
    return f"h{now:%H}"


def errors_of_hour(now: datetime) -> str:
    """The counter of the errors in an hour, by which the log of requests is kept short."""
    return f"e{now:%H}"


def present(row: Mapping[str, Any]) -> list[str]:
    """The names of all counters on a row."""
    return [name for name in row if name == REQUESTS or name.startswith(_AREA) or _HOUR.fullmatch(name)]


def counts(row: Mapping[str, Any]) -> dict[str, int]:
    """The counters of a row under the names that the usage table has for them."""
    return {_long_name(name): row[name] for name in present(row)}


def _long_name(name: str) -> str:
    if name == REQUESTS:
        return "requests"
    return f"requests_{name.removeprefix(_AREA)}" if name.startswith(_AREA) else f"hour_{name[1:]}"
