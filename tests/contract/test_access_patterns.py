"""docs/access-patterns.md names every store function, and no other."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase

import pytest

import sam_template

DOMAINS = sam_template.ROOT / "layers/domain/python/domain"
# Cards have rows in two tables. What needs no models stands beside its store: zones, contacts, the model's state.
# Attention is kept in the table of events.
BESIDE = (
    "answers/card_store.py",
    "connections/client_store.py",
    "identity/contacts.py",
    "identity/zones.py",
    "pa/attention_store.py",
    "pa/chat.py",
    "thinking/records.py",
)
STORES = sorted([*DOMAINS.glob("*/store.py"), *(DOMAINS / name for name in BESIDE)])
TABLES = sam_template.resources("AWS::DynamoDB::Table").keys()


def test_page_names_exactly_the_store_functions():
    page = (sam_template.ROOT / "docs/access-patterns.md").read_text()
    named = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    classes = [node for store in STORES for node in ast.parse(store.read_text()).body if isinstance(node, ast.ClassDef)]
    functions = [
        node.name
        for cls in classes
        for node in cls.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]

    assert sorted(named) == sorted(functions)


def needed():
    """What the page says of keys: (tables, operation, how the key begins), for what names all three."""
    for section in (sam_template.ROOT / "docs/access-patterns.md").read_text().split("\n## ")[1:]:
        heading, _, rows = section.partition("\n")
        table = re.search(r"\(table: (\w+)", heading)
        tables = {f"{table[1].title()}Table"} if table and "every table" not in heading else TABLES
        for operation, begins in re.findall(r"\b(\w+Item|Query) pk=(\w+#)", rows):
            yield pytest.param(tables, operation, begins, id=f"{heading.split()[0]}-{operation}-{begins}")


def allows(statement, tables, operation, begins):
    """Whether a role's statement lets rows with such keys be read or written so, in one of these tables."""
    resources = {one["Fn::GetAtt"][0] for one in sam_template.listed(statement["Resource"]) if "Fn::GetAtt" in one}
    if f"dynamodb:{operation}" not in sam_template.listed(statement["Action"]) or not resources & tables:
        return False
    judged = {
        operator.removeprefix("ForAllValues:"): keys.get("dynamodb:LeadingKeys", [])
        for operator, keys in statement.get("Condition", {}).items()
    }
    excluded = judged.pop("StringNotLike", [])
    judged.pop("Null", None)
    return not any(fnmatchcase(begins, one) for one in excluded) and all(
        any(fnmatchcase(begins, one) for one in allowed) for allowed in judged.values()
    )


@pytest.mark.parametrize(("tables", "operation", "begins"), list(needed()))
def test_some_role_allows_each_access_by_the_beginning_of_its_key(tables, operation, begins):
    roles = sam_template.resources("AWS::Serverless::Function")

    assert any(allows(one, tables, operation, begins) for role in roles for one in sam_template.statements(role))


def test_no_store_scans():
    assert [store for store in STORES if "scan" in store.read_text().lower().replace("no scan", "")] == []
