"""Keys that are limited to addresses and projects, against the deployed authorizer, doors and roles.

By day a sample: `tests/contract/test_limited_keys.py` has every route and every tool in one process.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atrium import Customer, Reply, wait_for
from interface import ROUTES, SESSION, UNKNOWN_IDS, Route, parameters
from mcp_clients import assistant
from tables import by_day

REFUSED = {"/projects", "/pa/status", "/pa/ask", "/dashboard/summary", "/dashboard/usage"}


@pytest.fixture(scope="module")
def projects(customer: Customer) -> tuple[str, str]:
    return customer.create_project("Amsel"), customer.create_project("Biber")


WHOLE_ACCOUNT = [one for one in ROUTES if one.path in REFUSED]
OF_ONE_PROJECT = [one for one in ROUTES if "{project_id}" in one.path and one.needs != SESSION]


@pytest.fixture(scope="module")
def limited(customer: Customer, projects: tuple[str, str]) -> str:
    key: str = customer.create_key(preset="full_access", project_ids=[projects[0]])["key"]
    return key


def told(reply: Reply) -> tuple[int, str]:
    return reply.status, reply.error["code"]


@pytest.mark.parametrize("route", by_day(OF_ONE_PROJECT, every=12), ids=lambda route: route.id)
def test_other_project_is_answered_like_one_of_nobody(
    customer: Customer, projects: tuple[str, str], limited: str, route: Route
) -> None:
    foreign, unknown = (
        customer.call(
            route.method, route.path.format(**parameters(route, {"project_id": one})), route.body, key=limited
        )
        for one in (projects[1], UNKNOWN_IDS["project_id"])
    )

    assert told(foreign) == (404, "NOT_FOUND")
    assert foreign.content == unknown.content


@pytest.mark.parametrize("route", by_day(WHOLE_ACCOUNT, every=3), ids=lambda route: route.id)
def test_what_concerns_the_whole_account_is_refused(customer: Customer, limited: str, route: Route) -> None:
    reply = customer.call(route.method, route.path, route.body, key=limited)

    if route.id == "GET /projects":
        assert [one["name"] for one in reply.data["projects"]] == ["Amsel"]
    else:
        assert told(reply) == (403, "KEY_LIMITED_TO_PROJECTS")


def test_feed_and_tools_show_the_own_project_alone(customer: Customer, projects: tuple[str, str], limited: str) -> None:
    page = wait_for(lambda: _events(customer, limited))

    async def tools() -> set[str]:
        async with assistant(customer.base_url, limited) as connected:
            return set(connected.tools)

    names = asyncio.run(tools())
    assert {one["data"].get("project_id") for one in page} == {projects[0]}
    assert {"get_project", "list_projects", "list_inbox"} < names
    assert not names & {"create_project", "ask_pa", "get_dashboard_usage", "export_report"}


def test_key_works_from_its_addresses_alone_whatever_a_header_says(customer: Customer) -> None:
    here = customer.create_key(preset="read_only", allowed_ips=["127.0.0.0/8", "::1"])["key"]
    elsewhere = customer.create_key(preset="read_only", allowed_ips=["203.0.113.9"])["key"]
    claimed = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}

    assert customer.call("GET", "/projects", key=here).status == 200
    assert told(customer.call("GET", "/projects", key=elsewhere)) == (403, "ADDRESS_NOT_ALLOWED")
    assert told(customer.call("GET", "/projects", key=elsewhere, headers=claimed)) == (403, "ADDRESS_NOT_ALLOWED")


@pytest.mark.nightly
def test_project_of_a_neighbour_cannot_be_named(customer: Customer, neighbour: Customer) -> None:
    theirs = neighbour.create_project()
    body = {"name": "k", "preset": "read_only", "project_ids": [theirs]}

    reply = customer.by_session("POST", "/api/account/api-keys", body)

    assert told(reply) == (400, "VALIDATION_ERROR")


def test_reported_key_is_refused_with_the_next_request_and_its_owner_is_told(customer: Customer) -> None:
    key = customer.create_key(preset="read_only")

    reply = customer.call("POST", "/api/keys/leaked", {"key": key["key"]})

    assert (reply.status, reply.data) == (202, {"received": True})
    assert customer.call("GET", "/projects", key=key["key"]).status == 401
    assert wait_for(
        lambda: [one for one in _feed(customer) if "leaked" in one["data"]["summary"] and one["type"] == "key.revoked"]
    )


@pytest.mark.nightly
def test_longest_lifetime_holds_for_new_keys_and_is_lifted_again(customer: Customer) -> None:
    customer.by_session("PATCH", "/api/account/key-policy", {"max_lifetime_days": 30})
    try:
        reply = customer.by_session("POST", "/api/account/api-keys", {"name": "k", "preset": "pa_only"})
        shown = customer.by_session("GET", "/api/account/api-keys").data["api_keys"]
    finally:
        customer.by_session("PATCH", "/api/account/key-policy", {"max_lifetime_days": None})

    assert told(reply) == (400, "VALIDATION_ERROR")
    assert any(key["over_max_lifetime"] for key in shown)
    assert customer.create_key(preset="pa_only")["expires_at"] is None


def _events(customer: Customer, key: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = customer.call("GET", "/events?limit=100", key=key).data["events"]
    return events


def _feed(customer: Customer) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = customer.by_session("GET", "/events?limit=100").data["events"]
    return events
