"""The documents of unlike projects are unlike, and what is compared is what the customer did not write."""

from __future__ import annotations

import pytest

from bench.documents import MOST_IDENTICAL_PERCENT, Unit, share, shares, units

ANSWERS = {"must_haves": ["Pay by card"], "platforms": ["web"]}


@pytest.mark.nightly
def test_ten_documents_of_unlike_projects_share_few_sentences() -> None:
    found = shares()

    assert len(found) == 15
    assert max(pair[way] for pair in found for way in ("ours", "all")) * 100 <= MOST_IDENTICAL_PERCENT


def test_customers_words_ids_days_and_numbers_are_masked() -> None:
    text = "## R1 “Pay by card”\n\n- Pay by card is done on 2026-03-20, for EUR 1,200 and 3.5 days.\n- Two words\n"

    found = list(units(text, "Bakery", ANSWERS))

    assert [unit.masked for unit in found] == ["@", "@ is done on @ , for @"]
    assert [unit.is_ours for unit in found] == [False, True]


def test_share_counts_what_the_other_has_and_leaves_out_the_customers_words_where_told() -> None:
    one = [Unit("a line of ours", is_ours=True), Unit("another one", is_ours=True), Unit("@", is_ours=False)]
    other = [Unit("a line of ours", is_ours=True), Unit("@", is_ours=False)]

    assert share(one, other, ours_only=False) == pytest.approx(1 / 3)
    assert share(one, other, ours_only=True) == pytest.approx(1 / 2)
