"""Which days a comment names."""

from __future__ import annotations

from datetime import date

import pytest

from domain.projects.documents.comments import days_in

TODAY = date(2026, 8, 1)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("start on 1 July and not 1 September", [date(2027, 7, 1), date(2026, 9, 1)]),
        ("Not on 1 September 2026 but on 1 July 2026.", [date(2026, 9, 1), date(2026, 7, 1)]),
        ("move it to March 3rd", [date(2027, 3, 3)]),
        ("by 2027-02-03", [date(2027, 2, 3)]),
        ("by 29 February", []),  # there is none in the next two years
        ("two weeks later", []),
    ],
)
def test_days_of_a_comment_are_found_in_its_order(text, days):
    assert days_in(text, TODAY) == days
