"""The documents of unlike projects are unlike, and what is compared is what the customer did not write."""

from __future__ import annotations

import json

import pytest

from bench.documents import BRIEFS, MOST_IDENTICAL_PERCENT, Unit, share, shares, units

NAME = "Kruste und Krume"
ANSWERS = json.loads(BRIEFS.read_text(encoding="utf-8"))[NAME]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("| R1 | Mark a loaf as sold out |", [Unit("@", is_ours=False)]),
        ("The deadline is 2026-09-01, and R1 to R4 wait.", [Unit("the deadline is @ , and @ wait", is_ours=True)]),
        ("- Mark a loaf as sold out: who does that?", [Unit("@ who does that?", is_ours=True)]),
        ("| Days | 3 to 12 | too short |", []),
        ("One sentence of five words. Another one", [Unit("one sentence of five words", is_ours=True)]),
    ],
)
def test_units_are_sentences_and_cells_of_four_words_with_the_customers_words_masked(
    line: str, expected: list[Unit]
) -> None:
    assert list(units(line, NAME, ANSWERS)) == expected


def test_share_counts_the_customers_lines_as_different_or_not_at_all() -> None:
    one = [Unit("the same", is_ours=True), Unit("ours alone", is_ours=True), Unit("@", is_ours=False)]
    other = [Unit("the same", is_ours=True), Unit("@", is_ours=False)]

    assert share(one, other, ours_only=True) == 1 / 2
    assert share(one, other, ours_only=False) == 1 / 3


def test_ten_documents_of_unlike_projects_share_few_sentences() -> None:
    found = shares()

    assert len(found) == 15
    assert max(pair[way] for pair in found for way in ("ours", "all")) * 100 <= MOST_IDENTICAL_PERCENT
