"""Every store function says in its docstring how it reads or writes, and some role may do each of these."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase

import pytest

import sam_template

DOMAINS = sam_template.ROOT / "layers/domain/python/domain"
# Cards have rows in two tables. What needs no models stands beside its store: zones, contacts.
# Attention is kept in the table of events.
BESIDE = (
    "answers/card_store.py",
    "connections/client_store.py",
    "identity/contacts.py",
    "identity/zones.py",
    "pa/need_store.py",
    "pa/chat.py",
)
STORES = sorted([*DOMAINS.glob("*/store.py"), *(DOMAINS / name for name in BESIDE)])
TABLES = sam_template.resources("AWS::DynamoDB::Table").keys()
# An operation; a transaction; what gives writes for somebody else's transaction; or what is built of other functions.
ACCESS = re.compile(
    r"\b(?:GetItem|BatchGetItem|PutItem|UpdateItem|DeleteItem|Query|TransactWriteItems)\b"
    r"|^Transactions?: |^The (?:writes?|update|put|check) |^As `(?P<other>\w+)`"
)


def functions():
    """Each public function of each store: (its name, its docstring, the functions beside it, the store's tables)."""
    for file in STORES:
        source = file.read_text()
        module = ast.parse(source)
        for store in module.body:
            if isinstance(store, ast.ClassDef) and "service" in map(ast.unparse, store.decorator_list):
                public = {
                    one.name: ast.get_docstring(one) or ""
                    for one in store.body
                    if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")
                }
                tables = TABLES if "getattr(settings" in source else set(tables_of(store.name, module))
                for name, told in public.items():
                    yield f"{file.parent.name}-{store.name}.{name}", told, public.keys() - {name}, tables


def tables_of(store, module):
    """The tables that the functions of a module give a store when they make one."""
    for made in ast.walk(module):
        if isinstance(made, ast.Call) and ast.unparse(made.func) == store:
            yield from (f"{one.title()}Table" for one in re.findall(r"settings\.(\w+)_table", ast.unparse(made)))


FUNCTIONS = list(functions())


def test_every_store_is_looked_at():
    assert {name.split("-")[0] for name, *_ in FUNCTIONS} == {file.parent.name for file in STORES}
    assert [name for name, _, _, tables in FUNCTIONS if not tables or not tables <= TABLES] == []


def test_every_store_function_says_its_access():
    said = {name: (ACCESS.search(told), beside) for name, told, beside, _ in FUNCTIONS}

    assert [name for name, (access, _) in said.items() if access is None] == []
    built = [(name, access["other"], beside) for name, (access, beside) in said.items() if access["other"]]
    assert [name for name, other, beside in built if other not in beside] == []


def test_an_access_that_names_a_sort_key_names_its_partition():
    assert [name for name, told, *_ in FUNCTIONS if re.search(r"(?:Item|Query) sk\b", told)] == []


def needed():
    """What the docstrings say of keys: (tables, operation, how the key begins), for what names all three."""
    for name, told, _, tables in FUNCTIONS:
        for operation, begins in re.findall(r"\b(\w+Item|Query)\s+pk=(\w+#)", told):
            yield pytest.param(tables, operation, begins, id=f"{name}-{operation}-{begins}")


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
