"""Lists are walked to their end though every read of DynamoDB ends early, as it does after a megabyte."""

from __future__ import annotations

import pytest

from accounts import Accounts
from common.dynamo import Table
from doors import call, key_caller, session_caller

COUNT = 7
LISTS = {
    "projects": ("projects", "/projects", "cursor", "id"),
    "projects by status": ("projects", "/projects?status=draft", "cursor", "id"),
    "api_keys": ("keys", "/api/account/api-keys", "cursor", "id"),
    "messages": ("agents", "/agents/{project_id}/messages", "before", "id"),
    "chat": ("pa", "/pa/messages", "before", "sequence"),
    "tasks": ("pa", "/pa/tasks", "cursor", "id"),
    "requests": ("audit", "/api/account/requests", "cursor", "code"),
    "requests by status": ("audit", "/api/account/requests?status=403", "cursor", "code"),
}
MAKING = {
    "projects": ("POST", "/projects", {"name": "Bakery"}),
    "keys": ("POST", "/api/account/api-keys", {"name": "k", "preset": "pa_only"}),
    "agents": ("POST", "/agents/{project_id}/ask", {"message": "How is it going?"}),
    "pa": ("POST", "/pa/ask", {"message": "What needs me first?"}),
}


@pytest.fixture
def account_id(aws, clock):
    return Accounts(clock).sign_up(verified=False)[0].account_id


@pytest.fixture
def short_reads(monkeypatch):
    read = Table._read

    def at_most_two(table, condition, values, limit, options):
        return read(table, condition, values, min(limit or 2, 2), options)

    return lambda: monkeypatch.setattr(Table, "_read", at_most_two)


@pytest.mark.parametrize("name", LISTS)
def test_list_is_walked_to_its_end_though_reads_end_early(account_id, short_reads, name):
    door, route, parameter, key = LISTS[name]
    person, program = session_caller(account_id=account_id), key_caller(account_id=account_id)
    caller = person if route.startswith("/api/") else program
    named = {}
    if "{project_id}" in route:
        made = call("projects", "POST", "/projects", caller=program, body={"name": "Bakery"})
        named["project_id"] = made.data["id"]
    make(name, door, caller, account_id, named)

    short_reads()
    seen, begin, pages = [], None, 0
    while pages == 0 or begin is not None:
        query = f"limit=3&{parameter}={begin}" if begin else "limit=3"
        answer = call(door, "GET", f"{route}{'&' if '?' in route else '?'}{query}", caller=caller, **named)
        assert answer.status == 200, answer.body
        entries = next(value for value in answer.data.values() if isinstance(value, list))
        seen += [entry[key] for entry in entries]
        begin = None
        if answer.data["has_more"]:
            begin = answer.data["next_cursor"] if parameter == "cursor" else seen[-1]
        pages += 1
        assert pages < 20

    assert len(seen) == COUNT
    assert key == "code" or len(set(seen)) == COUNT


def make(name, door, caller, account_id, named):
    for number in range(COUNT):
        if name == "tasks":
            made = call("pa", "POST", "/pa/task", caller=caller, body={"task": "Status report"})
        elif door == "audit":
            poor = key_caller("pa:access", account_id=account_id)
            assert call("projects", "GET", "/projects", caller=poor, asked_as=f"req-{number}").status == 403
            continue
        else:
            method, route, body = MAKING[door]
            made = call(door, method, route, caller=caller, body=body, **named)
        assert made.status < 300, made.body
