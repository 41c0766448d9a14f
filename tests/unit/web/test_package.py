"""What the pages are made of."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tables import for_each

WEB = Path(__file__).parents[3] / "web"
SOURCES = sorted((WEB / "src").rglob("*.ts*"))
KEEPS = WEB / "src" / "lib" / "kept.ts"
"""What is written and not sent yet is kept in the tab (docs/dashboard.md); nothing else is stored."""


def test_package_has_few_direct_dependencies_each_with_its_reason_at_exact_versions():
    package = json.loads((WEB / "package.json").read_text())
    reasons = (WEB.parent / "CONTRIBUTING.md").read_text().replace(", -mono", ", @fontsource-variable/geist-mono")

    assert len(package["dependencies"]) <= 7
    everything = package["dependencies"] | package["devDependencies"]
    assert [name for name in everything if not re.search(rf"^\|.*{re.escape(name)}\b.*\|", reasons, re.MULTILINE)] == []
    assert [version for version in everything.values() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


def test_lock_file_names_no_registry_and_checks_every_package():
    lock = json.loads((WEB / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}

    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if "integrity" not in package] == []


@for_each("source", SOURCES, ids=lambda source: source.relative_to(WEB).as_posix())
def test_source_uses_no_sink_that_parses_text_and_one_place_stores(source: Path):
    text = source.read_text()

    found = re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|Storage\b", text)
    assert set(found) <= ({"Storage"} if source == KEEPS else set())


@for_each("source", SOURCES, ids=lambda source: source.relative_to(WEB).as_posix())
def test_source_fits_one_sitting(source: Path):
    if source.name != "schema.ts":  # generated
        assert len(source.read_text().splitlines()) <= 250


def sheets_with(pattern: str) -> dict[str, set[str]]:
    """In which style sheets each class is that the pattern finds."""
    found: dict[str, set[str]] = {}
    for sheet in (WEB / "src" / "styles").glob("*.css"):
        for name in re.findall(pattern, sheet.read_text(), re.MULTILINE):
            found.setdefault(name, set()).add(sheet.name)
    return found


def test_a_class_has_its_own_rule_in_one_style_sheet():
    """Most sheets come with the page that needs them, and stay: two that say something of a class would mix."""
    owners = sheets_with(r"^[a-z]*\.([\w-]+) \{")

    assert len(owners) > 100
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}


def test_a_class_of_a_sheet_that_comes_later_is_in_no_other_sheet():
    """An inbox would be drawn in another way once a document was opened."""
    main = (WEB / "src" / "main.tsx").read_text()
    mentioned = sheets_with(r"\.([a-zA-Z][\w-]*)(?=[^{}]*\{)")
    later = {name for name, (sheet, *_) in sheets_with(r"^[a-z]*\.([\w-]+) \{").items() if sheet not in main}

    assert len(later) > 50
    assert {name: mentioned[name] for name in later if len(mentioned[name]) > 1} == {}
