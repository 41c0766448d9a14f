"""The estimate of rule version 2: what getting the product built takes, line by line (docs/estimate.md).

Every figure is a whole number: days in hundredths, money in units of the currency. So a total is the sum of what is
shown, and the same brief gives the same figures everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt

from common.services import frozen
from common.wording import HUNDREDTHS
from domain.projects.brief.records import Brief, BriefEntryType, Entry, Size, Topic
from domain.projects.states import Role

RULE_VERSION = 2
TENTH = 10
"""A tenth of a day. Lines are rounded to it, so that what is shown adds up."""
_PERCENT = 100
_SIZES = {Size.SMALL: 60, Size.USUAL: 100, Size.LARGE: 160}
_AGAIN = 40
"""The share of its usual effort that a second kind of an entry, or a repeated kind, takes, in percent."""
_APART, _TOGETHER = 7, 3
"""How much of the lines' errors is independent (`_APART`) and how much is common (`_TOGETHER`), in tenths."""
_BUILT_ANEW = (Role.CDO, Role.CTO)
"""The roles whose work on the must-haves a further platform repeats in part."""


@frozen
class Spread:
    """A low end, a middle and a high end, in one unit."""

    low: int
    likely: int
    high: int

    @property
    def ends(self) -> tuple[int, int, int]:
        """The low end, the middle and the high end, in this order."""
        return self.low, self.likely, self.high


@frozen
class Line:
    """One part of the work.

    Attributes:
        entry: the id of the entry that the line is for; None for what the whole product needs.
        text: the customer's words; empty without an entry.
        topic: the id of the playbook that the line comes from; `title` is the playbook's title.
        effort: low and high of each role, in hundredths of a day.
    """

    entry: str | None
    text: str
    topic: str
    title: str
    effort: Mapping[Role, tuple[int, int]]

    @property
    def key(self) -> str:
        """The id by which lines form work packages: that of the entry, or of a topic of the whole product."""
        return self.entry or self.topic

    @property
    def days(self) -> Spread:
        """The days of all roles together, in hundredths; the middle is the sum of the roles' middles."""
        return Spread(
            sum(low for low, _ in self.effort.values()),
            sum(map(middle, self.effort.values())),
            sum(high for _, high in self.effort.values()),
        )

    def likely_of(self, role: Role) -> int:
        """The likely days of one role, in hundredths."""
        return middle(self.effort.get(role, (0, 0)))

    def cost(self, rates: Mapping[Role, int]) -> int:
        """The likely cost of the line, in whole units: the likely days of each role at the rate of that role."""
        return sum(self.costs(rates).values())

    def costs(self, rates: Mapping[Role, int]) -> dict[Role, int]:
        """The likely cost of each role that works on the line, in whole units of the rates' currency."""
        return {role: price(middle(ends), rates[role]) for role, ends in self.effort.items()}


@frozen
class Costing:
    """The days and the money that the work takes: hundredths of a day, and whole units of `currency`."""

    currency: str
    rates: Mapping[Role, int]
    lines: tuple[Line, ...]
    days: Spread
    money: Spread

    def lines_of(self, entry_id: str) -> list[Line]:
        """The lines of one entry."""
        return [line for line in self.lines if line.entry == entry_id]


def middle(ends: tuple[int, int]) -> int:
    """The middle of two ends, which are in hundredths of a day, rounded up to a tenth of a day."""
    return -(-sum(ends) // (2 * TENTH)) * TENTH


def costing(brief: Brief, *, currency: str) -> Costing:
    """The costing of the active entries, at the project's own day rates or the published ones of `currency`."""
    rates = brief.day_rates or brief.published_rates[currency]
    lines = tuple(_lines(brief))
    return Costing(currency, rates, lines, _days(lines), _money(lines, rates))


def summed(lines: Iterable[Line]) -> Spread:
    """The days of several lines together, in hundredths: the sum of each end, and of the middles."""
    each = [line.days for line in lines]
    return Spread(sum(one.low for one in each), sum(one.likely for one in each), sum(one.high for one in each))


def _days(lines: Sequence[Line]) -> Spread:
    each = [line.days for line in lines]
    total = _total([days.likely for days in each], [days.high - days.low for days in each])
    return Spread(total.low // TENTH * TENTH, total.likely, -(-total.high // TENTH) * TENTH)


def _money(lines: Sequence[Line], rates: Mapping[Role, int]) -> Spread:
    widths = [sum(price(high - low, rates[role]) for role, (low, high) in line.effort.items()) for line in lines]
    return _total([line.cost(rates) for line in lines], widths)


def _total(middles: Iterable[int], widths: Sequence[int]) -> Spread:
    """The sum of the middles. Both ends are √(0.7·Σw² + 0.3·(Σw)²) away from it, where w is half a line's width."""
    likely = sum(middles)
    squares = _APART * sum(width**2 for width in widths) + _TOGETHER * sum(widths) ** 2
    half = isqrt(squares // (10 * 4))
    return Spread(max(0, likely - half), likely, likely + half)


def price(days: int, rate: int) -> int:
    """The cost of `days` (hundredths) at a day rate, in whole units; half a unit is rounded up."""
    return (2 * days * rate + HUNDREDTHS) // (2 * HUNDREDTHS)


def _lines(brief: Brief) -> Iterator[Line]:
    yield from (_whole(topic) for topic in brief.foundation)
    features = tuple(_features(brief))
    yield from _platforms(brief.platforms, features)
    yield from features
    for kind in (BriefEntryType.OTHER_SYSTEM, BriefEntryType.RULE):
        for entry in brief.of_type(kind):
            yield from (_line(entry, topic, _SIZES[entry.size]) for topic in entry.topics)
    guides = {topic.id for entry in brief.of_type(BriefEntryType.RULE) for topic in entry.topics}
    if brief.personal_data and brief.personal_guide.id not in guides:
        yield _whole(brief.personal_guide)


def _features(brief: Brief) -> Iterator[Line]:
    """A line for each kind of each must-have. A second kind, and a kind that came before, take less."""
    before: set[str] = set()
    for entry in brief.of_type(BriefEntryType.MUST_HAVE):
        for number, topic in enumerate(entry.topics or (brief.other,)):
            percent = _SIZES[entry.size]
            percent = percent * _AGAIN // _PERCENT if number else percent
            percent = percent * _AGAIN // _PERCENT if topic.id in before else percent
            yield _line(entry, topic, percent)
        before.update(topic.id for topic in entry.topics[:1])


def _platforms(platforms: Sequence[Topic], features: Iterable[Line]) -> Iterator[Line]:
    """The first platform by itself; a further one with its share of what the must-haves take."""
    repeated = {role: _added(line.effort.get(role, (0, 0)) for line in features) for role in _BUILT_ANEW}
    for number, platform in enumerate(platforms):
        line = _whole(platform)
        if number == 0:
            yield line
            continue
        more = {role: _share(ends, platform.share) for role, ends in repeated.items()}
        effort = {role: _added([line.effort.get(role, (0, 0)), more.get(role, (0, 0))]) for role in Role}
        yield Line(None, "", platform.id, platform.title, {role: ends for role, ends in effort.items() if any(ends)})


def _whole(topic: Topic) -> Line:
    return Line(None, "", topic.id, topic.title, topic.effort)


def _line(entry: Entry, topic: Topic, percent: int) -> Line:
    effort = {role: _share(ends, percent) for role, ends in topic.effort.items()}
    return Line(entry.id, entry.text, topic.id, topic.title, effort)


def _share(ends: tuple[int, int], percent: int) -> tuple[int, int]:
    whole = TENTH * _PERCENT
    low, high = ((2 * end * percent + whole) // (2 * whole) * TENTH for end in ends)
    return low, high


def _added(ends: Iterable[tuple[int, int]]) -> tuple[int, int]:
    found = list(ends)
    return sum(low for low, _ in found), sum(high for _, high in found)
