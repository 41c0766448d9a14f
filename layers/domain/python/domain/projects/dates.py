"""Calendar days as customers write them, and working days: Monday to Friday.

Public holidays differ from place to place and are not known here, so they count as working days.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

_SATURDAY = 5
_YEARS = range(1970, 3000)  # days are counted on and back from: the calendar's ends must be far
_YEAR_MONTH_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def parse_day(value: Any) -> date:
    """The day written as YYYY-MM-DD, from 1970 to 2999. Raises ValueError, for numbers and other ISO 8601 forms too."""
    if not isinstance(value, str) or not _YEAR_MONTH_DAY.fullmatch(value):
        raise PydanticCustomError("day", "must be a date, YYYY-MM-DD")
    try:
        day = date.fromisoformat(value)
    except ValueError as problem:
        raise PydanticCustomError("day", "must be a date that exists, YYYY-MM-DD") from problem
    if day.year not in _YEARS:
        raise PydanticCustomError("day", "must be a date between 1970 and 2999, YYYY-MM-DD")
    return day


Day = Annotated[date, BeforeValidator(parse_day)]


def add_working_days(start: date, days: int) -> date:
    """The day that is `days` (≥ 0) working days after `start`; `start` itself for 0."""
    weeks, rest = divmod(days, 5)
    day = start
    if rest or weeks:
        while day.weekday() >= _SATURDAY:
            day -= timedelta(days=1)
    day += timedelta(weeks=weeks)
    for _ in range(rest):
        day += timedelta(days=3 if day.weekday() == _SATURDAY - 1 else 1)
    return day


def working_days_between(start: date, end: date) -> int:
    """How many working days lie after `start` up to and including `end`; negative when `end` is before `start`."""
    if end < start:
        return -working_days_between(end, start)
    weeks, rest = divmod((end - start).days, 7)
    tail = (start + timedelta(days=offset) for offset in range(1, rest + 1))
    return weeks * 5 + sum(day.weekday() < _SATURDAY for day in tail)
