"""What a schedule is made of, as said: the typed pieces the grammar finds in a text."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from common.services import frozen
from domain.pa.schedule.vocabulary import RRULE_DAYS

EVERY_DAY, WORKING_DAYS, WEEKEND = RRULE_DAYS, RRULE_DAYS[:5], RRULE_DAYS[5:]
LAST = -1
# The months in which a quarter or year begins (False) or ends (True).
_MONTHS_OF = {
    ("quarter", False): (1, 4, 7, 10), ("quarter", True): (3, 6, 9, 12), ("year", False): (1,), ("year", True): (12,),
}  # fmt: skip


@dataclass(frozen=True, slots=True, order=True)
class Clock:
    """A time of day. `late` marks the small hours said as part of the night before ("Friday at midnight")."""

    hour: int
    minute: int = 0
    late: bool = False


@frozen
class Spoken:
    """A time as said. `hour` is None for a bare "in the evening"; `sure` means no am or pm is needed."""

    hour: int | None
    minute: int = 0
    sure: bool = False
    meridiem: str = ""
    part: str = ""

    @property
    def marker(self) -> str:
        """The am, pm or part of the day that was said with it."""
        return self.meridiem or self.part


@frozen
class Days:
    """Days as a rule of RFC 5545 gives them, from the phrase that says them to the schedule that is stored.

    Attributes:
        form: how they were said: period ("every two weeks", its days are open), weekdays, weekday (one that is coming),
            counted ("the 15th", "the first Monday of June"), date, ahead ("in 3 days", from the weekday of `byday` if
            there is one), span ("next month", "June"), or by the stopwatch: elapsed ("every 2 hours") and after ("in 2
            hours").
        unit: minute, hour, day, week, month, quarter or year, of which every `interval`-th counts; "" where that is
            open. Of what is ahead, `interval` of them lie between, and "weekday" counts working days.
        which: of one weekday coming, this, later ("next Tuesday") or next (week); of counted days and spans each, the,
            this, next, current ("the end of the month"), named, or bare ("the 15th" alone, which is a date by itself).
        year: where one was said.
        repeats: they were said to come again and again.
        adjective: said of a thing, as in "daily report".
        promised: how many days or times "twice a day" promises elsewhere in the text.
        clocks: the times of each day.
    """

    form: str
    unit: str = ""
    interval: int = 1
    which: str = ""
    byday: tuple[str, ...] = ()
    bymonthday: tuple[int, ...] = ()
    bymonth: tuple[int, ...] = ()
    bysetpos: tuple[int, ...] = ()
    year: int | None = None
    repeats: bool = False
    adjective: bool = False
    promised: int = 1
    clocks: tuple[Clock, ...] = ()

    def within(self, scope: Days) -> Days:
        """Counted days as those of a month, of a quarter or year that begins or ends with them, or of named months."""
        numbers = self.bymonthday or self.bysetpos or tuple(int(day[:-2]) for day in self.byday)
        edge = len({number < 0 for number in numbers}) == 1 and self.bymonthday in {(), (1,), (LAST,)}
        months = _MONTHS_OF.get((scope.unit, numbers[0] < 0), ()) if edge and scope.interval == 1 else ()
        return replace(
            self, unit=scope.unit, interval=scope.interval, which=scope.which, year=scope.year,
            bymonth=scope.bymonth or months, repeats=scope.which in {"each", "the"},
        )  # fmt: skip

    @property
    def step(self) -> timedelta:
        """How long it takes by the stopwatch."""
        return timedelta(**{f"{self.unit}s": self.interval})

    @property
    def dayless(self) -> bool:
        """Whether only the start says on which day: "every two weeks starting Monday"."""
        return self.unit != "day" and not self.byday and not self.bymonthday

    def on_day_of(self, start: date) -> Days:
        """The rule with the days it lacks, taken from its start."""
        if self.unit == "week":
            return replace(self, byday=(RRULE_DAYS[start.weekday()],))
        return replace(self, bymonthday=(start.day,), bymonth=(start.month,) if self.unit == "year" else ())

    def rrules(self) -> tuple[str, ...]:
        """An RRULE for each minute of the hour; of the stopwatch, one."""
        if self.form == "elapsed":
            return (f"FREQ={self.unit.upper()}LY;INTERVAL={self.interval}",)
        ordered = sorted(self.clocks, key=lambda clock: (clock.minute, clock.hour))
        # BYSETPOS counts moments, not days: with two hours in one rule "the last working day" would be its last hour.
        alike = itertools.groupby(ordered, lambda clock: (clock.minute, clock.hour if self.bysetpos else 0))
        return tuple(self._rrule([clock.hour for clock in group], minute) for (minute, _), group in alike)

    def _rrule(self, hours: Iterable[int], minute: int) -> str:
        fields = {
            "INTERVAL": [self.interval] if self.interval > 1 else (), "BYMONTH": self.bymonth,
            "BYMONTHDAY": self.bymonthday, "BYDAY": self.byday, "BYHOUR": hours, "BYMINUTE": [minute],
            "BYSECOND": [0], "BYSETPOS": self.bysetpos,
        }  # fmt: skip
        freq = {"day": "DAILY", "week": "WEEKLY", "year": "YEARLY"}.get(self.unit, "MONTHLY")
        said = (f"{name}={','.join(map(str, values))}" for name, values in fields.items())
        return ";".join([f"FREQ={freq}", *(field for field in said if not field.endswith("="))])


@frozen
class Zone:
    """A zone said aloud: IANA name (None: the account's own) and, for "EST" and its like, the season it names."""

    name: str | None
    season: str = ""


@frozen
class Times:
    """At which times of day. `daily`: "mornings" by itself means every one of them."""

    spoken: tuple[Spoken, ...]
    daily: bool = False


@frozen
class Window:
    """Between two times of day."""

    first: Spoken
    last: Spoken


@frozen
class Word:
    """Words of time that name no time themselves, by their `kind`.

    "now" is said of a task to be done at once; "same time" is the hour it is now; "filler" changes nothing, as "idle"
    does, but that it lasts ("from now on"); "unread" sounds like time, and no rule has read it.
    """

    kind: str


NOW, SAME_TIME, FILLER, IDLE, UNREAD = map(Word, ("now", "same time", "filler", "idle", "unread"))


@frozen
class Start:
    """From this day on."""

    day: Days


@frozen
class Until:
    """Up to this day, included unless `exclusive`; up to this time of the same day; or for so many units or runs."""

    day: Days | None = None
    exclusive: bool = False
    clock: Spoken | None = None
    count: int = 0
    unit: str = "run"


ONCE = Until(count=1)


@frozen
class Except:
    """But not on these weekdays, dates, days of the month, or in these months."""

    days: tuple[Days, ...]


type Part = Days | Times | Window | Word | Start | Until | Except | Zone


def form_of(part: Part) -> str:
    """What it is: the form of days, the kind of a word or of an end, or else the kind of part."""
    if isinstance(part, Until) and part.count:
        return "count" if part.unit == "run" else "during"
    return getattr(part, "form", "") or getattr(part, "kind", "") or type(part).__name__


def repeats(part: Part) -> bool:
    """Whether it says so by itself: "every", a plural, "daily", "of each month"."""
    if isinstance(part, Days):
        return part.repeats or part.form in {"period", "weekdays", "elapsed"}
    return isinstance(part, Times) and part.daily


@frozen
class Placed[P: Part = Part]:
    """A part and the tokens it was read from: `first` up to, not including, `last`."""

    part: P
    first: int
    last: int
