"""What two projects have in common is counted by lines that neither the customer nor a shared kind brings."""

from __future__ import annotations

import pytest

from bench.documents import Written, measure, shared


def project(*lines: tuple[str, str]) -> Written:
    return Written("any", lines, {})


def test_lines_of_kinds_and_rules_that_both_have_are_left_out() -> None:
    one = project(("kinds/booking", "a"), ("platforms/web", "b"), ("kinds/chat", "c"))
    other = project(("kinds/booking", "a"), ("platforms/web", "b"), ("kinds/maps", "d"))

    assert shared(one, other) == pytest.approx(1 / 2)


def test_line_that_stands_in_two_kinds_counts() -> None:
    assert shared(project(("kinds/chat", "a")), project(("kinds/maps", "a"))) == pytest.approx(1)


@pytest.mark.nightly
def test_documents_of_unlike_projects_keep_their_bounds() -> None:
    assert [figure.name for figure in measure().figures if figure.gate and not figure.gate.holds(figure.value)] == []
