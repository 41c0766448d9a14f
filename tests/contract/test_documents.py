"""The documents say what is so: each route, error, tool, parameter, alarm and function is on its page; links hold."""

from __future__ import annotations

import re

import sam_template
from interface import DOORS, STANDARD
from protocol import TOOLS
from tools.openapi.tables import PAGE, with_tables

DOCUMENTS = [*sam_template.ROOT.glob("*.md"), *sam_template.ROOT.glob("docs/**/*.md")]


def test_interface_page_has_the_tables_that_the_handlers_declare():
    page = PAGE.read_text()
    areas = {area for areas in re.findall(r"<!-- routes: ([\w ]+) -->", page) for area in areas.split()}

    assert page == with_tables(page), "run make docs"
    assert areas == set(DOORS)
    assert [path for method, path in STANDARD if f"`{method} {path}`" not in page] == []


def test_interface_page_names_every_error_code():
    sources = [file for layer in ("common", "domain") for file in (sam_template.ROOT / "layers" / layer).rglob("*.py")]
    declared = re.compile(r'^    code = "([A-Z_]+)"', re.MULTILINE)
    codes = {code for source in sources for code in declared.findall(source.read_text())}
    named = set(re.findall(r"[A-Z_]+", (sam_template.ROOT / "docs/interface.md").read_text()))

    assert {"VALIDATION_ERROR", "NOT_VERIFIED"} <= codes
    assert codes - named == set()


def test_operations_page_names_every_parameter_and_alarm():
    page = (sam_template.ROOT / "docs/operations.md").read_text()
    tables = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    named = {name for cell in tables for name in re.findall(r"\w+", cell)}
    alarms = {name.removesuffix("Alarm") for name in sam_template.resources("AWS::CloudWatch::Alarm")}

    assert (sam_template.template()["Parameters"].keys() | alarms) - named == set()


def test_mcp_page_names_every_tool_with_its_scopes():
    rows = re.findall(r"^\| (\w+) \| (\w+:[\w: ]+) \|", (sam_template.ROOT / "docs/mcp.md").read_text(), re.MULTILINE)

    assert {name: tuple(scopes.split(" or ")) for name, scopes in rows} == TOOLS


def test_no_link_of_a_document_leads_nowhere():
    links = [(document, link) for document in DOCUMENTS for link in re.findall(r"\]\(([^)#\s]+)", document.read_text())]

    assert [link for document, link in links if "://" not in link and not (document.parent / link).exists()] == []
