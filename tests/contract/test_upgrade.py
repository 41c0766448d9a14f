"""What an upgrade in place may change of the first edition's tables; `docs/upgrade.md` says what its owner must do."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sam_template

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
    """DynamoDB refuses an update of a table that changes two indexes, and one that changes an index in place."""
    before, now = _indexes(TABLES[name]), _indexes(sam_template.resources(TABLE)[name])

    assert {index: before[index] for index in before if index in now} == {i: now[i] for i in now if i in before}
    assert len(before.keys() ^ now.keys()) <= 1


def test_parameters_that_are_new_have_defaults_and_those_that_went_are_said() -> None:
    parameters = sam_template.template()["Parameters"]
    page = (sam_template.ROOT / "docs/upgrade.md").read_text()

    new = {name: told for name, told in parameters.items() if name not in FIRST_EDITION["parameters"]}
    assert [name for name, told in new.items() if "Default" not in told] == []
    assert [name for name in FIRST_EDITION["parameters"] if name not in parameters and f"`{name}`" not in page] == []


def _indexes(table: dict[str, Any]) -> dict[str, Any]:
    return {index["IndexName"]: index for index in table.get("GlobalSecondaryIndexes", [])}
