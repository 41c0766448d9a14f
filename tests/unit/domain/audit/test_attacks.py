"""What somebody may try against the security log, and what comes of it."""

from __future__ import annotations

import json

import pytest

import sam_template
from atrium_verify.security_log import problems
from common.gate import HttpRequest
from domain.audit.log import NOWHERE, noting
from domain.audit.records import Actor, EntryType
from domain.audit.store import audit_store
from domain.events.log import commit
from domain.events.records import EventType
from domain.keys.event_scopes import readable_events
from domain.keys.models import CreateApiKey, UpdateApiKey
from domain.keys.service import key_service
from doors import call, event, key_caller, load, session_caller
from security_logs import ACCOUNT, chain, exported, note, subjects
from unit_fixtures import START

pytestmark = pytest.mark.usefixtures("uncounted", "aws")
HEADERS = {"X-Forwarded-For": "198.51.100.66", "X-Real-IP": "198.51.100.66", "X-Amzn-Trace-Id": "forged"}


def read(path="/api/account/audit", account_id=ACCOUNT, caller=None, body=None):
    return call("audit", "GET", path, caller=caller or session_caller(account_id=account_id), body=body)


def origin_of(headers):
    raw = event("GET", "/api/account/audit", caller=session_caller(), headers=headers)
    raw["requestContext"]["identity"] = {"sourceIp": "203.0.113.9"}
    return HttpRequest.from_event(raw).origin


def test_neighbour_reads_nothing_of_this_log_whatever_account_they_name():
    note(1)
    chain()

    assert len(read().data["entries"]) == 1
    theirs = read(account_id="acc_2", body={"account_id": ACCOUNT}).data
    assert theirs == {"entries": [], "has_more": False, "next_before": None}
    assert (read("/api/account/audit/head", "acc_2").data["sequence"], exported("acc_2")["entries"]) == (0, [])


@pytest.mark.parametrize("path", ["/api/account/audit", "/api/account/audit/head"])
def test_key_with_every_scope_reads_no_log(path):
    assert read(path, caller=key_caller()).status == 403


def test_key_with_every_scope_reads_no_event_about_security():
    security = {one for one in EventType if one.value.startswith("security.")}

    assert len(security) == 9
    assert readable_events(key_caller()).isdisjoint(security)
    assert security <= readable_events(session_caller())


def test_cursor_of_another_account_is_but_a_number_in_ones_own_log():
    for number in range(3):
        note(number)
        note(number, account_id="acc_2", subject="theirs")
    chain()
    chain("acc_2")
    theirs = read("/api/account/audit?limit=1", "acc_2").data["next_before"]

    page = read(f"/api/account/audit?before={theirs}").data

    assert [entry["subject"] for entry in page["entries"]] == ["number 1", "number 0"]


@pytest.mark.parametrize(
    "query",
    [
        *("before=AUDIT%23acc_2", "before=-1", "before=0", "before=1e3", f"before={'9' * 40}"),
        *("before=ENTRY%23000000000001", "type=everything"),
    ],
)
def test_cursor_that_is_no_number_and_type_that_does_not_exist_are_refused(query):
    assert read(f"/api/account/audit?{query}").status in {400, 422}


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ('Firefox\r\n{"type":"key_created"}\n\x00\x1b[2J\u2028', 'Firefox{"type":"key_created"}[2J'),
        ("Firefox \u202emoc.live\u2066\u200f", "Firefox moc.live"),
        ("x" * 10_000, "x" * 200),
    ],
    ids=["line breaks", "marks that turn the reading direction", "ten kilobytes"],
)
def test_device_forges_no_second_entry_and_is_kept_clean_and_short(sent, kept):
    origin = origin_of({"User-Agent": sent})
    commit([noting(EntryType.SIGN_IN, ACCOUNT, START, Actor(kind="user", id="usr_1"), origin)])
    chain()

    (entry,) = read().data["entries"]
    assert entry["device"] == kept
    assert list(problems(exported())) == []


def test_header_does_not_choose_the_address_or_the_request():
    found = origin_of(HEADERS | {"X-Request-Id": "forged"})

    assert (found.address, found.request_id) == ("203.0.113.9", "req-1")


def test_there_is_no_route_that_writes_or_removes_an_entry():
    methods = {method for method, path in sam_template.routes() if path.startswith("/api/account/audit")}

    assert methods == {"GET"}
    assert {method for method, _path in load("audit").door.routes} == {"GET"}


def test_replayed_message_of_another_account_chains_what_is_its_own_and_nothing_else():
    note(1)
    note(1, account_id="acc_2", subject="theirs")

    chain("acc_2")
    chain("acc_2")

    assert (subjects(), subjects("acc_2")) == ([], ["theirs"])


def test_entry_noted_under_a_taken_id_replaces_no_chained_entry():
    note(1)
    chain()
    before = exported()["entries"][0]

    note(1)  # the same id, once more, as a recorder's role could
    chain()

    assert exported()["entries"][0] == before
    assert list(problems(exported())) == []


def test_pages_show_every_entry_once_newest_first_by_type_too():
    for number in range(50):
        note(number, kind=EntryType.SIGN_IN if number % 2 else EntryType.KEY_CREATED)
    chain()

    for query, wanted in (("", range(49, -1, -1)), ("&type=sign_in", range(49, -1, -2)), ("&type=key_revoked", ())):
        found, before = [], 10**6
        while before:
            page = read(f"/api/account/audit?limit=7&before={before}{query}").data
            found += [entry["subject"] for entry in page["entries"]]
            before = page["next_before"]
        assert found == [f"number {number}" for number in wanted]


def test_log_holds_no_text_that_a_store_would_not_take():
    note(1, subject="a" * 100_000)
    chain()

    (entry,) = exported()["entries"]
    assert len(entry["subject"]) <= 300
    assert len(json.dumps(audit_store().find_head(ACCOUNT).model_dump(mode="json"))) < 1_000


def test_names_are_those_of_today_and_no_part_of_what_is_verified():
    made = key_service().create(session_caller(), CreateApiKey(name="Deploy", preset="pa_only"), NOWHERE)
    note(1, actor=Actor(kind="api_key", id=made.id))
    note(2, actor=Actor(kind="approver", name="anna@example.com"))
    note(3, actor=Actor(kind="api_key", id="key_that_is_gone"))
    chain()
    key_service().update(session_caller(), made.id, UpdateApiKey(name="Renamed"), NOWHERE)

    shown = {entry["subject"]: entry["actor_name"] for entry in read().data["entries"]}
    assert (shown["number 1"], shown["number 2"], shown["number 3"]) == ("Renamed", "anna@example.com", None)
    assert list(problems(exported())) == []
