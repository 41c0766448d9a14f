"""The interface's tables as data (parts 4 and 5), with our additions marked; contract and end-to-end tests read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

SESSION = "session"
PUBLIC = "public"
ANY = "any"
"""Any key or session; what it is shown depends on its scopes."""


@dataclass(frozen=True)
class Route:
    """One row: who may call it, and a body that is well-formed for it."""

    method: str
    path: str
    needs: tuple[str, ...] | str
    door: str
    body: Any = field(default=None, hash=False)
    added: bool = False
    query: str = ""
    """What a well-formed request has behind its path."""

    @property
    def id(self) -> str:
        return f"{self.method} {self.path}"


def _session(method: str, path: str, door: str, body: Any = None, *, added: bool = False) -> Route:
    return Route(method, path, SESSION, door, body, added)


def _scoped(method: str, path: str, *needs: str, body: Any = None, added: bool = False) -> Route:
    return Route(method, path, needs, path.split("/")[1], body, added)


_WEBHOOKS = "/api/account/webhooks"
_PASSKEYS = "/api/account/passkeys"
_DEPOSIT = {"name": "Hosting", "type": "password", "value": "v"}
_CALL = {"method": "GET", "url": "https://api.example.org/v1/me", "purpose": "Look at the account"}
_SILENT = {"text": "If I am silent by Thursday 5pm, ask anna@example.com"}
_SEARCHED = ("projects:read", "agents:read", "pa:access", "vault:read", "work:read")
_ANSWERS = {"answers": {"goal": "A shop that sells bread"}}

_WORK_ITEM = {"title": "Booking", "what": "Guests book a table.", "criteria": ["A guest can book"]}
_EVIDENCE = [{"criterion": "1", "text": "It is shown in the run"}]
_SUBMITTED = {"claim_id": "clm_1", "summary": "Booking works", "evidence": _EVIDENCE}
_REVIEWED = {"decision": "accept", "submission_hash": "0" * 64}


def _work(method: str, path: str, *needs: str, body: Any = None) -> Route:
    return Route(method, path, needs, "work", body, added=True)


ROUTES: tuple[Route, ...] = (
    # 4.1
    _session("POST", "/api/account/api-keys", "keys", {"name": "k", "preset": "pa_only"}),
    _session("GET", "/api/account/api-keys", "keys"),
    _session("GET", "/api/account/api-keys/{key_id}", "keys", added=True),
    _session("PATCH", "/api/account/api-keys/{key_id}", "keys", {"name": "k"}),
    _session("DELETE", "/api/account/api-keys/{key_id}", "keys"),
    _session("POST", "/api/account/api-keys/{key_id}/rotate", "keys", {"grace_seconds": 0}, added=True),
    _session("GET", "/api/account/scopes", "keys", added=True),
    _session("GET", "/api/account/key-policy", "keys", added=True),
    _session("PATCH", "/api/account/key-policy", "keys", {"max_lifetime_days": 90}, added=True),
    Route("POST", "/api/keys/leaked", PUBLIC, "keys", {"key": "k"}, added=True),
    _session("POST", _WEBHOOKS, "webhooks", {"url": "https://a.example.org/", "types": ["report.ready"]}, added=True),
    _session("GET", _WEBHOOKS, "webhooks", added=True),
    _session("GET", f"{_WEBHOOKS}/{{endpoint_id}}", "webhooks", added=True),
    _session("PATCH", f"{_WEBHOOKS}/{{endpoint_id}}", "webhooks", {"enabled": True}, added=True),
    _session("DELETE", f"{_WEBHOOKS}/{{endpoint_id}}", "webhooks", added=True),
    _session("POST", f"{_WEBHOOKS}/{{endpoint_id}}/rotate-secret", "webhooks", {"grace_seconds": 0}, added=True),
    _session("POST", f"{_WEBHOOKS}/{{endpoint_id}}/test", "webhooks", added=True),
    _session("GET", f"{_WEBHOOKS}/{{endpoint_id}}/deliveries", "webhooks", added=True),
    _session("POST", f"{_WEBHOOKS}/{{endpoint_id}}/deliveries/{{delivery_id}}/redeliver", "webhooks", added=True),
    _session("POST", f"{_WEBHOOKS}/{{endpoint_id}}/recover", "webhooks", {"since": "2026-03-01T00:00:00Z"}, added=True),
    Route("POST", "/api/auth/signup", PUBLIC, "session", {}, added=True),
    Route("POST", "/api/auth/login", PUBLIC, "session", {}, added=True),
    Route("POST", "/api/auth/login/totp", PUBLIC, "factors", {}, added=True),
    Route("POST", "/api/auth/passkey/options", PUBLIC, "factors", added=True),
    Route("POST", "/api/auth/passkey", PUBLIC, "factors", {}, added=True),
    _session("POST", "/api/auth/step-up/options", "factors", added=True),
    _session("POST", "/api/auth/step-up", "factors", {"password": "x"}, added=True),
    _session("POST", f"{_PASSKEYS}/options", "factors", added=True),
    _session("POST", _PASSKEYS, "factors", {}, added=True),
    _session("GET", _PASSKEYS, "factors", added=True),
    _session("DELETE", f"{_PASSKEYS}/{{passkey_id}}", "factors", added=True),
    _session("GET", "/api/account/totp", "factors", added=True),
    _session("POST", "/api/account/totp", "factors", added=True),
    _session("POST", "/api/account/totp/confirm", "factors", {"code": "123456"}, added=True),
    _session("DELETE", "/api/account/totp", "factors", added=True),
    _session("POST", "/api/auth/logout", "session", added=True),
    Route("POST", "/api/auth/verify", PUBLIC, "session", {"token": "t"}, added=True),
    _session("POST", "/api/auth/verification", "session", added=True),
    _session("GET", "/api/auth/session", "session", added=True),
    Route("POST", "/api/auth/password/forgot", PUBLIC, "session", {"email": "nobody@example.com"}, added=True),
    Route("POST", "/api/auth/password/reset", PUBLIC, "session", {"token": "t", "password": "p"}, added=True),
    Route("POST", "/api/auth/email/confirm", PUBLIC, "session", {"token": "t"}, added=True),
    Route("POST", "/api/auth/email/undo", PUBLIC, "session", {"token": "t"}, added=True),
    _session("GET", "/api/account/sessions", "session", added=True),
    _session("DELETE", "/api/account/sessions/{session_id}", "session", added=True),
    _session("DELETE", "/api/account/sessions", "session", added=True),
    _session("PATCH", "/api/account/email", "session", {"email": "new@example.com"}, added=True),
    _session("GET", "/api/account/notifications", "notifications", added=True),
    _session("PATCH", "/api/account/notifications", "notifications", {"reports": "off"}, added=True),
    Route("POST", "/unsubscribe", PUBLIC, "notifications", added=True),
    Route("POST", "/api/decisions/read", PUBLIC, "decisions", {"token": "t"}, added=True),
    Route("POST", "/api/decisions", PUBLIC, "decisions", {"token": "t", "decision": "approve"}, added=True),
    Route("POST", "/api/approvers/confirm", PUBLIC, "decisions", {"token": "t"}, added=True),
    Route("POST", "/api/approvers/withdraw", PUBLIC, "decisions", {"token": "t"}, added=True),
    _session("GET", "/api/account/approvers", "decisions", added=True),
    _session("POST", "/api/account/approvers", "decisions", {"email": "anna@example.com"}, added=True),
    _session("DELETE", "/api/account/approvers/{approver_id}", "decisions", added=True),
    Route("GET", "/projects/{project_id}/escalation", ("projects:read",), "decisions", added=True),
    Route("POST", "/projects/{project_id}/escalation", ("projects:write",), "decisions", _SILENT, added=True),
    Route("DELETE", "/projects/{project_id}/escalation", ("projects:write",), "decisions", added=True),
    _session("GET", "/api/oauth/requests/{connect_id}", "oauth", added=True),
    _session("POST", "/api/oauth/requests/{connect_id}", "oauth", {"allow": False}, added=True),
    _session("GET", "/api/account/connections", "oauth", added=True),
    _session("DELETE", "/api/account/connections", "oauth", added=True),
    _session("DELETE", "/api/account/connections/{connection_id}", "oauth", added=True),
    _session("GET", "/api/account/audit", "audit", added=True),
    _session("GET", "/api/account/audit/head", "audit", added=True),
    _session("GET", "/api/account/requests", "audit", added=True),
    _session("PATCH", "/api/account", "session", {"name": "n"}, added=True),
    _session("POST", "/api/account/password", "session", {"current": "x", "new": "y"}, added=True),
    # 4.2
    _scoped("GET", "/agents", "agents:read"),
    _scoped(
        "POST", "/agents/{project_id}/ask", "agents:write", "agents:interact", body={"message": "How is it going?"}
    ),
    _scoped("GET", "/agents/{project_id}/messages", "agents:read"),
    _scoped("GET", "/agents/{project_id}/messages/{message_id}/receipt", "agents:read", added=True),
    _scoped("DELETE", "/agents/{project_id}/messages/{message_id}", "agents:write", "agents:interact", added=True),
    _scoped("GET", "/agents/{project_id}/status", "agents:read"),
    # 4.3
    _scoped("GET", "/pa/status", "pa:access"),
    _scoped("POST", "/pa/ask", "pa:access", body={"message": "What needs me?"}),
    _scoped("GET", "/pa/messages", "pa:access", added=True),
    _scoped("POST", "/pa/task", "pa:access", body={"task": "Status report", "project_id": None}),
    _scoped("GET", "/pa/projects", "pa:access"),
    _scoped("GET", "/pa/tasks", "pa:access", added=True),
    _scoped("GET", "/pa/tasks/{task_id}", "pa:access", added=True),
    _scoped("PATCH", "/pa/tasks/{task_id}", "pa:access", body={"status": "paused"}, added=True),
    _scoped("DELETE", "/pa/tasks/{task_id}", "pa:access", added=True),
    _scoped("POST", "/pa/tasks/{task_id}/run", "pa:access", added=True),
    _scoped("GET", "/pa/tasks/{task_id}/runs", "pa:access", added=True),
    _scoped("GET", "/pa/reports", "pa:access", added=True),
    _scoped("GET", "/pa/reports/{report_id}", "pa:access", added=True),
    _scoped("GET", "/pa/reports/{report_id}/receipt", "pa:access", added=True),
    _scoped("GET", "/pa/messages/{sequence}/receipt", "pa:access", added=True),
    Route("GET", "/inbox", ("pa:access",), "pa", added=True),
    Route("POST", "/inbox/{item_id}/snooze", ("pa:access",), "pa", {"until": "tomorrow at 9am"}, added=True),
    Route("POST", "/inbox/{item_id}/done", ("pa:access",), "pa", added=True),
    # 4.4
    _scoped("GET", "/agents/{project_id}", "agents:read"),
    _scoped("GET", "/projects", "projects:read"),
    _scoped("GET", "/projects/{project_id}", "projects:read"),
    _scoped("GET", "/projects/{project_id}/intake", "projects:read"),
    _scoped("GET", "/projects/{project_id}/estimate", "projects:read"),
    _scoped("POST", "/projects", "projects:write", body={"name": "Bakery"}),
    _scoped("POST", "/projects/{project_id}/intake", "projects:write", body=_ANSWERS),
    _scoped("POST", "/projects/{project_id}/submit", "projects:write"),
    _scoped("GET", "/projects/{project_id}/deliverables/{deliverable_id}", "projects:read", added=True),
    _scoped(
        "GET", "/projects/{project_id}/deliverables/{deliverable_id}/revisions/{revision}", "projects:read", added=True
    ),
    _scoped("POST", "/projects/{project_id}/deliverables/{deliverable_id}/deliver", "projects:write", added=True),
    _scoped("GET", "/projects/{project_id}/archive", "projects:read", added=True),
    _scoped("GET", "/projects/{project_id}/approvals", "projects:read", added=True),
    _scoped(
        "POST",
        "/projects/{project_id}/approvals/{approval_id}",
        "projects:write",
        body={"decision": "approve"},
        added=True,
    ),
    _scoped("PATCH", "/projects/{project_id}", "projects:write", body={"budget_ceiling": None}, added=True),
    _scoped("GET", "/projects/{project_id}/approvals/{approval_id}/quote", "projects:read", added=True),
    _scoped(
        "POST",
        "/projects/{project_id}/approvals/{approval_id}/quote",
        "projects:read",
        body={"comment": "shorter"},
        added=True,
    ),
    _scoped("POST", "/projects/{project_id}/status", "projects:write", body={"action": "pause"}, added=True),
    _session("DELETE", "/projects/{project_id}", "leaving", added=True),
    _session("POST", "/projects/{project_id}/restore", "leaving", added=True),
    _session("POST", "/api/account/export", "leaving", added=True),
    _session("GET", "/api/account/exports/{export_id}", "leaving", added=True),
    _session("DELETE", "/api/account", "leaving", {"confirm": "n"}, added=True),
    _session("POST", "/api/account/restore", "leaving", added=True),
    _scoped("GET", "/vault/credentials", "vault:read"),
    _scoped("GET", "/vault/requests", "vault:read"),
    _scoped("POST", "/vault/credentials/{id}", "vault:write", body=_DEPOSIT),
    _scoped("POST", "/vault/requests/{request_id}/fulfill", "vault:write", body={"value": "v"}),
    _scoped("POST", "/vault/requests/{request_id}/decline", "vault:write", body={"reason": "r"}, added=True),
    _scoped("DELETE", "/vault/credentials/{id}", "vault:write", added=True),
    _scoped("GET", "/vault/credentials/{id}/uses", "vault:read", added=True),
    _work("GET", "/projects/{project_id}/work-items", "work:read"),
    _work("POST", "/projects/{project_id}/work-items", "projects:write", body=_WORK_ITEM),
    _work("GET", "/work-items/{work_id}", "work:read"),
    _work("PATCH", "/work-items/{work_id}", "projects:write", body={"title": "Booking a table"}),
    _work("POST", "/work-items/{work_id}/cancel", "projects:write"),
    _session("POST", "/work-items/{work_id}/close", "work", {"note": "It is there"}, added=True),
    _work("POST", "/work-items/{work_id}/claim", "work:write", body={"worker": "ada", "lease_minutes": 30}),
    _work("POST", "/work-items/{work_id}/progress", "work:write", body={"claim_id": "clm_1", "note": "Half"}),
    _work("POST", "/work-items/{work_id}/release", "work:write", body={"claim_id": "clm_1", "reason": "No time"}),
    _work("POST", "/work-items/{work_id}/submit", "work:write", body=_SUBMITTED),
    _work("POST", "/work-items/{work_id}/review", "projects:write", body=_REVIEWED),
    _scoped("GET", "/vault/callable", "vault:use", added=True),
    _scoped("POST", "/vault/credentials/{id}/call", "vault:use", body=_CALL, added=True),
    Route("GET", "/vault/credentials/{id}/grants", SESSION, "vault", added=True),
    Route("DELETE", "/vault/credentials/{id}/grants/{grant_id}", SESSION, "vault", added=True),
    Route("POST", "/inbox/{item_id}/decide", SESSION, "vault", {"decision": "once"}, added=True),
    Route("GET", "/events", ANY, "events", added=True),
    Route("GET", "/search", _SEARCHED, "search", added=True, query="?q=hosting"),
    _scoped("GET", "/dashboard/summary", "dashboard:read"),
    _scoped("GET", "/dashboard/usage", "dashboard:read"),
    _scoped("GET", "/dashboard/export/{kind}", "dashboard:export"),
)

SCOPES = (
    "projects:read",
    "projects:write",
    "agents:read",
    "agents:write",
    "agents:interact",
    "vault:read",
    "vault:write",
    "vault:use",
    "work:read",
    "work:write",
    "pa:access",
    "dashboard:read",
    "dashboard:export",
)
"""Interface 5."""

STANDARD = (
    ("GET", "/.well-known/oauth-protected-resource"),
    ("GET", "/.well-known/oauth-protected-resource/mcp"),
    ("GET", "/.well-known/oauth-authorization-server"),
    ("GET", "/oauth/authorize"),
    ("POST", "/oauth/register"),
    ("POST", "/oauth/token"),
    ("POST", "/oauth/revoke"),
)
"""Added: OAuth's own endpoints, public, which answer in their standards' shapes instead of the envelope."""

UNKNOWN_IDS = {
    "project_id": "prj_01J00000000000000000000000",
    "message_id": "msg_01J00000000000000000000000",
    "deliverable_id": "dlv_01J00000000000000000000000",
    "approval_id": "apr_01J00000000000000000000000",
    "revision": "1",
    "sequence": "999999999999",
    "key_id": "key_01J00000000000000000000000",
    "endpoint_id": "whk_01J00000000000000000000000",
    "session_id": "ses_00000000000000000000000000",
    "delivery_id": "evt_01J00000000000000000000000",
    "request_id": "crq_01J00000000000000000000000",
    "task_id": "tsk_01J00000000000000000000000",
    "report_id": "rep_01J00000000000000000000000",
    "passkey_id": "psk_01J00000000000000000000000",
    "approver_id": "apv_01J00000000000000000000000",
    "item_id": "att_01J00000000000000000000000",
    "work_id": "wrk_01J00000000000000000000000",
    "connect_id": "nobody-asked-for-this",
    "connection_id": "con_00000000",
    "export_id": "exp_01J00000000000000000000000",
    "credential_id": "crd_01J00000000000000000000000",
    "grant_id": "grt_00000000000000000000000000000000",
    "id": "crd_01J00000000000000000000000",  # behind /vault/credentials/ a credential's or a project's
    "kind": "usage",
}


def parameters(route: Route, known: dict[str, str] | None = None) -> dict[str, str]:
    """A value for every path parameter of `route`: the known id, else one that nobody has."""
    ids = UNKNOWN_IDS | (known or {})
    return {name: value for name, value in ids.items() if f"{{{name}}}" in route.path}
