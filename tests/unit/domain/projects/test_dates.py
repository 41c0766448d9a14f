from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from domain.projects.dates import add_working_days, working_days_between

DAYS = st.dates(date(2020, 1, 1), date(2035, 1, 1))


@given(DAYS, st.integers(0, 400))
def test_adding_working_days_is_undone_by_counting(start: date, days: int) -> None:
    end = add_working_days(start, days)

    assert end.weekday() < 5 if days else end == start
    assert working_days_between(start, end) == days


@given(DAYS, DAYS)
def test_working_days_between_counts_like_a_calendar(start: date, end: date) -> None:
    low, high = min(start, end), max(start, end)
    counted = sum((low + timedelta(days=n)).weekday() < 5 for n in range(1, (high - low).days + 1))

    assert working_days_between(start, end) == (counted if end >= start else -counted)
