"""The conformance suite's tools: there while the MCP door is judged, and only then."""

from __future__ import annotations

import pytest

import sam_template
from doors import key_caller
from local.paths import REPOSITORY
from protocol import ERAS, ask, listed
from protocol import TOOLS as WANTED

ME = key_caller()


@pytest.mark.parametrize("era", ERAS)
def test_suites_tools_are_unknown_to_what_ships(aws, era):
    assert [tool["name"] for tool in listed(caller=ME, era=era)] == list(WANTED)
    assert ask("tools/call", {"name": "test_simple_text"}, caller=ME, era=era).error["code"] == -32602


def test_nothing_of_the_suite_is_in_what_ships():
    shipped = [REPOSITORY / folder for folder in ("functions", "layers")]

    assert [file for folder in shipped for file in folder.rglob("*.py") if "conformance" in file.read_text()] == []
    assert "conformance" not in (sam_template.ROOT / "template.yaml").read_text().lower()
