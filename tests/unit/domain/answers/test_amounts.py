from __future__ import annotations

from datetime import date

import pytest

from domain.answers.amounts import NoSuchDeed, amount_in, day_in
from tables import for_each

TODAY = date(2026, 11, 29)


@for_each(
    ("words", "amount"),
    [
        ("20000", 20_000),
        ("20,000", 20_000),
        ("20.000", 20_000),
        ("20k", 20_000),
        ("1.5k", 1_500),
        ("2,5m", 2_500_000),
        ("EUR 20 000", 20_000),
        ("€9,000", 9_000),
        ("9000 €", 9_000),
        ("1'000'000", 1_000_000),
        ("7", 7),
    ],
)
def test_amount_is_read(words, amount):
    assert amount_in(words, "EUR") == amount


@for_each(
    "words",
    ["", "a lot", "20k or so", "$20,000", "12.50", "0", "-5", "10000000000", "12,3", "20k €€", "1,2,3", "20,0000"],
)
def test_amount_that_is_not_certain_is_refused(words):
    with pytest.raises(NoSuchDeed):
        amount_in(words, "EUR")


@for_each(
    ("words", "day"),
    [
        ("2027-03-01", date(2027, 3, 1)),
        ("1 March 2027", date(2027, 3, 1)),
        ("1st March 2027", date(2027, 3, 1)),
        ("March 1, 2027", date(2027, 3, 1)),
        ("1 Mar 2027", date(2027, 3, 1)),
        ("1.3.2027", date(2027, 3, 1)),
        ("24 December", date(2026, 12, 24)),
        ("1 March", date(2027, 3, 1)),
    ],
)
def test_day_is_read(words, day):
    assert day_in(words, TODAY) == day


@for_each("words", ["", "soon", "March", "3/4/2027", "31 February 2027", "next Friday", "29 February"])
def test_day_that_is_not_certain_is_refused(words):
    with pytest.raises(NoSuchDeed):
        day_in(words, TODAY)


def test_29_february_is_read_where_this_year_or_the_next_has_one_to_come():
    assert day_in("29 Feb", date(2028, 1, 1)) == day_in("29 Feb", date(2027, 6, 1)) == date(2028, 2, 29)
    with pytest.raises(NoSuchDeed):
        day_in("29 Feb", date(2028, 2, 29))
