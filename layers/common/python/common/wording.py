"""How figures are written: money, days, counts, dates. Every sentence that a customer reads takes them from here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

HUNDREDTHS = 100
"""Days of effort are kept as whole hundredths, so that nothing stored is ever a float."""
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def money(amount: int, currency: str) -> str:
    """An amount in whole units of the currency: `EUR 10,440`, `EUR -440`."""
    return f"{currency} {amount:,}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun: `1 project`, `3 projects`. `many` is a plural that is not `one` and an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def days(hundredths: int) -> str:
    """Hundredths of a day as days of effort, to a tenth: `12.5 days`, `1 day`."""
    shown = f"{hundredths / HUNDREDTHS:,.1f}".removesuffix(".0")
    return f"{shown} {'day' if shown == '1' else 'days'}"


def days_between(low: int, high: int) -> str:
    """A range of effort, whose ends are in hundredths of a day: `4.5–12 days`."""
    return f"{days(low).split()[0]}–{days(high)}"


def day_of(moment: date | datetime) -> str:
    """A date as text: `3 Apr 2026`. Of a moment, the day in the moment's own time zone."""
    return f"{moment.day} {moment:%b %Y}"


def local_time(moment: datetime, timezone: str) -> str:
    """A moment on the clock of `timezone`, an IANA name: `Mon 2 Mar 2026, 09:00`."""
    local = moment.astimezone(ZoneInfo(timezone))
    return f"{local:%a} {day_of(local)}, {local:%H:%M}"


def moment_of(moment: datetime) -> str:
    """A moment in UTC: `Mon 2 Mar 2026, 08:00 UTC`."""
    return f"{local_time(moment, 'UTC')} UTC"


def age(span: timedelta) -> str:
    """A span in whole hours, or in whole days from one day on, rounded down: `5 hours`; "" for less than an hour."""
    if span < _HOUR:
        return ""
    unit, name = (_HOUR, "hour") if span < _DAY else (_DAY, "day")
    return counted(span // unit, name)


def since(moment: datetime, now: datetime) -> str:
    """Since when and for how many whole days: `since 2 Mar 2026 (3 days)`; `since 2 Mar 2026` on the first day."""
    days_ago = (now - moment).days
    return f"since {day_of(moment)} ({counted(days_ago, 'day')})" if days_ago > 0 else f"since {day_of(moment)}"


def shortened(text: str, most: int) -> str:
    """A text on one line; one of more than `most` characters is cut there and ends with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most].rstrip()}…"


def listed(items: Iterable[object]) -> str:
    """The items as part of a sentence: `a`, `a and b`, `a, b and c`; "" for none."""
    every = [str(item) for item in items]
    return f"{', '.join(every[:-1])} and {every[-1]}" if len(every) > 1 else "".join(every)
