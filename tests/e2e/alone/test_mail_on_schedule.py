"""A recurring report, asked for in words, arrives as a mail when its day comes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from atrium import Customer, wait_for
from letterbox import mails_to, with_verified_address
from local import clock
from local.cloud import Cloud
from local.paths import Home

pytestmark = pytest.mark.nightly


@pytest.fixture
def newcomer(cloud: Cloud) -> Iterator[Customer]:
    with closing(Customer(cloud.base_url)) as newcomer:
        yield with_verified_address(cloud, newcomer)


def reasons(cloud: Cloud, customer: Customer) -> list[str]:
    """Why mails of the customer were dropped."""
    rows = cloud.client("dynamodb").query(
        TableName=cloud.resources["MailTable"],
        KeyConditionExpression="pk = :pk AND begins_with(sk, :sk)",
        ExpressionAttributeValues={":pk": {"S": f"ACCOUNT#{customer.account['id']}"}, ":sk": {"S": "MAIL#"}},
    )["Items"]
    return [row["reason"]["S"] for row in rows if "reason" in row]


def test_weekly_report_arrives_as_a_mail_and_a_switched_off_task_sends_none(
    cloud: Cloud, home: Home, newcomer: Customer
) -> None:
    wanted = {"timezone": "Europe/Berlin"}
    newcomer.create_project("Bakery")
    newcomer.call("POST", "/pa/task", wanted | {"task": "Send me a status report every Monday at 9am"})
    silent = newcomer.call("POST", "/pa/task", wanted | {"task": "Send me a budget report every Monday at 9am"}).data
    switched = newcomer.call("PATCH", f"/pa/tasks/{silent['task_id']}", {"mail": False}).data

    due = datetime.fromisoformat(switched["next_run_at"])
    clock.advance(home, due - datetime.now(UTC) - clock.offset(home) + timedelta(seconds=2))
    report = wait_for(
        lambda: next((mail for mail in mails_to(cloud, newcomer.email) if mail.subject == "Status report"), None)
    )
    wait_for(lambda: "task_switched_off" in reasons(cloud, newcomer), seconds=120)

    assert report.subject == "Status report"
    assert "Bakery" in report.text
    assert "<h1>Status report</h1>" in report.html
    subjects = [mail.subject for mail in mails_to(cloud, newcomer.email)[1:]]
    assert [subject for subject in subjects if "intake" not in subject] == [
        "Status report"
    ]  # the draft needs them, too
