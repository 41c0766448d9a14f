"""Every list refuses what is no place in it: garbage, another list's cursor, another account's."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from common.clock import utc_now
from common.ids import new_id
from common.paging import encode_cursor
from domain.pa.store import AssistantStore
from doors import call, key_caller, load, session_caller
from protocol import MINIMAL_ARGUMENTS, call_tool, listed, text_of

ID = new_id("msg", utc_now())
GARBAGE = {
    "empty": "",
    "words": "not a cursor",
    "no base64": "%%%",
    "letters": "é",
    "no place": encode_cursor({}),
    "a list": "W10",
    "deep": "W1tbW1tbW1tb",
    "another list's": encode_cursor({"pk": "ACCOUNT#acc_1", "sk": "NOTHING#1"}),
    "another account's": encode_cursor({"pk": "ACCOUNT#acc_2", "sk": "PROJECT#prj_1"}),
    "another kind's id": new_id("zzz", utc_now()),
    "an id and more": ID + "x",
    "an id on two lines": ID + "\n",
    "minus one": "-1",
    "too long": "x" * 5_000,
}


@dataclass(frozen=True)
class Listing:
    """A list: its door, its route, and the parameters that say where a page begins."""

    door: str
    route: str
    names: tuple[str, ...] = ("cursor",)


LISTINGS = {
    "list_api_keys": Listing("keys", "/api/account/api-keys?"),
    "list_audit_entries": Listing("audit", "/api/account/audit?", ("before",)),
    "list_requests": Listing("audit", "/api/account/requests?"),
    "list_messages": Listing("agents", "/agents/{project_id}/messages?", ("before", "after", "reply_to")),
    "list_events": Listing("events", "/events?", ("before", "after")),
    "list_pa_messages": Listing("pa", "/pa/messages?", ("before",)),
    "list_pa_tasks": Listing("pa", "/pa/tasks?"),
    "list_pa_task_runs": Listing("pa", "/pa/tasks/{task_id}/runs?"),
    "list_pa_reports": Listing("pa", "/pa/reports?", ("before",)),
    "list_inbox": Listing("pa", "/inbox?"),
    "list_projects": Listing("projects", "/projects?"),
    "search_everything": Listing("search", "/search?q=bread&"),
    "list_credentials": Listing("vault", "/vault/credentials?"),
    "list_callable_credentials": Listing("vault", "/vault/callable?"),
    "list_credential_requests": Listing("vault", "/vault/requests?"),
    "list_credential_uses": Listing("vault", "/vault/credentials/{id}/uses?"),
    "list_webhook_deliveries": Listing("webhooks", "/api/account/webhooks/{endpoint_id}/deliveries?"),
    "list_work_items": Listing("work", "/projects/{project_id}/work-items?"),
}
SIEVED = {"list_projects": "status=active&", "list_inbox": "state=done&"}
"""What makes another way to the rows be taken."""


@pytest.fixture
def parameters(aws, monkeypatch):
    task_id = new_id("tsk", utc_now())
    monkeypatch.setattr(AssistantStore, "get_task", lambda *_: SimpleNamespace(id=task_id))
    return {
        "project_id": new_id("prj", utc_now()),
        "task_id": task_id,
        "id": new_id("crd", utc_now()),
        "endpoint_id": new_id("whk", utc_now()),
    }


def test_every_handler_that_takes_a_cursor_is_in_the_table():
    doors = {listing.door for listing in LISTINGS.values()} | {"decisions", "oauth", "factors", "leaving", "dashboard"}

    found = {
        name
        for door in doors
        for name, handler in vars(load(door)).items()
        if inspect.isfunction(handler) and {"cursor", "before", "after"} & set(inspect.signature(handler).parameters)
    }

    assert found == set(LISTINGS)


@pytest.mark.parametrize("name", LISTINGS)
def test_list_refuses_what_is_no_place_in_it(parameters, name):
    listing = LISTINGS[name]
    asks = [listing.route, *([listing.route + SIEVED[name]] if name in SIEVED else [])]

    taken = {
        (ask, place, kind): answer.status
        for ask in asks
        for place in listing.names
        for kind, sent in GARBAGE.items()
        if (answer := ask_page(listing, ask, f"{place}={quote(sent or '')}", parameters)).status != 400
        or answer.error["code"] != "VALIDATION_ERROR"
    }

    assert taken == {}


def ask_page(listing, ask, query, parameters):
    named = {one: value for one, value in parameters.items() if "{" + one + "}" in ask}
    caller = session_caller() if ask.startswith("/api/") else key_caller()
    return call(listing.door, "GET", ask + query, caller=caller, **named)


def test_every_tool_refuses_what_is_no_place_in_its_list(parameters):
    """An assistant sends an empty text where it has no cursor; it gets the first page."""
    caller = key_caller()
    places = {
        tool["name"]: {"cursor", "before", "after"} & set(tool["inputSchema"]["properties"])
        for tool in listed(caller=caller)
    }

    taken = {
        (name, place, kind): text
        for name, of_tool in places.items()
        for place in of_tool
        for kind, sent in GARBAGE.items()
        if sent and not (text := asked_by_tool(name, {place: sent}, parameters, caller)).startswith("VALIDATION_ERROR")
    }

    assert len([place for of_tool in places.values() for place in of_tool]) > 8
    assert taken == {}


def asked_by_tool(name, page, parameters, caller):
    known = {"project_id": parameters["project_id"], "credential_id": parameters["id"]}
    arguments = MINIMAL_ARGUMENTS.get(name, {})
    arguments = {field: known.get(field, value) for field, value in arguments.items()}
    return text_of(call_tool(name, arguments | page, caller=caller))
