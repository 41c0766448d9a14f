"""The worker of webhooks as SQS calls it."""

from __future__ import annotations

import json

import pytest

import sam_template
from common.errors import Unavailable
from domain.webhooks.delivery import LEASE
from domain.webhooks.queue import DeliveryWork
from domain.webhooks.retries import BY_QUEUE, Outcome
from domain.webhooks.wire import WITHIN_SECONDS
from doors import CONTEXT, load

WORK = DeliveryWork("acc_1", "whk_1", "evt_1")
DELIVERED = {"ApproximateReceiveCount": "1", "SentTimestamp": "1772442000000"}
TEMPLATE = sam_template.template()["Resources"]


class Service:
    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def deliver(self, work):
        self.asked.append(work)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def worker():
    return load("deliveries")


def call(worker, monkeypatch, answer):
    service = Service(answer)
    monkeypatch.setattr(worker, "delivery_service", lambda: service)
    body = json.dumps({"account_id": "acc_1", "endpoint_id": "whk_1", "delivery_id": "evt_1"})
    record = {"messageId": "m-1", "body": body, "eventSource": "aws:sqs", "receiptHandle": "r", "attributes": DELIVERED}
    return service, worker.lambda_handler({"Records": [record]}, CONTEXT)


@pytest.mark.parametrize("outcome", [None, Outcome(84, 204)], ids=["nothing-to-do", "delivered"])
def test_message_is_taken_when_its_attempt_was_made_or_none_was_due(worker, monkeypatch, outcome):
    service, answer = call(worker, monkeypatch, outcome)

    assert service.asked == [WORK]
    assert answer == {"batchItemFailures": []}


def test_message_comes_again_when_the_attempt_broke_off(worker, monkeypatch):
    _, answer = call(worker, monkeypatch, Unavailable())

    assert answer == {"batchItemFailures": [{"itemIdentifier": "m-1"}]}


def test_lease_outlasts_the_worker_and_the_worker_an_attempt():
    seconds = TEMPLATE["DeliveriesFunction"]["Properties"]["Timeout"]

    assert WITHIN_SECONDS + 10 < seconds < LEASE.total_seconds()
    assert BY_QUEUE.total_seconds() < 900  # the longest delay of SQS


def test_worker_takes_one_delivery_at_a_time_and_not_the_whole_concurrency():
    mapping = TEMPLATE["DeliveriesQueueMapping"]["Properties"]

    assert mapping["BatchSize"] == 1
    assert mapping["ScalingConfig"]["MaximumConcurrency"] <= 100


def test_private_targets_are_off_unless_somebody_says_so():
    assert sam_template.template()["Parameters"]["PrivateWebhookTargets"]["Default"] == "false"
    named = [
        name
        for name, function in sam_template.resources("AWS::Serverless::Function").items()
        if "PRIVATE_WEBHOOK_TARGETS" in function.get("Environment", {}).get("Variables", {})
    ]
    assert sorted(named) == [
        *("DeliveriesFunction", "EgressFunction", "McpFunction", "OauthFunction", "VaultFunction", "WebhooksFunction")
    ]


def test_no_other_function_brings_the_library_that_signs():
    brought = [
        file.parent.name
        for file in (sam_template.ROOT / "functions").glob("*/requirements.txt")
        if "standardwebhooks" in file.read_text()
    ]

    assert brought == ["deliveries"]
