"""The first journey, over HTTP on the deployed template with IAM enforced."""

from __future__ import annotations

import json
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest
from botocore.exceptions import ClientError

from atrium import PASSWORD, Customer
from interface import ANY, PUBLIC, ROUTES, SCOPES, SESSION, parameters
from local.cloud import Cloud
from roles import client_of_role
from tables import by_day

OF_A_NEIGHBOUR = {
    *("GET /projects/{project_id}", "POST /projects/{project_id}/intake", "GET /agents/{project_id}/messages"),
    *("POST /agents/{project_id}/ask", "POST /projects/{project_id}/work-items", "DELETE /vault/credentials/{id}"),
    *("PATCH /api/account/api-keys/{key_id}", "DELETE /projects/{project_id}"),
}


def test_journey_from_sign_up_to_the_revoked_key(customer: Customer) -> None:
    key = customer.create_key(preset="mcp_assistant")
    project_id = customer.create_project("Bakery")

    asked = customer.call("POST", f"/agents/{project_id}/ask", {"message": "Where do we stand?"}, key=key["key"])
    message_id = asked.data["message_id"]
    page = customer.call("GET", f"/agents/{project_id}/messages?after={message_id}&wait=20", key=key["key"]).data
    revoked = customer.by_session("DELETE", f"/api/account/api-keys/{key['id']}")
    after = customer.call("GET", "/agents", key=key["key"])

    assert (asked.status, asked.data["project_status"]) == (202, {"phase": "intake", "status": "draft"})
    assert page["messages"][0]["reply_to"] == message_id
    assert "is a draft" in page["messages"][0]["content"]
    assert revoked.data["status"] == "revoked"
    assert after.status == 401
    assert after.headers["www-authenticate"].startswith('Bearer realm="atrium"')


def test_twenty_questions_at_once_whose_calls_all_come_twice_get_twenty_replies(
    cloud: Cloud, customer: Customer
) -> None:
    """`make reliability` counts the order, too, of a thousand."""
    project_id = customer.create_project("Twenty")
    with ThreadPoolExecutor(20) as pool:
        asked = list(pool.map(lambda number: customer.ask(project_id, f"Question {number}"), range(20)))
    _deliver_everything_again(cloud, customer, project_id, asked)

    asked.append(customer.ask(project_id, "And now?"))  # a project's calls come one after another, so this is the last
    customer.reply_to(project_id, asked[-1])

    replies = [one["reply_to"] for one in customer.messages(project_id) if one["reply_to"]]
    assert sorted(replies) == sorted(asked)


def _deliver_everything_again(cloud: Cloud, customer: Customer, project_id: str, asked: list[str]) -> None:
    with closing(cloud.client("sqs")) as sqs:
        for message_id in asked:
            body = {"account_id": customer.account["id"], "project_id": project_id, "subject_id": message_id}
            sqs.send_message(
                QueueUrl=cloud.resources["CeoQueue"],
                MessageBody=json.dumps(body),
                MessageGroupId=project_id,
                MessageDeduplicationId=uuid.uuid4().hex,
            )


def test_ids_of_a_neighbour_are_answered_like_ids_that_nobody_has(customer: Customer, neighbour: Customer) -> None:
    """A sample: `tests/contract/test_tenancy.py` has every route and every tool in one process."""
    project_id = neighbour.create_project()
    deposit = {"name": "Spare", "type": "password", "value": "theirs alone"}
    theirs = {
        "project_id": project_id,
        "id": neighbour.call("POST", f"/vault/credentials/{project_id}", deposit).data["id"],
        "key_id": neighbour.create_key(preset="pa_only")["id"],
    }
    before = neighbour.call("GET", f"/projects/{project_id}").data

    for route in (one for one in ROUTES if one.id in OF_A_NEIGHBOUR):
        send = customer.by_session if route.needs == SESSION else customer.call
        foreign, unknown = (
            send(route.method, route.path.format(**parameters(route, ids)), route.body) for ids in (theirs, {})
        )
        assert (foreign.status, foreign.error["code"]) == (404, "NOT_FOUND"), route.id
        assert foreign.content == unknown.content, route.id

    assert neighbour.call("GET", f"/projects/{project_id}").data == before
    assert neighbour.call("GET", "/vault/credentials").data["credentials"][0]["id"] == theirs["id"]


@pytest.mark.parametrize("scope", by_day(SCOPES, every=len(SCOPES)))
def test_single_scope_key_gets_the_table_answer_on_every_route(customer: Customer, scope: str) -> None:
    """By day one key at every fourth route: `tests/contract/test_routes.py` has all of them in one process."""
    key = customer.create_key(scopes=[scope])
    for route in by_day(ROUTES, every=4):
        if route.needs == PUBLIC:
            continue
        path = route.path.format(**parameters(route))
        reply = customer.call(route.method, path + route.query, route.body, key=key["key"])

        if route.needs == SESSION:
            assert (reply.status, reply.error["message"]) == (
                403,
                "Sign in to the dashboard to do this: an API key cannot",
            ), route.id
        elif route.needs == ANY or scope in route.needs:
            assert reply.status in {200, 201, 202, 404}, (route.id, reply.content)
        else:
            wanted = f"API key missing required scope: {route.needs[0]}"
            assert (reply.status, reply.error["code"], reply.error["message"]) == (403, "FORBIDDEN", wanted), route.id
    customer.by_session("DELETE", f"/api/account/api-keys/{key['id']}")


def test_cross_site_cookie_request_is_refused(customer: Customer) -> None:
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        reply = customer.by_session(
            "POST", "/api/account/api-keys", {"name": "k", "preset": "pa_only"}, headers=headers
        )
        assert (reply.status, reply.error["code"]) == (403, "FORBIDDEN")
    assert len(customer.by_session("GET", "/api/account/api-keys").data["api_keys"]) >= 1


def test_password_change_ends_every_other_session(cloud: Cloud) -> None:
    customer = Customer(cloud.base_url)
    elsewhere = httpx.Client(base_url=cloud.base_url, timeout=60)
    login = {"email": customer.email, "password": PASSWORD}
    elsewhere.post("/api/auth/login", json=login).raise_for_status()

    changed = customer.by_session(
        "POST", "/api/account/password", {"current": PASSWORD, "new": "seven other words run"}
    )

    assert changed.data == {"ended_sessions": 1}
    assert elsewhere.get("/api/auth/session").status_code == 401
    assert customer.by_session("GET", "/api/auth/session").data["user"]["email"] == customer.email


def test_repeated_idempotency_key_does_nothing_again(customer: Customer) -> None:
    headers = {"Idempotency-Key": uuid.uuid4().hex}

    first = customer.call("POST", "/projects", {"name": "Once"}, headers=headers)
    again = customer.call("POST", "/projects", {"name": "Once"}, headers=headers)
    other = customer.call("POST", "/projects", {"name": "Twice"}, headers=headers)

    assert again.content == first.content
    assert (other.status, other.error["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")


FORBIDDEN_TO_ROLES = [
    ("AuthorizerFunction", "ProjectsTable", "get_item", "x"),
    ("SessionFunction", "KeysTable", "get_item", "x"),
    ("KeysFunction", "IdentityTable", "get_item", "x"),
    ("ProjectsFunction", "ConversationsTable", "query", "x"),
    ("AgentsFunction", "ProjectsTable", "put_item", "x"),
    ("AgentsFunction", "VaultTable", "query", "x"),
    ("CeoFunction", "IdentityTable", "get_item", "x"),
    ("SweepFunction", "ProjectsTable", "get_item", "x"),
    ("DashboardFunction", "PaTable", "put_item", "x"),
    ("CeoFunction", "EventsTable", "put_item", "LATER#x"),
    ("FilingFunction", "EventsTable", "update_item", "AUDIT#x"),
    ("EventsFunction", "EventsTable", "query", "AUDIT#x"),
    ("VaultFunction", "EventsTable", "put_item", "AUDIT#x"),
    ("VaultFunction", "EventsTable", "put_item", "ACCOUNT#x"),
    ("VaultFunction", "EventsTable", "delete_item", "NEW#x"),
    ("SweepFunction", "EventsTable", "put_item", "AUDIT#x"),
    ("AuditFunction", "EventsTable", "put_item", "AUDIT#x"),
]


@pytest.mark.parametrize(("function", "table", "operation", "pk"), by_day(FORBIDDEN_TO_ROLES, every=4))
def test_role_is_denied_what_its_function_does_not_need(
    cloud: Cloud, function: str, table: str, operation: str, pk: str
) -> None:
    key = {"pk": {"S": pk}} | ({} if table in {"KeysTable", "IdentityTable"} else {"sk": {"S": "x"}})
    requests: dict[str, dict[str, Any]] = {
        "get_item": {"Key": key},
        "put_item": {"Item": key},
        "delete_item": {"Key": key},
        "update_item": {"Key": key, "UpdateExpression": "REMOVE x"},
        "query": {"KeyConditionExpression": "pk = :pk", "ExpressionAttributeValues": {":pk": {"S": pk}}},
    }

    with closing(client_of_role(cloud, function, "dynamodb")) as dynamodb, pytest.raises(ClientError) as refused:
        getattr(dynamodb, operation)(TableName=cloud.resources[table], **requests[operation])

    assert refused.value.response["Error"]["Code"] == "AccessDeniedException"


def test_role_of_a_worker_may_hide_the_messages_in_its_hands(cloud: Cloud) -> None:
    entries = [{"Id": "0", "ReceiptHandle": "of no message", "VisibilityTimeout": 20}]

    with closing(client_of_role(cloud, "CeoFunction", "sqs")) as sqs:
        answer = sqs.change_message_visibility_batch(QueueUrl=cloud.resources["CeoQueue"], Entries=entries)

    assert [failed["Id"] for failed in answer["Failed"]] == ["0"]


@pytest.mark.parametrize("path", by_day(["/app/", "/docs/", "/openapi.json", "/app/nothing.js"], every=4))
def test_head_of_a_page_answers_as_get_without_a_body(cloud: Cloud, path: str) -> None:
    shown, asked = (httpx.request(method, cloud.base_url + path) for method in ("GET", "HEAD"))

    assert asked.status_code == shown.status_code
    assert asked.headers.get("etag") == shown.headers.get("etag")
    assert (bool(shown.content), asked.content) == (True, b"")
