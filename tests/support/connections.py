"""A program that a deployed customer connects by signing in: over real HTTP, without a library."""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from atrium import Customer

CALLBACK = "http://127.0.0.1:43110/callback"


def connect(customer: Customer, *scopes: str) -> dict[str, Any]:
    """Connect a new program with these scopes; returns the token endpoint's answer and the program's `client_id`."""
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    with httpx.Client(base_url=customer.base_url, timeout=60) as http:
        wanted = {"client_name": "Helper", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"}
        registered = http.post("/oauth/register", json=wanted)
        assert registered.status_code == 201, registered.text
        asked = {
            "client_id": registered.json()["client_id"],
            "redirect_uri": CALLBACK,
            "response_type": "code",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "state": "a-state",
        }
        location = http.get("/oauth/authorize", params=asked, follow_redirects=False).headers["location"]
        request = location.partition("/app/#/connect/")[2]
        allowed = {"allow": True, "scopes": list(scopes)}
        decided = customer.by_session("POST", f"/api/oauth/requests/{request}", allowed).data
        form = {
            "grant_type": "authorization_code",
            "client_id": asked["client_id"],
            "code": parse_qs(urlsplit(decided["redirect_to"]).query)["code"][0],
            "redirect_uri": CALLBACK,
            "code_verifier": verifier,
        }
        granted = http.post("/oauth/token", data=form)
    assert granted.status_code == 200, granted.text
    return {"client_id": asked["client_id"], **granted.json()}


def call(customer: Customer, token: str, tool: str, **arguments: Any) -> httpx.Response:
    """Call a tool of /mcp with a connection's token."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = {
        "Authorization": f"Bearer {token}",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18",
    }
    return httpx.post(f"{customer.base_url}/mcp", json=asked, headers=headers, timeout=60)


def revoke(customer: Customer, granted: dict[str, Any]) -> None:
    """End the connection as its program does, with the refresh token."""
    form = {"token": granted["refresh_token"], "client_id": granted["client_id"]}
    assert httpx.post(f"{customer.base_url}/oauth/revoke", data=form, timeout=60).status_code == 200
