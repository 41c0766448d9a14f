"""Nothing of a malformed message comes back: neither what it holds, which may be a secret, nor names of our classes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from common.json_text import NotJson, read_json
from doors import CONTEXT, event, key_caller, load
from protocol import ERAS, MODERN, request
from tables import for_each

ME = key_caller()
SECRET = "9f/hush-1"
OURS = ("pydantic", "JSONRPC", "Traceback", "instance of", "validation error", "dict[", "Params", "class", "Status.")
DEPOSIT = {
    "name": "deposit_credential",
    "arguments": {
        "project_id": "prj_1",
        "name": "Key",
        "type": "token",
        "value": SECRET,
        "secret_in_conversation": True,
    },
}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": DEPOSIT}
NOT_JSON = (
    '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params}, "{secret}": NaN}}',
    '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params}, "{secret}": 1e999}}',
    '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params}, "{secret}": "\\ud800"}}',
    '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params}, "x": {{"{secret}": 1, "{secret}": 2}}}}',
    '{{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "tools/call", "params": {params}}}',
    '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {params}, {secret}',
    '{{"jsonrpc": "2.0", "id": 1{digits}, "method": "tools/call", "params": {params}}}',
)


def _malformed() -> Iterator[dict[str, Any] | list[Any]]:
    """Messages that are none, with the secret in every position."""
    yield {name: value for name, value in CALL.items() if name != "jsonrpc"}
    yield from (CALL | {"jsonrpc": odd} for odd in (SECRET, "1.0", 2, None, {"a": SECRET}))
    yield from ([CALL], [CALL, CALL], [], [SECRET])
    yield from (CALL | {"id": odd} for odd in (None, 1.5, True, [SECRET], {"a": SECRET}))
    yield from (CALL | {"method": odd} for odd in (None, 7, [SECRET], {"a": SECRET}))
    yield from (CALL | {"params": odd} for odd in (SECRET, [SECRET], 7, json.dumps(DEPOSIT)))
    yield {"jsonrpc": "2.0", "id": 1, "result": {"a": SECRET}}
    yield {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": SECRET}}
    yield {"jsonrpc": "2.0", SECRET: 1}


def _misdirected() -> Iterator[tuple[str, dict[str, Any]]]:
    """Methods and parameters of well-formed messages that ask for what there is not."""
    yield SECRET, {}
    yield from (("tools/call", DEPOSIT | {"name": odd}) for odd in (SECRET, 7, None, [SECRET], {"a": SECRET}))
    yield from (("tools/call", DEPOSIT | {"arguments": odd}) for odd in ([SECRET], SECRET, json.dumps(DEPOSIT), 7))
    yield from (("tools/call", DEPOSIT | {"_meta": odd}) for odd in (SECRET, [SECRET], {"progressToken": [SECRET]}))
    yield "tools/call", DEPOSIT | {"inputResponses": {"link": SECRET}}
    yield "tools/call", DEPOSIT | {"requestState": [SECRET]}
    odd_deposits: list[tuple[str, Any]] = [("project_id", [SECRET]), ("type", SECRET), (SECRET, SECRET)]
    odd_deposits += [("secret_in_conversation", SECRET), ("value", {"a": SECRET}), ("value", [SECRET])]
    for name, odd in odd_deposits:
        yield "tools/call", DEPOSIT | {"arguments": DEPOSIT["arguments"] | {name: odd}}
    odd_projects: list[tuple[str, Any]] = [("budget_ceiling", SECRET), ("budget_ceiling", {SECRET: 1})]
    odd_projects += [("budget_ceiling", {"amount": SECRET}), ("budget_ceiling", {"amount": 1, "currency": SECRET})]
    odd_projects += [("deadline", SECRET), ("idempotency_key", [SECRET]), ("fields", [SECRET]), ("name", {"a": SECRET})]
    for name, odd in odd_projects:
        yield "tools/call", {"name": "create_project", "arguments": {"name": "Bakery", name: odd}}
    yield "tools/call", {"name": "list_projects", "arguments": {"fields": [SECRET]}}
    yield "tools/call", {"name": "list_projects", "arguments": {"cursor": SECRET}}
    yield "tools/call", {"name": "list_events", "arguments": {"types": [SECRET]}}
    yield "tools/call", {"name": "call_with_credential", "arguments": {"headers": {SECRET: [SECRET]}, "url": SECRET}}
    yield "tools/call", {"name": "update_pa_task", "arguments": {"task_id": "tsk_1", "status": SECRET}}
    yield from (("tools/list", {"cursor": odd}) for odd in (SECRET, [SECRET], {"a": SECRET}))
    yield from (("resources/list", {"cursor": odd}) for odd in (SECRET, [SECRET]))
    yield from (("resources/read", {"uri": odd}) for odd in (SECRET, f"atrium://reports/{SECRET}", [SECRET], None))
    yield from (("prompts/get", {"name": odd}) for odd in (SECRET, [SECRET], None))
    yield "prompts/get", {"name": "write_brief", "arguments": {SECRET: SECRET}}
    yield "prompts/get", {"name": "write_brief", "arguments": {"idea": [SECRET]}}
    yield "completion/complete", {"ref": {"type": SECRET}, "argument": {"name": SECRET, "value": SECRET}}
    yield "completion/complete", {"ref": SECRET, "argument": SECRET}
    yield "initialize", {"protocolVersion": [SECRET], "capabilities": SECRET, "clientInfo": {"name": SECRET}}
    yield from ((method, {"level": SECRET, "uri": SECRET}) for method in ("logging/setLevel", "resources/subscribe"))


def _answer(body: str, headers: dict[str, str]) -> tuple[int, str]:
    answer = load("mcp").lambda_handler(event("POST", "/mcp", caller=ME, body=body, headers=headers), CONTEXT)
    return answer["statusCode"], answer["body"]


def _assert_silent(answered: str) -> None:
    assert not [word for word in (SECRET, "hush", *OURS) if word in answered], answered


@pytest.mark.parametrize("headers", [{}, {"MCP-Protocol-Version": MODERN}], ids=ERAS)
@for_each("message", _malformed())
def test_what_is_no_message_is_refused_in_our_words_alone(uncounted, message, headers):
    status, answered = _answer(json.dumps(message), headers)

    assert (status, json.loads(answered)["id"], json.loads(answered)["error"]["code"]) == (400, None, -32600)
    _assert_silent(answered)


@pytest.mark.parametrize("headers", [{}, {"MCP-Protocol-Version": MODERN}], ids=ERAS)
@for_each("text", NOT_JSON)
def test_what_is_no_json_is_refused_in_our_words_alone(uncounted, text, headers):
    body = text.format(params=json.dumps(DEPOSIT), secret=SECRET, digits="0" * 5_000)

    status, answered = _answer(body, headers)

    assert (status, json.loads(answered)["error"]["code"]) == (400, -32700)
    _assert_silent(answered)


@pytest.mark.parametrize("era", ERAS)
@for_each(("method", "params"), _misdirected())
def test_what_there_is_not_is_refused_in_our_words_alone(aws, method, params, era):
    message, headers = request(method, params, era=era)
    headers |= {"Mcp-Name": str(headers["Mcp-Name"])} if "Mcp-Name" in headers else {}

    _, answered = _answer(json.dumps(message), headers)

    _assert_silent(answered.replace(json.dumps({"uri": params.get("uri")}), ""))  # an address of nothing is told back
    if method != "completion/complete":
        assert "error" in json.loads(answered) or json.loads(answered)["result"]["isError"], answered


@for_each(
    "changed",
    [
        *({"MCP-Protocol-Version": odd} for odd in (SECRET, "1999-01-01", "")),
        *({"Mcp-Method": SECRET}, {"Mcp-Name": SECRET}, {"Mcp-Session-Id": SECRET}, {"Mcp-Param-value": SECRET}),
        *({"Accept": SECRET}, {"Content-Type": SECRET}),
    ],
)
def test_header_that_is_wrong_does_not_come_back(aws, changed):
    message, headers = request("tools/call", DEPOSIT, era=MODERN)

    _, answered = _answer(json.dumps(message), headers | changed)

    _assert_silent(answered)


@pytest.mark.parametrize("era", ERAS)
def test_message_nested_without_end_is_refused(uncounted, era):
    message, headers = request("tools/call", DEPOSIT | {"arguments": {"value": "DEEP"}}, era=era)
    body = json.dumps(message).replace('"DEEP"', "[" * 40_000 + f'"{SECRET}"' + "]" * 40_000)

    status, answered = _answer(body, headers)

    assert (status, json.loads(answered)["error"]["code"]) == (400, -32700)
    _assert_silent(answered)


@for_each("body", [b"\xff\xfe{\x00}\x00", b'{"a": "\xc3"}', b"\xef\xbb\xbf{}", b"\x00", b""])
def test_text_that_is_not_utf8_is_no_json(body):
    with pytest.raises(NotJson):
        read_json(body)
