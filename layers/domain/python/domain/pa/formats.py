"""How the assistant writes counts, amounts, dates and times, so that all its texts write them alike."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from domain.projects.documents.markdown import bullets
from domain.receipts.marks import settled
from domain.receipts.tracing import count, is_traced, told, told_locally

MOST_LISTED = 20
MOST_SHOWN = 5
_MORE = re.compile(r"- … and (\d+) more")
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def counted(count: int, one: str, many: str | None = None) -> str:
    """`1 project`, `3 projects`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def money(amount: int, currency: str | None) -> str:
    """`EUR 10,440`, `EUR -440`."""
    return told(amount, f"{currency} {int(amount):,}" if currency else f"{int(amount):,}")


def day(moment: date) -> str:
    """`Fri 3 Apr 2026`."""
    return told(moment, _day(moment))


def date_of(moment: date) -> str:
    """`3 April 2026`."""
    return told(moment, f"{moment.day} {moment:%B %Y}")


def local_time(moment: datetime, timezone: str) -> str:
    """`Mon 2 Mar 2026, 09:00`, on the clock of `timezone`."""
    local = moment.astimezone(ZoneInfo(timezone))
    return told_locally(moment, timezone, f"{_day(local)}, {local:%H:%M}")


def age(span: timedelta) -> str:
    """`less than an hour`, `5 hours`, `1 day`, `12 days`: rounded down to hours or days."""
    if span < _HOUR:
        return "less than an hour"
    unit, name = (_HOUR, "hour") if span < _DAY else (_DAY, "day")
    return counted(span // unit, name)


def short_list(lines: Iterable[str]) -> str:
    """Bullets for the first 20 lines, then the number of the others: a list that can be read on a phone."""
    every = list(lines)
    rest = [settled(line) for line in every[MOST_LISTED:]]
    left_out = count(one.text for one in rest) if any(one.spans for one in rest) else len(rest)
    return bullets([*every[:MOST_LISTED], *([f"… and {left_out} more"] if rest else [])])


def how_many(things: Collection[object], beside: object) -> int:
    """How many there are, traced where the number or moment `beside` them is."""
    return count(things) if is_traced(beside) else len(things)


def _day(moment: date) -> str:
    return f"{moment:%a} {moment.day} {moment:%b %Y}"


def folded(markdown: str) -> str:
    """Every list of bullets cut after the fifth, and the others counted."""
    return "\n\n".join(_folded(block) for block in markdown.split("\n\n"))


def _folded(block: str) -> str:
    lines = block.split("\n")
    if len(lines) <= MOST_SHOWN + 1 or not all(line.startswith("- ") for line in lines):
        return block
    more = _MORE.fullmatch(lines[-1])
    left_out = len(lines) - MOST_SHOWN + (int(more[1]) - 1 if more else 0)
    return "\n".join([*lines[:MOST_SHOWN], f"- … and {left_out} more"])
