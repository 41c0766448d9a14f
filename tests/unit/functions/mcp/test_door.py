"""The door around the protocol: who gets in, what HTTP says, what is counted and logged."""

from __future__ import annotations

import json
import logging
import tomllib
from pathlib import Path

import pytest

from common.caller import Caller
from domain.usage.service import usage_service
from doors import CONTEXT, event, key_caller, load
from protocol import ERAS, HANDSHAKE, MODERN, ask, call_tool, listed, request, send
from tables import for_each

ROOT = Path(__file__).parents[4]
ME = key_caller()
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def test_request_without_a_caller_is_refused_although_no_authorizer_was_asked():
    answered = send(PING, caller=None)

    assert answered.status == 401
    assert answered.body == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32600, "message": "UNAUTHORIZED: Sign in, or send a valid API key."},
    }


def test_unreachable_key_table_is_503_with_retry_after():
    asked = event("POST", "/mcp", caller=None, body=PING)
    asked["requestContext"]["authorizer"] = {"unavailable": "UNAVAILABLE"}

    answer = load("mcp").lambda_handler(asked, CONTEXT)

    assert (answer["statusCode"], answer["headers"]["Retry-After"]) == (503, "2")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "https://atrium.example.evil.example"])
@pytest.mark.parametrize("extra", [{}, {"Authorization": "Bearer x"}], ids=["cookie", "key"])
def test_page_of_another_site_is_refused(uncounted, origin, extra):
    answered = send(PING, caller=ME, headers={"Origin": origin} | extra)

    assert answered.status == 403
    assert answered.error["message"].startswith("FORBIDDEN: ")


def test_body_over_the_limit_is_413(aws):
    answered = send("x" * 1024 * 1024, caller=ME)

    assert answered.status == 413
    assert answered.error["message"].startswith("PAYLOAD_TOO_LARGE: ")


@pytest.mark.parametrize("names", [["list_project_agents"] * 2, ["list_projects"]], ids=["twice", "another"])
def test_routing_header_that_is_sent_twice_or_contradicts_the_body_is_refused(aws, names):
    message, headers = request("tools/call", {"name": "list_project_agents"}, era=MODERN)
    headers |= {"Accept": "application/json", "Mcp-Name": names[-1]}
    asked = event("POST", "/mcp", caller=ME, body=message, headers=headers)
    asked["multiValueHeaders"] = {name: [value] for name, value in asked["headers"].items()} | {"Mcp-Name": names}

    assert load("mcp").lambda_handler(asked, CONTEXT)["statusCode"] == 400


@pytest.mark.parametrize("era", ERAS)
@for_each(
    ("named", "status"),
    [
        *(
            ({"Accept": accepted}, 200)
            for accepted in ("*/*", "application/*", "Application/JSON;q=1", "text/x, */*", "")
        ),
        *(({"Content-Type": sent}, 200) for sent in ("Application/JSON", "application/json; charset=UTF-8")),
        *(({"Accept": refused}, 406) for refused in ("text/html", "text/event-stream", "application/json;q=0")),
        *(({"Content-Type": refused}, 415) for refused in ("text/plain", "application/jsonx", "")),
    ],
)
def test_media_types_have_no_case_and_what_is_not_json_is_refused(uncounted, named, status, era):
    message, headers = request("prompts/list", era=era)

    answered = send(message, caller=ME, headers=headers | named)

    assert answered.status == status
    assert status == 200 or answered.error["code"] == -32600


@for_each("query", ["readonyl=1", "readonly=1&toolset=x", "readonly=1&readonly=0", "s3cret"])
def test_unknown_or_repeated_parameter_of_the_address_is_refused(uncounted, query):
    answer = load("mcp").lambda_handler(event("POST", f"/mcp?{query}", caller=ME, body=PING), CONTEXT)

    assert answer["statusCode"] == 400
    assert json.loads(answer["body"])["error"] == {
        "code": -32600,
        "message": "VALIDATION_ERROR: The address takes the query parameter readonly alone, and once.",
    }


def test_handshake_tells_what_is_offered_and_how_asking_goes(aws):
    result = send(INITIALIZE, caller=ME).result

    assert result["capabilities"] == {
        "tools": {"listChanged": False},
        "prompts": {"listChanged": False},
        "resources": {"subscribe": False, "listChanged": False},
        "completions": {},
    }
    product = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert result["serverInfo"]["name"] == "atrium"
    assert result["serverInfo"]["version"] == product
    assert f'"{product}"' in (ROOT / "clients" / "python" / "atrium_client" / "__init__.py").read_text()
    for word in ("ask_ceo_agent", "pending", "list_messages", "reply_to=", "wait=20"):
        assert word in result["instructions"]
    assert len(result["instructions"]) < 1_500


def test_fault_of_ours_around_the_protocol_is_500_without_its_text(aws, monkeypatch):
    def broken(*_arguments, **_options):
        raise RuntimeError("arn:aws:secret")

    monkeypatch.setattr("mcp_door.door.answer", broken)

    answered = send(PING, caller=ME)

    assert (answered.status, answered.error["code"]) == (500, -32600)
    assert "arn:" not in answered.error["message"]


def test_answers_are_not_stored_or_shared_and_carry_their_request_id(aws):
    discovered, answered = (ask(method, caller=ME) for method in ("server/discover", "tools/list"))

    assert discovered.result["cacheScope"] == "private"
    assert (answered.result["cacheScope"], answered.result["ttlMs"]) == ("private", 60_000)
    assert answered.headers["cache-control"] == "no-store"
    assert answered.headers["x-request-id"] == "req-1"
    assert answered.headers["content-type"].startswith("application/json")
    assert "mcp-session-id" not in answered.headers


def counted(name: str) -> int:
    today = usage_service().now().date()
    return sum(row.measure(name) for row in usage_service().list_rows("acc_1", today, today))


def test_error_is_counted_and_a_tools_refusal_is_one(aws):
    listed(caller=ME)
    call_tool("list_projects", caller=ME)
    call_tool("list_projects", caller=key_caller("pa:access"))
    ask("tools/call", {"name": "sudo"}, caller=ME)
    send("{", caller=ME)

    assert counted("requests") == 0  # the authorizer counts requests
    assert (counted("errors"), counted("errors_mcp")) == (3, 3)


def test_request_leaves_one_line_of_log_without_content(aws, caplog):
    caplog.set_level(logging.DEBUG, logger="atrium")

    call_tool("create_project", {"name": "Secret plan"}, caller=ME)
    ask("secret/method", caller=ME)
    ask("tools/call", {"name": "secret_tool"}, caller=ME)

    lines = [record for record in caplog.records if record.name == "atrium"]
    assert [record.message for record in lines] == ["request"] * 3
    assert "ecret" not in json.dumps([record.__dict__ for record in lines], default=str)
    told = [(getattr(record, "method", None), getattr(record, "tool", None)) for record in lines]
    assert told == [("tools/call", "create_project"), (None, None), ("tools/call", None)]


def test_browsers_session_is_no_key(aws):
    session = Caller("acc_1", "session", "usr_1", frozenset({"projects:read"}), "0" * 64)

    answered = send(PING, caller=session)

    assert answered.status == 403
    assert answered.error["message"] == "FORBIDDEN: The MCP server needs an API key"
