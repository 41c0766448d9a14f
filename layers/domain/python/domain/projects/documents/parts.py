"""Fragments that several documents share, so that the same fact reads the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from common.services import frozen
from common.wording import days as said_days
from common.wording import listed
from domain.projects.brief.costing import Line, Spread
from domain.projects.documents.brief import Brief, Item, linked
from domain.projects.questionnaire import EXISTING

OPEN = "open"
NOTHING = "–"
PLATFORMS = {"web": "Web", "ios": "iOS", "android": "Android", "desktop": "Desktop", "api": "API"}
ASSETS = {asset: asset.replace("_", " ").capitalize() for asset in EXISTING}


def on(moment: datetime | date) -> str:
    """The day as YYYY-MM-DD, in UTC as everywhere."""
    day = moment.date() if isinstance(moment, datetime) else moment
    return day.isoformat()


def be(count: int) -> str:
    """`is` for one, `are` for any other number."""
    return "is" if count == 1 else "are"


def effort(spread: Spread) -> str:
    """A range of days: `3 days to 12 days`."""
    return f"{said_days(spread.low)} to {said_days(spread.high)}"


def ids(items: Iterable[Item]) -> str:
    """`R1, R4`; a dash when there are none."""
    return ", ".join(item.id for item in items) or NOTHING


def undescribed(brief: Brief) -> str:
    """The ids of the must-haves of which nobody has said how they are used; empty when there are none."""
    return ", ".join(item.id for item in brief.musts if item.id not in brief.described)


def label(item: Item) -> str:
    """The id in bold and the customer's words."""
    return f"**{item.id}** {item.words}"


def labels(items: Iterable[Item]) -> str:
    """Labels in one cell; a dash when there are none."""
    return "; ".join(label(item) for item in items) or NOTHING


def platforms(brief: Brief) -> str:
    """The platforms by their names."""
    return listed(PLATFORMS[platform] for platform in brief.platforms) or OPEN


@frozen
class Package:
    """A piece of work, for one entry of the brief or for the whole product.

    `key` is the id of the entry, or the topic of the whole product. `effort` is in hundredths of a day, `cost` in whole
    units of the project's currency. `needs` are ids of packages that come first.
    """

    id: str
    key: str
    text: str
    effort: Spread
    cost: int
    item: Item | None = None
    needs: tuple[str, ...] = ()


def packages(brief: Brief) -> tuple[Package, ...]:
    """The foundation, the other systems, the must-haves in the customer's order, then what concerns all of them."""
    entries = {item.id: item for item in brief.items}
    groups: dict[str, list[Line]] = {}
    for line in brief.costing.lines:
        groups.setdefault(line.key, []).append(line)
    found: list[Package] = []
    for key in sorted(groups, key=lambda key: _place(entries.get(key), groups[key][0])):
        lines, item = groups[key], entries.get(key)
        systems = linked(brief, item, "integrations") if item is not None and item.id.startswith("R") else ()
        needs = [package.id for package in found if package.id == "W1" or package.item in systems]
        found.append(
            Package(
                id=f"W{len(found) + 1}",
                key=key,
                text=label(item) if item else lines[0].title,
                effort=_sum(lines),
                cost=sum(line.cost(brief.costing.rates) for line in lines),
                item=item,
                needs=tuple(needs),
            )
        )
    return tuple(found)


def _place(item: Item | None, line: Line) -> int:
    """Where a package stands: what everything rests on, other systems, must-haves, then what concerns all of it."""
    if item is None:
        return 0 if line.topic == "foundation" else 1 if line.topic in {*PLATFORMS, "existing-code"} else 4
    return {"I": 2, "R": 3}.get(item.id[0], 4)


def _sum(lines: Iterable[Line]) -> Spread:
    each = [line.days for line in lines]
    return Spread(sum(one.low for one in each), sum(one.likely for one in each), sum(one.high for one in each))
