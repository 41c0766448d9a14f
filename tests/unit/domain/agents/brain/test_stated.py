from __future__ import annotations

import pytest

from domain.agents.brain.stated import stated_in


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("It ends on 2026-03-24.", {"2026-03-24"}),
        ("It ends on 24 March 2026.", {"2026-03-24"}),
        ("It ends on the 3rd of March 2026", {"2026-03-03"}),
        ("It ends on March 24th, 2026", {"2026-03-24"}),
        ("It ends on Mar 4 2026", {"2026-03-04"}),
        ("It ends on 31 February 2026", {"31 February 2026"}),
        ("EUR 10,440 of EUR 8,640", {"10440", "8640"}),
        ("CHF 10'440 and 2.50 days", {"10440", "2.5"}),
        ("12 % of 007", {"12", "7"}),
        ("Twelve documents, two thousand", {"12", "2", "1000"}),
        ("R3 and X1 hold, v2 too", {"R3", "X1", "2"}),
        ("1. First\n2. Second\n 3) Third", set()),
        ("one thing at a time", set()),
        ("", set()),
    ],
)
def test_figures_are_found_in_every_form_they_are_written_in(text, stated):
    assert stated_in(text) == stated
