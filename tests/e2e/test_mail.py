"""Mail on the deployed cloud, which keeps what it sends: verified addresses, reports, one click, bounces."""

from __future__ import annotations

import json
import re

import httpx
import pytest

from atrium import Customer, wait_for
from letterbox import mails_to, token_in, verify, wait_for_mails
from local.cloud import Cloud
from local.mail import SENDER

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def notifications(customer: Customer) -> dict:
    return customer.by_session("GET", "/api/account/notifications").data


def test_new_customer_verifies_the_address_by_the_link_in_the_mail_once(cloud: Cloud, newcomer: Customer) -> None:
    (mail,) = wait_for_mails(cloud, newcomer.email, 1)
    token = token_in(mail, "verify")
    before = newcomer.by_session("GET", "/api/auth/session").data["user"]["email_verified"]
    for method in ("GET", "HEAD"):  # what a scanner does with a link; it does not even send the fragment
        httpx.request(method, f"{cloud.base_url}/app/#/verify/{token}")
        httpx.request(method, f"{cloud.base_url}/api/auth/verify?token={token}")
    scanned = newcomer.by_session("GET", "/api/auth/session").data["user"]["email_verified"]
    statuses = [verify(cloud, token), verify(cloud, token)]

    assert (mail.sender, mail.subject) == (SENDER, "Confirm your email address")
    assert (before, scanned) == (False, False)
    assert statuses == [200, 404]
    assert newcomer.by_session("GET", "/api/auth/session").data["user"]["email_verified"] is True
    assert notifications(newcomer)["mail"] == {
        "configured": True,
        "note": None,
        "address": newcomer.email,
        "verified": True,
        "suppressed": False,
        "can_be_freed": False,
    }


def test_report_comes_by_mail_until_one_click_ends_it(cloud: Cloud, owner: Customer) -> None:
    owner.call("POST", "/pa/task", {"task": "Send me a status report", "project_id": None})
    report = wait_for_mails(cloud, owner.email, 2)[1]
    token = re.search(r"/unsubscribe\?token=([\w-]+)", report.text)[1]
    address = f"{cloud.base_url}/unsubscribe?token={token}"
    shown = httpx.get(address)
    after_scan = notifications(owner)["reports"]
    clicked = [httpx.post(address, data=ONE_CLICK).status_code for _ in range(2)]
    task = owner.call("POST", "/pa/task", {"task": "Send me a status report", "project_id": None}).data
    wait_for(lambda: owner.call("GET", f"/pa/reports?task_id={task['task_id']}").data["reports"])

    assert report.subject == "Status report"
    assert "You have no projects yet." in report.text
    assert "<strong>You have no projects yet.</strong>" in report.html
    assert (shown.status_code, after_scan) == (302, "on")
    assert shown.headers["location"] == f"app/#/unsubscribe/{token}"
    assert clicked == [200, 200]
    assert notifications(owner)["reports"] == "off"
    assert len(mails_to(cloud, owner.email)) == 2


@pytest.mark.nightly
def test_bounce_ends_all_mail_to_the_address_until_its_owner_proves_it_anew(cloud: Cloud, owner: Customer) -> None:
    notice = {
        "eventType": "Bounce",
        "bounce": {"bounceType": "Permanent", "bouncedRecipients": [{"emailAddress": owner.email.upper()}]},
    }
    cloud.client("sns").publish(TopicArn=cloud.resources["MailFeedbackTopic"], Message=json.dumps(notice))
    mail = wait_for(lambda: found if (found := notifications(owner)["mail"])["suppressed"] else None)
    task = owner.call("POST", "/pa/task", {"task": "Send me a status report", "project_id": None}).data
    wait_for(lambda: owner.call("GET", f"/pa/reports?task_id={task['task_id']}").data["reports"])

    assert "came back" in mail["note"]
    assert mail["can_be_freed"]
    assert len(mails_to(cloud, owner.email)) == 1

    assert owner.by_session("POST", "/api/auth/verification").status == 202
    proof = wait_for_mails(cloud, owner.email, 2)[1]
    assert notifications(owner)["mail"]["suppressed"]
    assert verify(cloud, token_in(proof, "verify")) == 200
    assert not notifications(owner)["mail"]["suppressed"]


def sentences(customer: Customer) -> list[str]:
    """What the feed told as opened."""
    events = customer.call("GET", "/events?types=attention.opened&limit=100").data["events"]
    return [event["data"]["summary"] for event in events]


def test_each_thing_that_needs_the_customer_is_told_by_one_mail(cloud: Cloud, owner: Customer) -> None:
    project_id = owner.submit_project()
    wait_for(lambda: len(owner.pending_approvals(project_id)) == 3)
    wait_for(lambda: len(sentences(owner)) == 3, seconds=120)
    told = wait_for_mails(cloud, owner.email, 1 + 3)[1:]

    assert sorted(mail.subject for mail in told) == sorted(sentences(owner))
    assert all(re.search(r"http://localhost:\d+/app/\w+/\w+", mail.text) for mail in told)
