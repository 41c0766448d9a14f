"""Workers as SQS calls them, and the sweep: what failed comes again, and stops nothing else."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

import sam_template
from common.errors import Conflict, Unavailable
from domain.webhooks.delivery import LEASE
from domain.webhooks.retries import BY_QUEUE
from domain.webhooks.wire import WITHIN_SECONDS
from doors import CONTEXT, load

RUN = {"account_id": "acc_1", "task_id": "tsk_1", "due_at": "2026-03-09T08:00:00.000Z", "trigger": "schedule"}
DELIVERY = {"account_id": "acc_1", "endpoint_id": "whk_1", "delivery_id": "evt_1"}


@pytest.mark.parametrize(
    ("worker", "service", "deed", "body", "error", "comes_again"),
    [
        ("pa_runs", "run_service", "run", RUN, None, False),
        ("pa_runs", "run_service", "run", RUN, Conflict(), False),  # another worker makes the run
        ("pa_runs", "run_service", "run", RUN, Unavailable(), True),
        ("pa_runs", "run_service", "run", RUN, ValueError(), True),
        ("deliveries", "delivery_service", "deliver", DELIVERY, None, False),
        ("deliveries", "delivery_service", "deliver", DELIVERY, Unavailable(), True),
    ],
)
def test_message_comes_again_only_when_its_work_failed(monkeypatch, worker, service, deed, body, error, comes_again):
    done = []

    def work(asked):
        done.append(asked)
        if error is not None:
            raise error

    monkeypatch.setattr(load(worker), service, lambda: SimpleNamespace(**{deed: work}))
    attributes = {"ApproximateReceiveCount": "1", "SentTimestamp": "1772960400000"}
    record = {"messageId": "m-1", "receiptHandle": "r", "body": json.dumps(body), "attributes": attributes}

    response = load(worker).lambda_handler({"Records": [record | {"eventSource": "aws:sqs"}]}, CONTEXT)

    assert response["batchItemFailures"] == ([{"itemIdentifier": "m-1"}] if comes_again else [])
    assert [one.account_id for one in done] == ["acc_1"]


def test_lease_of_a_delivery_outlasts_the_worker_and_the_worker_an_attempt():
    seconds = sam_template.template()["Resources"]["DeliveriesFunction"]["Properties"]["Timeout"]

    assert WITHIN_SECONDS + 10 < seconds < LEASE.total_seconds()
    assert BY_QUEUE.total_seconds() < 900  # the longest delay of SQS


def test_private_targets_of_webhooks_are_off_unless_somebody_says_so():
    assert sam_template.template()["Parameters"]["PrivateWebhookTargets"]["Default"] == "false"
    named = [
        name
        for name, function in sam_template.resources("AWS::Serverless::Function").items()
        if "PRIVATE_WEBHOOK_TARGETS" in function.get("Environment", {}).get("Variables", {})
    ]
    assert sorted(named) == [
        *("DeliveriesFunction", "EgressFunction", "McpFunction", "OauthFunction", "VaultFunction", "WebhooksFunction")
    ]


def test_part_of_the_sweep_that_fails_stops_no_other_and_is_told(monkeypatch):
    sweep = load("sweep")
    done = []

    def fails(_now):
        raise Unavailable

    def works(name):
        def part(_now):
            done.append(name)
            return 0

        return part

    parts = {name: works(name) for name in sweep.PARTS}
    monkeypatch.setattr(sweep, "PARTS", parts | {"nudged": fails, "mails": fails})

    with pytest.raises(sweep.SweepFailed, match="mails, nudged"):
        sweep.lambda_handler({}, CONTEXT)

    assert done == [name for name in parts if name not in {"nudged", "mails"}]


def test_every_part_of_the_sweep_runs_on_an_empty_account(aws):
    sweep = load("sweep")

    assert sweep.lambda_handler({}, CONTEXT) == dict.fromkeys(sweep.PARTS, 0)
