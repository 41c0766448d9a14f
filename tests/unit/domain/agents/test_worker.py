"""The CEO's worker around its turns: what it does with deliveries that fail."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from domain.agents.records import RunStatus
from domain.work.queue import WorkItem
from doors import CONTEXT, load
from house import House

LAST_DELIVERY = 5


@pytest.fixture
def worker(house, monkeypatch):
    """The function, working in the house."""
    module = load("ceo")
    monkeypatch.setattr(module, "turn_service", lambda: house.turns)
    monkeypatch.setattr(module, "work_queue", lambda: house.agents.queue)
    return module


def deliver(worker, house: House, nudge: WorkItem, *, group: str, deliveries: int = 1) -> list[str]:
    """Hand a nudge to the worker as Lambda does; returns the ids of what it could not take up."""
    received = house.sqs.send_message(
        QueueUrl=house.queue_url,
        MessageBody=json.dumps(asdict(nudge)),
        MessageGroupId=group,
        MessageDeduplicationId="d",
    )
    (message,) = house.sqs.receive_message(QueueUrl=house.queue_url)["Messages"]
    record = {
        "messageId": received["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "eventSource": "aws:sqs",
        "attributes": {
            "ApproximateReceiveCount": str(deliveries),
            "SentTimestamp": str(int(house.clock().timestamp() * 1000)),
            "MessageGroupId": group,
        },
    }
    response = worker.lambda_handler({"Records": [record]}, CONTEXT)
    return [failure["itemIdentifier"] for failure in response["batchItemFailures"]]


def break_off(house: House, nudge: WorkItem, *, lane: str) -> None:
    """A turn that ends in the middle and leaves its lease."""
    house.brain.failures = 1
    with pytest.raises(RuntimeError):
        house.run(nudge, lane)


def test_nudge_takes_over_the_lease_of_its_own_group(worker, house, project_id):
    house.ask(project_id)
    (nudge,) = house.nudges()
    break_off(house, nudge, lane=project_id)

    failed = deliver(worker, house, nudge, group=project_id)

    assert failed == []
    assert house.conversation(project_id)[0].run_status is RunStatus.ANSWERED


@pytest.mark.parametrize(("deliveries", "comes_back"), [(1, True), (LAST_DELIVERY, False)])
def test_question_of_a_busy_project_is_never_called_failed(worker, house, project_id, deliveries, comes_back):
    house.ask(project_id)
    (nudge,) = house.nudges()
    break_off(house, nudge, lane="another")

    failed = deliver(worker, house, nudge, group=project_id, deliveries=deliveries)

    assert bool(failed) is comes_back
    assert [message.run_status for message in house.conversation(project_id)] == [RunStatus.ANSWERING]


def test_question_whose_last_delivery_fails_is_called_failed(worker, house, project_id):
    house.ask(project_id)
    (nudge,) = house.nudges()
    house.brain.failures = 1

    failed = deliver(worker, house, nudge, group=project_id, deliveries=LAST_DELIVERY)

    question, note = house.conversation(project_id)
    assert len(failed) == 1
    assert (question.run_status, note.reply_to) == (RunStatus.FAILED, question.id)
