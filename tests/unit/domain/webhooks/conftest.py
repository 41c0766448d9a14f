from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from datetime import timedelta

import pytest
from pytest_socket import socket_allow_hosts

from common.aws import client
from domain.audit.records import THE_TEAM
from domain.events.filing import filing_service
from domain.events.log import commit, recording
from domain.events.records import EventType, happened
from domain.webhooks.delivery import DeliveryService
from domain.webhooks.fanout import WebhookSubscriber
from domain.webhooks.models import CreateEndpoint
from domain.webhooks.queue import DeliveryWork, delivery_queue
from domain.webhooks.safe import webhook_safe
from domain.webhooks.service import WebhookService
from domain.webhooks.store import WebhookStore, webhook_store
from domain.webhooks.sweep import sweep_deliveries
from domain.webhooks.wire import Wire
from domain.work.outbox import Window
from receivers import receiving
from unit_fixtures import START

ACCOUNT = "acc_1"
SWEEP = timedelta(minutes=5)
END_OF_TIME = START + timedelta(days=10_000)


@pytest.fixture(autouse=True)
def no_network():
    """Receivers listen on the loopback interface, and nothing goes beyond it."""
    socket_allow_hosts(["127.0.0.1"], allow_unix_socket=True)


@dataclass
class Webhooks:
    """One account with its service, its worker and its sweep, all by one clock."""

    service: WebhookService
    worker: DeliveryService
    clock: object

    def endpoint(self, url, types=(EventType.REPORT_READY,)):
        return self.service.create(ACCOUNT, CreateEndpoint(url=url, types=list(types)), by=THE_TEAM)

    def file_events(self, count=1, kind=EventType.REPORT_READY):
        """Record events and file them; returns their ids."""
        numbers = itertools.count(len(everything_filed()))  # so that every event has a time of its own
        events = [
            happened(
                kind, ACCOUNT, self.clock() + timedelta(milliseconds=next(numbers)), ("Bakery", "the report")
            ).placed(0)
            for _ in range(count)
        ]
        for event in events:
            commit(recording([event]))
        filing_service([self.subscriber]).file_all(ACCOUNT)
        return [event.id for event in events]

    def subscriber(self, account_id):
        endpoints = webhook_store().list_endpoints(account_id)
        return WebhookSubscriber(endpoints, webhook_store(), delivery_queue(), None, self.clock)

    def queued(self):
        """What the queue holds, taken from it."""
        sqs, found = client("sqs"), []
        while batch := sqs.receive_message(QueueUrl=delivery_queue().url, MaxNumberOfMessages=10).get("Messages"):
            for message in batch:
                sqs.delete_message(QueueUrl=delivery_queue().url, ReceiptHandle=message["ReceiptHandle"])
            found += [DeliveryWork.from_body(message["Body"]) for message in batch]
        return found

    def sweep(self):
        return sweep_deliveries(self.clock())

    def deliver(self, *, times=1):
        """Work off the queue, each message `times` times; returns the outcomes that were not None."""
        outcomes = [self.worker.deliver(work) for work in self.queued() for _ in range(times)]
        return [outcome for outcome in outcomes if outcome is not None]

    def deliver_until(self, **limit):
        """Let time pass; from one sweep at which something is due to the next, work off the queue."""
        end, ever = self.clock() + timedelta(**limit), timedelta(days=365)
        while waiting := webhook_store().list_waiting(Window(self.clock() - ever, self.clock() + ever)):
            due = max(self.clock(), min(delivery.next_attempt_at or END_OF_TIME for delivery in waiting))
            sweeps = math.floor((due - START) / SWEEP) + 1
            if START + sweeps * SWEEP > end:
                break
            self.clock.moment = START + sweeps * SWEEP
            self.sweep()
            self.deliver()
        self.clock.moment = end

    def deliveries(self, endpoint):
        return self.service.list_deliveries(ACCOUNT, endpoint.id, limit=100, cursor=None).deliveries


def everything_filed():
    from domain.events.store import event_store  # noqa: PLC0415 - its table exists only inside an emulated account

    return event_store().list_filed(ACCOUNT, after=0, limit=10_000)


@pytest.fixture
def receiver():
    """A receiver that takes everything, unless a test gives it another answer."""
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def endpoint(webhooks, receiver):
    """The endpoint of that receiver, which wants reports."""
    return webhooks.endpoint(receiver.url)


@pytest.fixture
def overtake(monkeypatch):
    """`overtake(name, meanwhile)`: before the store's function `name` is called next, `meanwhile` happens."""

    def overtake(name, meanwhile):
        real = getattr(WebhookStore, name)

        def overtaken(*given, **named):
            monkeypatch.setattr(WebhookStore, name, real)
            meanwhile()
            return real(*given, **named)

        monkeypatch.setattr(WebhookStore, name, overtaken)

    return overtake


@pytest.fixture
def webhooks(aws, clock):
    store, safe, queue = webhook_store(), webhook_safe(), delivery_queue()
    random_bytes = (bytes([number]) * 32 for number in itertools.count(1))
    service = WebhookService(store, safe, queue, lambda _id: True, True, clock, lambda _count: next(random_bytes))
    worker = DeliveryService(store, safe, Wire(private=True, seconds=10.0), queue, clock, lambda: 0.0)
    return Webhooks(service, worker, clock)
