"""An account that used everything deletes itself: for seven days it can be undone, then nothing of it is anywhere."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from typing import Any

import httpx

import sam_template
from atrium import PASSWORD, Customer, Reply, wait_for
from cloud_time import pass_time, shown, sweep
from letterbox import mails_to, token_in, wait_for_mails
from local import clock
from local.cloud import Cloud
from local.paths import Home
from programs import Program
from receivers import receiving

ID = re.compile(r"\b[a-z]{3,4}_[0-7][0-9A-HJKMNP-TV-Z]{25}\b")
TABLES = sam_template.resources("AWS::DynamoDB::Table")


def test_account_that_used_everything_stops_at_once_can_be_restored_and_is_gone_after_seven_days(
    cloud: Cloud, home: Home, owner: Customer
) -> None:
    with receiving() as receiver:
        project_id = use_everything(cloud, owner, receiver.url)
        program = Program.connect(owner, "projects:read")
        assert program.is_let_in()
        before = projects(owner)

        # Closing: all stops at once, and only undoing is left.
        decide = token_in(next(one for one in mails_to(cloud, owner.email) if "/decide/" in one.text), "decide")
        closed = owner.by_session("DELETE", "/api/account", {"confirm": owner.email.upper()})
        assert closed.status == 200, closed.content
        assert "35 days" in closed.data["kept_afterwards"]
        assert owner.call("GET", "/projects").status == 401
        assert not program.is_let_in()
        nothing_else_is_left(owner)
        shown = owner.by_session("GET", "/api/auth/session").data["account"]
        assert shown["gone_at"] == closed.data["gone_at"]
        link = Customer._send(httpx.Client(base_url=owner.base_url), "POST", "/api/decisions/read", {"token": decide})
        assert link.status == 404
        arrived = len(receiver.arrivals)

        # Undone by whoever signs in: everything is as it was.
        assert sign_in(owner).status == 200
        assert owner.by_session("POST", "/api/account/restore").status == 200
        assert projects(owner) == before
        assert not program.is_let_in()  # programs are connected anew
        assert owner.by_session("GET", "/api/account/connections").data["connections"] == []
        program = Program.connect(owner, "projects:read")
        assert owner.by_session("POST", "/api/account/restore").error["code"] == "NOT_CLOSING"
        reply = owner.reply_to(project_id, owner.ask(project_id, "What is blocked?"))
        assert reply["content"]

        # Closed for good, in the middle of an answer.
        owner.ask(project_id, "How is it going?")
        names = names_of(cloud, owner)
        the_scan_finds_what_is_there(remains(cloud, home, names))
        assert len(connection_rows(cloud, owner)) == 4  # the list, that of `use_everything`, the first here, the second
        assert owner.by_session("DELETE", "/api/account", {"confirm": "A customer"}).status == 200
        connection = connect_meanwhile(cloud, owner)
        pass_time(cloud, home, timedelta(minutes=3))
        wait_for(lambda: "revoked_at" in row_of(cloud, connection))
        clock.advance(home, timedelta(days=7))
        leave_what_workers_leave(cloud, owner)
        assert sign_in(owner).status == 200
        assert owner.by_session("POST", "/api/account/restore").error["code"] == "TOO_LATE"
        sweep(cloud)
        wait_for_mails_saying(cloud, owner.email, "is deleted")
        clock.advance(home, timedelta(minutes=2))

        def left() -> dict[str, list[str]]:
            sweep(cloud)
            return remains(cloud, home, names)

        wait_for(lambda: not left(), seconds=60, every=1)
        assert left().keys() <= {"queues"}  # a call that finds no account ends there
        assert connection_rows(cloud, owner) == []
        assert not program.is_let_in()
        assert sign_in(owner).status == 401
        assert len(receiver.arrivals) >= arrived


def nothing_else_is_left(owner: Customer) -> None:
    for method, path in (("GET", "/projects"), ("DELETE", "/api/account"), ("POST", "/api/account/export")):
        refused = owner.by_session(method, path, {"confirm": owner.email} if method == "DELETE" else None)
        assert (refused.status, refused.error["code"]) == (403, "ACCOUNT_CLOSING"), path


def the_scan_finds_what_is_there(there: dict[str, list[str]]) -> None:
    assert len(there) > 10
    assert any(key.endswith("index.sqlite") for key in there["buckets"])


def row_of(cloud: Cloud, connection: str) -> dict[str, Any]:
    found: dict[str, Any] = cloud.client("dynamodb").get_item(
        TableName=cloud.resources["KeysTable"], Key={"pk": {"S": connection}}
    )["Item"]
    return found


def connect_meanwhile(cloud: Cloud, owner: Customer) -> str:
    """The account's latest connection as one that was granted while the account was being closed; returns its key."""
    client, table = cloud.client("dynamodb"), cloud.resources["KeysTable"]
    listed = client.get_item(TableName=table, Key={"pk": {"S": f"CONNECTIONS#{owner.account['id']}"}})["Item"]
    *_, connected = (one["S"] for one in listed["ids"]["L"])
    key = f"CONNECTION#{connected.removeprefix('con_')}"
    client.update_item(TableName=table, Key={"pk": {"S": key}}, UpdateExpression="REMOVE revoked_at")
    return key


def leave_what_workers_leave(cloud: Cloud, owner: Customer) -> None:
    """Rows of partitions that are seldom there at the end: of work that was under way, or that nobody took up."""
    account, client = owner.account["id"], cloud.client("dynamodb")
    vault = client.query(
        TableName=cloud.resources["VaultTable"],
        KeyConditionExpression="pk = :pk AND begins_with(sk, :sk)",
        ExpressionAttributeValues={":pk": {"S": f"ACCOUNT#{account}"}, ":sk": {"S": "CREDENTIAL#"}},
    )
    rows = (
        *(("VaultTable", row["sk"]["S"]) for row in vault["Items"]),
        ("EventsTable", f"NEW#{account}"),
        ("EventsTable", f"CHANGED#{account}"),
        ("ThinkingTable", f"ACCOUNT#{account}"),
    )
    for table, pk in rows:
        row = {"pk": {"S": pk}, "sk": {"S": "LEFT"}}
        client.put_item(TableName=cloud.resources[table], Item=row)


def use_everything(cloud: Cloud, owner: Customer, url: str) -> str:
    owner.by_session("PATCH", "/api/account/notifications", {"decide_by_mail": True})
    project_id = owner.submit_project()
    owner.create_key(preset="pa_only")
    assert owner.by_session("PATCH", "/api/account/key-policy", {"max_lifetime_days": 90}).status == 200
    owner.call("POST", f"/vault/credentials/{project_id}", {"name": "Spare", "type": "password", "value": "v" * 9})
    item = owner.create_work_item(project_id)
    claim = owner.call("POST", f"/work-items/{item}/claim", {}).data["claim_id"]
    owner.call("POST", f"/work-items/{item}/progress", {"claim_id": claim, "note": "Half of it"})
    Program.connect(owner, "projects:read")
    used = {"url": url, "types": ["report.ready", "message.received"]}
    endpoint = owner.by_session("POST", "/api/account/webhooks", used).data["id"]
    owner.by_session("POST", f"/api/account/webhooks/{endpoint}/test")
    owner.by_session("DELETE", f"/api/account/webhooks/{endpoint}")
    owner.by_session("POST", "/api/account/webhooks", used)
    task_id = owner.call("POST", "/pa/task", {"task": "Status report"}).data["task_id"]
    wait_for(lambda: owner.call("GET", f"/pa/reports?task_id={task_id}").data["reports"])
    owner.call("DELETE", f"/pa/tasks/{task_id}")
    owner.call("POST", "/pa/task", {"task": "Every Monday at 9am, send me a status report"})
    anna = f"anna-{owner.email}"
    owner.by_session("POST", "/api/account/approvers", {"email": anna})
    token = token_in(wait_for_mails(cloud, anna, 1)[0], "approver")
    assert httpx.post(f"{cloud.base_url}/api/approvers/confirm", json={"token": token}).status_code == 200
    rule = {"text": f"if I am silent for two days, ask {anna}"}
    assert owner.by_session("POST", f"/projects/{project_id}/escalation", rule).status == 200
    owner.call("POST", "/pa/ask", {"message": "What needs me?"}, headers={"Idempotency-Key": "once"})
    owner.call("POST", "/projects", {"name": "Idle"}, headers={"Idempotency-Key": "twice"})
    dropped = owner.create_project("Dropped")
    assert owner.by_session("DELETE", f"/projects/{dropped}").status == 200
    export = owner.by_session("POST", "/api/account/export").data["id"]
    wait_for(lambda: owner.by_session("GET", f"/api/account/exports/{export}").data["url"])
    owner.reply_to(project_id, owner.ask(project_id, "How is it going?"))
    wait_for(lambda: [one for one in mails_to(cloud, owner.email) if "/decide/" in one.text])
    return project_id


def projects(owner: Customer) -> Any:
    return [(one["id"], one["status"]) for one in owner.call("GET", "/projects").data["projects"]]


def sign_in(owner: Customer) -> Reply:
    return owner.by_session("POST", "/api/auth/login", {"email": owner.email, "password": PASSWORD})


def wait_for_mails_saying(cloud: Cloud, address: str, words: str) -> None:
    wait_for_mails(cloud, address, 1)
    wait_for(lambda: [mail for mail in mails_to(cloud, address) if words in mail.subject])


def rows(cloud: Cloud) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Every row of every table of the template: the table, the row, and the row as text."""
    with closing(cloud.client("dynamodb")) as dynamodb:
        for table in TABLES:
            for page in dynamodb.get_paginator("scan").paginate(TableName=cloud.resources[table]):
                yield from ((table, row, json.dumps(row, default=str)) for row in page["Items"])


def connection_rows(cloud: Cloud, owner: Customer) -> list[str]:
    """The rows of the account's connections, and their list; those whose time is over, too."""
    account_id = owner.account["id"]
    return [text for _, row, text in rows(cloud) if row["pk"]["S"].startswith("CONNECTION") and account_id in text]


def names_of(cloud: Cloud, owner: Customer) -> frozenset[str]:
    """Every id that stands in a row of the account, its address, and their hashes.

    But not that of a connected program: its registration names no account, and others may connect it, too.
    """
    found = {owner.account["id"], owner.email, hashlib.sha256(owner.email.encode()).hexdigest()}
    seen = {table: text for table, _, text in rows(cloud) if owner.account["id"] in text}
    for _, _, text in rows(cloud):
        if any(name in text for name in (owner.account["id"], owner.email)):
            # A program's registration names no account and is no part of one; it goes by itself.
            found |= {one for one in ID.findall(text) if not one.startswith("cli_")}
    assert {"EventsTable", "KeysTable", "MailTable", "PaTable", "VaultTable", "WebhooksTable"} <= seen.keys()
    return frozenset(name for name in found if not name.startswith("cli_"))


def remains(cloud: Cloud, home: Home, names: frozenset[str]) -> dict[str, list[str]]:
    """What is left of these names: in tables, in the buckets, in queues, among the schedules, by where it is.

    Rows whose time is over are not there for anybody: DynamoDB removes them when it comes to it.
    """
    now = shown(home).timestamp()
    left: dict[str, list[str]] = {}
    for table, row, text in rows(cloud):
        if any(name in text for name in names) and float(row.get("expires_at_epoch", {"N": "inf"})["N"]) > now:
            left.setdefault(table, []).append(text)
    with closing(cloud.client("s3")) as s3:
        buckets = [cloud.resources[name] for name in ("ExportsBucket", "SearchBucket")]
        listed = [one for bucket in buckets for one in s3.list_objects_v2(Bucket=bucket).get("Contents", [])]
    with closing(cloud.client("scheduler")) as scheduler:
        pages = scheduler.get_paginator("list_schedules").paginate(GroupName=cloud.resources["ScheduleGroup"])
        schedules = [one["Name"] for page in pages for one in page["Schedules"]]
    elsewhere = {"buckets": [one["Key"] for one in listed], "schedules": schedules, "queues": queued(cloud)}
    for place, texts in elsewhere.items():
        if found := [text for text in texts if any(name in text for name in names)]:
            left[place] = found
    return left


def queued(cloud: Cloud) -> list[str]:
    """Every message in every queue of the template, which are put back."""
    found = []
    with closing(cloud.client("sqs")) as sqs:
        for queue in sam_template.resources("AWS::SQS::Queue"):
            url = cloud.resources[queue]
            answer = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10, VisibilityTimeout=0)
            found += [message["Body"] for message in answer.get("Messages", [])]
    return found
