"""Briefs of strangers, whose words no author of the signs knows: how they are read, and what they are estimated at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.playbooks.reading import Reading, read_kinds
from plans import an_answered_draft

ROOT = Path(__file__).parents[4]
ROWS = [json.loads(line) for line in (ROOT / "data/briefs/strangers.jsonl").read_text().splitlines()]
UNREAD = [row for row in ROWS if not row["read_by_authors"]]


@pytest.fixture(scope="module")
def readings() -> list[tuple[Reading, set[str]]]:
    """How each must-have is read, and what builders would call it."""
    pairs = (zip(row["answers"]["must_haves"], row["kinds"], strict=True) for row in UNREAD)
    return [(read_kinds(text), set(kinds)) for pair in pairs for text, kinds in pair]


def test_what_is_stated_is_mostly_what_a_builder_would_say(readings: list[tuple[Reading, set[str]]]) -> None:
    stated = [(read, kinds) for read, kinds in readings if read.kinds]

    right = sum(not kinds.isdisjoint(read.kinds) for read, kinds in stated)

    assert right / len(stated) >= 0.80


def test_one_of_the_kinds_that_are_shown_is_mostly_right(readings: list[tuple[Reading, set[str]]]) -> None:
    right = sum(not kinds.isdisjoint({*read.kinds, read.asked}) for read, kinds in readings)

    assert right / len(readings) >= 0.75


def test_few_must_haves_are_asked_about(readings: list[tuple[Reading, set[str]]]) -> None:
    assert sum(not read.kinds for read, _ in readings) / len(readings) <= 0.25


def test_likely_cost_is_mostly_within_half_as_much_again_of_a_builders() -> None:
    near = [row["who"] for row in UNREAD if 1 / 1.5 <= _ratio(row) <= 1.5]

    assert len(near) / len(UNREAD) >= 0.75


def _ratio(row: dict[str, Any]) -> float:
    plan = an_answered_draft(row["answers"]).project.plan
    assert plan is not None
    return float(plan.likely / row["builder"]["money"]["likely"])
