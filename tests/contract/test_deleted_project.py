"""A deleted project is unknown to every route and every tool, in no list, and comes back as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import emulated
from common.caller import Caller
from domain.identity.zones import zone_service
from domain.leaving.calling import LeaverFunction
from doors import CONTEXT, HttpAnswer, call, key_caller, load, session_caller
from interface import PUBLIC, ROUTES, SESSION, UNKNOWN_IDS, Route, parameters
from protocol import MINIMAL_ARGUMENTS, TOOLS, call_tool, listed
from tables import for_each
from worlds import Ids, ids_in, make_project

RESTORE = "POST /projects/{project_id}/restore"
LISTS = ("/projects", "/vault/credentials", "/vault/requests", "/pa/projects", "/inbox")
OF_IDS = [route for route in ROUTES if "id}" in route.path and route.needs != PUBLIC and route.id != RESTORE]


@dataclass(frozen=True)
class World:
    """A project that had one of everything, and is deleted."""

    ids: Ids
    before: list[Any]
    rows: Any


@pytest.fixture(scope="module", autouse=True)
def _leaver() -> Iterator[None]:
    """The worker that a deletion calls works in this process."""

    def work(_function: LeaverFunction, account_id: str, _kind: str) -> None:
        load("leaver").lambda_handler({"account_id": account_id}, CONTEXT)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(LeaverFunction, "_invoke", work)
        yield


@pytest.fixture(scope="module")
def made(emulated_account) -> World:
    emulated.empty()
    zone_service().identity.put_new({"pk": "ACCOUNT#acc_1", "timezone": "UTC"})
    ids = make_project("Amsel")
    before = everything(ids)
    deleted = call("leaving", "DELETE", "/projects/{project_id}", caller=session_caller(), project_id=ids["project_id"])
    assert deleted.status == 200
    return World(ids, before, emulated.saved_rows())


@pytest.fixture
def world(aws, uncounted, made) -> World:
    emulated.put_back(made.rows)
    return made


def caller_of(route: Route) -> Caller:
    return session_caller() if route.needs == SESSION else key_caller()


def send(route: Route, ids: Ids) -> HttpAnswer:
    given = parameters(route, ids)
    return call(route.door, route.method, route.path + route.query, caller=caller_of(route), body=route.body, **given)


def everything(ids: Ids) -> list[Any]:
    """All that is shown of it, but for how long somebody has waited."""
    paths = {"/projects/{project_id}", "/projects/{project_id}/approvals", "/agents/{project_id}/messages", *LISTS}
    paths.remove("/pa/projects")
    found = [route for route in ROUTES if route.method == "GET" and route.path in paths]
    return [send(route, ids).data for route in found]


def taken_by(route: Route, ids: Ids) -> bool:
    """Whether the route's path takes an id of the project, and the project had it."""
    return bool(parameters(route, ids_in(route, ids)).items() & ids_in(route, ids).items())


@for_each("route", OF_IDS, ids=lambda route: route.id)
def test_route_answers_as_for_a_project_that_nobody_has(world, route):
    if not taken_by(route, world.ids):
        return

    foreign, unknown = send(route, ids_in(route, world.ids)), send(route, {})

    assert (foreign.status, foreign.error["code"]) == (404, "NOT_FOUND")
    assert foreign.body == unknown.body


@for_each("name", TOOLS)
def test_tool_answers_as_for_a_project_that_nobody_has(world, name):
    shown = {tool["name"]: tool["inputSchema"] for tool in listed(caller=key_caller())}[name]
    taken = [field for field in shown["properties"] if field in world.ids]

    foreign, unknown = (
        call_tool(name, MINIMAL_ARGUMENTS.get(name, {}) | {field: ids[field] for field in taken}, caller=key_caller())
        for ids in (world.ids, UNKNOWN_IDS)
    )

    assert not taken or foreign == unknown


@for_each("path", LISTS)
def test_no_list_shows_anything_of_it(world, path):
    route = next(route for route in ROUTES if route.id == f"GET {path}")

    shown = json.dumps(send(route, {}).body)

    assert not [name for name, value in world.ids.items() if value in shown]


def test_it_is_listed_among_the_deleted_and_comes_back_whole(world):
    (listed,) = call("projects", "GET", "/projects?status=deleted", caller=key_caller()).data["projects"]
    named = {"project_id": world.ids["project_id"]}
    refused = call("leaving", "POST", "/projects/{project_id}/restore", caller=key_caller(), **named)

    restored = call("leaving", "POST", "/projects/{project_id}/restore", caller=session_caller(), **named)

    assert (listed["id"], bool(listed["gone_at"])) == (world.ids["project_id"], True)
    assert (refused.status, restored.status) == (403, 200)
    assert everything(world.ids) == world.before
