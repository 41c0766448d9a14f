"""The conformance suite's tools: there while the MCP door is judged, and only then."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Iterator

import pytest

import sam_template
from conformance.inside import suite_offers
from conformance.inside.suite_tools import RESULTS, mount
from conformance.mounted import ENTRY, layer_content
from doors import key_caller
from local.paths import REPOSITORY
from mcp_door.server import protocol_server
from protocol import ERAS, ask, call_tool, listed, text_of
from protocol import TOOLS as WANTED

ME = key_caller()


@pytest.fixture
def mounted(aws) -> Iterator[None]:
    protocol_server.cache_clear()
    mount(protocol_server())
    suite_offers.mount(protocol_server())
    yield
    protocol_server.cache_clear()


@pytest.mark.parametrize("era", ERAS)
def test_suites_tools_are_unknown_to_what_ships(aws, era):
    assert [tool["name"] for tool in listed(caller=ME, era=era)] == list(WANTED)
    assert ask("tools/call", {"name": "test_simple_text"}, caller=ME, era=era).error["code"] == -32602


def test_nothing_of_the_suite_is_in_what_ships():
    shipped = [REPOSITORY / folder for folder in ("functions", "layers")]

    assert [file for folder in shipped for file in folder.rglob("*.py") if "conformance" in file.read_text()] == []
    assert "conformance" not in (sam_template.ROOT / "template.yaml").read_text().lower()


def test_entry_while_judged_is_found_in_the_layer(tmp_path):
    """As in the deployed function: the layer and the function's code are all that is added to the path."""
    with zipfile.ZipFile(io.BytesIO(layer_content())) as layer:
        layer.extractall(tmp_path)
    module, name = ENTRY.split(".")
    code = f"import {module}, mcp_door.server; print(callable({module}.{name}), *mcp_door.server.protocol_server()"
    code += ".get_tool_input_schema('test_custom_headers')['required'])"
    path = [tmp_path / "python", REPOSITORY / "functions/mcp"]
    path += [REPOSITORY / "layers" / layer / "python" for layer in ("common", "domain")]

    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": ":".join(map(str, path))},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout == "True region\n", done.stderr


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


@pytest.mark.parametrize("era", ERAS)
def test_suites_resources_and_prompts_are_lent_beside_our_own(mounted, era):
    prompts = [one["name"] for one in ask("prompts/list", caller=ME, era=era).result["prompts"]]
    resources = [one["uri"] for one in ask("resources/list", caller=ME, era=era).result["resources"]]
    (read,) = ask("resources/read", {"uri": "test://template/7/data"}, caller=ME, era=era).result["contents"]
    unknown = ask("resources/read", {"uri": "test://other"}, caller=ME, era=era).error

    assert prompts == ["weekly_review", "start_project", "prepare_decisions", "take_next_item", *suite_offers.ARGUMENTS]
    assert resources == [suite_offers.TEXT, suite_offers.BINARY]
    assert '"id": "7"' in read["text"]
    assert unknown["code"] == -32602


@pytest.mark.parametrize("era", ERAS)
def test_suites_prompts_are_unknown_to_what_ships(aws, era):
    assert ask("prompts/get", {"name": "test_simple_prompt"}, caller=ME, era=era).error["code"] == -32602
