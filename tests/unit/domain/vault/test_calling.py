from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

import doors
from common.caller import Origin
from common.clock import to_iso, utc_now
from common.errors import Conflict, TargetTimedOut
from domain.audit.log import by_caller
from domain.pa.inbox import inbox_service
from domain.projects.known import known_project
from domain.vault import invoking
from domain.vault.egress import EgressService
from domain.vault.opening import opener
from domain.vault.outcomes import Outcome
from domain.vault.permissions import permissions
from domain.vault.requests import CallWithCredential
from domain.vault.service import vault_service
from domain.vault.store import VaultStore, vault_store
from domain.work_items.calling import call_service
from doors import key_caller, session_caller
from echo import HOST, echoing, text
from security_logs import noted
from vaults import everything_stored, rows_of_vault, stored_project

SECRET = "sk_live_51H8qZ0xYbW3"
WORKER = key_caller("vault:use")
OWNER = session_caller()
URL = f"https://{HOST}/v1/me?page=1"
pytestmark = pytest.mark.usefixtures("loopback")

CONNECTION = ("Host", "authorization", "Cookie", "Accept-Encoding", "Connection", "TE", "X Y", "X:Y", "")
ELSEWHERE = (
    *("X-HTTP-Method-Override", "X-HTTP-Method", "x-method-override", "X_HTTP_Method", "X-Rewrite-URL", "X-Host"),
    *("X-Forwarded-Method", "X-HTTP-Host-Override", "X-Forwarded-Uri", "X-Envoy-Original-Path", "X-Proxy-URL"),
    *("X-Forwarded-Anything", "Request-Method", "X-Tunnel-Method", "X-Override-Whatever"),
)


@pytest.fixture
def host(aws, monkeypatch):
    """A host that says what it was sent; the door's egress function runs in this process."""
    with echoing(lambda call: text(json.dumps(dict(call.headers)), "application/json")) as echo:
        egress = EgressService(vault_store(), known_project, permissions(), opener(), echo.wire(), utc_now)
        carry = partial(_carried_out, egress)
        # Which work items a call may name: tests/unit/domain/work_items/test_calling.py.
        service = replace(call_service(), carry=carry, require_held=lambda *_asked: None)
        monkeypatch.setattr(doors.load("vault"), "call_service", lambda: service)
        yield echo


def _carried_out(egress, use):
    return egress.carry_out(use.credential_id, use.id)


def deposited(project=None, **terms):
    body = {"name": "Stripe", "type": "token", "value": SECRET, "allowed_hosts": [HOST]} | terms
    path = "/vault/credentials/{id}"
    answer = doors.call("vault", "POST", path, caller=OWNER, body=body, id=(project or stored_project()).id)
    assert answer.status == 201, answer.error
    return answer.data["id"]


def call(credential_id, caller=WORKER, **changes):
    body = {"method": "GET", "url": URL, "purpose": "Look at the account"} | changes
    return doors.call("vault", "POST", "/vault/credentials/{id}/call", caller=caller, body=body, id=credential_id)


def decide(item_id, decision, caller=OWNER):
    path = "/inbox/{item_id}/decide"
    return doors.call("vault", "POST", path, caller=caller, body={"decision": decision}, item_id=item_id)


def asked(answer):
    assert (answer.status, answer.error["code"]) == (409, "APPROVAL_NEEDED")
    return answer.error["details"]["inbox_item_id"]


def inbox():
    return inbox_service().list_page("acc_1", state="open", limit=20, cursor=None).items


def uses(credential_id):
    path = "/vault/credentials/{id}/uses"
    return doors.call("vault", "GET", path, caller=key_caller("vault:read"), id=credential_id).data["uses"]


def test_owner_calls_and_the_use_is_on_record_without_query_and_secret(host):
    credential_id = deposited()

    answer = call(credential_id, OWNER, work_id="wrk_1")

    assert (answer.status, answer.data["status"]) == (200, 200)
    assert json.loads(answer.data["body"])["authorization"] == "Bearer [secret]"
    assert host.calls[0].headers["authorization"] == f"Bearer {SECRET}"
    (use,) = uses(credential_id)
    assert (use["method"], use["host"], use["path"], use["http_status"], use["status"], use["work_id"]) == (
        "GET", HOST, "/v1/me", 200, "answered", "wrk_1",
    )  # fmt: skip
    assert (use["by"]["id"], use["allowed_by"], use["purpose"]) == (OWNER.principal_id, "owner", "Look at the account")
    assert noted()[-1][0] == "credential_used"
    assert SECRET not in str(everything_stored())
    assert "page=1" not in str(rows_of_vault())


def test_worker_calls_without_asking_only_where_its_owner_said_so(host):
    project = stored_project()
    free, for_the_team = (deposited(project, name=policy, use_policy=policy) for policy in ("workers", "team"))

    assert (call(free).status, uses(free)[0]["allowed_by"]) == (200, "policy")
    assert (call(for_the_team).status, call(for_the_team, OWNER).status) == (403, 200)
    assert len(host.calls) == 2


def test_worker_asks_and_the_inbox_names_who_where_and_why(host):
    credential_id = deposited()

    first, second = (asked(call(credential_id, work_id="wrk_1")) for _ in range(2))

    (item,) = [one for one in inbox() if one.kind == "credential_use"]
    assert first == second == item.id
    assert item.sentence == (
        f"Credential Stripe: the key {WORKER.principal_id} has been waiting to call GET {HOST}/v1/me; "
        "its reason: “Look at the account”, for the work item wrk_1"
    )
    assert (item.needs_decision, item.priority, item.action) == (True, "medium", "decide_credential_use")
    assert (host.calls, uses(credential_id)) == ([], [])


def test_once_is_for_one_call_the_one_that_was_shown(host):
    credential_id = deposited(allowed_methods=["GET", "DELETE"])
    item = asked(call(credential_id))

    assert decide(item, "once").status == 200
    assert [one for one in inbox() if one.kind == "credential_use"] == []
    for other in (
        {"method": "DELETE"},
        {"url": f"https://{HOST}/v1/other"},
        {"work_id": "wrk_1"},
        {"caller": replace(WORKER, principal_id="key_2")},
    ):
        asked(call(credential_id, **other))
    assert host.calls == []
    assert call(credential_id).status == 200
    again = asked(call(credential_id))
    assert (again != item, len(host.calls)) == (True, 1)
    decide(again, "refuse")
    assert call(credential_id).error["code"] == "USE_REFUSED"


def called(credential_id):
    """The status that a call comes to, without the door, which serves one request at a time, as a function does."""
    body = CallWithCredential.model_validate({"method": "GET", "url": URL, "purpose": "Look at the account"})
    by = by_caller(WORKER, Origin("203.0.113.7", "test", "req-1"))
    try:
        return doors.load("vault").call_service().call(WORKER, credential_id, body, by=by).status
    except Conflict:
        return 409


def test_two_calls_on_one_once_make_one(host):
    project = stored_project()
    for turn in range(5):
        credential_id = deposited(project, name=f"Stripe {turn}")
        decide(asked(call(credential_id)), "once")
        before = len(host.calls)

        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(called, [credential_id] * 4))

        assert sorted(answers) == [200, 409, 409, 409]
        assert len(host.calls) == before + 1


def test_word_for_an_item_holds_for_its_calls_and_no_others(host):
    credential_id = deposited()
    decide(asked(call(credential_id, work_id="wrk_1")), "for_item")

    assert [call(credential_id, work_id="wrk_1", url=f"https://{HOST}/{n}").status for n in range(2)] == [200, 200]
    asked(call(credential_id, work_id="wrk_2"))
    assert decide(asked(call(credential_id)), "for_item").status == 409


def test_only_the_owner_decides_and_once_and_nobody_when_the_credential_is_deleted(host):
    project = stored_project()
    item = asked(call(deposited(project)))
    gone = deposited(project, name="Gone")
    of_gone = asked(call(gone))
    doors.call("vault", "DELETE", "/vault/credentials/{id}", caller=key_caller("vault:write"), id=gone)

    assert decide(item, "once", key_caller()).status == 403
    assert decide(item, "once", session_caller(account_id="acc_2")).status == 404
    assert [one.id for one in inbox() if one.kind == "credential_use"] == [item]
    assert [decide(one, "once").status for one in (item, item, of_gone)] == [200, 404, 404]


def test_credential_is_deleted_though_its_owner_decides_about_a_call_at_that_moment(host, monkeypatch):
    credential_id = deposited()
    item, deleting = asked(call(credential_id)), VaultStore.deleting

    def overtaken(store, deleted):
        monkeypatch.setattr(VaultStore, "deleting", deleting)
        decide(item, "once")
        return deleting(store, deleted)

    monkeypatch.setattr(VaultStore, "deleting", overtaken)
    path = "/vault/credentials/{id}"

    assert doors.call("vault", "DELETE", path, caller=key_caller("vault:write"), id=credential_id).status == 200
    assert call(credential_id).status == 404


def test_key_of_another_project_or_account_neither_finds_nor_calls(host):
    credential_id = deposited(use_policy="workers")
    of_another_project = replace(WORKER, project_ids=frozenset({stored_project("Florist").id}))

    for stranger in (of_another_project, key_caller("vault:use", account_id="acc_2")):
        assert (call(credential_id, stranger).status, listed(stranger).data["credentials"]) == (404, [])
    assert host.calls == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"url": "https://evil.example.org/v1"}, "OUTSIDE_TERMS"),
        ({"method": "POST"}, "OUTSIDE_TERMS"),
        ({"url": f"https://{HOST}/v2"}, "OUTSIDE_TERMS"),
        ({"url": f"http://{HOST}/v1"}, "VALIDATION_ERROR"),
        ({"url": f"https://{HOST}:444/v1"}, "VALIDATION_ERROR"),
        ({"url": f"https://ada:x@{HOST}/v1"}, "VALIDATION_ERROR"),
        *(({"headers": {name: "x"}}, "VALIDATION_ERROR") for name in (*CONNECTION, *ELSEWHERE)),
        ({"headers": {"X-Note": "a\r\nHost: evil"}}, "VALIDATION_ERROR"),
        ({"purpose": ""}, "VALIDATION_ERROR"),
        ({"work_id": "../x"}, "VALIDATION_ERROR"),
    ],
    ids=str,
)
def test_call_outside_the_terms_is_refused_before_anything_is_recorded(host, changes, code):
    credential_id = deposited(use_policy="workers", allowed_paths=["/v1"])

    answer = call(credential_id, **changes)

    assert (answer.error["code"], host.calls, uses(credential_id)) == (code, [], [])


def test_caller_may_not_set_the_header_that_carries_the_secret(host):
    credential_id = deposited(use_policy="workers", inject={"type": "header", "name": "X-Api-Key"})

    assert call(credential_id, headers={"x-api-key": "mine"}).status == 400
    assert call(credential_id, headers={"x-other": "mine"}).status == 200


def test_credential_without_hosts_says_that_it_cannot_be_called(host):
    answer = call(deposited(allowed_hosts=None), OWNER)

    assert (answer.status, answer.error["code"]) == (409, "NOT_CALLABLE")
    assert "allowed_hosts" in answer.error["message"]


def test_expired_credential_is_neither_called_with_nor_listed_until_it_has_a_new_version(host, monkeypatch):
    project, soon = stored_project(), utc_now() + timedelta(hours=1)
    credential_id = deposited(project, use_policy="workers", expires_at=to_iso(soon))
    monkeypatch.setattr(doors.load("vault"), "vault_service", lambda: replace(vault_service(), now=lambda: soon))
    late = replace(doors.load("vault").call_service(), now=lambda: soon)
    monkeypatch.setattr(doors.load("vault"), "call_service", lambda: late)

    answer, found = call(credential_id), listed().data["credentials"]

    assert (answer.status, answer.error["code"]) == (409, "CREDENTIAL_EXPIRED")
    assert (host.calls, uses(credential_id), found) == ([], [], [])
    deposited(project, use_policy="workers", expires_at=to_iso(soon + timedelta(hours=1)))
    assert (call(credential_id).status, len(listed().data["credentials"])) == (200, 1)


def test_calls_are_limited_by_the_minute(host, monkeypatch):
    monkeypatch.setenv("CREDENTIAL_CALLS_PER_MINUTE", "2")
    project = stored_project()
    credential_id, other = (deposited(project, name=name, use_policy="workers") for name in ("Stripe", "Other"))

    assert [call(credential_id).status for _ in range(3)] == [200, 200, 429]
    assert call(other).status == 200


@pytest.mark.parametrize(
    ("problem", "status", "code"),
    [("timed_out", 504, "TARGET_TIMED_OUT"), ("not_text", 502, "TARGET_FAILED"), ("not_allowed", 409, "CONFLICT")],
)
def test_call_that_fails_says_so_in_the_envelope(host, monkeypatch, problem, status, code):
    service = replace(call_service(), carry=lambda _use: Outcome(problem=problem))
    monkeypatch.setattr(doors.load("vault"), "call_service", lambda: service)

    answer = call(deposited(), OWNER)

    assert (answer.status, answer.error["code"]) == (status, code)


def test_egress_that_breaks_off_leaves_a_use_that_says_so(host, monkeypatch):
    class Broken:
        def invoke(self, **_request):
            return {"FunctionError": "Unhandled"}

    monkeypatch.setattr(invoking, "_functions", Broken)
    service = replace(call_service(), carry=invoking.carried_out)
    monkeypatch.setattr(doors.load("vault"), "call_service", lambda: service)
    credential_id = deposited()

    answer = call(credential_id, OWNER)

    assert (answer.status, answer.error["code"]) == (504, TargetTimedOut.code)
    (use,) = uses(credential_id)
    assert (use["status"], use["problem"]) == ("failed", "lost")
    assert "page=1" not in str(rows_of_vault())


@pytest.mark.parametrize(
    "wrong",
    [
        {"allowed_hosts": []},
        {"allowed_hosts": ["https://api.example.org"]},
        {"allowed_hosts": ["*.example.org"]},
        {"allowed_hosts": ["api.example.org:443"]},
        {"allowed_hosts": ["10.0.0.1"]},
        {"allowed_hosts": ["localhost"]},
        {"allowed_hosts": [f"a{n}.example.org" for n in range(11)]},
        {"allowed_hosts": None, "use_policy": "workers"},
        {"allowed_hosts": None, "inject": {"type": "bearer"}},
        {"inject": {"type": "header"}},
        {"inject": {"type": "header", "name": "Cookie"}},
        {"allowed_methods": ["TRACE"]},
        {"allowed_paths": ["/v1/../v2"]},
        {"allowed_paths": ["/v1?x"]},
        {"value": "elevenbytes"},
        {"value": "zürich-zürich"},
        {"value": None, "fields": {"a": "b"}},
    ],
    ids=str,
)
def test_terms_that_make_no_sense_are_refused(aws, wrong):
    body = {"name": "Stripe", "type": "token", "value": SECRET, "allowed_hosts": [HOST]} | wrong
    body = {name: value for name, value in body.items() if value is not None}
    answer = doors.call(
        "vault", "POST", "/vault/credentials/{id}", caller=key_caller("vault:write"), body=body, id=stored_project().id
    )

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")
    assert SECRET not in str(answer.error)


def grants(credential_id, caller=OWNER):
    return doors.call("vault", "GET", "/vault/credentials/{id}/grants", caller=caller, id=credential_id)


def revoke(credential_id, grant_id, caller=OWNER):
    path = "/vault/credentials/{id}/grants/{grant_id}"
    return doors.call("vault", "DELETE", path, caller=caller, id=credential_id, grant_id=grant_id)


@pytest.mark.parametrize(("decision", "work_id"), [("always", None), ("for_item", "wrk_1")])
def test_standing_word_is_listed_and_ends_with_the_call_after_it_was_taken_back(host, decision, work_id):
    credential_id = deposited()
    decide(asked(call(credential_id, work_id="wrk_1")), decision)
    assert call(credential_id, work_id="wrk_1").status == 200

    (grant,) = grants(credential_id).data["grants"]
    revoked = revoke(credential_id, grant["id"])

    assert (grant["key_id"], grant["work_id"], revoked.status) == (WORKER.principal_id, work_id, 200)
    asked(call(credential_id, work_id="wrk_1"))
    assert (len(host.calls), grants(credential_id).data["grants"]) == (1, [])
    kind, subject, who, *_ = noted()[-1]
    assert (kind, who) == ("grant_revoked", OWNER.principal_id)
    assert f"{WORKER.principal_id} must ask again" in subject
    assert subject.endswith("with Stripe")


def test_use_that_was_recorded_before_its_word_was_taken_back_is_not_carried_out(host, monkeypatch):
    credential_id = deposited()
    decide(asked(call(credential_id)), "always")
    door = doors.load("vault")
    carry = door.call_service().carry

    def revoked_meanwhile(use):
        (grant,) = grants(credential_id).data["grants"]
        revoke(credential_id, grant["id"])
        return carry(use)

    service = replace(door.call_service(), carry=revoked_meanwhile)
    monkeypatch.setattr(door, "call_service", lambda: service)

    answer = call(credential_id)

    assert (answer.status, answer.error["code"], host.calls) == (409, "CONFLICT", [])


def test_always_wants_a_fresh_proof_and_is_the_owners_for_the_key_and_the_version(host):
    project = stored_project()
    credential_id, other = deposited(project), deposited(project, name="Other")
    for one in (credential_id, other):
        item = asked(call(one))
        assert decide(item, "always", replace(OWNER, proved_at=None)).error["code"] == "STEP_UP_REQUIRED"
        assert decide(item, "always", replace(OWNER, proved_at=utc_now())).status == 200
    assert [call(credential_id, url=f"https://{HOST}/{n}").status for n in range(3)] == [200] * 3
    asked(call(credential_id, replace(WORKER, principal_id="key_2")))
    (grant,) = grants(credential_id).data["grants"]

    assert revoke(other, grant["id"]).status == 404
    for caller, status in ((session_caller(account_id="acc_2"), 404), (key_caller(), 403)):
        assert grants(credential_id, caller).status == revoke(credential_id, grant["id"], caller).status == status
    deposited(project)
    assert (grants(credential_id).data["grants"], revoke(credential_id, grant["id"]).status) == ([], 404)
    asked(call(credential_id))


def test_word_is_taken_back_once(host):
    credential_id = deposited()
    decide(asked(call(credential_id)), "always")
    (grant,) = grants(credential_id).data["grants"]

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: revoke(credential_id, grant["id"]), range(4)))

    assert sorted(answer.status for answer in answers) == [200, 404, 404, 404]
    assert [kind for kind, *_ in noted()].count("grant_revoked") == 1


def listed(caller=WORKER, query=""):
    return doors.call("vault", "GET", f"/vault/callable{query}", caller=caller)


def test_worker_finds_what_it_may_call_with_and_no_value(aws):
    project = stored_project()
    deposited(project, name="Asking", allowed_paths=["/v1"])
    free = deposited(project, name="Free", use_policy="workers", allowed_methods=["GET", "POST"])
    for name, terms in (("For the team", {"use_policy": "team"}), ("For nobody", {"allowed_hosts": None})):
        deposited(project, name=name, **terms)

    first, second = listed().data["credentials"]

    assert first == {
        "id": free,
        "project_id": project.id,
        "name": "Free",
        "allowed_hosts": [HOST],
        "allowed_methods": ["GET", "POST"],
        "allowed_paths": ["/"],
        "use_policy": "workers",
    }
    assert (second["name"], second["use_policy"], second["allowed_paths"]) == ("Asking", "ask_first", ["/v1"])
    assert [one["name"] for one in listed(OWNER).data["credentials"]] == ["For the team", "Free", "Asking"]


def test_pages_of_what_may_be_called_leave_nothing_out(aws):
    project = stored_project()
    for number in range(6):
        deposited(project, name=f"Stripe {number}", use_policy="team" if number % 2 else "workers")

    first = listed(query="?limit=2").data
    second = listed(query=f"?limit=2&cursor={first['next_cursor']}&project_id={project.id}").data

    assert [one["name"] for one in first["credentials"] + second["credentials"]] == ["Stripe 4", "Stripe 2", "Stripe 0"]
    assert (first["has_more"], second["has_more"], second["next_cursor"]) == (True, False, None)
