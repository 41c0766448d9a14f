"""Merges the OpenAPI documents that Powertools' resolver makes for each door, and corrects their mistakes."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from common.http import Door
from tools.openapi import REPOSITORY, schemas
from tools.openapi.doors import doors
from tools.openapi.error_responses import RESPONSES
from tools.openapi.operations import JSON, Operation, describe
from tools.openapi.samples import sample

METHODS = frozenset({"get", "post", "put", "patch", "delete"})
ORDER = (
    *("session", "factors", "notifications", "keys", "oauth", "projects", "agents", "work", "pa", "vault"),
    *("search", "decisions", "events", "webhooks", "audit", "dashboard", "leaving"),
)
TAGS = {
    "session": "Sign-up, sign-in and the account. For people, with a session.",
    "factors": "Passkeys, codes of an authenticator app, and confirming that it is you. For people.",
    "notifications": "What comes by mail. For people, with a session; ending it needs only the link in a mail.",
    "keys": "API keys and their scopes. For people, with a session.",
    "oauth": "Programs connected by signing in: deciding on requests, ending connections. For people, with a session.",
    "projects": "Projects from the first question to the last approval.",
    "agents": "The CEO and the team behind it.",
    "work": "Work items: what a plan leaves to be done, for people and programs that do it.",
    "pa": "The personal assistant: questions, tasks on a schedule, reports.",
    "vault": "Credentials and the team's requests for them. Nobody can read a stored secret back.",
    "search": "Finding projects, documents, messages, reports and requests by their words.",
    "decisions": "Deciding from a mail, approvers, and whom to ask when you are silent.",
    "events": "What happened, in order, for programs that must hear of it.",
    "webhooks": "Events sent to addresses of your own, signed. For people, with a session.",
    "audit": "The security log, and which requests were refused. For people, with a session.",
    "dashboard": "Figures of the account, and exports.",
    "leaving": "Taking everything along, deleting projects and the account, undoing it. For people, with a session.",
}
DESCRIPTION = """\
Atrium runs your projects with a team of AI agents. You talk to one of them, the CEO; a personal assistant watches over
all projects; a vault keeps the credentials the team asks for.

Every answer is JSON in one envelope: `{"success": true, "data": …}`, or
`{"success": false, "error": {"code": …, "message": …}}`. Send an API key as `Authorization: Bearer <key>`.
Lists come in pages: while `has_more` is true, pass `next_cursor` as `cursor` to get the next one.
With an `Idempotency-Key` header, a request that creates something can be repeated safely for 24 hours.
"""
SECURITY_SCHEMES = {
    "api_key": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key, `atr_…`, made in the dashboard. Each operation names the scope that the key needs.",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-session",
        "description": "A signed-in browser. Over plain http on localhost the cookie is named `session`.",
    },
}


def document() -> dict[str, Any]:
    """The OpenAPI 3.1 document of all doors. Raises `ValueError` if two doors give one name to different schemas."""
    found = sorted(doors(), key=lambda door: ORDER.index(door.area))
    paths: dict[str, Any] = {}
    components: dict[str, Any] = {}
    for door in found:
        raw = _raw(door)
        for path, methods in raw["paths"].items():
            described = {
                name: describe(Operation(door.area, name.upper(), path, door.routes[name.upper(), path]), methods[name])
                for name in methods
                if name in METHODS
            }
            paths[path] = paths.get(path, {}) | described  # several doors may serve methods of one path
        _merge(components, raw.get("components", {}).get("schemas", {}))
    body = {"paths": paths, "components": {"schemas": schemas.corrected(components, paths)}}
    body = schemas.with_plain_names(body)
    for operation in (one for of_path in body["paths"].values() for one in of_path.values()):
        answered = next(answer for status, answer in operation["responses"].items() if status < "4")["content"][JSON]
        answered["example"] = sample(answered["schema"], body["components"]["schemas"])
    body["components"] |= {"responses": RESPONSES, "securitySchemes": SECURITY_SCHEMES}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Atrium", "version": _version(), "description": DESCRIPTION},
        "servers": [{"url": ".", "description": "Where this document came from"}],
        "tags": [{"name": door.area, "description": TAGS[door.area]} for door in found],
        **body,
    }


def _raw(door: Door) -> dict[str, Any]:
    text = door.app.get_openapi_json_schema(title="Atrium", version="0", openapi_version="3.1.0")
    raw: dict[str, Any] = json.loads(text)
    return raw


def _merge(components: dict[str, Any], added: dict[str, Any]) -> None:
    for name, schema in added.items():
        if components.setdefault(name, schema) != schema:
            raise ValueError(f"Two doors mean different things by {name}")


def _version() -> str:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    return str(project["version"])
