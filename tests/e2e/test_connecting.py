"""Connecting by sign-in alone: the official client finds its way from a 401 to tools, and a revocation ends it."""

from __future__ import annotations

import asyncio
import json
import socket
from urllib.parse import parse_qs, urlsplit

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.auth import OAuthClientProvider, TokenStorage
from mcp.client.auth.oauth2 import AuthorizationCodeResult
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from atrium import NIGHTLY, Customer
from conformance.consent import Person
from domain.keys.scopes import PRESETS
from programs import CALLBACK, MESSAGE, begin, code_in, exchange, request_path, say
from protocol import tools_for
from receivers import listening
from tables import by_day


class Memory(TokenStorage):
    """What a client keeps."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Browser:
    """Goes where the client sends it, and says yes there as its signed-in owner."""

    def __init__(self, customer: Customer, *scopes: str) -> None:
        self.customer, self.scopes = customer, scopes
        self.seen: dict[str, list[str]] = {}

    async def open(self, address: str) -> None:
        redirect_to = await asyncio.to_thread(Person(self.customer.session).allow, address, *self.scopes)
        self.seen = parse_qs(urlsplit(redirect_to).query)

    async def come_back(self) -> AuthorizationCodeResult:
        return AuthorizationCodeResult(code=self.seen["code"][0], state=self.seen["state"][0], iss=self.seen["iss"][0])


def provider(customer: Customer, browser: Browser, memory: Memory) -> OAuthClientProvider:
    metadata = OAuthClientMetadata(client_name="Python client", redirect_uris=[CALLBACK])
    return OAuthClientProvider(
        f"{customer.base_url}/mcp", metadata, memory, redirect_handler=browser.open, callback_handler=browser.come_back
    )


@pytest.mark.parametrize("mode", by_day(["auto", "legacy"], every=2))
def test_client_connects_by_sign_in_alone_and_sees_what_was_ticked(customer: Customer, mode: str) -> None:
    async def scenario() -> list[str]:
        browser = Browser(customer, *PRESETS["mcp_assistant"])
        async with (
            httpx2.AsyncClient(auth=provider(customer, browser, Memory()), timeout=60) as http,
            Client(streamable_http_client(f"{customer.base_url}/mcp", http_client=http), mode=mode) as client,
        ):
            return [tool.name for tool in (await client.list_tools()).tools]

    assert asyncio.run(scenario()) == tools_for(*PRESETS["mcp_assistant"])


def test_of_many_requests_after_a_revocation_none_passes(customer: Customer) -> None:
    memory = Memory()

    async def connect() -> None:
        browser = Browser(customer, "agents:read")
        async with (
            httpx2.AsyncClient(auth=provider(customer, browser, memory), timeout=60) as http,
            Client(streamable_http_client(f"{customer.base_url}/mcp", http_client=http), mode="legacy") as client,
        ):
            await client.list_tools()

    asyncio.run(connect())
    assert memory.tokens is not None
    token = memory.tokens.access_token
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Accept": "application/json, text/event-stream"}
    assert customer.call("GET", "/projects", key=token).status == 401
    listed = customer.by_session("GET", "/api/account/connections").data["connections"]
    (mine,) = [one for one in listed if one["scopes"] == ["agents:read"]]
    assert mine["last_used_at"]
    with httpx.Client(base_url=customer.base_url, headers={**headers, "Authorization": f"Bearer {token}"}) as http:
        assert http.post("/mcp", json=message).status_code == 200

        assert customer.by_session("DELETE", f"/api/account/connections/{mine['id']}").status == 200

        assert {http.post("/mcp", json=message).status_code for _ in range(200 if NIGHTLY else 20)} == {401}


def test_program_with_a_metadata_document_connects_and_refreshes(customer: Customer) -> None:
    """Its document lies on this machine, which a local cloud alone allows; fetched, stored and found again by role."""

    def describe(connection: socket.socket) -> None:
        connection.recv(4096)
        body = json.dumps({"client_id": client_id, "client_name": "Described", "redirect_uris": [CALLBACK]})
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())

    with listening(describe) as listener:
        client_id = f"{listener.url}client.json"
        path = request_path(begin(customer.base_url, client_id))
        begin(customer.base_url, client_id)
    shown = customer.by_session("GET", path).data
    decided = customer.by_session("POST", path, {"allow": True, "scopes": ["agents:read"]}).data

    got = exchange(customer.base_url, client_id, code_in(decided["redirect_to"])).json()
    form = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": got["refresh_token"]}
    again = httpx.post(f"{customer.base_url}/oauth/token", data=form, timeout=60).json()

    assert (shown["name"], shown["domain"]) == ("Described", "127.0.0.1")
    assert len(listener.connections) == 1
    assert say(customer.base_url, again["access_token"], MESSAGE).status_code == 200


def test_challenge_at_the_door_leads_to_the_metadata(customer: Customer) -> None:
    refused = httpx.post(f"{customer.base_url}/mcp", json={})
    challenge = refused.headers["www-authenticate"]
    place = challenge.partition('resource_metadata="')[2].partition('"')[0]

    resource = httpx.get(place).json()
    server = httpx.get(f"{resource['authorization_servers'][0]}/.well-known/oauth-authorization-server").json()

    assert refused.status_code == 401
    assert resource["resource"].endswith("/mcp")
    assert server["issuer"] == resource["authorization_servers"][0]
    assert server["code_challenge_methods_supported"] == ["S256"]


@pytest.mark.nightly
def test_page_of_a_bad_request_sends_the_browser_nowhere(customer: Customer) -> None:
    page = httpx.get(f"{customer.base_url}/oauth/authorize?client_id=x&redirect_uri=https://evil.example/")

    assert (page.status_code, page.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert "location" not in page.headers
    assert "evil" not in page.text


@pytest.mark.nightly
def test_token_endpoint_reads_forms_and_no_cookie(customer: Customer) -> None:
    answer = customer.session.post("/oauth/token", json={"grant_type": "refresh_token"})
    assert (answer.status_code, answer.json()["error"]) == (415, "invalid_request")

    form = httpx.post(f"{customer.base_url}/oauth/token", data={"grant_type": "refresh_token"})
    assert (form.status_code, form.json()["error"]) == (401, "invalid_client")
