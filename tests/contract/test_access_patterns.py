"""docs/access-patterns.md names every store function, and no other."""

from __future__ import annotations

import ast
import re

import sam_template

DOMAINS = sam_template.ROOT / "layers/domain/python/domain"
# What needs no models stands beside its store: zones, contacts, the model's state. Attention is kept in events' table.
BESIDE = (
    "connections/client_store.py",
    "identity/contacts.py",
    "identity/zones.py",
    "pa/attention_store.py",
    "pa/chat.py",
    "thinking/records.py",
)
STORES = sorted([*DOMAINS.glob("*/store.py"), *(DOMAINS / name for name in BESIDE)])


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


def test_no_store_scans():
    assert [store for store in STORES if "scan" in store.read_text().lower().replace("no scan", "")] == []
