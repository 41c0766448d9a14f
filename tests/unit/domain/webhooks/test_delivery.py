from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta

import pytest
from standardwebhooks import Webhook

from common.errors import Unavailable
from domain.audit.records import THE_TEAM
from domain.events.records import EventType
from domain.webhooks import delivery as subject
from domain.webhooks.models import RotateSecret, UpdateEndpoint
from domain.webhooks.queue import DeliveryWork
from domain.webhooks.records import DeliveryStatus, Disabled, Reason
from domain.webhooks.retries import Outcome
from domain.webhooks.store import WebhookStore, webhook_store
from domain.work.outbox import Window
from domain.work.queue import LooseQueue
from receivers import NO_CONTENT, receiving

from .conftest import ACCOUNT, everything_filed

EVENTS = 30


class Killed(BaseException):
    """The worker died here; no `except Exception` stops it."""


def answering(status, headers=None):
    return lambda _arrival: (status, headers or {}, b"")


def filed(kind):
    return [event for event in everything_filed() if event.type is kind]


def test_filed_event_is_delivered_signed_to_the_endpoints_that_want_it(webhooks, endpoint, receiver):
    with receiving() as other:
        webhooks.endpoint(other.url, [EventType.APPROVAL_REQUESTED])
        (event_id,) = webhooks.file_events()
        webhooks.deliver()

    (arrival,) = receiver.arrivals
    (event,) = everything_filed()
    assert arrival.event_id == event_id
    assert arrival.event == event.payload(None)
    assert arrival.headers["content-type"] == "application/json"
    assert Webhook(endpoint.secret).sign(event_id, webhooks.clock(), arrival.body.decode()) in arrival.headers.values()
    assert other.arrivals == []
    (delivery,) = webhooks.deliveries(endpoint)
    assert (delivery.status, delivery.reason, delivery.next_attempt_at) == (DeliveryStatus.DELIVERED, None, None)
    assert [attempt.status for attempt in delivery.attempts] == [204]


def test_every_event_is_accepted_once_though_30_percent_fail_and_every_message_comes_twice(webhooks):
    chance = random.Random(7)  # noqa: S311 - no secret

    def refusing(_arrival):
        return (500, {}, b"") if chance.random() < 0.3 else NO_CONTENT

    with receiving(refusing) as one, receiving(refusing) as two:
        webhooks.endpoint(one.url)
        webhooks.endpoint(two.url)
        events = webhooks.file_events(EVENTS)
        webhooks.deliver(times=2)
        for _ in range(3):
            webhooks.clock.advance(seconds=6)
            webhooks.deliver(times=2)
        webhooks.deliver_until(hours=40)

    assert one.accepted == two.accepted == Counter(events)
    assert len(one.arrivals) > EVENTS


def test_message_that_comes_again_while_a_worker_sends_wants_nothing(webhooks, endpoint, receiver):
    second = []

    def answer(arrival):
        second.append(webhooks.worker.deliver(DeliveryWork(ACCOUNT, endpoint.id, arrival.event_id)))
        return NO_CONTENT

    receiver.answer = answer
    webhooks.file_events()
    webhooks.deliver()

    assert second == [None]
    assert len(receiver.arrivals) == 1


def test_worker_killed_before_sending_loses_nothing(webhooks, endpoint, receiver, monkeypatch):
    events = webhooks.file_events(3)
    with monkeypatch.context() as patch:
        patch.setattr(subject, "signed_headers", _die)
        for work in webhooks.queued():
            with pytest.raises(Killed):
                webhooks.worker.deliver(work)
    webhooks.sweep()
    assert webhooks.deliver() == []  # the leases still hold

    webhooks.clock.moment += subject.LEASE
    webhooks.sweep()
    webhooks.deliver(times=2)

    assert receiver.accepted == Counter(events)
    assert len(receiver.arrivals) == 3


def test_worker_killed_between_sending_and_noting_sends_again_with_the_same_id(
    webhooks, endpoint, receiver, monkeypatch
):
    (event_id,) = webhooks.file_events()
    with monkeypatch.context() as patch:
        patch.setattr(WebhookStore, "save_delivery", _die)
        (work,) = webhooks.queued()
        with pytest.raises(Killed):
            webhooks.worker.deliver(work)
    webhooks.clock.moment += subject.LEASE
    webhooks.sweep()
    webhooks.deliver(times=2)
    webhooks.deliver_until(hours=1)

    assert [arrival.event_id for arrival in receiver.arrivals] == [event_id] * 2
    assert webhooks.deliveries(endpoint)[0].status is DeliveryStatus.DELIVERED


def test_lost_nudge_is_sent_again_by_the_sweep(webhooks, endpoint, receiver, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(LooseQueue, "nudge", lambda *_arguments, **_more: None)
        events = webhooks.file_events(4)
    assert webhooks.queued() == []

    assert webhooks.sweep() == 4
    webhooks.deliver()

    assert receiver.accepted == Counter(events)


def test_attempts_are_kept_with_their_next_time(webhooks, endpoint, receiver):
    receiver.answer = answering(503, {"Retry-After": "180"})
    webhooks.file_events()
    webhooks.deliver()

    (delivery,) = webhooks.deliveries(endpoint)
    (attempt,) = delivery.attempts
    assert delivery.status is DeliveryStatus.WAITING
    assert (attempt.status, attempt.reason) == (503, Reason.HTTP_STATUS)
    assert attempt.milliseconds >= 0
    assert attempt.next_attempt_at == delivery.next_attempt_at == webhooks.clock() + timedelta(minutes=3)
    assert webhooks.queued() == []  # three minutes are the sweep's to keep


def test_of_two_workers_that_see_the_same_failures_one_warns(webhooks, endpoint, receiver):
    receiver.answer = answering(500)
    webhooks.file_events()
    webhooks.deliver()
    webhooks.clock.advance(hours=24)
    seen = webhook_store().get_endpoint(ACCOUNT, endpoint.id)
    outcome = Outcome(status=500, reason=Reason.HTTP_STATUS)
    for _ in range(2):
        webhooks.worker._note_health(seen, outcome, webhooks.clock())
        webhooks.clock.advance(seconds=1)
    webhooks.file_events(0)

    assert len(filed(EventType.WEBHOOK_FAILING)) == 1


def test_410_switches_off_though_another_worker_noted_a_failure_meanwhile(webhooks, endpoint):
    stale = webhook_store().get_endpoint(ACCOUNT, endpoint.id)
    webhooks.worker._note_health(stale, Outcome(status=500, reason=Reason.HTTP_STATUS), webhooks.clock())

    webhooks.worker._note_health(stale, Outcome(status=410, reason=Reason.GONE), webhooks.clock())

    assert webhooks.service.get(ACCOUNT, endpoint.id).disabled_reason is Disabled.GONE


def test_endpoint_switched_on_again_offers_and_recovers_what_it_has_missed(webhooks, endpoint, receiver):
    receiver.answer = answering(410)
    first = webhooks.file_events()
    webhooks.deliver()
    receiver.answer = lambda _arrival: NO_CONTENT
    missed = webhooks.file_events(5)
    assert webhooks.queued() == []  # rows only, which are shown and can be recovered

    view = webhooks.service.update(ACCOUNT, endpoint.id, UpdateEndpoint(enabled=True), by=THE_TEAM)
    found = webhooks.service.recover(ACCOUNT, endpoint.id, view.recover_since)
    webhooks.clock.advance(seconds=1)
    webhooks.deliver()

    (event,) = filed(EventType.WEBHOOK_DISABLED)
    assert event.subject_id == endpoint.id
    assert "410" in event.summary
    assert receiver.url not in event.summary
    assert (view.enabled, view.failing_since, found.recovered) == (True, None, 6)
    assert receiver.accepted == Counter([*first, *missed])
    assert webhooks.service.get(ACCOUNT, endpoint.id).recover_since is None


def test_what_waited_for_another_attempt_when_the_webhook_was_switched_off_is_recovered(webhooks, endpoint, receiver):
    receiver.answer = answering(500)
    missed = webhooks.file_events()
    webhooks.deliver()
    webhooks.clock.advance(hours=1)
    webhooks.service.update(ACCOUNT, endpoint.id, UpdateEndpoint(enabled=False), by=THE_TEAM)
    webhooks.deliver_until(hours=3)
    receiver.answer = lambda _arrival: NO_CONTENT

    view = webhooks.service.update(ACCOUNT, endpoint.id, UpdateEndpoint(enabled=True), by=THE_TEAM)
    webhooks.service.recover(ACCOUNT, endpoint.id, view.recover_since)
    webhooks.deliver()

    assert receiver.accepted == Counter(missed)


def test_old_secret_signs_beside_the_new_one_for_its_grace_and_no_longer(webhooks):
    with receiving() as receiver:
        first = webhooks.endpoint(receiver.url)
        second = webhooks.service.rotate(ACCOUNT, first.id, RotateSecret(grace_seconds=3600), by=THE_TEAM)
        signing = [(second, first), (second,)]
        for _ in signing:
            webhooks.file_events()
            webhooks.deliver()
            webhooks.clock.advance(seconds=3600)
        signing.append((webhooks.service.rotate(ACCOUNT, first.id, RotateSecret(), by=THE_TEAM),))
        webhooks.file_events()
        webhooks.deliver()

    began = webhooks.clock() - timedelta(hours=2)
    for number, (arrival, signers) in enumerate(zip(receiver.arrivals, signing, strict=True)):
        at, body = began + timedelta(hours=number), arrival.body.decode()
        signed = [Webhook(one.secret).sign(arrival.event_id, at, body) for one in signers]
        assert arrival.headers["webhook-signature"].split() == signed


def test_deleted_endpoint_gets_nothing_more(webhooks, endpoint, receiver):
    webhooks.file_events()
    webhooks.service.delete(ACCOUNT, endpoint.id, by=THE_TEAM)

    assert webhooks.deliver() == []
    webhooks.file_events()
    webhooks.deliver_until(hours=1)

    assert receiver.arrivals == []
    assert webhook_waits(webhooks) == 0


def test_outage_of_kms_leaves_the_delivery_to_the_next_try(webhooks, endpoint, receiver, monkeypatch):
    webhooks.file_events()
    (work,) = webhooks.queued()
    with monkeypatch.context() as patch:
        patch.setattr(type(webhooks.worker.safe), "open", _refuse)
        with pytest.raises(Unavailable):
            webhooks.worker.deliver(work)
    webhooks.clock.moment += subject.LEASE

    webhooks.worker.deliver(work)

    assert len(receiver.arrivals) == 1


def test_secret_of_another_endpoint_does_not_open(webhooks):
    with receiving() as receiver:
        one, two = webhooks.endpoint(receiver.url), webhooks.endpoint(receiver.url)
        store = webhook_store()
        foreign = store.find_secrets(two.id).current.model_dump()
        store.table.update({"pk": f"SECRET#{one.id}", "sk": "SECRET"}, "SET #current = :c", {"c": foreign})
        webhooks.file_events()
        webhooks.deliver()

    assert [delivery.reason for delivery in webhooks.deliveries(one)] == [Reason.SECRET_UNREADABLE]
    assert [delivery.status for delivery in webhooks.deliveries(two)] == [DeliveryStatus.DELIVERED]
    assert len(receiver.arrivals) == 1


def webhook_waits(webhooks):
    """How many rows are in the outbox at all."""
    year = timedelta(days=365)
    return len(webhook_store().list_waiting(Window(webhooks.clock() - year, webhooks.clock() + year)))


def _die(*_arguments, **_more):
    raise Killed


def _refuse(*_arguments, **_more):
    raise Unavailable
