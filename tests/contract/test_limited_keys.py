"""A key that is limited to a project: every route and every tool, tried with the ids of another project of the account.

Both tests are made from the tables of routes and tools. What is not listed here as narrowed must refuse such a key, so
a new route or tool fails until somebody has decided what it does.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest

import emulated
from common.caller import Caller
from common.clock import utc_now
from domain.events.filing import FilingService
from domain.events.log import filing_queue
from domain.events.store import event_store
from domain.identity.zones import zone_service
from domain.search.indexing import indexing_service
from doors import HttpAnswer, call, key_caller
from interface import ANY, ROUTES, UNKNOWN_IDS, Route, parameters
from protocol import MINIMAL_ARGUMENTS, TOOLS, call_tool, listed, text_of
from tables import for_each
from worlds import WITHIN, Ids, ids_in, make_project

ACCOUNT = "acc_1"
NARROWED_LISTS = {
    *("/projects", "/agents", "/events", "/inbox", "/search"),
    *("/vault/credentials", "/vault/requests", "/vault/callable"),
}
NARROWED_TOOLS = {
    *("get_work", "claim_work", "report_work_progress", "submit_work", "release_work"),
    *("get_status", "list_project_agents", "list_projects", "list_inbox", "snooze_inbox_item", "finish_inbox_item"),
    *("list_events", "search", "fetch"),
    *("list_credentials", "list_credential_requests", "call_with_credential", "fulfill_credential_request"),
    *("decline_credential_request", "list_cards", "confirm_card", "dismiss_card"),
}
KEY_ROUTES = [route for route in ROUTES if isinstance(route.needs, tuple) or route.needs == ANY]
OF_ONE = [route for route in KEY_ROUTES if "id}" in route.path]
NEWEST = 10**12 - 2


@dataclass(frozen=True)
class World:
    """Two projects of one account, each with one of everything."""

    a: Ids
    b: Ids
    rows: Any

    def begin_anew(self) -> None:
        """Every row as it was, for the next case of a table."""
        emulated.put_back(self.rows)

    @property
    def limited(self) -> Caller:
        return replace(key_caller(), project_ids=frozenset({self.a["project_id"]}))


@pytest.fixture(scope="module")
def made(emulated_account) -> World:
    emulated.empty()
    zone_service().identity.put_new({"pk": f"ACCOUNT#{ACCOUNT}", "timezone": "UTC"})
    a, b = make_project("Amsel"), make_project("Biber")
    FilingService(event_store(), filing_queue(), [], utc_now).file_all(ACCOUNT)
    indexing_service().make_anew(ACCOUNT)
    return World(a, b, emulated.saved_rows())


@pytest.fixture
def world(aws, uncounted, made) -> World:
    made.begin_anew()
    return made


def send(route: Route, caller: Caller, ids: Ids, query: str = "") -> HttpAnswer:
    path = route.path + (query or route.query)
    return call(route.door, route.method, path, caller=caller, body=route.body, **parameters(route, ids))


def read(path: str, caller: Caller) -> HttpAnswer:
    door = next(route.door for route in ROUTES if route.path == path.partition("?")[0])
    return call(door, "GET", path, caller=caller)


def rows_of(page: dict[str, Any]) -> list[Any]:
    return next(value for value in page.values() if isinstance(value, list))


def mentions(answer: Any, ids: Ids) -> set[str]:
    """What an answer tells of a project."""
    text = json.dumps(answer)
    return {name for name, value in ids.items() if name not in WITHIN and value in text}


@for_each("route", OF_ONE, ids=lambda route: route.id)
def test_id_of_another_project_is_answered_like_an_unknown_one(world, route):
    world.begin_anew()
    foreign, unknown = send(route, world.limited, ids_in(route, world.b)), send(route, world.limited, {})

    if route.path.startswith("/pa/"):
        assert (foreign.status, foreign.error["code"]) == (403, "KEY_LIMITED_TO_PROJECTS")
    else:
        assert (foreign.status, foreign.error["code"]) == (404, "NOT_FOUND")
        assert send(route, key_caller(), ids_in(route, world.b)).status != 404, "these ids are real"
    assert foreign.body == unknown.body


@for_each("route", [route for route in OF_ONE if not route.path.startswith("/pa/")], ids=lambda route: route.id)
def test_own_project_is_answered_as_to_any_other_key(world, route):
    world.begin_anew()
    limited = send(route, world.limited, ids_in(route, world.a))
    world.begin_anew()
    full = send(route, key_caller(), ids_in(route, world.a))

    assert limited.status == full.status != 404


@for_each("route", [route for route in KEY_ROUTES if "id}" not in route.path], ids=lambda route: route.id)
def test_route_without_a_project_narrows_or_refuses(world, route):
    world.begin_anew()
    answer, full = send(route, world.limited, {}), send(route, key_caller(), {})

    if route.path not in NARROWED_LISTS or route.method != "GET":
        assert (answer.status, answer.error["code"]) == (403, "KEY_LIMITED_TO_PROJECTS")
        return
    assert answer.status == 200
    assert mentions(answer.body, world.b) == set()
    assert mentions(answer.body, world.a) == mentions(full.body, world.a)
    assert route.path == "/agents" or mentions(full.body, world.b), "there is something to be left out"


@pytest.mark.parametrize(
    "name", ["/projects", "/vault/credentials", "/vault/callable", "/vault/requests", "/inbox", "/events"]
)
def test_pages_of_one_lead_through_the_own_project_alone(world, name):
    shown, place, more = [], "", True
    for _ in range(60):
        page = read(f"{name}?limit=1{place}", world.limited).data
        shown += rows_of(page)
        if not (more := page["has_more"]):
            break
        place = f"&after={page['last_sequence']}" if name == "/events" else f"&cursor={page['next_cursor']}"
        assert mentions(place, world.b) == set()

    assert not more
    assert shown == rows_of(read(f"{name}?limit=100", world.limited).data) != []
    assert mentions(shown, world.b) == set()


def test_feed_backwards_shows_the_same_events_as_forwards_the_newest_first(world):
    forwards = read("/events?limit=100", world.limited).data["events"]
    backwards: list[Any] = []
    before: int | None = NEWEST
    while before is not None:
        page = read(f"/events?limit=2&before={before}", world.limited).data
        backwards += page["events"]
        assert page["has_more"] is (page["next_before"] is not None)
        before = page["next_before"]

    newest = read(f"/events?limit=1&before={NEWEST}", world.limited).data

    assert len(forwards) > 2
    assert backwards == forwards[::-1]
    assert newest["last_sequence"] >= forwards[-1]["sequence"]


@pytest.mark.parametrize("name", ["credentials", "callable", "requests"])
def test_filter_by_another_project_is_answered_like_one_by_an_unknown_one(world, name):
    foreign, unknown = (
        read(f"/vault/{name}?project_id={project_id}", world.limited)
        for project_id in (world.b["project_id"], UNKNOWN_IDS["project_id"])
    )

    assert (foreign.status, foreign.body) == (404, unknown.body)


@pytest.mark.parametrize("name", ["/projects", "/vault/credentials", "/vault/callable", "/vault/requests", "/inbox"])
def test_cursor_of_a_full_key_replayed_with_a_limited_one_shows_the_own_project_alone(world, name):
    cursor = read(f"{name}?limit=1", key_caller()).data["next_cursor"]

    replayed = read(f"{name}?limit=100&cursor={cursor}", world.limited)

    assert cursor is not None
    assert (replayed.status, mentions(replayed.body, world.b)) == (200, set())


@for_each("name", TOOLS)
def test_tool_of_another_project_is_answered_like_an_unknown_one_or_hidden(world, name):
    world.begin_anew()
    shown = {tool["name"]: tool["inputSchema"] for tool in listed(caller=key_caller())}[name]
    taken = [field for field in shown["properties"] if field in world.b]
    unknown = {field: UNKNOWN_IDS[field] for field in taken}
    by_project = "project_id" in shown.get("required", [])
    given = MINIMAL_ARGUMENTS.get(name, {})

    foreign, nobodys = (
        call_tool(name, given | ids, caller=world.limited)
        for ids in ({field: world.b[field] for field in taken}, unknown)
    )

    is_listed = name in {tool["name"] for tool in listed(caller=world.limited)}
    assert is_listed == (by_project or name in NARROWED_TOOLS)
    if not is_listed:
        assert text_of(foreign).startswith("KEY_LIMITED_TO_PROJECTS: ")
    elif taken:
        assert text_of(foreign).startswith("NOT_FOUND: ")
        assert not text_of(call_tool(name, given | {f: world.b[f] for f in taken}, caller=key_caller())).startswith(
            "NOT_FOUND: "
        ), "these ids are real"
    else:
        assert mentions(foreign, world.b) == set()
    assert (is_listed and not taken) or foreign == nobodys


PAGED = {"limit": 100}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *(("list_projects", PAGED), ("list_inbox", PAGED), ("list_events", PAGED)),
        *(("list_credentials", {}), ("list_credential_requests", {})),
    ],
)
def test_tool_that_lists_shows_the_own_project_alone(world, name, given):
    limited, full = (call_tool(name, given, caller=caller) for caller in (world.limited, key_caller()))

    assert (mentions(limited, world.b), bool(mentions(full, world.b))) == (set(), True)
    assert mentions(limited, world.a) == mentions(full, world.a) != set()
