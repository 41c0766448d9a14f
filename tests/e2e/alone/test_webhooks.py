"""Webhooks of the deployed product: a receiver on this machine, and a clock that is moved to see the retries."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook

from atrium import Customer, wait_for
from conformance.node import find_node, install
from letterbox import wait_for_mails, with_verified_address
from local import clock
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
def newcomer(cloud: Cloud) -> Iterator[Customer]:
    """A customer whose session began by the clock of now."""
    with closing(Customer(cloud.base_url)) as newcomer:
        yield with_verified_address(cloud, newcomer)


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


def sweep(cloud: Cloud) -> None:
    with closing(cloud.client("lambda")) as client:
        answer = client.invoke(FunctionName=cloud.resources["SweepFunction"])
    assert "FunctionError" not in answer, answer["Payload"].read()


def arrived(receiver: Receiver, count: int) -> list[Arrival]:
    return wait_for(lambda: receiver.arrivals[:] if len(receiver.arrivals) >= count else None)


@pytest.mark.nightly
def test_project_that_is_created_arrives_signed_as_the_feed_shows_it(newcomer: Customer, receiver: Receiver) -> None:
    endpoint = make_endpoint(newcomer, receiver.url, "project.created")
    project_id = newcomer.create_project("Bakery")

    (arrival,) = arrived(receiver, 1)

    event = Webhook(endpoint["secret"]).sign(arrival.event_id, _time_of(arrival), arrival.body.decode())
    assert arrival.headers["webhook-signature"] == event
    filed = newcomer.by_session("GET", "/events?types=project.created").data["events"]
    assert [arrival.event] == filed
    assert arrival.event["data"]["project_id"] == project_id
    (delivery,) = wait_for(lambda: [one for one in deliveries(newcomer, endpoint) if one["status"] == "delivered"])
    assert (delivery["id"], delivery["attempts"][0]["status"]) == (arrival.event_id, 204)


@pytest.mark.nightly
def test_another_implementation_of_the_standard_accepts_both_secrets_of_a_rotation(
    newcomer: Customer, receiver: Receiver
) -> None:
    node = find_node()
    assert node is not None
    endpoint = make_endpoint(newcomer, receiver.url, "report.ready")
    post(newcomer, endpoint, "test")
    arrived(receiver, 1)
    rotated = post(newcomer, endpoint, "rotate-secret", {"grace_seconds": 600})
    post(newcomer, endpoint, "test")
    first, second = arrived(receiver, 2)

    shown = [{"headers": dict(one.headers), "body": one.body.decode()} for one in (first, second)]
    given = json.dumps({"secrets": [endpoint["secret"], rotated["secret"]], "arrivals": shown})
    command, beside = [str(node.program), "-e", VERIFIER], install(node).parent
    done = subprocess.run(command, input=given, cwd=beside, capture_output=True, text=True, check=True)

    old, new = json.loads(done.stdout)
    assert old == [first.event_id, second.event_id]
    assert new == ["No matching signature found", second.event_id]


def test_failing_receiver_gets_the_event_by_the_schedule_and_again_when_asked(
    cloud: Cloud, home: Home, newcomer: Customer, receiver: Receiver
) -> None:
    receiver.answer = lambda _arrival: (503, {}, b"not now")
    endpoint = make_endpoint(newcomer, receiver.url, "report.ready")
    event_id = post(newcomer, endpoint, "test")["delivery_id"]

    arrived(receiver, 2)  # the second attempt comes by the queue, five seconds later
    waiting = wait_for(lambda: [one for one in deliveries(newcomer, endpoint) if len(one["attempts"]) == 2])
    assert [attempt["status"] for attempt in waiting[0]["attempts"]] == [503, 503]
    sweep(cloud)
    assert len(receiver.arrivals) == 2  # the third is not due yet

    clock.advance(home, timedelta(minutes=7))
    sweep(cloud)
    arrived(receiver, 3)
    receiver.answer = lambda _arrival: NO_CONTENT
    clock.advance(home, timedelta(minutes=40))
    sweep(cloud)
    arrived(receiver, 4)
    (delivered,) = wait_for(lambda: [one for one in deliveries(newcomer, endpoint) if one["status"] == "delivered"])
    assert [attempt["status"] for attempt in delivered["attempts"]] == [503, 503, 503, 204]
    assert {arrival.event_id for arrival in receiver.arrivals} == {event_id}

    post(newcomer, endpoint, f"deliveries/{event_id}/redeliver")

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
    cloud: Cloud, home: Home, newcomer: Customer, receiver: Receiver
) -> None:
    receiver.answer = lambda _arrival: (503, {}, b"not now")
    endpoint = make_endpoint(newcomer, receiver.url, "report.ready")
    post(newcomer, endpoint, "test")
    wait_for(lambda: [one for one in deliveries(newcomer, endpoint) if len(one["attempts"]) == 2])
    assert inbox(newcomer) == []

    clock.advance(home, timedelta(hours=25))
    sweep(cloud)
    (item,) = wait_for(lambda: inbox(newcomer))
    assert (item["kind"], item["project_id"], item["project_name"]) == ("webhook_failing", None, None)
    assert (item["target_id"], item["path"]) == (endpoint["id"], f"/app/developers/webhooks/{endpoint['id']}")
    told = "Webhook to 127.0.0.1: every delivery has failed"
    assert item["sentence"].startswith(f"{told}; repair the receiver")
    assert newcomer.call("GET", "/pa/status").data["open_items"] == 1
    (summed_up,) = newcomer.call("GET", "/dashboard/summary").data["attention"]
    assert summed_up["project_id"] is None
    assert summed_up["reason"].startswith(f"{told} for 1 day")  # an item of the inbox tells no age
    (opened,) = wait_for(lambda: attention(newcomer))
    (mail,) = wait_for_mails(cloud, newcomer.email, 2)[1:]
    assert mail.subject == opened[1]

    newcomer.call("POST", f"/inbox/{item['id']}/snooze", {"until": "in 10 days"})
    assert (inbox(newcomer), [one["id"] for one in inbox(newcomer, "snoozed")]) == ([], [item["id"]])
    receiver.answer = lambda _arrival: NO_CONTENT
    clock.advance(home, timedelta(minutes=40))
    sweep(cloud)
    wait_for(lambda: not inbox(newcomer, "snoozed"))
    assert inbox(newcomer) == []
    told_of = wait_for(lambda: found if len(found := attention(newcomer)) == 2 else None)
    assert [kind for kind, _ in told_of] == ["attention.opened", "attention.cleared"]


@pytest.mark.nightly
def test_webhook_that_was_switched_off_is_an_item_that_can_be_marked_as_done_or_goes_when_enabled(
    newcomer: Customer, receiver: Receiver
) -> None:
    receiver.answer = lambda _arrival: (410, {}, b"")
    kept = make_endpoint(newcomer, receiver.url, "project.created")
    dropped = make_endpoint(newcomer, receiver.url, "project.created")
    newcomer.create_project("Bakery")
    items = wait_for(lambda: found if len(found := inbox(newcomer)) == 2 else None)
    assert {item["kind"] for item in items} == {"webhook_disabled"}
    (of_dropped,) = (item["id"] for item in items if item["target_id"] == dropped["id"])
    wait_for(lambda: len(attention(newcomer)) == 2)  # what ends before it was told is never told

    done = newcomer.call("POST", f"/inbox/{of_dropped}/done").data
    newcomer.by_session("PATCH", f"{PATH}/{kept['id']}", {"enabled": True})

    assert done["state"] == "done"
    assert inbox(newcomer) == []
    told = wait_for(lambda: found if len(found := attention(newcomer)) == 4 else None)
    assert [kind for kind, _ in told].count("attention.cleared") == 2
    assert newcomer.by_session("DELETE", f"{PATH}/{dropped['id']}").status == 200


@pytest.mark.nightly
def test_gone_receiver_is_switched_off_said_in_the_feed_and_recovered(newcomer: Customer, receiver: Receiver) -> None:
    receiver.answer = lambda _arrival: (410, {}, b"")
    endpoint = make_endpoint(newcomer, receiver.url, "project.created")
    newcomer.create_project("Bakery")

    def switched_off() -> Any:
        shown = newcomer.by_session("GET", f"{PATH}/{endpoint['id']}").data
        return None if shown["enabled"] else shown

    assert wait_for(switched_off)["disabled_reason"] == "gone"
    (said,) = wait_for(lambda: newcomer.by_session("GET", "/events?types=webhook.disabled").data["events"])
    assert said["data"]["id"] == endpoint["id"]
    newcomer.create_project("Mill")
    wait_for(lambda: len(deliveries(newcomer, endpoint)) == 2)
    assert len(receiver.arrivals) == 1

    receiver.answer = lambda _arrival: NO_CONTENT
    again = newcomer.by_session("PATCH", f"{PATH}/{endpoint['id']}", {"enabled": True}).data
    found = post(newcomer, endpoint, "recover", {"since": again["recover_since"]})

    assert found["recovered"] == 2
    assert len(arrived(receiver, 3)) == 3
    assert wait_for(lambda: len(receiver.accepted) == 2)


def _time_of(arrival: Arrival) -> datetime:
    return datetime.fromtimestamp(int(arrival.headers["webhook-timestamp"]), UTC)
