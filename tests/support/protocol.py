"""Speaks MCP to the door as an assistant would, in either era, without a network; and what the table must hold."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from briefs import ANSWERS
from common.caller import Caller
from doors import CONTEXT, event, load

HANDSHAKE = "2025-11-25"
MODERN = "2026-07-28"
ERAS = (HANDSHAKE, MODERN)

TOOLS: dict[str, tuple[str, ...]] = {
    "get_status": ("pa:access", "dashboard:read", "agents:read"),
    "list_project_agents": ("agents:read",),
    "list_messages": ("agents:read",),
    "ask_ceo_agent": ("agents:write", "agents:interact"),
    "list_projects": ("projects:read",),
    "get_project": ("projects:read",),
    "get_project_intake": ("projects:read",),
    "get_project_estimate": ("projects:read",),
    "get_project_brief": ("projects:read",),
    "what_if_project": ("projects:read",),
    "get_deliverable": ("projects:read",),
    "list_approvals": ("projects:read",),
    "create_project": ("projects:write",),
    "answer_project_intake": ("projects:write",),
    "submit_project": ("projects:write",),
    "update_project": ("projects:write",),
    "add_brief_entry": ("projects:write",),
    "change_brief_entry": ("projects:write",),
    "drop_brief_entry": ("projects:write",),
    "change_project_brief": ("projects:write",),
    "edit_document": ("projects:write",),
    "add_document_line": ("projects:write",),
    "answer_document_comment": ("projects:write",),
    "answer_choice": ("projects:write",),
    "rewrite_document": ("projects:write",),
    "present_document": ("projects:write",),
    "hand_out_work": ("projects:write",),
    "decide_approval": ("projects:write",),
    "list_work": ("work:read",),
    "get_work": ("work:read",),
    "create_work": ("projects:write",),
    "claim_work": ("work:write",),
    "report_work_progress": ("work:write",),
    "submit_work": ("work:write",),
    "release_work": ("work:write",),
    "ask_pa": ("pa:access",),
    "assign_pa_task": ("pa:access",),
    "update_pa_task": ("pa:access",),
    "delete_pa_task": ("pa:access",),
    "run_pa_task": ("pa:access",),
    "list_pa_tasks": ("pa:access",),
    "get_pa_task": ("pa:access",),
    "list_pa_reports": ("pa:access",),
    "get_pa_report": ("pa:access",),
    "list_cards": ("projects:read", "pa:access"),
    "confirm_card": ("projects:write", "pa:access"),
    "dismiss_card": ("projects:write", "pa:access"),
    "list_inbox": ("pa:access",),
    "snooze_inbox_item": ("pa:access",),
    "finish_inbox_item": ("pa:access",),
    "list_events": ("pa:access", "agents:read", "projects:read", "vault:read", "work:read"),
    "list_credentials": ("vault:read", "vault:use"),
    "list_credential_requests": ("vault:read",),
    "call_with_credential": ("vault:use",),
    "deposit_credential": ("vault:write",),
    "fulfill_credential_request": ("vault:write",),
    "decline_credential_request": ("vault:write",),
    "get_dashboard_usage": ("dashboard:read",),
    "export_report": ("dashboard:export",),
    "search": ("projects:read", "agents:read", "pa:access", "vault:read", "work:read"),
    "fetch": ("projects:read", "agents:read", "pa:access", "vault:read", "work:read"),
}
"""Every tool, in the order in which it is listed, with the scopes of which one is enough."""

MINIMAL_ARGUMENTS: dict[str, dict[str, Any]] = {
    "ask_ceo_agent": {"message": "How is it going?", "wait": 0},
    "create_project": {"name": "Bakery"},
    "answer_project_intake": {"answers": ANSWERS},
    "decide_approval": {"decision": "approve"},
    "update_project": {"remove": ["budget_ceiling"]},
    "what_if_project": {"changes": [{"op": "change_project", "team_size": 3}]},
    "add_brief_entry": {"type": "must_have", "text": "Customers book a table"},
    "change_brief_entry": {"size": "small"},
    "change_project_brief": {"tone": "warm"},
    "edit_document": {"content_hash": "0" * 64, "edits": [{"id": "R1.1", "state": "kept"}]},
    "add_document_line": {"section": "notes", "text": "The door stands open"},
    "answer_document_comment": {"answer": "Agreed on the phone"},
    "call_with_credential": {"method": "GET", "url": "https://api.example.com/", "purpose": "Reading"},
    "search": {"query": "bakery"},
    "fetch": {"id": "nothing"},
    "create_work": {"title": "Newsletter", "what": "Readers sign up", "criteria": ["One arrives"]},
    "report_work_progress": {"claim_id": "clm_1", "note": "Half of it"},
    "submit_work": {
        "claim_id": "clm_1",
        "summary": "Booking works",
        "evidence": [{"criterion": "1", "text": "It is shown in the run"}],
    },
    "release_work": {"claim_id": "clm_1", "reason": "No time"},
    "ask_pa": {"message": "What needs me?"},
    "assign_pa_task": {"task": "every Monday at 9am report what needs me"},
    "update_pa_task": {"status": "paused"},
    "snooze_inbox_item": {"until": "tomorrow at 9am"},
    "deposit_credential": {"name": "Repository", "type": "token"},
    "decline_credential_request": {"reason": "We rewrite it"},
    "export_report": {"report": "projects"},
}
"""The arguments that a tool needs besides ids."""


def tools_for(*scopes: str) -> list[str]:
    """The names of the tools that a key with these scopes must see."""
    return [name for name, needed in TOOLS.items() if set(needed) & set(scopes)]


@dataclass(frozen=True)
class Answered:
    """An HTTP answer; `body` is the decoded JSON, None when it is empty, and header names are lower case."""

    status: int
    headers: dict[str, str]
    body: Any

    @property
    def result(self) -> dict[str, Any]:
        assert "result" in self.body, self.body
        return self.body["result"]

    @property
    def error(self) -> dict[str, Any]:
        assert "error" in self.body, self.body
        return self.body["error"]


def send(body: Any, *, caller: Caller | None, method: str = "POST", headers: dict[str, str] | None = None) -> Answered:
    """One HTTP request to /mcp, as the client writes it."""
    sent = {"Accept": "application/json, text/event-stream"} | (headers or {})
    raw = load("mcp").lambda_handler(event(method, "/mcp", caller=caller, body=body, headers=sent), CONTEXT)
    headers = {name.lower(): value for name, value in raw["headers"].items()}
    return Answered(raw["statusCode"], headers, json.loads(raw["body"]) if raw["body"] else None)


def request(
    method: str, params: dict[str, Any] | None = None, *, era: str, can: dict[str, Any] | None = None
) -> tuple[dict[str, Any], dict[str, str]]:
    """A well-formed request of a client with these capabilities, and its headers."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    headers = {"MCP-Protocol-Version": era}
    if era == MODERN:
        meta = {"protocolVersion": era, "clientCapabilities": can or {}, "clientInfo": {"name": "test", "version": "1"}}
        message["params"] = message["params"] | {
            "_meta": {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}
        }
        named = next((params[key] for key in ("name", "uri", "taskId") if key in params), None) if params else None
        headers |= {"Mcp-Method": method} | ({"Mcp-Name": named} if named is not None else {})
    return message, headers


def ask(
    method: str,
    params: dict[str, Any] | None = None,
    *,
    caller: Caller,
    era: str = MODERN,
    can: dict[str, Any] | None = None,
) -> Answered:
    """Send a well-formed request of a client with these capabilities."""
    message, headers = request(method, params, era=era, can=can)
    return send(message, caller=caller, headers=headers)


def call_tool(
    name: str, arguments: dict[str, Any] | None = None, *, caller: Caller, era: str = MODERN
) -> dict[str, Any]:
    """The result of a tool call."""
    return ask("tools/call", {"name": name, "arguments": arguments or {}}, caller=caller, era=era).result


def listed(*, caller: Caller, era: str = MODERN) -> list[dict[str, Any]]:
    """The definitions of the tools that the caller is shown."""
    return ask("tools/list", caller=caller, era=era).result["tools"]


def told(name: str, arguments: dict[str, Any], caller: Caller) -> Any:
    """The structured content of a tool call that must succeed."""
    result = call_tool(name, arguments, caller=caller)
    assert result["isError"] is False, text_of(result)
    return result["structuredContent"]


def text_of(result: dict[str, Any]) -> str:
    """The text of a result with exactly one content."""
    (content,) = result["content"]
    return content["text"]
