"""What happens seldom, made to happen: failures, thefts, an index that is gone. Each way wants rights of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import httpx
import pyotp
import pytest

from atrium import PASSWORD, WEEKLY, Customer, Reply, wait_for
from briefs import ANSWERS
from cloud_time import shown, sweep
from common.clock import from_iso, to_iso
from common.ids import new_id
from domain.limits.marks import key_of
from domain.work import outbox
from letterbox import mails_to, token_in, wait_for_mails
from local.cloud import Cloud
from local.paths import Home
from mcp_clients import assistant
from programs import Program
from receivers import receiving

pytestmark = pytest.mark.nightly

DAYS = timedelta(days=30)
A_CRITERION = "Q1"  # of the scope, which a project on the web has
FAILURES_PER_ACCOUNT = 100 * 1000  # a local cloud's limits are a thousand times those of production


@pytest.fixture
def stranger(cloud: Cloud) -> Iterator[httpx.Client]:
    """A browser at an address from where nobody has signed in."""
    transport = httpx.HTTPTransport(local_address="127.0.0.77")
    with httpx.Client(base_url=cloud.base_url, timeout=60, transport=transport) as client:
        yield client


def table(cloud: Cloud, name: str) -> Any:
    """How a row of one of the cloud's tables is changed: `put(…)`, `update(…)`."""
    return cloud.client("dynamodb"), cloud.resources[name]


def code_of(home: Home, secret: str, *, steps: int = 0) -> str:
    """What the app shows by the cloud's clock, or so many steps later."""
    return pyotp.TOTP(secret).at(shown(home), counter_offset=steps)


def with_app(home: Home, owner: Customer) -> str:
    """The secret of an app that was set up by the code of now."""
    secret: str = owner.by_session("POST", "/api/account/totp").data["secret"]
    confirmed = owner.by_session("POST", "/api/account/totp/confirm", {"code": code_of(home, secret)})
    assert confirmed.status == 200, confirmed.content
    return secret


def first_step(client: httpx.Client, owner: Customer) -> str:
    """The challenge that a right password is answered with."""
    credentials = {"email": owner.email, "password": PASSWORD}
    challenge: str = Customer._send(client, "POST", "/api/auth/login", credentials).data["challenge"]
    return challenge


def test_last_wrong_code_from_an_unknown_browser_closes_the_account_to_strangers_and_is_told_by_mail(
    cloud: Cloud, home: Home, owner: Customer, stranger: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_app(home, owner)
    told = cloud.client("lambda").get_function_configuration(FunctionName=cloud.resources["SessionFunction"])
    monkeypatch.setenv("COUNTERS_KEY", told["Environment"]["Variables"]["COUNTERS_KEY"])
    client, limits = table(cloud, "LimitsTable")
    client.put_item(
        TableName=limits,
        Item={
            "pk": {"S": key_of(f"sign_ins_in_a_row#{owner.email}")["pk"]},
            "count": {"N": str(FAILURES_PER_ACCOUNT - 2)},
            "since": {"S": to_iso(datetime.now(UTC))},
        },
    )

    wrong = {"challenge": first_step(stranger, owner), "code": "000000"}
    refused = Customer._send(stranger, "POST", "/api/auth/login/totp", wrong)
    closed = Customer._send(stranger, "POST", "/api/auth/login", {"email": owner.email, "password": PASSWORD})

    assert (refused.status, refused.error["code"]) == (401, "INVALID_CREDENTIALS")
    assert (closed.status, closed.error["code"]) == (403, "SIGN_IN_CLOSED")
    assert wait_for(lambda: [mail for mail in mails_to(cloud, owner.email) if "127.0.0.77" in mail.text])


def test_account_of_the_first_edition_gets_its_address_at_its_first_sign_in_by_code(
    cloud: Cloud, home: Home, owner: Customer
) -> None:
    secret = with_app(home, owner)
    client, identity = table(cloud, "IdentityTable")
    row = {"TableName": identity, "Key": {"pk": {"S": f"ACCOUNT#{owner.account['id']}"}}}
    client.update_item(**row, UpdateExpression="REMOVE email, email_verified")

    proof = {"challenge": first_step(owner.session, owner), "code": code_of(home, secret, steps=1)}
    signed_in = owner.by_session("POST", "/api/auth/login/totp", proof)

    assert signed_in.data["user"]["email_verified"] is False
    assert client.get_item(**row)["Item"]["email"]["S"] == owner.email


def test_approval_is_planned_for_the_approver_of_a_rule_and_a_removed_approver_is_gone(
    cloud: Cloud, owner: Customer
) -> None:
    anna = f"anna-{owner.email}"
    approver = owner.by_session("POST", "/api/account/approvers", {"email": anna}).data
    token = token_in(wait_for_mails(cloud, anna, 1)[0], "approver")
    assert httpx.post(f"{cloud.base_url}/api/approvers/confirm", json={"token": token}).status_code == 200
    project_id = owner.create_project()
    rule = {"text": f"if I am silent for two days, ask {anna}"}
    plan = f"/projects/{project_id}/escalation"
    assert owner.by_session("POST", plan, rule).data["planned"] == []

    owner.call("POST", f"/projects/{project_id}/intake", {"answers": ANSWERS})
    owner.call("POST", f"/projects/{project_id}/submit")
    planned = wait_for(lambda: owner.by_session("GET", plan).data["planned"])
    removed = owner.by_session("DELETE", f"/api/account/approvers/{approver['id']}")
    stopped = owner.by_session("DELETE", plan).data

    assert planned[0]["email"] == anna
    assert (stopped["rule"], stopped["planned"]) == (None, [])
    assert removed.data["email"] == anna
    assert owner.by_session("GET", "/api/account/approvers").data["approvers"] == []


def break_reports(cloud: Cloud, owner: Customer, task_id: str) -> dict[str, Any]:
    """A report of the task that cannot be read, as a defect would leave it; returns its key."""
    client, reports = table(cloud, "PaTable")
    account = owner.account["id"]
    key = {"pk": {"S": f"ACCOUNT#{account}"}, "sk": {"S": f"REPORT#rep_7{task_id[5:]}"}}
    broken = {"id": {"S": f"rep_7{task_id[5:]}"}, "report_of": {"S": f"{account}#{task_id}"}}
    client.put_item(TableName=reports, Item=key | broken)
    return key


def stopped_task(cloud: Cloud, owner: Customer) -> str:
    """A task that five failed runs have stopped, whose reports can be made again."""
    wanted = {"task": WEEKLY}
    task_id: str = owner.call("POST", "/pa/task", wanted).data["task_id"]
    key = break_reports(cloud, owner, task_id)

    def shown() -> dict[str, Any]:
        found: dict[str, Any] = owner.call("GET", f"/pa/tasks/{task_id}").data
        return found

    for number in range(1, 6):
        assert owner.call("POST", f"/pa/tasks/{task_id}/run").status == 202
        wait_for(partial(has_failed, owner, task_id, number))
    assert wait_for(lambda: shown() if shown()["status"] == "failed" else None)["next_run_at"] is None
    client, reports = table(cloud, "PaTable")
    client.delete_item(TableName=reports, Key=key)
    return task_id


def has_failed(owner: Customer, task_id: str, times: int) -> bool:
    runs = owner.call("GET", f"/pa/tasks/{task_id}/runs").data["runs"]
    return [run["status"] for run in runs].count("failed") == times


def notices(owner: Customer) -> list[str]:
    items = owner.call("GET", "/inbox").data["items"]
    return [item["target_id"] for item in items if item["kind"] == "task_failed"]


def test_task_whose_runs_failed_is_an_item_until_it_is_resumed_or_deleted(cloud: Cloud, customer: Customer) -> None:
    resumed, deleted = stopped_task(cloud, customer), stopped_task(cloud, customer)
    assert set(notices(customer)) == {resumed, deleted}

    assert customer.call("PATCH", f"/pa/tasks/{resumed}", {"status": "active"}).data["next_run_at"]

    async def delete() -> None:
        async with assistant(customer.base_url, customer.key) as connected:
            await connected.call("delete_pa_task", task_id=deleted)

    asyncio.run(delete())
    assert notices(customer) == []


def test_assistant_says_how_far_a_document_has_come(customer: Customer) -> None:
    customer.submit_project()

    answer = customer.call("POST", "/pa/ask", {"message": "Is the architecture plan approved?"}).data

    assert answer["response"] == "Architecture plan by the CTO is not started."


def forget_index(cloud: Cloud, owner: Customer) -> None:
    """Take the account's index away, as if it had never been made."""
    key = {"Bucket": cloud.resources["SearchBucket"], "Key": f"{owner.account['id']}/index.sqlite"}
    client = cloud.client("s3")
    wait_for(lambda: client.list_objects_v2(Bucket=key["Bucket"], Prefix=key["Key"]).get("Contents"))
    client.delete_object(**key)


@pytest.mark.parametrize("search", ["route", "tool"])
def test_index_that_is_missing_is_made_by_the_first_who_searches(cloud: Cloud, owner: Customer, search: str) -> None:
    owner.create_project("Quince house")
    forget_index(cloud, owner)

    async def by_tool() -> None:
        async with assistant(owner.base_url, owner.key) as connected:
            await connected.call("search", query="quince")

    if search == "tool":
        asyncio.run(by_tool())
    else:
        assert owner.call("GET", "/search?q=quince").data["indexing"] is True

    client, bucket = cloud.client("s3"), cloud.resources["SearchBucket"]
    wait_for(lambda: "Contents" in client.list_objects_v2(Bucket=bucket, Prefix=owner.account["id"]))
    assert found(owner, "quince")


def test_restored_project_is_found_again_with_its_reports_when_the_index_was_made_without_it(
    cloud: Cloud, owner: Customer
) -> None:
    owner.create_project("Quince house")
    project_id = owner.create_project("Medlar house")
    task = {"task": "Send me a status report of the Medlar house", "project_id": project_id}
    task_id = owner.call("POST", "/pa/task", task).data["task_id"]
    (report,) = wait_for(lambda: owner.call("GET", f"/pa/reports?task_id={task_id}").data["reports"])
    wait_for(lambda: report["id"] in found(owner, "medlar"))
    assert owner.by_session("DELETE", f"/projects/{project_id}").status == 200
    forget_index(cloud, owner)
    wait_for(lambda: found(owner, "quince"))
    assert found(owner, "medlar") == []

    assert owner.by_session("POST", f"/projects/{project_id}/restore").status == 200

    wait_for(lambda: {project_id, report["id"]} <= set(found(owner, "medlar")))


def test_project_whose_thirty_days_are_over_is_gone_for_good(cloud: Cloud, owner: Customer) -> None:
    project_id = owner.create_project("Rowan house")
    wait_for(lambda: found(owner, "rowan"))
    assert owner.by_session("DELETE", f"/projects/{project_id}").status == 200
    dynamodb, leaving = table(cloud, "LeavingTable")
    key = {"pk": {"S": f"ACCOUNT#{owner.account['id']}"}, "sk": {"S": f"PROJECT#{project_id}"}}

    def looked_at() -> bool:  # by the worker that the deletion called: it writes the record as it read it
        row = dynamodb.get_item(TableName=leaving, Key=key, ConsistentRead=True)["Item"]
        return from_iso(row["outbox_at"]["S"]) > from_iso(row["deleted_at"]["S"]) + timedelta(minutes=1)

    wait_for(looked_at)
    dynamodb.update_item(
        TableName=leaving,
        Key=key,
        UpdateExpression="SET gone_at = :past",
        ConditionExpression="attribute_exists(pk)",
        ExpressionAttributeValues={":past": {"S": to_iso(datetime.now(UTC) - timedelta(minutes=1))}},
    )

    assert owner.by_session("POST", "/api/account/export").status == 202  # its worker looks at all that leaves

    wait_for(lambda: owner.by_session("GET", "/projects?status=deleted").data["projects"] == [])
    assert owner.by_session("POST", f"/projects/{project_id}/restore").status == 404
    assert found(owner, "rowan") == []


def test_question_whose_call_got_lost_is_answered(cloud: Cloud, owner: Customer) -> None:
    project_id = owner.create_project()
    asked = owner.ask(project_id, "Where do we stand?")
    owner.reply_to(project_id, asked)
    dynamodb, conversations = table(cloud, "ConversationsTable")
    key = {"pk": {"S": f"PROJECT#{project_id}"}, "sk": {"S": f"MSG#{asked}"}}
    row = dynamodb.get_item(TableName=conversations, Key=key, ConsistentRead=True)["Item"]
    at = datetime.now(UTC) - timedelta(minutes=2)
    lost = {"id": new_id("msg", at), "run_status": "queued", "created_at": to_iso(at), **outbox.mark(project_id, at)}
    lost["sk"] = f"MSG#{lost['id']}"
    del row["reply_ids"]

    dynamodb.put_item(TableName=conversations, Item=row | {name: {"S": value} for name, value in lost.items()})

    sweep(cloud)

    wait_for(lambda: lost["id"] in [one["reply_to"] for one in owner.messages(project_id)])


def found(owner: Customer, query: str) -> list[str]:
    return [one["id"] for one in owner.call("GET", f"/search?q={query}&limit=100").data["results"]]


def test_index_of_an_account_with_nothing_in_it_is_deleted(cloud: Cloud, owner: Customer) -> None:
    """The operator has it made again, and there is nothing to put into it."""
    key = {"Bucket": cloud.resources["SearchBucket"], "Key": f"{owner.account['id']}/index.sqlite"}
    client = cloud.client("s3")
    client.put_object(**key, Body=b"an index that is no use to anybody")

    message = f'{{"account_id": "{owner.account["id"]}", "anew": true}}'
    cloud.client("sqs").send_message(
        QueueUrl=cloud.resources["SearchQueue"],
        MessageBody=message,
        MessageGroupId=owner.account["id"],
        MessageDeduplicationId=owner.account["id"],
    )

    wait_for(lambda: "Contents" not in client.list_objects_v2(Bucket=key["Bucket"], Prefix=key["Key"]))


def test_notice_of_a_switched_off_webhook_names_its_new_host(owner: Customer) -> None:
    with receiving(lambda _arrival: (410, {}, b"")) as receiver:
        wanted = {"url": receiver.url, "types": ["project.created"]}
        endpoint = owner.by_session("POST", "/api/account/webhooks", wanted).data["id"]
        owner.create_project("Bakery")
        (item,) = wait_for(lambda: webhook_items(owner))
        assert item["sentence"].startswith("Webhook to 127.0.0.1")

        moved = {"url": receiver.url.replace("127.0.0.1", "localhost")}
        assert owner.by_session("PATCH", f"/api/account/webhooks/{endpoint}", moved).status == 200

    (item,) = webhook_items(owner)
    assert item["sentence"].startswith("Webhook to localhost")


def webhook_items(owner: Customer) -> list[dict[str, Any]]:
    return [one for one in owner.call("GET", "/inbox").data["items"] if one["kind"] == "webhook_disabled"]


def test_what_a_connected_program_does_is_counted_and_logged_by_its_name(owner: Customer) -> None:
    program = Program.connect(owner, "projects:read", "dashboard:read", "vault:write")
    deposit = {"project_id": owner.create_project(), "name": "Shop", "type": "password"}
    told = {"secret_in_conversation": True, "value": "a value"}
    assert program.call_tool("deposit_credential", **deposit, **told).json()["result"]["isError"] is False

    by_tool = program.call_tool("get_dashboard_usage").json()["result"]
    by_session = owner.by_session("GET", "/dashboard/usage?group_by=key").data
    program.revoke()

    def logged() -> list[str]:
        entries = owner.by_session("GET", "/api/account/audit?type=connection_revoked").data["entries"]
        return [entry["actor_name"] for entry in entries]

    assert by_tool["isError"] is False
    assert by_session["totals"]["requests"] > 2
    assert wait_for(logged) == ["Judge"]
    assert program.call_tool("get_dashboard_usage").status_code == 401


def test_restored_project_brings_back_that_its_credential_expires(cloud: Cloud, owner: Customer) -> None:
    project_id = owner.create_project()
    deposit = {"name": "Shop", "type": "password", "value": "a value", "expires_at": to_iso(datetime.now(UTC) + DAYS)}
    credential = owner.call("POST", f"/vault/credentials/{project_id}", deposit).data["id"]
    client, events = table(cloud, "EventsTable")

    def waiting() -> list[str]:
        pk = {":pk": {"S": f"LATER#{owner.account['id']}"}}
        rows = client.query(TableName=events, KeyConditionExpression="pk = :pk", ExpressionAttributeValues=pk)["Items"]
        return [row["subject_id"]["S"] for row in rows]

    assert waiting() == [credential]
    assert owner.by_session("DELETE", f"/projects/{project_id}").status == 200
    assert waiting() == []
    assert owner.by_session("POST", f"/projects/{project_id}/restore").status == 200
    assert waiting() == [credential]


def test_question_that_waits_is_taken_back(owner: Customer) -> None:
    project_id = owner.create_project()
    asked = (owner.ask(project_id, f"What is the status? ({number})") for number in range(30))

    taken = next((one for one in asked if _take_back(owner, project_id, one).status == 200), None)  # before its reader

    assert taken is not None
    assert taken not in {message["id"] for message in owner.messages(project_id)}


def _take_back(owner: Customer, project_id: str, message_id: str) -> Reply:
    return owner.call("DELETE", f"/agents/{project_id}/messages/{message_id}")


def test_request_of_a_worker_waits_in_the_owners_inbox_until_it_is_dismissed(owner: Customer) -> None:
    project_id = owner.submit_project()
    wait_for(lambda: len(owner.pending_approvals(project_id)) == 3)
    worker = owner.create_key(preset="worker", project_ids=[project_id])["key"]

    wish = {"message": f"{A_CRITERION}: It works in the browsers of the last two years"}
    asked = owner.call("POST", f"/agents/{project_id}/ask", wish, key=worker).data["message_id"]
    wait_for(lambda: requests_of_workers(owner))
    (card,) = owner.call("GET", f"/agents/{project_id}/cards").data["cards"]
    owner.call("POST", f"/agents/{project_id}/cards/{card['id']}/dismiss")

    assert (card["kind"], card["message_id"]) == ("edit_line", asked)
    wait_for(lambda: not requests_of_workers(owner))


def requests_of_workers(owner: Customer) -> list[dict[str, Any]]:
    """The items of the inbox that ask for a card to be confirmed."""
    return [item for item in owner.call("GET", "/inbox").data["items"] if item["action"] == "confirm_card"]
