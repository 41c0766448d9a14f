"""What an upgrade in place may change of the first edition's tables; `docs/upgrade.md` says what its owner must do."""

from __future__ import annotations

import csv
import json
import re
from typing import Any

import pytest

import sam_template
from domain.events.records import EventType
from interface import ROUTES
from mcp_door.all_tools import TOOLS

FIRST_EDITION = json.loads((sam_template.ROOT / "data/first_edition/stack.json").read_text())
TABLE = "AWS::DynamoDB::Table"
TABLES: dict[str, Any] = FIRST_EDITION["tables"]


@pytest.mark.parametrize("name", TABLES)
def test_table_is_changed_and_not_replaced(name: str) -> None:
    """CloudFormation makes a new, empty table when the key or a local index changes."""
    now = sam_template.resources(TABLE)[name]

    for lasting in ("KeySchema", "LocalSecondaryIndexes"):
        assert now.get(lasting) == TABLES[name].get(lasting)
    assert "TableName" not in now


@pytest.mark.parametrize("name", TABLES)
def test_one_index_at_most_is_added_or_dropped(name: str) -> None:
    """DynamoDB refuses an update of a table that changes two indexes, and one that changes an index in place.

    An upgrade has two steps: with `IndexOfFirstEdition=true`, and then without.
    """
    before = _by_name(TABLES[name].get("GlobalSecondaryIndexes", []))
    during = _by_name(sam_template.indexes(name, also_of_first_edition=True))
    after = _by_name(sam_template.indexes(name))

    for first, then in ((before, during), (during, after)):
        assert {index: first[index] for index in first if index in then} == {i: then[i] for i in then if i in first}
        assert len(first.keys() ^ then.keys()) <= 1


def unnamed(route: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", route)


def test_parameters_that_are_new_have_defaults_and_those_that_went_are_said() -> None:
    parameters = sam_template.template()["Parameters"]
    page = (sam_template.ROOT / "docs/upgrade.md").read_text()

    new = {name: told for name, told in parameters.items() if name not in FIRST_EDITION["parameters"]}
    assert [name for name, told in new.items() if "Default" not in told] == []
    assert [name for name in FIRST_EDITION["parameters"] if name not in parameters and f"`{name}`" not in page] == []


def _by_name(indexes: list[dict[str, Any]]) -> dict[str, Any]:
    return {index["IndexName"]: index for index in indexes}


OF_1_1 = tuple(csv.DictReader((sam_template.ROOT / "docs/upgrade-from-1.1.csv").read_text().splitlines()))


@pytest.mark.parametrize(
    ("kind", "today"),
    [
        ("route", {unnamed(route.id) for route in ROUTES}),
        ("tool", set(TOOLS)),
        ("event", {event.value for event in EventType}),
    ],
)
def test_what_1_1_had_is_there_or_the_table_says_what_became_of_it(kind: str, today: set[str]) -> None:
    had = {unnamed(row["name in 1.1"]): row["in 2.0"] for row in OF_1_1 if row["kind"] == kind}

    assert {name for name, became in had.items() if became == "stays"} == today & had.keys()
    assert [name for name, became in had.items() if became != "stays" and not became.startswith("gone; ")] == []
