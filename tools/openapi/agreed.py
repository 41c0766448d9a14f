"""The routes and scopes that the agreed interface (4 and 5) fixes, by hand; a test compares the handlers with them."""

from __future__ import annotations

from common.gate import Access

SESSION = "session"
PUBLIC = "public"
ANY = "any"
"""Any key or session may call the route; what the answer shows depends on the scopes."""

AGREED: dict[str, tuple[str, ...] | str] = {
    # 4.1
    "POST /api/account/api-keys": SESSION,
    "GET /api/account/api-keys": SESSION,
    "PATCH /api/account/api-keys/{key_id}": SESSION,
    "DELETE /api/account/api-keys/{key_id}": SESSION,
    # 4.2; the agreed interface gives the scope of asking two names
    "GET /agents": ("agents:read",),
    "POST /agents/{project_id}/ask": ("agents:write", "agents:interact"),
    "GET /agents/{project_id}/messages": ("agents:read",),
    "GET /agents/{project_id}/status": ("agents:read",),
    # 4.3
    "GET /pa/status": ("pa:access",),
    "POST /pa/ask": ("pa:access",),
    "POST /pa/task": ("pa:access",),
    "GET /pa/projects": ("pa:access",),
    # 4.4
    "GET /projects": ("projects:read",),
    "GET /projects/{project_id}": ("projects:read",),
    "GET /projects/{project_id}/intake": ("projects:read",),
    "GET /projects/{project_id}/estimate": ("projects:read",),
    "POST /projects": ("projects:write",),
    "POST /projects/{project_id}/intake": ("projects:write",),
    "POST /projects/{project_id}/submit": ("projects:write",),
    "GET /agents/{project_id}": ("agents:read",),
    "GET /vault/credentials": ("vault:read",),
    "GET /vault/requests": ("vault:read",),
    "POST /vault/credentials/{id}": ("vault:write",),
    "POST /vault/requests/{request_id}/fulfill": ("vault:write",),
    "GET /dashboard/summary": ("dashboard:read",),
    "GET /dashboard/usage": ("dashboard:read",),
    "GET /dashboard/export/{kind}": ("dashboard:export",),
}
"""Each route of interface 4.1 to 4.4, with who may call it: one of these scopes, or a word from above."""

SCOPES = (
    *("projects:read", "projects:write", "agents:read", "agents:write", "agents:interact"),
    *("vault:read", "vault:write", "vault:use", "work:read", "work:write"),
    *("pa:access", "dashboard:read", "dashboard:export"),
)
"""The scopes of interface 5, and those that we added: `vault:use` and those of work items."""


def needs_of(access: Access) -> tuple[str, ...] | str:
    """Who may call a route: these scopes, of which one is enough, or one of the words `session`, `public`, `any`."""
    return PUBLIC if access.public else SESSION if access.session_only else access.scopes or ANY
