"""docs/estimate.md is what customers are told; the code has to be the same to the figure."""

from __future__ import annotations

import re
from dataclasses import astuple
from datetime import date
from pathlib import Path

from domain.projects import build_outlook, rates
from domain.projects.build_outlook import Days
from domain.projects.effort import EFFORTS, hours_of_revision
from domain.projects.estimate import RANGE_QUESTIONS, RULE_VERSION, estimate
from domain.projects.phases import DELIVERABLES
from domain.projects.questionnaire import Answers

PUBLISHED = (Path(__file__).parents[4] / "docs" / "estimate.md").read_text()
EXAMPLE: Answers = {
    "goal": "g",
    "audience": ("a", "b", "c"),
    "success_measure": ("m",),
    "must_haves": ("1", "2", "3", "4", "5"),
    "out_of_scope": (),
    "platforms": ("web",),
    "integrations": ("i", "j"),
    "existing": ("brand", "domain"),
    "personal_data": True,
    "constraints": ("c", "d"),
    "approver": "Ana",
}


def rows(section: str) -> list[list[str]]:
    """The body rows of all tables under the heading that begins with `section`."""
    text = re.split(r"^## ", PUBLISHED.split(f"## {section}", 1)[1], flags=re.MULTILINE)[0]
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [cells for cells in lines if cells[0] not in {"document", "currency", "phase", "part"}]


def test_the_published_percents_are_those_of_the_rule() -> None:
    published = {cells[0]: (cells[1], [int(number) for number in cells[2:]]) for cells in rows("1.")}

    assert published == {
        spec.kind.value: (
            spec.owner.value,
            [
                EFFORTS[spec.kind].base_hours,
                EFFORTS[spec.kind].must_have,
                EFFORTS[spec.kind].audience,
                EFFORTS[spec.kind].platform,
                EFFORTS[spec.kind].integration,
                EFFORTS[spec.kind].constraint,
                EFFORTS[spec.kind].personal_data,
                EFFORTS[spec.kind].brand,
                EFFORTS[spec.kind].code,
            ],
        )
        for spec in DELIVERABLES
    }


def test_the_published_price_list_is_that_of_the_rule() -> None:
    published = {
        cells[0]: dict(zip(("CPO", "CDO", "CTO", "CMO"), map(int, cells[1:]), strict=True)) for cells in rows("2.")
    }

    assert published == rates.DAY_RATES


def test_the_published_range_names_the_questions_that_move_it() -> None:
    assert f"{', '.join(f'`{question}`' for question in RANGE_QUESTIONS)}." in " ".join(PUBLISHED.split())
    assert f"Rule version {RULE_VERSION}." in PUBLISHED


def test_the_published_example_is_what_the_rule_gives() -> None:
    found = estimate(EXAMPLE, today=date(2026, 3, 2))

    worked = rows("A worked example")
    assert [(cells[0], *map(int, cells[2:])) for cells in worked[:10]] == [
        (line.kind.value, line.hours, line.cost) for line in found.lines
    ]
    assert [(cells[0], *map(int, cells[1:])) for cells in worked[10:]] == [
        (phase.phase.value, phase.hours, phase.working_days, phase.cost) for phase in found.phases
    ]
    assert f"Total EUR {found.total}, low {found.low}, high {found.high}" in PUBLISHED
    assert f"{found.working_days} working days" in PUBLISHED
    assert f"eta is {found.eta.isoformat()}." in PUBLISHED


def test_the_published_build_outlook_is_that_of_the_rule() -> None:
    published = {cells[0]: (int(cells[1]), int(cells[2])) for cells in rows("6.")}
    words = {
        cells[0]: tuple("|".join(re.findall("`([^`]+)`", cell)) for cell in cells[3:])
        for cells in rows("6.")
        if "`" in cells[3]
    }

    assert published == {
        "foundation": astuple(build_outlook.FOUNDATION),
        "foundation on code": astuple(build_outlook.FOUNDATION_ON_CODE),
        "further platform": astuple(build_outlook.FURTHER_PLATFORM),
        "integration": astuple(build_outlook.INTEGRATION),
        "constraint": astuple(build_outlook.CONSTRAINT),
        "personal data": astuple(build_outlook.PERSONAL_DATA),
        **{kind: astuple(days) for kind, days, *_ in build_outlook.MUST_HAVES},
        "other": astuple(build_outlook.OTHER_MUST_HAVE),
    }
    assert words == {kind: (things, deeds) for kind, _, things, deeds in build_outlook.MUST_HAVES}
    for listed in (build_outlook.AFTER, build_outlook.BETWEEN, build_outlook.BEFORE):
        assert ", ".join(f"`{word}`" for word in listed.split("|")) in " ".join(PUBLISHED.split())
    assert f"Rule `{build_outlook.RULE}`" in PUBLISHED


def test_the_worked_example_has_the_build_outlook_of_the_rule() -> None:
    found = build_outlook.build_outlook(EXAMPLE, currency="EUR")

    days = Days(sum(line.days.low for line in found.basis), sum(line.days.high for line in found.basis))
    told = " ".join(PUBLISHED.split())
    assert f"That is {days.low} to {days.high} days of effort: EUR {found.low} to {found.high}" in told
    assert f"in {found.working_days.low} to {found.working_days.high} working days" in told


def test_the_included_revision_is_the_first() -> None:
    assert [hours_of_revision(number, 9) for number in (1, 2, 3, 4)] == [9, 0, 3, 3]
