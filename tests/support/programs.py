"""A program that connects by signing in, step by step over HTTP, on a deployed cloud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from atrium import Customer
from conformance.consent import REQUEST_PAGE, register

CALLBACK = "http://127.0.0.1:43110/callback"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
MESSAGE = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


@dataclass(frozen=True)
class Program:
    """A connected program, its id and that of its connection, and the tokens that it got."""

    base_url: str
    client_id: str
    connection_id: str
    access_token: str
    refresh_token: str

    @classmethod
    def connect(cls, customer: Customer, *scopes: str, name: str = "Judge") -> Program:
        """Register a program, allow it these scopes as the customer, and return it."""
        client_id = register(customer.base_url, CALLBACK, name=name)
        path = request_path(begin(customer.base_url, client_id))
        customer.by_session("GET", path)
        decided = customer.by_session("POST", path, {"allow": True, "scopes": scopes})
        got = exchange(customer.base_url, client_id, code_in(decided.data["redirect_to"])).json()
        # The newest connection comes first.
        connection_id = customer.by_session("GET", "/api/account/connections").data["connections"][0]["id"]
        return cls(customer.base_url, client_id, connection_id, got["access_token"], got["refresh_token"])

    def call(self, message: dict[str, Any] | None = None) -> httpx.Response:
        """Send one message to `/mcp` with the access token; by default it lists the tools."""
        return say(self.base_url, self.access_token, message or MESSAGE)

    def call_tool(self, tool: str, /, **arguments: Any) -> httpx.Response:
        return call_tool(self.base_url, self.access_token, tool, **arguments)

    def revoke(self) -> None:
        """End the connection as the program does, with its refresh token."""
        form = {"token": self.refresh_token, "client_id": self.client_id}
        assert httpx.post(f"{self.base_url}/oauth/revoke", data=form, timeout=60).status_code == 200

    def is_let_in(self) -> bool:
        return self.call().status_code == 200


def say(base_url: str, token: str, message: dict[str, Any]) -> httpx.Response:
    """Send one message to `/mcp` with a key or an access token, without a library."""
    headers = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {token}"}
    return httpx.post(f"{base_url}/mcp", json=message, headers=headers, timeout=60)


def call_tool(base_url: str, token: str, tool: str, /, **arguments: Any) -> httpx.Response:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    return say(base_url, token, message)


def begin(base_url: str, client_id: str, **said: str) -> str:
    """Begin to connect a client; returns the address of the page that asks for consent."""
    asked = {
        "client_id": client_id,
        "redirect_uri": CALLBACK,
        "response_type": "code",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **said,
    }
    sent = httpx.get(f"{base_url}/oauth/authorize?{urlencode(asked)}")
    assert sent.status_code == 302
    return sent.headers["location"]


def request_path(location: str) -> str:
    """The path at which the dashboard reads and decides the request of a page of consent."""
    return f"/api/oauth/requests/{location.partition(REQUEST_PAGE)[2]}"


def code_in(redirect_to: str) -> str:
    return parse_qs(urlsplit(redirect_to).query)["code"][0]


def exchange(base_url: str, client_id: str, code: str, verifier: str = VERIFIER) -> httpx.Response:
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "code_verifier": verifier}
    return httpx.post(f"{base_url}/oauth/token", data={**form, "client_id": client_id}, timeout=60)
