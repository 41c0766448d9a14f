"""Another account's ids are answered like ids that nobody has, by every route and every tool, and change nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

import emulated
from common.caller import Caller
from common.clock import utc_now
from connecting import Connecting
from doors import HttpAnswer, call, key_caller, load, session_caller
from interface import PUBLIC, ROUTES, SESSION, UNKNOWN_IDS, Route, parameters
from protocol import MINIMAL_ARGUMENTS, TOOLS, call_tool, listed
from tables import for_each
from vaults import everything_stored
from worlds import WITHIN, Ids, ids_in, make_account, make_project

ME = "acc_me"
OF_IDS = [route for route in ROUTES if "id}" in route.path and route.needs != PUBLIC]
# Ids in the query: those that filter, and those that a page begins or ends with.
QUERIES = [
    ("/projects?cursor={}", "project_id"),
    ("/vault/credentials?project_id={}", "project_id"),
    ("/vault/credentials?cursor={}", "credential_id"),
    ("/vault/requests?project_id={}", "project_id"),
    ("/vault/requests?cursor={}", "request_id"),
    ("/search?q=amsel&project_id={}", "project_id"),
    ("/pa/tasks?cursor={}", "task_id"),
    ("/pa/reports?task_id={}", "task_id"),
    ("/pa/reports?before={}", "report_id"),
    ("/inbox?cursor={}", "item_id"),
]
# What its owner has no such thing for: a deleted project, a delivery that has been made, an item that asks for a word.
NOT_HAD = {
    "POST /projects/{project_id}/restore",
    "POST /api/account/webhooks/{endpoint_id}/deliveries/{delivery_id}/redeliver",
    "POST /inbox/{item_id}/decide",
}


@dataclass(frozen=True)
class World:
    """Somebody with one of everything, and somebody else with a project of their own."""

    owner: Caller
    theirs: Ids
    mine: Ids
    rows: Any

    @property
    def key(self) -> Caller:
        return key_caller(account_id=ME)

    def caller_of(self, route: Route) -> Caller:
        return session_caller(account_id=ME) if route.needs == SESSION else self.key

    def guesses(self, taken: Iterable[str]) -> Iterator[tuple[Ids, Ids]]:
        """Ids of theirs, and what nobody has instead: of a thing by itself, and said to lie in the caller's project."""
        if "id" in taken:  # behind /vault/credentials/ a credential's or a project's
            yield self.theirs | {"id": self.theirs["credential_id"]}, {}
            yield self.theirs | {"id": self.theirs["project_id"]}, {"id": UNKNOWN_IDS["project_id"]}
            return
        yield self.theirs, {}
        if {"deliverable_id", "approval_id", "message_id"} & set(taken):
            mine = {"project_id": self.mine["project_id"]}
            yield self.theirs | mine, mine


@pytest.fixture(scope="module")
def made(emulated_account) -> World:
    emulated.empty()
    owner, theirs = make_account()
    return World(owner, theirs, make_project("Biber", ME), emulated.saved_rows())


@pytest.fixture
def world(aws, uncounted, made, monkeypatch) -> World:
    emulated.put_back(made.rows)
    # Requests to connect are made only where the installation has an address.
    monkeypatch.setattr(load("oauth"), "consent", lambda: Connecting(utc_now).consent)
    return made


def send(route: Route, caller: Caller, ids: Ids, query: str = "") -> HttpAnswer:
    path = route.path + (query or route.query)
    return call(route.door, route.method, path, caller=caller, body=route.body, **parameters(route, ids))


def rows_of_theirs(world: World) -> list[dict[str, Any]]:
    """Every stored row that names their account or anything of theirs."""
    names = {world.owner.account_id, *(one for name, one in world.theirs.items() if name not in WITHIN)}
    return [row for row in everything_stored() if any(name in str(row) for name in names)]


def test_world_has_an_id_of_every_kind(world):
    assert UNKNOWN_IDS.keys() - world.theirs.keys() == {"revision", "sequence", "id", "kind"}


@for_each("route", OF_IDS, ids=lambda route: route.id)
def test_id_of_another_account_is_answered_like_an_unknown_one(world, route):
    for known, nobodys in world.guesses(parameters(route)):
        foreign, unknown = (send(route, world.caller_of(route), ids) for ids in (known, nobodys))

        assert (foreign.status, foreign.error["code"]) == (404, "NOT_FOUND")
        assert foreign.body == unknown.body


@for_each("route", [route for route in OF_IDS if route.id not in NOT_HAD], ids=lambda route: route.id)
def test_same_id_is_known_to_its_owner(world, route):
    emulated.put_back(world.rows)
    owner = world.owner if route.needs == SESSION else key_caller(account_id=world.owner.account_id)

    answer = send(route, replace(owner, proved_at=utc_now()), ids_in(route, world.theirs))

    assert answer.status != 404, answer.body


@for_each(("path", "name"), QUERIES, ids=[f"{path} {name}" for path, name in QUERIES])
def test_id_of_another_account_in_the_query_shows_nothing_of_theirs(world, path, name):
    route = next(route for route in ROUTES if route.id == f"GET {path.partition('?')[0]}")
    query = f"?{path.partition('?')[2]}"

    foreign, unknown = (
        send(route, world.key, {}, query.format(one))
        for one in (world.theirs[name], UNKNOWN_IDS.get(name, UNKNOWN_IDS["id"]))
    )

    assert not [one for id_, one in world.theirs.items() if id_ not in WITHIN and one in str(foreign.body)]
    if "cursor" not in path and "before" not in path:  # these are places in the caller's own list
        assert foreign.body == unknown.body


def test_id_of_another_account_in_a_body_is_not_found(world):
    foreign, unknown, own = (
        call(
            "pa",
            "POST",
            "/pa/task",
            caller=caller,
            body={"task": "Status report", "timezone": "UTC", "project_id": project},
        )
        for caller, project in (
            (world.key, world.theirs["project_id"]),
            (world.key, UNKNOWN_IDS["project_id"]),
            (world.owner, world.theirs["project_id"]),
        )
    )

    assert (foreign.status, own.status) == (404, 202)
    assert foreign.body == unknown.body


@for_each("name", TOOLS)
def test_id_given_to_a_tool_is_answered_like_an_unknown_one(world, name):
    shown = {tool["name"]: tool["inputSchema"] for tool in listed(caller=world.key)}[name]
    taken = [field for field in shown["properties"] if field in world.theirs]

    for guess in world.guesses(taken) if taken else ():
        foreign, unknown = (
            call_tool(
                name,
                MINIMAL_ARGUMENTS.get(name, {}) | {field: (UNKNOWN_IDS | ids)[field] for field in taken},
                caller=world.key,
            )
            for ids in guess
        )
        assert foreign == unknown


def test_nothing_of_theirs_changes_whatever_somebody_else_sends(world):
    before = rows_of_theirs(world)

    for route in OF_IDS:
        send(route, world.caller_of(route), ids_in(route, world.theirs))
    for name, arguments in MINIMAL_ARGUMENTS.items():
        call_tool(name, arguments | world.theirs, caller=world.key)

    assert len(before) > 30
    assert rows_of_theirs(world) == before
