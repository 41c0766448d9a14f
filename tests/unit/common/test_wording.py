from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from common.wording import age, counted, day_of, days, listed, local_time, moment_of, money


@pytest.mark.parametrize(
    ("amount", "said"), [(0, "EUR 0"), (999, "EUR 999"), (10_440, "EUR 10,440"), (-440, "EUR -440")]
)
def test_money_is_whole_units_with_its_currency_first(amount: int, said: str) -> None:
    assert money(amount, "EUR") == said


@pytest.mark.parametrize(
    ("hundredths", "said"),
    [
        (0, "0 days"),
        (50, "0.5 days"),
        (90, "0.9 days"),
        (100, "1 day"),
        (110, "1.1 days"),
        (1_000, "10 days"),
        (1_250, "12.5 days"),
        (123_450, "1,234.5 days"),
    ],
)
def test_days_of_effort_have_at_most_one_decimal(hundredths: int, said: str) -> None:
    assert days(hundredths) == said


def test_counted_takes_the_plural_that_is_given() -> None:
    assert [counted(count, "item") for count in (0, 1, 2, 1_200)] == ["0 items", "1 item", "2 items", "1,200 items"]
    assert [counted(count, "person works", "people work") for count in (1, 2)] == ["1 person works", "2 people work"]


def test_day_has_the_short_name_of_its_month() -> None:
    assert day_of(date(2026, 4, 3)) == "3 Apr 2026"
    assert day_of(datetime(2026, 4, 3, 23, 59, tzinfo=UTC)) == "3 Apr 2026"


def test_moment_is_on_the_clock_of_the_timezone_or_says_that_it_is_utc() -> None:
    moment = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)

    assert local_time(moment, "Europe/Berlin") == "Mon 2 Mar 2026, 00:30"
    assert moment_of(moment) == "Sun 1 Mar 2026, 23:30 UTC"


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(minutes=59), ""),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=23, minutes=59), "23 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=12, hours=23), "12 days"),
    ],
)
def test_age_is_rounded_down(span: timedelta, said: str) -> None:
    assert age(span) == said


def test_listed_joins_with_and() -> None:
    assert [listed(items) for items in ([], ["a"], ["a", 2], ["a", "b", "c"])] == ["", "a", "a and 2", "a, b and c"]
