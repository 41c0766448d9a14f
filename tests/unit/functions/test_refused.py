"""The log of requests: from any door and the authorizer into the account's log, and out again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from common.caller import Caller, TurnedAway
from common.clock import from_iso, to_iso, utc_now
from common.dynamo import Table
from common.errors import Unavailable
from common.settings import settings
from credentials import PRODUCTION, authentication
from domain.keys.models import CreateApiKey, RotateApiKey, UpdateApiKey
from domain.keys.service import key_service
from domain.usage.records import Answered
from domain.usage.service import UsageService, usage_service
from domain.usage.store import UsageStore, usage_store
from doors import CONTEXT, call, event, key_caller, load, session_caller
from origins import HERE

LOG = "/api/account/requests"
NOT_FOUND = Answered("GET", "/projects/{project_id}", None, 404, "NOT_FOUND", "req-1", 1)


def log(query="", **of):
    return call("audit", "GET", f"{LOG}?{query}", caller=session_caller(**of)).data


def refuse(caller=None, number=1, status=404, code="NOT_FOUND"):
    refused = Answered("GET", "/projects/{project_id}", None, status, code, f"req-{number}", 1)
    usage_service().note(caller or key_caller(), refused)


def rows(begins="REFUSED#"):
    pk = "ACCOUNT#acc_1"
    return Table(settings.usage_table).query_all("pk = :pk AND begins_with(sk, :sk)", {"pk": pk, "sk": begins})


def test_refusal_of_a_door_is_in_the_log_without_anything_of_the_request(aws):
    refused = call("projects", "GET", "/projects/{project_id}", caller=key_caller(), project_id="prj_secret")

    (one,) = log()["requests"]

    assert refused.status == 404
    assert one.pop("at").endswith("Z")
    assert one.pop("duration_ms") >= 0
    assert one == {
        "request_id": refused.headers["x-request-id"],
        "caller": {"kind": "api_key", "id": "key_1", "name": None, "prefix": None},
        "method": "GET",
        "route": "/projects/{project_id}",
        "tool": None,
        "status": 404,
        "code": "NOT_FOUND",
    }
    assert "prj_secret" not in str(rows())


def test_success_of_a_key_is_in_the_log_for_a_day(aws):
    call("projects", "GET", "/projects?limit=7", caller=key_caller(), nth=100)
    call("projects", "GET", "/projects", caller=key_caller(), nth=101, asked_as="req-2")

    (one,) = log()["requests"]
    (row,) = rows("DONE#")

    assert (one["request_id"], one["route"], one["status"], one["code"]) == ("req-1", "/projects", 200, "")
    assert one["duration_ms"] == row["duration_ms"] >= 0
    assert row["expires_at_epoch"] == int((from_iso(one["at"]) + timedelta(days=1)).timestamp())
    assert "limit" not in str(row)


def test_row_of_an_earlier_edition_has_no_duration(aws):
    refuse()
    (row,) = rows()
    Table(settings.usage_table).put_overwriting({name: value for name, value in row.items() if name != "duration_ms"})

    assert [one["duration_ms"] for one in log()["requests"]] == [None]


def calling(tool, **arguments):
    return {"method": "tools/call", "params": {"name": tool, "arguments": arguments}}


@pytest.mark.parametrize(
    ("body", "tool", "status", "code"),
    [
        (calling("no' tool"), None, 404, "NOT_FOUND"),
        (calling("create_project", name="n"), "create_project", 403, "FORBIDDEN"),
    ],
    ids=["unknown", "scope"],
)
def test_refusal_of_a_tool_is_in_the_log_with_the_name_of_a_tool_that_there_is(aws, body, tool, status, code):
    sent = {"jsonrpc": "2.0", "id": 1, **body}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    load("mcp").lambda_handler(
        event("POST", "/mcp", caller=key_caller("projects:read"), body=sent, headers=headers), CONTEXT
    )

    (one,) = log()["requests"]

    assert (one["route"], one["tool"], one["status"], one["code"]) == ("/mcp", tool, status, code)


def test_log_is_the_accounts_own(aws):
    refuse()
    refuse(key_caller(account_id="acc_2"), number=2)

    assert [one["request_id"] for one in log()["requests"]] == ["req-1"]
    assert [one["request_id"] for one in log(account_id="acc_2")["requests"]] == ["req-2"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("caller=keys", {1, 2, 3}),
        ("caller=session", {4}),
        ("caller=key_2", {3}),
        ("status=4xx", {1, 3, 4}),
        ("status=5xx", {2}),
        ("status=403", {3}),
        ("request_id=req-2", {2}),
    ],
)
def test_log_is_filtered(aws, query, expected):
    refuse(number=1)
    refuse(number=2, status=503, code="UNAVAILABLE")
    refuse(Caller("acc_1", "api_key", "key_2", frozenset()), number=3, status=403, code="FORBIDDEN")
    refuse(session_caller(), number=4)

    assert {one["request_id"] for one in log(query)["requests"]} == {f"req-{number}" for number in expected}


def note_at(at, status, request_id):
    answered = replace(NOT_FOUND, status=status, request_id=request_id)
    UsageService(usage_store(), lambda: at).note(key_caller(), answered, 1)


def test_pages_of_both_kinds_hold_everything_once_newest_first(aws, monkeypatch):
    now, minute = utc_now(), timedelta(minutes=1)
    for number in range(12):
        note_at(now - number * minute, 200 if number % 4 else 404, f"req-{number}")
    expected = [f"req-{number}" for number in range(12)]

    for query, looked_at, wanted in (
        ("limit=1", 500, expected),
        ("limit=5&caller=key_1", 3, expected),
        ("limit=2&status=2xx", 3, [one for number, one in enumerate(expected) if number % 4]),
        ("limit=2&status=404", 3, expected[::4]),
        (f"from={to_iso(now - 8 * minute)}&to={to_iso(now - 3 * minute)}", 500, expected[3:9]),
        (f"limit=2&from={to_iso(now - 8 * minute)}&to={to_iso(now - 3 * minute)}", 500, expected[3:9]),
        (f"from={now - timedelta(days=1):%Y-%m-%d}&to={now:%Y-%m-%d}", 500, expected),
        (f"from={now + timedelta(days=1):%Y-%m-%d}", 500, []),
    ):
        monkeypatch.setattr("domain.usage.request_log._LOOKED_AT", looked_at)
        seen, page = [], {"has_more": True, "next_cursor": ""}
        while page["has_more"]:
            page = log(query + (f"&cursor={page['next_cursor']}" if page["next_cursor"] else ""))
            seen += [one["request_id"] for one in page["requests"]]
        assert seen == wanted, query


def test_successes_end_after_a_day_and_refusals_after_seven(aws):
    now = utc_now()
    for number, (days, status) in enumerate([(1, 200), (1, 404), (7, 404)]):
        note_at(now - timedelta(days=days), status, f"req-{number}")

    ends = {one["request_id"]: one["expires_at_epoch"] for one in rows()}
    assert ends["req-1"] == int((now + timedelta(days=6)).timestamp())
    assert [one["request_id"] for one in log()["requests"]] == ["req-1"]  # DynamoDB deletes late; nobody sees it


@pytest.mark.parametrize(
    "query",
    [
        *("from=yesterday", "to=2026-13-01", "from=2026-03-01T09:00:00", "to=0001-01-01T00:00:00%2B01:00", "from="),
        *("from=2026-03-02&to=2026-03-01", "status=300", "status=3xx", "status=4xxx"),
    ],
)
def test_range_or_status_that_is_none_is_refused(aws, query):
    answer = call("audit", "GET", f"{LOG}?{query}", caller=session_caller())

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")


def test_of_an_hour_a_hundred_are_kept_and_then_every_hundredth(aws, clock):
    usage = UsageService(usage_store(), clock)
    for number in range(250):
        usage.note(key_caller(), Answered("GET", "/projects", None, 404, "NOT_FOUND", f"req-{number}", 1))

    in_hour = len(rows())
    clock.advance(hours=1)
    usage.note(key_caller(), NOT_FOUND)
    usage.note(Caller("acc_1", "api_key", "key_2", frozenset()), replace(NOT_FOUND, request_id="req-2"))
    (counted, *_) = usage.list_rows("acc_1", clock().date(), clock().date())

    assert (in_hour, len(rows())) == (101, 103)
    assert (counted.principal, counted.measure("errors")) == ("key_1", 251)


@pytest.mark.parametrize("broken", ["add_error", "put_logged"])
def test_refusal_is_answered_when_it_cannot_be_noted(aws, monkeypatch, broken):
    def fail(*_arguments, **_options):
        raise Unavailable

    monkeypatch.setattr(UsageStore, broken, fail)

    answer = call("projects", "GET", "/projects/{project_id}", caller=key_caller(), project_id="prj_1")

    assert answer.status == 404


# What the authorizer does not let in.


@pytest.fixture
def authorizer(aws, monkeypatch):
    module = load("authorizer")
    service = authentication(utc_now, PRODUCTION)
    monkeypatch.setattr(module, "authentication_service", lambda: service)
    monkeypatch.setattr(module, "limits", lambda: PRODUCTION)

    def ask(key, number=1):
        asked = event("GET", "/agents", caller=None, headers={"Authorization": f"Bearer {key}"})
        asked |= {"methodArn": "arn:aws:execute-api:us-east-1:1:api/live/GET/agents", "type": "REQUEST"}
        asked["requestContext"] |= {"requestId": f"req-{number}", "identity": {"sourceIp": "203.0.113.9"}}
        answer = module.lambda_handler(asked, CONTEXT)
        if answer["policyDocument"]["Statement"][0]["Effect"] == "Deny":
            return 401
        asked["requestContext"]["authorizer"] = answer["context"]
        return load("agents").lambda_handler(asked, CONTEXT)["statusCode"]

    return ask


@pytest.fixture(autouse=True)
def _forgetful():
    usage_service().noted.clear()


def make(**fields):
    return key_service().create(session_caller(), CreateApiKey(name="k", preset="full_access", **fields), HERE)


@pytest.mark.parametrize(
    ("limits", "end", "status", "code"),
    [
        ({}, lambda key: key_service().revoke(session_caller(), key.id, HERE), 401, "API_KEY_REVOKED"),
        (
            {},
            lambda key: key_service().rotate(session_caller(), key.id, RotateApiKey(grace_seconds=0), HERE),
            401,
            "API_KEY_EXPIRED",
        ),
        ({"allowed_ips": ["198.51.100.0/24"]}, lambda _key: None, 403, "ADDRESS_NOT_ALLOWED"),
    ],
    ids=["revoked", "expired", "from elsewhere"],
)
def test_use_of_a_key_that_does_not_work_is_in_the_log(authorizer, limits, end, status, code):
    key = make(**limits)
    end(key)

    assert authorizer(key.key) == status
    (one,) = log()["requests"]
    assert (one["caller"]["id"], one["method"], one["route"]) == (key.id, "GET", "/agents")
    assert (one["status"], one["code"], one["request_id"]) == (status, code, "req-1")


def test_many_requests_over_a_limit_are_one_entry_a_minute(authorizer, monkeypatch):
    key = make()
    moment = utc_now().replace(second=30, microsecond=0)
    monkeypatch.setattr("domain.authentication.windows.Moment.epoch", property(lambda _self: int(moment.timestamp())))
    writes = []
    real = UsageStore.put_logged

    def watched(store, account_id, logged, place):
        writes.append(logged.status)
        real(store, account_id, logged, place)

    monkeypatch.setattr(UsageStore, "put_logged", watched)

    statuses = [authorizer(key.key, number) for number in range(80)]

    assert statuses[60:] == [429] * 20
    assert writes.count(200) == 60
    assert 1 <= writes.count(429) <= 2  # the minute may turn meanwhile
    assert {(one["caller"]["id"], one["code"]) for one in log("status=4xx")["requests"]} == {(key.id, "RATE_LIMITED")}


def test_remembered_refusals_are_bounded(aws, clock):
    usage = UsageService(usage_store(), clock)
    for number in range(1_100):
        usage.noted["acc_1", f"key_{number} X"] = clock()

    usage.note_turned_away(TurnedAway("acc_1", "api_key", "key_1"), NOT_FOUND)

    assert len(usage.noted) == 1


def test_wrong_key_belongs_to_nobody(authorizer):
    key = make()

    assert authorizer(key.key[:-6] + "000000") == 401
    assert rows() == []


def test_mark_of_the_authorizer_makes_no_caller(aws):
    """An attempt: to be let in by being known."""
    asked = event("GET", "/agents", caller=None)
    asked["requestContext"]["authorizer"] = TurnedAway("acc_1", "api_key", "key_1").to_context()

    assert load("agents").lambda_handler(asked, CONTEXT)["statusCode"] == 401


def test_processes_ask_for_the_same_entry(aws, clock):
    known = TurnedAway("acc_1", "api_key", "key_1")
    for number in range(3):
        limited = Answered("GET", "/agents", None, 429, "RATE_LIMITED", f"req-{number}", 1)
        UsageService(usage_store(), clock).note_turned_away(known, limited)

    assert [row["request_id"] for row in rows()] == ["req-0"]


def test_names_are_those_of_today(aws):
    made = key_service().create(session_caller(), CreateApiKey(name="Old", preset="read_only"), HERE)
    refuse(Caller("acc_1", "api_key", made.id, frozenset()))
    key_service().update(session_caller(), made.id, UpdateApiKey(name="New"), HERE)

    (one,) = log()["requests"]

    assert one["caller"] == {"kind": "api_key", "id": made.id, "name": "New", "prefix": made.prefix}
