"""Values in texts of any language: read in every form, compared by what they mean, in linear time."""

from __future__ import annotations

from datetime import date

import pytest
from babel.dates import format_date

from domain.thinking import values
from domain.thinking.values import known_from, values_in
from effort import grows_like_its_text


def meanings(text):
    return [set(value.meanings) for value in values_in(text)]


@pytest.mark.parametrize(
    "text",
    [
        *("EUR 9,620", "EUR 9620", "9.620 €", "9 620 EUR", "9\u00a0620 EUR", "9\u202f620 EUR", "CHF 9'620", "9’620.00"),
        *(
            "€9,620",
            "EUR9,620",
            "9620EUR",
            "9.620,00 €",
            "**9,620**",
            "_9,620_",
            "(9,620)",
            "~9,620",
            "9.62k",
            "約9,620元",
        ),
        *("٩٬٦٢٠", "९,६२०", "\u200f9,620\u200f", "9,620.", "Rs.9,620", "9,620–"),
    ],
)
def test_figure_is_the_same_in_every_form(text):
    assert meanings(text) == [{"9620"}]


@pytest.mark.parametrize("language", values._LANGUAGES)
def test_days_as_each_language_writes_them_are_that_day(language):
    for day in (date(2026, 12, 3), date(2027, 5, 21), date(2027, 3, 1), date(2027, 8, 30)):
        known = known_from(day.isoformat())
        for form in ("long", "medium", "full"):
            said = format_date(day, form, locale=language)
            found = values_in(said)
            assert found, said
            assert all(value.is_in(known) for value in found), said


def test_parts_of_a_day_are_known_from_it_and_the_whole_is_not_known_from_a_part():
    known = known_from("3 December 2026")

    for said in ("3 December", "3.12.", "3.12", "12月3日", "December 2026", "2026"):
        assert all(value.is_in(known) for value in values_in(said)), said
    assert not values_in("3 December 2026")[0].is_in(known_from("3 December"))
    assert not values_in("3 December 2027")[0].is_in(known)
    assert not values_in("4 February")[0].is_in(known_from("4.2 days"))


@pytest.mark.parametrize("text", ["31.2.2027", "9" * 13, "1" * 5_000, "10.0.0.1", "1,2,3"])
def test_digits_that_are_no_day_and_no_amount_are_the_same_only_as_themselves(text):
    assert meanings(text) == [{text}]


@pytest.mark.parametrize(
    "piece",
    [
        *("1", "word ", "9,620 ", "3 December 2026 ", "word 3 ", "1.", "1:", "1 000 ", "1/", "1-", "R1", "1 de ", "٣ "),
        *("1月", "[", "ABC", "1,", "the " * 9, "’", "d’", "12.12."),
    ],
)
def test_long_text_takes_time_that_grows_like_the_text(piece):
    values_in("3 December")  # it reads the names of months once

    assert grows_like_its_text(values_in, piece, longest=12_000)
    assert values_in(" " * 12_000 + "EUR 9,620") == ()
