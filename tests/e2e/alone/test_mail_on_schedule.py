"""A recurring report, asked for in words, arrives as a mail when its day comes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from atrium import Customer, wait_for
from local import clock
from local.cloud import Cloud
from local.mail import SentMail, sent_mails
from local.paths import Home


@pytest.fixture
def newcomer(cloud: Cloud) -> Iterator[Customer]:
    with closing(Customer(cloud.base_url)) as newcomer:
        yield newcomer


def wait_for_mails(cloud: Cloud, customer: Customer, count: int) -> list[SentMail]:
    def arrived() -> list[SentMail] | None:
        found = [mail for mail in sent_mails(cloud.endpoint_url) if customer.email in mail.to]
        return found if len(found) >= count else None

    return wait_for(arrived, seconds=120)


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
    (verification,) = wait_for_mails(cloud, newcomer, 1)
    token = re.search(r"/verify/([\w-]+)", verification.text)
    assert token
    assert httpx.post(f"{cloud.base_url}/api/auth/verify", json={"token": token[1]}).status_code == 200
    wanted = {"timezone": "Europe/Berlin"}
    newcomer.create_project("Bakery")
    newcomer.call("POST", "/pa/task", wanted | {"task": "Send me a status report every Monday at 9am"})
    silent = newcomer.call("POST", "/pa/task", wanted | {"task": "Send me a budget report every Monday at 9am"}).data
    switched = newcomer.call("PATCH", f"/pa/tasks/{silent['task_id']}", {"mail": False}).data

    due = datetime.fromisoformat(switched["next_run_at"])
    clock.advance(home, due - datetime.now(UTC) - clock.offset(home) + timedelta(seconds=2))
    report = wait_for_mails(cloud, newcomer, 2)[1]
    wait_for(lambda: "task_switched_off" in reasons(cloud, newcomer), seconds=120)

    assert report.subject == "Status report"
    assert "Bakery" in report.text
    assert "<h1>Status report</h1>" in report.html
    assert [mail.subject for mail in wait_for_mails(cloud, newcomer, 2)[1:]] == ["Status report"]
