"""The work packages of the delivery plan: what is built, by whom, in which order, and what proves it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from common.services import frozen
from domain.projects.brief.costing import Line, Spread
from domain.projects.brief.records import BriefEntryType, Entry
from domain.projects.documents.planning import stages
from domain.projects.documents.trade import Trade, label
from domain.projects.states import Role

_START = "foundation"
_EXISTING = "existing-code"


@frozen
class Package:
    """A piece of work, for one entry of the brief or for the whole product.

    `key` is the id of the entry, or the topic of the whole product. `effort` is in hundredths of a day, `roles` the
    likely days of each role, `cost` in whole units of the project's currency. `needs` are keys of packages that come
    first.
    """

    key: str
    title: str
    effort: Spread
    roles: dict[Role, int]
    cost: int
    entry: Entry | None = None
    needs: tuple[str, ...] = ()


def packages(trade: Trade) -> tuple[Package, ...]:
    """What everything stands on, the other systems, the must-haves as they are built, then what concerns all of it."""
    groups: dict[str, list[Line]] = {}
    for line in trade.costing.lines:
        groups.setdefault(line.key, []).append(line)
    ordered = stages(trade)
    after = {stage.entry.id: stage.after for stage in ordered}
    places = {stage.entry.id: number for number, stage in enumerate(ordered)}
    keys = sorted(groups, key=lambda key: _place(trade, key, places))
    start = tuple(key for key in keys if key in {_START, _EXISTING})
    found = []
    for key in keys:
        entry, lines = trade.brief.find(key), groups[key]
        systems = entry.systems if entry else ()
        needs = (*start, *(one for one in systems if one in groups), *after.get(key, ())) if key not in start else ()
        found.append(_package(trade, key, entry, lines, needs))
    return tuple(found)


def _place(trade: Trade, key: str, places: dict[str, int]) -> tuple[int, int]:
    """Where a package stands among all."""
    entry = trade.brief.find(key)
    if entry is None:
        platforms = {topic.id for topic in trade.brief.platforms}
        return (0 if key == _START else 1 if key in {*platforms, _EXISTING} else 4), 0
    if entry.type is BriefEntryType.MUST_HAVE:
        return 3, places[key]
    return (2 if entry.type is BriefEntryType.OTHER_SYSTEM else 4), 0


def _package(trade: Trade, key: str, entry: Entry | None, lines: Sequence[Line], needs: Iterable[str]) -> Package:
    roles = {role: sum(line.likely_of(role) for line in lines) for role in Role}
    return Package(
        key=key,
        title=label(entry) if entry else lines[0].title,
        effort=_sum(lines),
        roles={role: effort for role, effort in roles.items() if effort},
        cost=sum(line.cost(trade.costing.rates) for line in lines),
        entry=entry,
        needs=tuple(dict.fromkeys(needs)),
    )


def _sum(lines: Iterable[Line]) -> Spread:
    each = [line.days for line in lines]
    return Spread(sum(one.low for one in each), sum(one.likely for one in each), sum(one.high for one in each))
