"""A schedule as it is stored, and its occurrences: RFC 5545 rules give wall times, and the zone makes them instants."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from itertools import dropwhile, groupby, islice, pairwise
from zoneinfo import ZoneInfo

_SAMPLE = 800
_LOOK_BACK = timedelta(days=2)  # more than any clock change in the zone database


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A schedule as plain data, which can be stored for years. It has either `at`, or `rrules` with a `start`.

    `at` is an instant (ISO 8601, Z). `rrules` are RFC 5545 without DTSTART and UNTIL. `start` is their DTSTART: local
    wall time, or UTC with Z where the rules count elapsed hours. `until` is the last moment, included, in the same form
    as `start`. `exdates` are local dates on which nothing runs. `timezone` is an IANA name.
    """

    timezone: str
    at: str | None = None
    rrules: tuple[str, ...] = ()
    start: str | None = None
    until: str | None = None
    exdates: tuple[str, ...] = ()

    @property
    def recurring(self) -> bool:
        """Whether the schedule has rules, and not one instant."""
        return bool(self.rrules)

    def to_plain(self) -> dict[str, str | list[str] | None]:
        """The fields as strings, lists of strings and None, for a store."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @classmethod
    def from_plain(cls, plain: Mapping[str, str | list[str] | None]) -> Schedule:
        """The schedule from which `to_plain` made these fields."""
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()})  # type: ignore[arg-type]  # the reverse of to_plain

    def occurrences_after(self, instant: datetime, n: int) -> list[datetime]:
        """The next `n` occurrences strictly after an aware instant, in the schedule's zone, or fewer if it ends."""
        return list(islice(self.iterate_after(instant), n))

    def iterate_after(self, instant: datetime) -> Iterator[datetime]:
        """All occurrences strictly after an aware instant, in order and in the schedule's zone; there may be no end."""
        at = [datetime.fromisoformat(self.at)] if self.at is not None else []
        instants = at or walls_to_instants(self._walls_from(instant), self._clock)
        return (moment.astimezone(ZoneInfo(self.timezone)) for moment in instants if moment > instant)

    def walls_after(self, instant: datetime) -> Iterator[datetime]:
        """The wall times of the rules, not yet shifted by clock changes, from the first that runs after `instant`."""
        return dropwhile(lambda wall: wall_to_instant(wall, self._clock) <= instant, self._walls_from(instant))

    @property
    def elapsed(self) -> bool:
        """Whether the rules count elapsed minutes or hours, and not days on the wall clock."""
        return self.start is not None and self.start.endswith("Z")

    @property
    def _clock(self) -> ZoneInfo:
        return ZoneInfo("UTC" if self.elapsed else self.timezone)

    def _walls_from(self, instant: datetime) -> Iterator[datetime]:
        """All wall times from two days before `instant` on, without those on `exdates` or after `until`."""
        from dateutil.rrule import rrulestr  # noqa: PLC0415 - most requests to the assistant ask for no occurrence

        start, floor = _wall(self.start or ""), instant.astimezone(self._clock).replace(tzinfo=None) - _LOOK_BACK
        until = _wall(self.until) if self.until else None
        rules = (rrulestr(text, dtstart=_anchor(text, start, floor)).xafter(floor, inc=True) for text in self.rrules)
        for wall in heapq.merge(*rules):
            if until and wall > until:
                return
            if wall.date().isoformat() not in self.exdates:
                yield wall


def fields_of(rule: str) -> dict[str, list[str]]:
    """The values of each field of an RFC 5545 rule, by the field's name."""
    return {name: values.split(",") for name, _, values in (field.partition("=") for field in rule.split(";"))}


def shortest_gap(schedule: Schedule) -> timedelta | None:
    """The shortest time between two consecutive occurrences, or None if there is at most one.

    Looks at the schedule's first 800 occurrences: more than two years of a daily task, weeks of an hourly one.
    """
    if not schedule.recurring:
        return None
    begin = _wall(schedule.start or "").replace(tzinfo=UTC) - _LOOK_BACK
    runs = (run.astimezone(UTC) for run in islice(schedule.iterate_after(begin), _SAMPLE))
    return min((later - earlier for earlier, later in pairwise(runs)), default=None)


def walls_to_instants(walls: Iterator[datetime], zone: ZoneInfo) -> Iterator[datetime]:
    """Turn wall times, in order, into UTC instants, in order and without repetition.

    A wall time that the zone skips runs later by the gap; one that comes twice runs the first time. A shifted one may
    then fall behind or onto its successor, hence the heap.
    """
    waiting: list[datetime] = []

    def in_order() -> Iterator[datetime]:
        for wall in walls:
            instant = wall_to_instant(wall, zone)
            heapq.heappush(waiting, instant)
            no_earlier = min(instant, wall.replace(tzinfo=zone, fold=1).astimezone(UTC))
            while waiting and waiting[0] <= no_earlier:
                yield heapq.heappop(waiting)
        yield from sorted(waiting)

    return (instant for instant, _ in groupby(in_order()))


def wall_to_instant(wall: datetime, zone: ZoneInfo) -> datetime:
    """The UTC instant of a wall time; one that the zone skips is moved on by the gap, a doubled one is the first."""
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def is_called(zone: ZoneInfo, initials: str, moment: datetime) -> bool:
    """Whether a zone's clocks have a name such as EST in winter or in summer, in the year of `moment`."""
    year = moment.year
    return initials in {datetime(year, month, 1, tzinfo=zone).tzname() for month in (1, 7)}


def _wall(text: str) -> datetime:
    return datetime.fromisoformat(text.removesuffix("Z"))


def _anchor(text: str, start: datetime, floor: datetime) -> datetime:
    """The start of a rule; for minutes or hours, moved forward by whole steps up to `floor`, to count fewer."""
    fields = fields_of(text)
    unit = {"MINUTELY": timedelta(minutes=1), "HOURLY": timedelta(hours=1)}.get(fields["FREQ"][0])
    step = unit and unit * int(fields.get("INTERVAL", ["1"])[0])
    return start + step * max((floor - start) // step, 0) if step else start
