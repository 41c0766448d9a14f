from __future__ import annotations

import json

import pytest

from common.errors import Conflict, Unavailable
from doors import CONTEXT, load

OCCASION = {"account_id": "acc_1", "task_id": "tsk_1", "due_at": "2026-03-09T08:00:00.000Z", "trigger": "schedule"}


@pytest.mark.parametrize(
    ("error", "comes_again"),
    [(None, []), (Conflict(), []), (Unavailable(), ["message-1"]), (ValueError(), ["message-1"])],
)
def test_message_comes_again_only_when_its_run_failed(monkeypatch, error, comes_again):
    """When another worker makes the run, nothing failed: the sweep delivers it again if that worker dies."""

    class Service:
        def run(self, occasion):
            if error is not None:
                raise error

    worker = load("pa_runs")
    monkeypatch.setattr(worker, "run_service", Service)
    attributes = {"ApproximateReceiveCount": "1", "SentTimestamp": "1772960400000"}
    record = {"messageId": "message-1", "receiptHandle": "r", "body": json.dumps(OCCASION), "attributes": attributes}

    response = worker.lambda_handler({"Records": [record]}, CONTEXT)

    assert [failure["itemIdentifier"] for failure in response["batchItemFailures"]] == comes_again
