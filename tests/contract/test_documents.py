"""The documents say what is so: each route, error, tool, parameter, alarm and function is on its page; links hold."""

from __future__ import annotations

import re

import pytest

import sam_template
from interface import ANY, PUBLIC, ROUTES, SESSION, STANDARD
from protocol import TOOLS

DOCUMENTS = [*sam_template.ROOT.glob("*.md"), *sam_template.ROOT.glob("docs/**/*.md")]
ROW = re.compile(r"^\| (?P<added>\+ )?`(?P<method>[A-Z]+) (?P<path>/\S+)`(?: \*\*I\*\*)? \|(?P<next>[^|]*)\|")
NEEDS = {"any key, or a session": ANY, "nothing": PUBLIC, "session": SESSION}
OF_A_SECTION = {"4.1": SESSION, "4.3": ("pa:access",)}  # said once for all of its routes


def test_interface_page_names_every_route_with_its_scopes():
    named, section = set(), ""
    for line in (sam_template.ROOT / "docs/interface.md").read_text().splitlines():
        section = line.split()[1] if line.startswith("### ") else section
        if row := ROW.match(line):
            scopes = tuple(re.findall(r"`([\w:]+)`", row["next"]))
            needs = NEEDS.get(row["next"].strip()) or OF_A_SECTION.get(section) or scopes
            named.add((row["method"], re.sub(r":\w+", "{}", row["path"]), needs, bool(row["added"])))

    routes = {(route.method, re.sub(r"{\w+}", "{}", route.path), route.needs, route.added) for route in ROUTES}
    assert named == routes | {(method, path, (), True) for method, path in STANDARD}


def test_interface_page_names_every_error_code():
    sources = [file for layer in ("common", "domain") for file in (sam_template.ROOT / "layers" / layer).rglob("*.py")]
    declared = re.compile(r'^    code = "([A-Z_]+)"', re.MULTILINE)
    codes = {code for source in sources for code in declared.findall(source.read_text())}
    named = set(re.findall(r"[A-Z_]+", (sam_template.ROOT / "docs/interface.md").read_text()))

    assert {"VALIDATION_ERROR", "NOT_VERIFIED"} <= codes
    assert codes - named == {"ORDER_GIVEN"}  # stays within: a tool makes its answer of it


def test_operations_page_names_every_parameter_and_alarm():
    page = (sam_template.ROOT / "docs/operations.md").read_text()
    tables = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    named = {name for cell in tables for name in re.findall(r"\w+", cell)}
    alarms = {name.removesuffix("Alarm") for name in sam_template.resources("AWS::CloudWatch::Alarm")}

    assert (sam_template.template()["Parameters"].keys() | alarms) - named == set()


def test_mcp_page_names_every_tool_with_its_scopes():
    rows = re.findall(r"^\| (\w+) \| (\w+:[\w: ]+) \|", (sam_template.ROOT / "docs/mcp.md").read_text(), re.MULTILINE)

    assert {name: tuple(scopes.split(" or ")) for name, scopes in rows} == TOOLS


@pytest.mark.parametrize(
    ("page", "heading"), [("README.md", "How it is built"), ("docs/architecture.md", "One picture")]
)
def test_picture_has_every_function(page: str, heading: str):
    drawn = re.search(rf"## {heading}\n+```\n(.*?)```", (sam_template.ROOT / page).read_text(), re.DOTALL)
    functions = {folder.parent.name for folder in sam_template.ROOT.glob("functions/*/handler.py")}

    assert drawn is not None
    assert functions - set(re.findall(r"\w+", drawn[1])) == set()


def test_no_link_of_a_document_leads_nowhere():
    links = [(document, link) for document in DOCUMENTS for link in re.findall(r"\]\(([^)#\s]+)", document.read_text())]

    assert [link for document, link in links if "://" not in link and not (document.parent / link).exists()] == []
