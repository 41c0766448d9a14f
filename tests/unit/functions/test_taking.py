"""A killed worker's messages come back within seconds; those of one at work stay with it."""

from __future__ import annotations

from datetime import timedelta
from threading import Event

import pytest
from botocore.exceptions import ClientError

from deaths import Killed
from domain.work import queue as subject
from domain.work.queue import WorkQueue
from domain.work.taking import held, take_in_order

QUEUE = WorkQueue("https://sqs.example/atrium-ceo.fifo")
RECORDS = [
    {
        "messageId": f"m{number}",
        "receiptHandle": f"r{number}",
        "body": "{}",
        "attributes": {"ApproximateReceiveCount": "1", "SentTimestamp": "0", "MessageGroupId": f"g{number}"},
    }
    for number in range(2)
]


class Sqs:
    """Notes after how many seconds each message would be delivered again."""

    def __init__(self):
        self.back_after = {}
        self.calls, self.renewed = 0, Event()

    def change_message_visibility_batch(self, *, QueueUrl, Entries):  # noqa: N803 - boto's names
        self.back_after |= {entry["ReceiptHandle"]: entry["VisibilityTimeout"] for entry in Entries}
        self.calls += 1
        if self.calls > 2:
            self.renewed.set()

    def change_message_visibility(self, *, QueueUrl, ReceiptHandle, VisibilityTimeout):  # noqa: N803
        self.back_after[ReceiptHandle] = VisibilityTimeout


@pytest.fixture
def sqs(monkeypatch):
    made = Sqs()
    monkeypatch.setattr(subject, "_sqs", lambda: made)
    return made


def test_messages_of_a_killed_worker_come_back_within_thirty_seconds(sqs):
    def die(_delivery):
        raise Killed

    with pytest.raises(Killed):
        take_in_order(QUEUE, {"Records": RECORDS}, die)

    assert sqs.back_after == {"r0": 20, "r1": 20}


def test_messages_stay_hidden_while_their_worker_works(sqs):
    with held(QUEUE, RECORDS, every=timedelta(milliseconds=1)):
        renewed = sqs.renewed.wait(10)

    assert renewed
    assert sqs.back_after == {"r0": 20, "r1": 20}


def test_message_that_failed_comes_back_sooner(sqs):
    def fail_second(delivery):
        if delivery.message_id == "m1":
            raise RuntimeError

    response = take_in_order(QUEUE, {"Records": RECORDS}, fail_second)

    assert response == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    assert sqs.back_after["r1"] == 2


def test_worker_works_though_sqs_does_not_let_it_hold_messages(sqs, monkeypatch):
    def refuse(**_asked):
        answer = {"Error": {"Code": "ReceiptHandleIsInvalid"}, "ResponseMetadata": {"HTTPStatusCode": 400}}
        raise ClientError(answer, "ChangeMessageVisibilityBatch")

    monkeypatch.setattr(sqs, "change_message_visibility_batch", refuse)
    done = []

    take_in_order(QUEUE, {"Records": RECORDS}, lambda delivery: done.append(delivery.message_id))

    assert done == ["m0", "m1"]
