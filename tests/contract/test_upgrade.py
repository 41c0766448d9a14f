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
    """DynamoDB refuses an update of a table that changes two indexes, and one that changes an index in place.

    An upgrade has two steps: with `IndexOfFirstEdition=true`, and then without.
    """
    before = _by_name(TABLES[name].get("GlobalSecondaryIndexes", []))
    during = _by_name(sam_template.indexes(name, also_of_first_edition=True))
    after = _by_name(sam_template.indexes(name))

    for first, then in ((before, during), (during, after)):
        assert {index: first[index] for index in first if index in then} == {i: then[i] for i in then if i in first}
        assert len(first.keys() ^ then.keys()) <= 1


def test_parameters_that_are_new_have_defaults_and_those_that_went_are_said() -> None:
    parameters = sam_template.template()["Parameters"]
    page = (sam_template.ROOT / "docs/upgrade.md").read_text()

    new = {name: told for name, told in parameters.items() if name not in FIRST_EDITION["parameters"]}
    assert [name for name, told in new.items() if "Default" not in told] == []
    assert [name for name in FIRST_EDITION["parameters"] if name not in parameters and f"`{name}`" not in page] == []


def _by_name(indexes: list[dict[str, Any]]) -> dict[str, Any]:
    return {index["IndexName"]: index for index in indexes}
