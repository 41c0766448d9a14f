"""What somebody tries who holds a key that is limited, or who wants to know which keys there are."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

import sam_template
from common.clock import utc_now
from domain.events.filing import FilingService
from domain.events.log import filing_queue
from domain.events.store import event_store
from domain.keys.models import CreateApiKey
from domain.keys.secret import TAG, _checksum, generate, parse
from domain.keys.service import key_service
from domain.projects.known import project_ids_of
from domain.projects.requests import CreateProject
from domain.projects.service import project_service
from doors import CONTEXT, HttpAnswer, call, event, key_caller, load, session_caller
from origins import HERE
from protocol import call_tool, listed, request, text_of

OFFICE, HOME = "203.0.113.9", "198.51.100.7"
ME = session_caller()


@pytest.fixture
def keys(aws, uncounted):
    return key_service(project_ids_of)


@pytest.fixture
def projects(aws):
    """Two projects of one account."""
    return [project_service().create("acc_1", CreateProject(name=name)).id for name in ("Amsel", "Biber")]


def make_key(keys, **fields):
    return keys.create(ME, CreateApiKey(**({"name": "k", "preset": "full_access"} | fields)), HERE)


def through_the_authorizer(
    key: str,
    method: str,
    resource: str,
    *,
    source_ip: Any = OFFICE,
    headers: dict[str, str] | None = None,
    **options: Any,
) -> HttpAnswer:
    """A request as the gateway passes it on: the authorizer's answer is the door's context."""
    raw = event(method, resource, caller=None, headers={"Authorization": f"Bearer {key}"} | (headers or {}), **options)
    raw["methodArn"] = "arn:aws:execute-api:eu-central-1:1:api/live/GET/"
    raw["requestContext"]["identity"] = {} if source_ip is None else {"sourceIp": source_ip}
    verdict = load("authorizer").lambda_handler(raw, CONTEXT)
    if verdict["policyDocument"]["Statement"][0]["Effect"] == "Deny":
        return HttpAnswer(401, {"success": False, "error": verdict["context"]}, {})
    raw["requestContext"]["authorizer"] = verdict["context"]
    answer = load(resource.partition("?")[0].split("/")[1]).lambda_handler(raw, CONTEXT)
    return HttpAnswer(answer["statusCode"], json.loads(answer["body"]), {})


def refused(answer):
    return (answer.status, answer.error["code"])


def change(caller, created, body):
    return call("keys", "PATCH", "/api/account/api-keys/{key_id}", caller=caller, key_id=created.id, body=body)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "True-Client-IP", "CF-Connecting-IP"])
def test_a_header_that_names_an_allowed_address_does_not_help(keys, header):
    key = make_key(keys, allowed_ips=[OFFICE]).key

    answer = through_the_authorizer(key, "GET", "/projects", source_ip=HOME, headers={header: OFFICE})

    assert refused(answer) == (403, "ADDRESS_NOT_ALLOWED")
    assert through_the_authorizer(key, "GET", "/projects", headers={header: HOME}).status == 200


EVERYWHERE = ["0.0.0.0/0", "::/0"]
NO_ADDRESSES = (None, "", "test-invoke-source-ip", f"{OFFICE}, {HOME}", f"{OFFICE}/0", f"{OFFICE}:443")


@pytest.mark.parametrize(
    ("allowed_ips", "source_ip", "status"),
    [
        *[([OFFICE], same, 200) for same in (f"::ffff:{OFFICE}", "::ffff:cb00:7109")],
        *[([OFFICE], other, 403) for other in (f"::ffff:{HOME}", f"::{OFFICE}")],
        *[(EVERYWHERE, none, 403) for none in NO_ADDRESSES],
    ],
)
def test_only_the_same_address_is_an_allowed_one_in_whichever_form(keys, allowed_ips, source_ip, status):
    key = make_key(keys, allowed_ips=allowed_ips).key

    answer = through_the_authorizer(key, "GET", "/projects", source_ip=source_ip)

    assert answer.status == status
    assert status == 200 or answer.error["code"] == "ADDRESS_NOT_ALLOWED"


def test_an_everywhere_in_disguise_is_refused_when_the_key_is_made(aws, uncounted):
    for disguise in (f"{OFFICE}/0", "0.0.0.1/0", "::1/0", "::ffff:0:0/96", "0.0.0.0/0.0.0.0"):
        body = {"name": "k", "preset": "pa_only", "allowed_ips": [disguise]}
        answer = call("keys", "POST", "/api/account/api-keys", caller=ME, body=body)

        assert refused(answer) == (400, "VALIDATION_ERROR"), disguise
        assert answer.error["details"][0]["field"] == "allowed_ips.0"


def test_a_forbidden_address_learns_nothing_of_the_key_without_its_secret(keys):
    created = make_key(keys, allowed_ips=[OFFICE])
    body = TAG + created.prefix[4:] + "0" * 34

    for text in (body + _checksum(body), generate(secrets.choice).secret):
        answer = through_the_authorizer(text, "GET", "/projects", source_ip=HOME)
        assert refused(answer) == (401, "UNAUTHORIZED")


def test_a_refused_address_does_not_count_as_a_use(keys):
    created = make_key(keys, allowed_ips=[OFFICE])

    through_the_authorizer(created.key, "GET", "/projects", source_ip=HOME)

    assert keys.store.get_key("acc_1", created.id).last_used_at is None


def test_the_mcp_door_refuses_the_address_too(keys):
    key = make_key(keys, allowed_ips=[OFFICE]).key
    message, headers = request("tools/list", era="2026-07-28")

    raw = event("POST", "/mcp", caller=None, body=message, headers=headers | {"Authorization": f"Bearer {key}"})
    raw |= {"methodArn": "arn"}
    raw["requestContext"]["identity"] = {"sourceIp": HOME}
    raw["requestContext"]["authorizer"] = load("authorizer").lambda_handler(raw, CONTEXT)["context"]
    answer = load("mcp").lambda_handler(raw, CONTEXT)

    assert answer["statusCode"] == 403
    assert "ADDRESS_NOT_ALLOWED" in answer["body"]


OLD_SESSION = session_caller(proved_at=utc_now() - timedelta(minutes=11))


def test_an_old_session_lifts_no_limit_by_null(keys, projects):
    created = make_key(keys, allowed_ips=[OFFICE], project_ids=projects[:1])
    before = keys.store.get_key("acc_1", created.id)

    for lifting in (
        *({"allowed_ips": None}, {"project_ids": None}, {"allowed_ips": ["0.0.0.0/0"]}, {"project_ids": projects}),
        *({"allowed_ips": [OFFICE, HOME]}, {"name": "n", "project_ids": None}),
    ):
        assert refused(change(OLD_SESSION, created, lifting)) == (403, "STEP_UP_REQUIRED"), lifting
    narrowing = {"name": "n", "scopes": ["projects:read"]}
    narrowed = change(OLD_SESSION, created, narrowing)

    assert narrowed.status == 200
    assert keys.store.get_key("acc_1", created.id) == before.model_copy(update=narrowing | {"preset": None})


def test_an_old_session_does_not_change_how_long_keys_may_live(keys):
    answer = call("keys", "PATCH", "/api/account/key-policy", caller=OLD_SESSION, body={"max_lifetime_days": None})

    assert refused(answer) == (403, "STEP_UP_REQUIRED")


def test_a_key_cannot_lift_its_own_limits(keys, projects):
    created = make_key(keys, project_ids=projects[:1])
    limited = replace(key_caller(), project_ids=frozenset(projects[:1]))

    answer = change(limited, created, {"project_ids": None})

    assert refused(answer) == (403, "FORBIDDEN")
    assert keys.store.get_key("acc_1", created.id).project_ids == projects[:1]


def test_another_account_s_project_is_refused_in_the_words_of_an_unknown_one(aws, uncounted, projects):
    told = set()
    for project_id in (projects[0], "prj_01J00000000000000000000000"):
        body = {"name": "k", "preset": "pa_only", "project_ids": [project_id]}
        answer = call("keys", "POST", "/api/account/api-keys", caller=session_caller(account_id="acc_2"), body=body)
        assert refused(answer) == (400, "VALIDATION_ERROR")
        told.add(json.dumps(answer.error).replace(project_id, "…"))

    assert len(told) == 1


def test_the_authorizer_passes_the_projects_on_so_that_the_other_one_does_not_exist(keys, projects):
    mine, other = projects
    key = make_key(keys, project_ids=[mine]).key

    seen = through_the_authorizer(key, "GET", "/projects/{project_id}", project_id=mine)
    hidden = through_the_authorizer(key, "GET", "/projects/{project_id}", project_id=other)
    nobodys = through_the_authorizer(key, "GET", "/projects/{project_id}", project_id="prj_01J00000000000000000000000")
    listing = through_the_authorizer(key, "GET", "/projects")

    assert (seen.status, hidden.status) == (200, 404)
    assert hidden.body == nobodys.body
    assert [one["id"] for one in listing.data["projects"]] == [mine]


@pytest.mark.parametrize(
    "written", ["{other}%20", "{mine}/../{other}", "%70rj_x", "{other},{mine}", "{mine} {other}", ""]
)
def test_a_project_s_id_written_otherwise_is_still_another_project(keys, projects, written):
    mine, other = projects
    key = make_key(keys, project_ids=[mine]).key
    project_id = written.format(mine=mine, other=other)

    answer = through_the_authorizer(key, "GET", "/projects/{project_id}", project_id=project_id)

    assert answer.status == 404


def test_the_feed_tells_nothing_of_other_projects_nor_of_the_account(keys, projects):
    mine, other = projects
    key = make_key(keys, project_ids=[mine]).key
    FilingService(event_store(), filing_queue(), [], utc_now).file_all("acc_1")

    page = through_the_authorizer(key, "GET", "/events?limit=100").data

    assert {one["data"].get("project_id") for one in page["events"]} == {mine}
    assert other not in json.dumps(page)


def test_an_idempotency_key_does_not_bring_back_an_answer_of_a_project_that_was_taken_away(keys, projects):
    mine, other = projects
    body = {"name": "Hosting", "type": "password", "value": "v"}
    both = replace(key_caller(), project_ids=frozenset(projects))
    sent: dict[str, Any] = {"id": other, "body": body, "headers": {"Idempotency-Key": "once"}}

    first = call("vault", "POST", "/vault/credentials/{id}", caller=both, **sent)
    again = call(
        "vault", "POST", "/vault/credentials/{id}", caller=replace(both, project_ids=frozenset({mine})), **sent
    )

    assert (first.status, refused(again)) == (201, (404, "NOT_FOUND"))


def test_an_idempotent_tool_call_does_not_bring_it_back_either(keys, projects):
    given = {"name": "Hosting", "type": "password", "project_id": projects[1], "idempotency_key": "once"}
    given |= {"value": "v", "secret_in_conversation": True}
    both = replace(key_caller(), project_ids=frozenset(projects))

    first = call_tool("deposit_credential", given, caller=both)
    again = call_tool("deposit_credential", given, caller=replace(both, project_ids=frozenset(projects[:1])))

    assert first["isError"] is False
    assert text_of(again) == "NOT_FOUND: No such project. list_projects gives the ids."


def test_a_hidden_tool_that_is_called_all_the_same_does_nothing(keys, projects):
    limited = replace(key_caller(), project_ids=frozenset(projects[:1]))

    told = text_of(call_tool("create_project", {"name": "Mine"}, caller=limited))

    assert told.startswith("KEY_LIMITED_TO_PROJECTS: ")
    assert "create_project" not in {tool["name"] for tool in listed(caller=limited)}
    assert len(project_service().list_all("acc_1")) == 2


def test_a_context_with_no_projects_at_all_sees_nothing(keys, projects):
    nothing = replace(key_caller(), project_ids=frozenset())

    assert call("projects", "GET", "/projects", caller=nothing).data["projects"] == []
    assert type(nothing).from_context(nothing.to_context()) == nothing


def test_the_report_of_a_leak_is_no_oracle(keys):
    created = make_key(keys)
    ended = make_key(keys)
    keys.revoke(ME, ended.id, HERE)
    body = TAG + created.prefix[4:] + "0" * 34

    answers = [
        call("keys", "POST", "/api/keys/leaked", caller=None, body={"key": text})
        for text in (created.key, created.key, ended.key, body + _checksum(body), generate(secrets.choice).secret)
    ]

    assert {(one.status, json.dumps(one.body)) for one in answers} == {
        (202, json.dumps({"success": True, "data": {"received": True}}))
    }


def test_a_prefix_from_a_log_revokes_nothing(keys):
    created = make_key(keys)

    for text in (created.prefix, created.id, created.key[:-1], created.key.lower(), created.key + "0"):
        answer = call("keys", "POST", "/api/keys/leaked", caller=None, body={"key": text})
        assert refused(answer) == (400, "VALIDATION_ERROR")
        assert text not in json.dumps(answer.body)

    assert keys.store.get_key("acc_1", created.id).revoked_at is None


def test_a_project_that_is_made_later_is_not_the_key_s(keys, projects):
    key = make_key(keys, project_ids=projects).key

    later = project_service().create("acc_1", CreateProject(name="Later")).id

    assert through_the_authorizer(key, "GET", "/projects/{project_id}", project_id=later).status == 404


def test_the_document_for_scanners_is_right(keys):
    page = (sam_template.ROOT / "docs/leaked-keys.md").read_text()
    expression = re.compile(re.search(r"regular expression \| `(.+)` \|", page)[1])
    example = re.search(r"\| key \| `(\w+)` \|", page)[1]
    code: dict[str, Any] = {}
    exec(re.search(r"```python\n(.+?)```", page, re.DOTALL)[1], code)  # noqa: S102 - the page's own lines

    made = [make_key(keys).key for _ in range(20)]

    for key in (example, *made):
        assert expression.search(f'key = "{key}";')[0] == key
        assert code["is_key"](key)
        assert parse(key) is not None
        assert not code["is_key"](key[:-1] + ("0" if key[-1] != "0" else "1"))
    assert expression.search(made[0] + "0") is None
