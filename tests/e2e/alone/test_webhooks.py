"""Webhooks of the deployed product: a receiver on this machine, and a clock that is moved to see the retries."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from atrium import Customer, wait_for
from cloud_time import pass_time, sweep
from conformance.node import find_node, install
from letterbox import wait_for_mails
from local.cloud import Cloud
from local.paths import Home
from receivers import NO_CONTENT, Arrival, Receiver, receiving

PATH = "/api/account/webhooks"
# Reads what arrived with the standard's JavaScript library; it has our clock, which may be far from the real one.
VERIFIER = """
const { Webhook } = require('standardwebhooks');
const { secrets, arrivals } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const real = Date.now;
const verified = (secret, { headers, body }) => {
  Date.now = () => Number(headers['webhook-timestamp']) * 1000;
  try { return new Webhook(secret).verify(body, headers).id; }
  catch (error) { return error.message; }
  finally { Date.now = real; }
};
console.log(JSON.stringify(secrets.map(secret => arrivals.map(arrival => verified(secret, arrival)))));
"""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


def make_endpoint(customer: Customer, url: str, *types: str) -> dict[str, Any]:
    reply = customer.by_session("POST", PATH, {"url": url, "types": list(types)})
    assert reply.status == 201
    return reply.data


def deliveries(customer: Customer, endpoint: dict[str, Any]) -> list[dict[str, Any]]:
    return customer.by_session("GET", f"{PATH}/{endpoint['id']}/deliveries?limit=100").data["deliveries"]


def post(customer: Customer, endpoint: dict[str, Any], what: str, body: Any = None) -> dict[str, Any]:
    reply = customer.by_session("POST", f"{PATH}/{endpoint['id']}/{what}", body)
    assert reply.status in {201, 202}
    return reply.data


def arrived(receiver: Receiver, count: int) -> list[Arrival]:
    return wait_for(lambda: receiver.arrivals[:] if len(receiver.arrivals) >= count else None)


@pytest.mark.nightly
def test_another_implementation_of_the_standard_accepts_both_secrets_of_a_rotation(
    owner: Customer, receiver: Receiver
) -> None:
    node = find_node()
    assert node is not None
    endpoint = make_endpoint(owner, receiver.url, "report.ready")
    post(owner, endpoint, "test")
    arrived(receiver, 1)
    rotated = post(owner, endpoint, "rotate-secret", {"grace_seconds": 600})
    post(owner, endpoint, "test")
    first, second = arrived(receiver, 2)

    shown = [{"headers": dict(one.headers), "body": one.body.decode()} for one in (first, second)]
    given = json.dumps({"secrets": [endpoint["secret"], rotated["secret"]], "arrivals": shown})
    command, beside = [str(node.program), "-e", VERIFIER], install(node).parent
    done = subprocess.run(command, input=given, cwd=beside, capture_output=True, text=True, check=True)

    old, new = json.loads(done.stdout)
    assert old == [first.event_id, second.event_id]
    assert new == ["No matching signature found", second.event_id]


def test_failing_receiver_gets_the_event_by_the_schedule_and_again_when_asked(
    cloud: Cloud, home: Home, owner: Customer, receiver: Receiver
) -> None:
    receiver.answer = lambda _arrival: (503, {}, b"not now")
    endpoint = make_endpoint(owner, receiver.url, "report.ready")
    event_id = post(owner, endpoint, "test")["delivery_id"]

    arrived(receiver, 2)  # the second attempt comes by the queue, five seconds later
    waiting = wait_for(lambda: [one for one in deliveries(owner, endpoint) if len(one["attempts"]) == 2])
    assert [attempt["status"] for attempt in waiting[0]["attempts"]] == [503, 503]
    sweep(cloud)
    assert len(receiver.arrivals) == 2  # the third is not due yet

    pass_time(cloud, home, timedelta(minutes=7))
    arrived(receiver, 3)
    receiver.answer = lambda _arrival: NO_CONTENT
    pass_time(cloud, home, timedelta(minutes=40))
    arrived(receiver, 4)
    (delivered,) = wait_for(lambda: [one for one in deliveries(owner, endpoint) if one["status"] == "delivered"])
    assert [attempt["status"] for attempt in delivered["attempts"]] == [503, 503, 503, 204]
    assert {arrival.event_id for arrival in receiver.arrivals} == {event_id}

    post(owner, endpoint, f"deliveries/{event_id}/redeliver")

    arrived(receiver, 5)
    assert receiver.accepted[event_id] == 2


def inbox(customer: Customer, state: str = "open") -> list[dict[str, Any]]:
    return customer.call("GET", f"/inbox?state={state}").data["items"]


def attention(customer: Customer) -> list[tuple[str, str]]:
    """What the feed told of the webhook's item."""
    types = "attention.opened,attention.changed,attention.cleared"
    events = customer.call("GET", f"/events?types={types}").data["events"]
    return [(event["type"], event["data"]["summary"]) for event in events]


@pytest.mark.nightly
def test_webhook_that_fails_for_a_day_is_an_item_of_the_inbox_until_it_delivers(
    cloud: Cloud, home: Home, owner: Customer, receiver: Receiver
) -> None:
    receiver.answer = lambda _arrival: (503, {}, b"not now")
    endpoint = make_endpoint(owner, receiver.url, "report.ready")
    post(owner, endpoint, "test")
    wait_for(lambda: [one for one in deliveries(owner, endpoint) if len(one["attempts"]) == 2])
    assert inbox(owner) == []

    pass_time(cloud, home, timedelta(hours=25))
    (item,) = wait_for(lambda: inbox(owner))
    assert (item["kind"], item["project_id"], item["project_name"]) == ("webhook_failing", None, None)
    assert (item["target_id"], item["path"]) == (endpoint["id"], f"/app/developers/webhooks/{endpoint['id']}")
    told = "Webhook to 127.0.0.1: every delivery has failed"
    assert item["sentence"].startswith(f"{told}; repair the receiver")
    assert owner.call("GET", "/pa/status").data["open_items"] == 1
    (summed_up,) = owner.call("GET", "/dashboard/summary").data["attention"]
    assert summed_up["project_id"] is None
    assert summed_up["reason"].startswith(f"{told} for 1 day")  # an item of the inbox tells no age
    (opened,) = wait_for(lambda: attention(owner))
    (mail,) = wait_for_mails(cloud, owner.email, 2)[1:]
    assert mail.subject == opened[1]

    owner.call("POST", f"/inbox/{item['id']}/snooze", {"until": "in 10 days"})
    assert (inbox(owner), [one["id"] for one in inbox(owner, "snoozed")]) == ([], [item["id"]])
    receiver.answer = lambda _arrival: NO_CONTENT
    pass_time(cloud, home, timedelta(minutes=40))
    wait_for(lambda: not inbox(owner, "snoozed"))
    assert inbox(owner) == []
    told_of = wait_for(lambda: found if len(found := attention(owner)) == 2 else None)
    assert [kind for kind, _ in told_of] == ["attention.opened", "attention.cleared"]


@pytest.mark.nightly
def test_gone_receiver_is_switched_off_said_in_the_feed_and_recovered(owner: Customer, receiver: Receiver) -> None:
    receiver.answer = lambda _arrival: (410, {}, b"")
    endpoint = make_endpoint(owner, receiver.url, "project.created")
    owner.create_project("Bakery")

    def switched_off() -> Any:
        shown = owner.by_session("GET", f"{PATH}/{endpoint['id']}").data
        return None if shown["enabled"] else shown

    assert wait_for(switched_off)["disabled_reason"] == "gone"
    (said,) = wait_for(lambda: owner.by_session("GET", "/events?types=webhook.disabled").data["events"])
    assert said["data"]["id"] == endpoint["id"]
    owner.create_project("Mill")
    wait_for(lambda: len(deliveries(owner, endpoint)) == 2)
    assert len(receiver.arrivals) == 1

    receiver.answer = lambda _arrival: NO_CONTENT
    again = owner.by_session("PATCH", f"{PATH}/{endpoint['id']}", {"enabled": True}).data
    found = post(owner, endpoint, "recover", {"since": again["recover_since"]})

    assert found["recovered"] == 2
    assert len(arrived(receiver, 3)) == 3
    assert wait_for(lambda: len(receiver.accepted) == 2)
