"""How figures are written: money, days, counts, dates. Every sentence that a customer reads takes them from here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

HUNDREDTHS = 100
"""Days of effort are kept as whole hundredths, so that nothing stored is ever a float."""
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def money(amount: int, currency: str) -> str:
    """`EUR 10,440`, `EUR -440`."""
    return f"{currency} {amount:,}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """`1 project`, `3 projects`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def days(hundredths: int) -> str:
    """Days of effort: `12.5 days`, `1 day`."""
    shown = f"{hundredths / HUNDREDTHS:,.1f}".removesuffix(".0")
    return f"{shown} {'day' if shown == '1' else 'days'}"


def days_between(low: int, high: int) -> str:
    """The ends of an effort: `4.5–12 days`."""
    return f"{days(low).split()[0]}–{days(high)}"


def day_of(moment: date | datetime) -> str:
    """`3 Apr 2026`; of a moment its day in UTC."""
    return f"{moment.day} {moment:%b %Y}"


def local_time(moment: datetime, timezone: str) -> str:
    """`Mon 2 Mar 2026, 09:00`, on the clock of `timezone`."""
    local = moment.astimezone(ZoneInfo(timezone))
    return f"{local:%a} {day_of(local)}, {local:%H:%M}"


def moment_of(moment: datetime) -> str:
    """`Mon 2 Mar 2026, 08:00 UTC`."""
    return f"{local_time(moment, 'UTC')} UTC"


def age(span: timedelta) -> str:
    """`5 hours`, `1 day`, `12 days`: rounded down to hours or days; "" for less, of which nobody needs to hear."""
    if span < _HOUR:
        return ""
    unit, name = (_HOUR, "hour") if span < _DAY else (_DAY, "day")
    return counted(span // unit, name)


def since(moment: datetime, now: datetime) -> str:
    """`since 2 Mar 2026 (3 days)`; `since 2 Mar 2026` on the first day."""
    days_ago = (now - moment).days
    return f"since {day_of(moment)} ({counted(days_ago, 'day')})" if days_ago > 0 else f"since {day_of(moment)}"


def shortened(text: str, most: int) -> str:
    """A text on one line, with an ellipsis where it has more than `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most].rstrip()}…"


def listed(items: Iterable[object]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    every = [str(item) for item in items]
    return f"{', '.join(every[:-1])} and {every[-1]}" if len(every) > 1 else "".join(every)
