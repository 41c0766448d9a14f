"""What a schedule is made of, as said: the typed pieces the grammar finds in a text."""

from __future__ import annotations

from datetime import datetime, timedelta

from common.services import frozen

WORKING_DAYS = (0, 1, 2, 3, 4)
WEEKEND = (5, 6)
LAST = -1


@frozen
class Spoken:
    """A time as said. `hour` is None for a bare "in the evening"; `sure` means no am or pm is needed."""

    hour: int | None
    minute: int = 0
    sure: bool = False
    meridiem: str = ""
    part: str = ""
    midnight: bool = False

    @property
    def marker(self) -> str:
        """The am, pm or part of the day that was said with it."""
        return self.meridiem or self.part

    @property
    def hour_or_midnight(self) -> bool:
        """Whether it names an hour, and not only a part of the day."""
        return self.hour is not None or self.midnight


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
class Period:
    """How often, without a day: "every two weeks", "monthly". `adjective`: said of a thing, as in "daily report"."""

    unit: str
    interval: int = 1
    adjective: bool = False


@frozen
class WeekendsToo:
    """Reads "weekends included": confirms that every day is meant."""


@frozen
class Rate:
    """Reads "twice a day": promises as many times or days elsewhere in the text."""

    count: int
    unit: str


@frozen
class Elapsed:
    """Every so many minutes or hours, by the stopwatch."""

    step: timedelta


@frozen
class Window:
    """Between two times of day; `hourly`: all day, at the minute of the hour that was said."""

    first: Spoken
    last: Spoken
    hourly: bool = False


@frozen
class Weekdays:
    """Days of the week, Monday 0. `repeats`: said to recur ("every", a plural); `interval` in weeks."""

    days: tuple[int, ...]
    repeats: bool = True
    interval: int = 1


@frozen
class Scope:
    """Of what: each, this or next month, quarter or year (`which`); or named `months`, perhaps of a `year`."""

    unit: str = "month"
    which: str = "each"
    interval: int = 1
    months: tuple[int, ...] = ()
    year: int | None = None


@frozen
class Nth:
    """Days counted in a scope: (1, "MO") first Monday, (-1, "day") last day, (15, "day") the 15th, (1, "business").

    `bare`: said as "the 15th" alone, which is a date by itself.
    """

    positions: tuple[tuple[int, str], ...]
    scope: Scope | None = None
    repeats: bool = False
    bare: bool = False


@frozen
class Dates:
    """Dates as (month, day), with the year and, of a single one, the weekday where they were said."""

    dates: tuple[tuple[int, int], ...]
    year: int | None = None
    repeats: bool = False
    weekday: int | None = None


@frozen
class DaysAhead:
    """So many days, business days, weeks, months or years from today; `weekday` where that is the day counted from."""

    count: int
    unit: str = "day"
    weekday: TheWeekday | None = None


@frozen
class TheWeekday:
    """One coming weekday: `which` is coming, this, next, or next week."""

    day: int
    which: str = "coming"


@frozen
class Moment:
    """An ISO date and time; naive where it names no offset."""

    when: datetime


@frozen
class After:
    """A span from now, by the stopwatch: "in 2 hours"."""

    span: timedelta


@frozen
class SameTime:
    """At the time of day it is now."""


@frozen
class Immediately:
    """Reads "now", "right away"."""


@frozen
class Unread:
    """Words that sound like time and that no rule has read. `kind` tells which table noticed them."""

    kind: str


@frozen
class Filler:
    """Consumed words that change nothing. `idle`: nor do they say that it lasts, as "from now on" does."""

    idle: bool = False


type Day = DaysAhead | TheWeekday | Dates | Nth | Scope | Moment


@frozen
class Start:
    """From this day on, or from this time on."""

    day: Day | None = None
    clock: Spoken | None = None


@frozen
class Until:
    """Up to this day, included unless `exclusive`; or up to this time of the same day."""

    day: Day | None = None
    exclusive: bool = False
    clock: Spoken | None = None


@frozen
class During:
    """For so many days, weeks, months or years from the first run."""

    count: int
    unit: str


@frozen
class Count:
    """So many runs in all."""

    runs: int


@frozen
class Except:
    """But not on these days."""

    weekdays: tuple[int, ...] = ()
    months: tuple[int, ...] = ()
    dates: Dates | None = None
    days_of_month: tuple[int, ...] = ()


type Part = (
    Times | Period | WeekendsToo | Rate | Elapsed | Window | Weekdays | Scope | Nth | Dates | DaysAhead | TheWeekday
    | Moment | After | SameTime | Immediately | Filler | Start | Until | During | Count | Except | Zone | Unread
)  # fmt: skip


@frozen
class Placed:
    """A part and the tokens it was read from: `first` up to, not including, `last`."""

    part: Part
    first: int
    last: int
