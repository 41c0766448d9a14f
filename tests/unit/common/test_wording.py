from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from common.wording import age, counted, day_of, days, listed, local_time, moment_of, money

EVENING = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (money(0, "EUR"), "EUR 0"),
        (money(10_440, "EUR"), "EUR 10,440"),
        (money(-440, "EUR"), "EUR -440"),
        (days(0), "0 days"),
        (days(50), "0.5 days"),
        (days(100), "1 day"),
        (days(123_450), "1,234.5 days"),
        (counted(0, "item"), "0 items"),
        (counted(1, "item"), "1 item"),
        (counted(1_200, "item"), "1,200 items"),
        (counted(2, "person works", "people work"), "2 people work"),
        (day_of(date(2026, 4, 3)), "3 Apr 2026"),
        (day_of(EVENING), "1 Mar 2026"),
        (local_time(EVENING, "Europe/Berlin"), "Mon 2 Mar 2026, 00:30"),
        (moment_of(EVENING), "Sun 1 Mar 2026, 23:30 UTC"),
        (age(timedelta(minutes=59)), ""),
        (age(timedelta(hours=23, minutes=59)), "23 hours"),
        (age(timedelta(days=1)), "1 day"),
        (age(timedelta(days=12, hours=23)), "12 days"),
        (listed([]), ""),
        (listed(["a", 2]), "a and 2"),
        (listed(["a", "b", "c"]), "a, b and c"),
    ],
)
def test_customer_reads_money_days_and_moments_as_people_write_them(told: str, said: str) -> None:
    assert told == said
