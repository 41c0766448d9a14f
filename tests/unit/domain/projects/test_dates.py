from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.projects.dates import add_working_days, working_days_between

DAYS = st.dates(date(2020, 1, 1), date(2035, 1, 1))
COUNTS = st.integers(0, 400)


@pytest.mark.parametrize(
    ("start", "days", "end"),
    [
        (date(2026, 3, 2), 0, date(2026, 3, 2)),
        (date(2026, 3, 2), 4, date(2026, 3, 6)),
        (date(2026, 3, 2), 5, date(2026, 3, 9)),
        (date(2026, 3, 6), 1, date(2026, 3, 9)),
        (date(2026, 3, 7), 1, date(2026, 3, 9)),
        (date(2026, 3, 8), 5, date(2026, 3, 13)),
        (date(2026, 3, 7), 0, date(2026, 3, 7)),
    ],
)
def test_add_working_days_skips_weekends(start: date, days: int, end: date) -> None:
    assert add_working_days(start, days) == end


@given(DAYS, COUNTS, COUNTS)
def test_add_working_days_adds_up_when_done_in_two_steps(start: date, first: int, second: int) -> None:
    assert add_working_days(add_working_days(start, first), second) == add_working_days(start, first + second)


@given(DAYS, st.integers(1, 400))
def test_add_working_days_is_undone_by_counting(start: date, days: int) -> None:
    end = add_working_days(start, days)

    assert end.weekday() < 5
    assert working_days_between(start, end) == days


@given(DAYS, DAYS)
def test_working_days_between_counts_like_a_calendar(start: date, end: date) -> None:
    low, high = min(start, end), max(start, end)
    counted = sum((low + timedelta(days=n)).weekday() < 5 for n in range(1, (high - low).days + 1))

    assert working_days_between(start, end) == (counted if end >= start else -counted)
