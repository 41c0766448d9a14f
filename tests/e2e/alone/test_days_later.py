"""Hours and days later: a day's counts are rolled up, what was to happen happens, what has ended is forgotten."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta

import pytest

from atrium import PASSWORD, Customer, wait_for
from cloud_time import pass_time, shown
from common.clock import to_iso
from local.cloud import Cloud
from local.paths import Home
from programs import Program

pytestmark = pytest.mark.nightly


def requests_of(owner: Customer, day: str) -> int:
    usage = owner.by_session("GET", f"/dashboard/usage?from={day}&to={day}").data
    requests: int = usage["totals"]["requests"]
    return requests


def test_day_of_a_session_and_of_a_connection_is_rolled_up_although_neither_is_used_again(
    cloud: Cloud, home: Home
) -> None:
    evening = shown(home).replace(hour=23, minute=40, second=0, microsecond=0)
    pass_time(cloud, home, evening - shown(home) if evening > shown(home) else timedelta())
    with closing(Customer(cloud.base_url)) as owner:
        day = f"{shown(home):%Y-%m-%d}"
        program = Program.connect(owner, "dashboard:read")
        for _ in range(5):
            assert program.call_tool("get_dashboard_usage").status_code == 200
        counted = requests_of(owner, day)
        open_days = marks(cloud, owner)
        assert len(open_days) >= 2

        pass_time(cloud, home, evening + timedelta(minutes=85) - shown(home))

        assert marks(cloud, owner) == []
        assert requests_of(owner, day) == counted


def marks(cloud: Cloud, owner: Customer) -> list[str]:
    """The days of the account's credentials that are not rolled up."""
    found = cloud.client("dynamodb").query(
        TableName=cloud.resources["UsageTable"],
        KeyConditionExpression="pk = :pk",
        FilterExpression="attribute_exists(counted_pk)",
        ExpressionAttributeValues={":pk": {"S": f"ACCOUNT#{owner.account['id']}"}},
    )
    return [row["counted_pk"]["S"] for row in found["Items"]]


def test_key_that_expires_is_told_a_week_before_and_an_ended_connection_leaves_the_list(
    cloud: Cloud, home: Home
) -> None:
    with closing(Customer(cloud.base_url)) as owner:
        expires_at = to_iso(shown(home) + timedelta(days=8))
        key = owner.create_key(name="Short", preset="full_access", expires_at=expires_at)
        Program.connect(owner, "projects:read").revoke()
        assert ended_ones(cloud, owner) == [True]

        pass_time(cloud, home, timedelta(days=3))

        events = "/events?types=key.expiring"
        session = {"email": owner.email, "password": PASSWORD}
        assert owner.by_session("POST", "/api/auth/login", session).status == 200
        (told,) = wait_for(lambda: owner.by_session("GET", events).data["events"])
        assert told["data"]["id"] == key["id"]
        Program.connect(owner, "agents:read")
        assert ended_ones(cloud, owner) == [False]


def ended_ones(cloud: Cloud, owner: Customer) -> list[bool]:
    """Of each connection that the account's list names, whether it has ended."""
    client, keys = cloud.client("dynamodb"), cloud.resources["KeysTable"]
    listed = client.get_item(TableName=keys, Key={"pk": {"S": f"CONNECTIONS#{owner.account['id']}"}})["Item"]
    names = [f"CONNECTION#{one['S'].removeprefix('con_')}" for one in listed["ids"]["L"]]
    return ["revoked_at" in client.get_item(TableName=keys, Key={"pk": {"S": name}})["Item"] for name in names]


def test_export_that_breaks_off_leaves_no_part_of_its_file_and_is_made_by_the_next_attempt(
    cloud: Cloud, home: Home
) -> None:
    files = {"Bucket": cloud.resources["ExportsBucket"]}
    with closing(Customer(cloud.base_url)) as owner:
        project_id = owner.create_project()
        row = {"TableName": cloud.resources["ProjectsTable"]}
        key = {"pk": {"S": f"PROJECT#{project_id}"}, "sk": {"S": "DELIVERABLE#unreadable"}}
        cloud.client("dynamodb").put_item(**row, Item=key | {"content": {"S": "A text without a name"}})

        export = owner.by_session("POST", "/api/account/export").data["id"]
        wait_for(lambda: said(home, "leaving_broke_off", owner.account["id"]))
        assert owner.by_session("GET", f"/api/account/exports/{export}").data["url"] is None

        cloud.client("dynamodb").delete_item(**row, Key=key)
        pass_time(cloud, home, timedelta(minutes=21))
        wait_for(lambda: owner.by_session("GET", f"/api/account/exports/{export}").data["url"])
        assert "Uploads" not in cloud.client("s3").list_multipart_uploads(**files)


def test_item_of_a_worker_who_never_came_back_is_freed_and_that_is_told(cloud: Cloud, home: Home) -> None:
    with closing(Customer(cloud.base_url)) as owner:
        project_id = owner.submit_project()
        item = f"/work-items/{owner.create_work_item(project_id)}"
        assert owner.call("POST", f"{item}/claim", {"lease_minutes": 30}).status == 200

        pass_time(cloud, home, timedelta(minutes=32))

        (told,) = wait_for(lambda: owner.call("GET", "/events?types=work.lease_ended").data["events"])
        assert told["data"]["project_id"] == project_id
        assert owner.call("GET", item).data["item"]["state"] == "ready"


def said(home: Home, *words: str) -> bool:
    """Whether a line of the functions' logs has these words."""
    lines = (home.logs / "emulator.log").read_text().splitlines()
    return any(all(word in line for word in words) for line in lines)
