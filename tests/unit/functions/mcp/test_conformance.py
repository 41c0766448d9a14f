"""The conformance suite's tools: there when asked for, and only then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sam_template
from doors import key_caller
from mcp_door.conformance import RESULTS
from mcp_door.server import protocol_server
from protocol import ERAS, ask, call_tool, listed, text_of
from protocol import TOOLS as WANTED

ME = key_caller()


@pytest.fixture
def mounted(aws, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CONFORMANCE", "1")
    protocol_server.cache_clear()
    yield
    protocol_server.cache_clear()


def test_no_template_sets_the_variable():
    variables = [
        function.get("Environment", {}).get("Variables", {})
        for function in sam_template.resources("AWS::Serverless::Function").values()
    ]

    assert not any("CONFORMANCE" in given for given in variables)


@pytest.mark.parametrize("era", ERAS)
def test_suites_tools_are_unknown_without_the_variable(aws, era):
    assert [tool["name"] for tool in listed(caller=ME, era=era)] == list(WANTED)
    assert ask("tools/call", {"name": "test_simple_text"}, caller=ME, era=era).error["code"] == -32602


@pytest.mark.usefixtures("mounted")
@pytest.mark.parametrize("era", ERAS)
def test_suites_tools_stand_behind_ours(era):
    assert [tool["name"] for tool in listed(caller=ME, era=era)] == [*WANTED, *RESULTS]
    assert text_of(call_tool("test_simple_text", caller=ME, era=era)) == "This is a simple text response for testing."
    assert call_tool("list_projects", caller=ME, era=era)["isError"] is False


@pytest.mark.usefixtures("mounted")
def test_suites_error_is_one():
    assert call_tool("test_error_handling", caller=ME)["isError"] is True


@pytest.mark.usefixtures("mounted")
def test_client_that_cannot_sample_is_told_what_it_lacks():
    refused = ask("tools/call", {"name": "test_missing_capability"}, caller=ME)

    assert (refused.status, refused.error["code"]) == (400, -32021)
    assert refused.error["data"] == {"requiredCapabilities": {"sampling": {}}}
