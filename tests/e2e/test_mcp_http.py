"""/mcp as HTTP sees it, through the gateway: who gets in, and that nothing makes it stumble."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from atrium import Customer
from protocol import MODERN, request
from tables import by_day

ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture(scope="module")
def http(customer: Customer) -> Iterator[httpx.Client]:
    headers = ACCEPT | {"Authorization": f"Bearer {customer.key}"}
    with httpx.Client(base_url=customer.base_url, headers=headers) as client:
        yield client


@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.parametrize("key", by_day([None, "atr_nonsense", "own"], every=3))
def test_other_methods_are_405_with_any_key_or_none(customer: Customer, method: str, key: str | None) -> None:
    headers = {"Accept": "text/event-stream"}
    if key is not None:
        headers["Authorization"] = f"Bearer {customer.key if key == 'own' else key}"

    answer = httpx.request(method, f"{customer.base_url}/mcp", headers=headers)

    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json()["error"]["code"] == "METHOD_NOT_ALLOWED"


@pytest.mark.parametrize("key", by_day(["revoked", "atr_nonsense", None], every=3))
def test_post_without_a_good_key_is_challenged(customer: Customer, key: str | None) -> None:
    if key == "revoked":
        created = customer.create_key(preset="read_only")
        customer.by_session("DELETE", f"/api/account/api-keys/{created['id']}")
        key = created["key"]
    headers = ACCEPT | ({"Authorization": f"Bearer {key}"} if key else {})

    answer = httpx.post(f"{customer.base_url}/mcp", json=PING, headers=headers)

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.json()["error"]["code"] == "UNAUTHORIZED"


@pytest.mark.parametrize("origin", by_day(["http://evil.example", "null", "http://["], every=3))
def test_page_of_another_site_is_403(http: httpx.Client, origin: str) -> None:
    assert http.post("/mcp", json=INITIALIZE, headers={"Origin": origin}).status_code == 403


def test_many_at_once_all_get_their_own_answer(http: httpx.Client) -> None:
    def call(number: int) -> Any:
        message, headers = request("tools/call", {"name": "list_project_agents"}, era=MODERN)
        return http.post("/mcp", json=message | {"id": number}, headers=headers).json()["id"]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(call, range(40))) == list(range(40))
