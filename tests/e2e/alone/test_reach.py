"""One thing reaches its people in many places and is decided once; silence is handed on; a report comes twice over."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Browser, expect
from standardwebhooks import Webhook

from atrium import PASSWORD, Customer, Reply, wait_for
from browser import Person
from cloud_time import pass_time, shown
from letterbox import mails_to, token_in, wait_for_mails
from local import clock
from local.cloud import Cloud
from local.mail import SentMail
from local.paths import Home
from mcp_clients import assistant
from receivers import receiving


def send(cloud: Cloud, path: str, **body: Any) -> Reply:
    """A request of somebody who has nothing but the link of a mail."""
    with httpx.Client(base_url=cloud.base_url, timeout=60) as client:
        return Customer._send(client, "POST", path, body)


def name_approver(cloud: Cloud, owner: Customer, address: str) -> None:
    """Anna is named; she follows her link later."""
    assert owner.by_session("POST", "/api/account/approvers", {"email": address}).data["status"] == "invited"
    wait_for_mails(cloud, address, 1)


def confirm_approver(cloud: Cloud, address: str) -> None:
    token = token_in(mails_to(cloud, address)[0], "approver")
    assert send(cloud, "/api/approvers/confirm", token=token).data == {"email": address}


@pytest.mark.nightly
def test_stranger_who_was_named_asks_for_no_more_by_the_link_of_the_mail(cloud: Cloud, owner: Customer) -> None:
    address = f"ben-{uuid4().hex[:12]}@example.com"
    name_approver(cloud, owner, address)
    token = token_in(mails_to(cloud, address)[0], "withdraw")

    first, second = (send(cloud, "/api/approvers/withdraw", token=token) for _ in range(2))

    assert first.data == {"email": address}
    assert (second.status, second.error["code"]) == (404, "INVALID_TOKEN")
    (named,) = owner.by_session("GET", "/api/account/approvers").data["approvers"]
    assert (named["status"], named["confirmed_at"]) == ("withdrawn", None)
    again = owner.by_session("POST", "/api/account/approvers", {"email": address})
    assert again.status == 429


def waiting_approval(owner: Customer, project_id: str) -> dict[str, Any]:
    """The item in the inbox of one of the three documents that wait."""

    def items() -> list[dict[str, Any]]:
        return [one for one in inbox(owner) if (one["kind"], one["project_id"]) == ("approval", project_id)]

    wait_for(lambda: len(items()) == 3)
    return items()[0]


def inbox(owner: Customer) -> list[dict[str, Any]]:
    return owner.call("GET", "/inbox?state=open&limit=100").data["items"]


def mail_about(cloud: Cloud, address: str, words: str) -> SentMail:
    """The mail with these words in its subject."""
    return wait_for(lambda: next((one for one in mails_to(cloud, address) if words in one.subject), None))


def decisions(owner: Customer, approval_id: str) -> list[dict[str, Any]]:
    """What the feed told of this approval's decision."""
    events = owner.call("GET", "/events?types=approval.decided&limit=100").data["events"]
    return [event for event in events if event["data"]["id"] == approval_id]


def decide_by_mcp(owner: Customer, project_id: str, approval_id: str) -> str:
    """What an assistant is told; in a thread, because the browser's event loop runs in this one."""

    async def refused() -> str:
        async with assistant(owner.base_url, owner.key) as connected:
            named = {"project_id": project_id, "approval_id": approval_id}
            return await connected.refusal("decide_approval", **named, decision="approve")

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, refused()).result()


def test_approval_open_in_five_places_is_decided_once_and_each_says_by_whom(
    cloud: Cloud, home: Home, owner: Customer, browser: Browser
) -> None:
    anna = f"anna-{owner.email}"
    owner.by_session("PATCH", "/api/account/notifications", {"decide_by_mail": True})
    name_approver(cloud, owner, anna)
    confirm_approver(cloud, anna)
    project_id = owner.submit_project()
    item = waiting_approval(owner, project_id)
    (pending,) = [one for one in owner.pending_approvals(project_id) if one["id"] == item["target_id"]]
    path = f"/projects/{project_id}/approvals/{pending['id']}"
    wish = {"text": f"If I am silent for 30 minutes, ask {anna}", "approval_id": item["target_id"]}
    assert len(owner.by_session("POST", f"/projects/{project_id}/escalation", wish).data["planned"]) == 1

    # The same approval in two letter boxes and on a page of the dashboard.
    token = token_in(mail_about(cloud, owner.email, pending["title"]), "decide")
    pass_time(cloud, home, timedelta(minutes=31))
    hers = token_in(wait_for_mails(cloud, anna, 2)[1], "decide")
    page = Person.arrive(browser, cloud.base_url)
    page.sign_in(owner.email, PASSWORD)
    page.go("projects", project_id, "deliverables", pending["deliverable_id"])
    expect(page.button("Approve")).to_be_visible()

    # What scanners of mail do with links.
    places = ("app/", f"api/decisions?token={token}", f"api/decisions/read?token={token}")
    scanned = [
        httpx.request(method, f"{cloud.base_url}/{place}#/decide/{token}").status_code
        for place in places
        for method in ("GET", "HEAD")
    ]
    assert scanned == [200, 200, 404, 404, 404, 404]
    assert send(cloud, "/api/decisions/read", token=token).data["decided"] is None
    assert decisions(owner, item["target_id"]) == []

    done = send(cloud, "/api/decisions", token=token, decision="approve").data
    again = send(cloud, "/api/decisions", token=token, decision="approve")
    by_rest = owner.call("POST", path, {"decision": "request_changes", "comment": "Add a map"})
    by_mcp = decide_by_mcp(owner, project_id, item["target_id"])
    by_other_mail = send(cloud, "/api/decisions", token=hers, decision="request_changes", comment="Add a map")

    said = done["decided"]
    assert f"by {owner.email}, from a mail" in said
    assert (again.status, again.error["code"]) == (409, "ALREADY_DECIDED")
    assert (by_rest.status, by_rest.error["code"], by_rest.error["message"]) == (409, "ALREADY_DECIDED", said)
    assert by_mcp.startswith(f"ALREADY_DECIDED: {said}")
    assert (by_other_mail.status, by_other_mail.error["message"]) == (409, said)
    link = Person.arrive(browser, cloud.base_url)
    link.page.goto(f"{cloud.base_url}/app/#/decide/{hers}")
    link.see(said)
    expect(link.button("Approve")).to_have_count(0)
    expect(page.page.locator(".head").get_by_text(f"by {owner.email}, from a mail")).to_be_visible()
    expect(page.button("Approve")).to_have_count(0)
    assert page.complaints + link.complaints == []
    page.leave()
    link.leave()
    assert item["id"] not in {one["id"] for one in inbox(owner)}
    wait_for(lambda: decisions(owner, item["target_id"]))
    assert len(decisions(owner, item["target_id"])) == 1


@pytest.mark.nightly
def test_approver_of_a_paused_project_is_asked_once_it_goes_on(cloud: Cloud, home: Home, owner: Customer) -> None:
    anna = f"anna-{owner.email}"
    name_approver(cloud, owner, anna)
    confirm_approver(cloud, anna)
    project_id = owner.submit_project()
    waiting = waiting_approval(owner, project_id)["target_id"]
    wish = {"text": f"If I am silent for 30 minutes, ask {anna}", "approval_id": waiting}
    (planned,) = owner.by_session("POST", f"/projects/{project_id}/escalation", wish).data["planned"]
    owner.call("POST", f"/projects/{project_id}/status", {"action": "pause"})

    pass_time(cloud, home, timedelta(minutes=31))

    (put_off,) = owner.by_session("GET", f"/projects/{project_id}/escalation").data["planned"]
    assert datetime.fromisoformat(put_off["due_at"]) > datetime.fromisoformat(planned["due_at"]) + timedelta(hours=23)
    owner.call("POST", f"/projects/{project_id}/status", {"action": "resume"})
    pass_time(cloud, home, timedelta(days=1))
    asked = wait_for_mails(cloud, anna, 2)[1:]
    assert len(asked) == 1
    decided = send(cloud, "/api/decisions", token=token_in(asked[0], "decide"), decision="approve").data["decided"]
    assert f"by {anna}" in decided


@pytest.mark.nightly
def test_report_asked_for_in_words_comes_by_mail_and_as_a_signed_webhook(
    cloud: Cloud, home: Home, owner: Customer
) -> None:
    with receiving() as receiver:
        wanted = {"url": receiver.url, "types": ["report.ready"]}
        endpoint = owner.by_session("POST", "/api/account/webhooks", wanted).data
        owner.create_project("Bakery")
        words = {"task": "Send me a status report every Monday at 9am", "timezone": "Europe/Berlin"}
        task = owner.call("POST", "/pa/task", words).data
        due = datetime.fromisoformat(task["schedule"]["next_runs"][0]["utc"])
        clock.advance(home, due - shown(home) + timedelta(seconds=2))
        mail = mail_about(cloud, owner.email, "Status report")
        wait_for(lambda: receiver.arrivals)

    (arrival,) = receiver.arrivals
    (report,) = owner.call("GET", f"/pa/reports?task_id={task['task_id']}").data["reports"]
    sent_at = datetime.fromtimestamp(int(arrival.headers["webhook-timestamp"]), UTC)
    signature = Webhook(endpoint["secret"]).sign(arrival.event_id, sent_at, arrival.body.decode())
    assert arrival.headers["webhook-signature"] == signature
    assert (arrival.event["type"], arrival.event["data"]["id"]) == ("report.ready", report["id"])
    assert f"/app/#/assistant/reports/{report['id']}" in mail.text
    assert "Bakery" in mail.text
    assert "Bakery" not in arrival.body.decode()  # thin: what the report says stays where it is
