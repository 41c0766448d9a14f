"""The areas of the product, such as `projects`, by which requests and errors are counted."""

from __future__ import annotations

_AREAS = {
    "/agents": "agents",
    "/api/account": "session",
    "/api/account/api-keys": "keys",
    "/api/account/approvers": "decisions",
    "/api/account/audit": "audit",
    "/api/account/connections": "oauth",
    "/api/account/key-policy": "keys",
    "/api/account/notifications": "notifications",
    "/api/account/passkeys": "factors",
    "/api/account/requests": "audit",
    "/api/account/scopes": "keys",
    "/api/account/totp": "factors",
    "/api/account/webhooks": "webhooks",
    "/api/auth": "session",
    "/api/auth/step-up": "factors",
    "/api/oauth": "oauth",
    "/dashboard": "dashboard",
    "/events": "events",
    "/inbox": "pa",
    "/inbox/{item_id}/decide": "vault",
    "/mcp": "mcp",
    "/pa": "pa",
    "/projects": "projects",
    "/projects/{project_id}/escalation": "decisions",
    "/projects/{project_id}/work-items": "work",
    "/search": "search",
    "/vault": "vault",
    "/work-items": "work",
}
OTHER = "other"


def area_of(resource: str) -> str:
    """The area of a route's template such as `/projects/{project_id}`, by the longest known beginning; else `other`."""
    parts = resource.split("/")
    beginnings = ("/".join(parts[:end]) for end in range(len(parts), 1, -1))
    return next((_AREAS[one] for one in beginnings if one in _AREAS), OTHER)
