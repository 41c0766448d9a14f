"""The worker that thinks: what it does with its messages, with the key of the model, and with what breaks off."""

from __future__ import annotations

from typing import Any

import pytest

from common.aws import client
from domain.agents.records import FellBack
from domain.pa.colleague import Outcome
from domain.thinking.task import Failure, ModelFailed, Thought
from domain.thinking.trial import TRIAL, Word
from domain.work.queue import ThoughtWork, think_queue
from doors import CONTEXT, load
from model_wire import configured
from model_wire.configured import KEY_KEPT_SECONDS, ConfiguredModel

QUESTION: dict[str, Any] = {
    "kind": "assistant",
    "request_id": "ask_1",
    "account_id": "acc_1",
    "message": "Hi",
    "timezone": "UTC",
    "asked_at": "2026-03-02T09:00:00Z",
    "answer_by": "2026-03-02T09:00:23Z",
    "scopes": None,
    "facts": [],
    "earlier": [],
    "tasks": [],
    "projects": {},
    "forms": [],
}
REFUSED = Outcome(fell_back=FellBack.REFUSED)
WORK = ThoughtWork("acc_1", "prj_1", "msg_1", "try")


@pytest.fixture
def worker(aws, monkeypatch):
    """The function, with nobody to ask."""
    module = load("thinker")
    monkeypatch.setattr(module, "asking", lambda: None)
    return module


def deliver(worker, work: ThoughtWork = WORK, *, deliveries: int = 1) -> tuple[list[str], str]:
    """Hand work to the worker as Lambda does; returns the ids of what it could not do, and the receipt."""
    think_queue().send(work, deduplication_id="d")
    (message,) = client("sqs").receive_message(QueueUrl=think_queue().url)["Messages"]
    record = {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "eventSource": "aws:sqs",
        "attributes": {
            "ApproximateReceiveCount": str(deliveries),
            "MessageGroupId": work.project_id,
            "SentTimestamp": "1772960400000",
        },
    }
    response = worker.lambda_handler({"Records": [record]}, CONTEXT)
    return [failure["itemIdentifier"] for failure in response["batchItemFailures"]], message["MessageId"]


def test_work_is_done_by_its_kind_within_the_deadline(worker, monkeypatch):
    done = []
    monkeypatch.setattr(worker, "KINDS", {"try": lambda _asking, work, seconds: done.append((work, seconds))})
    monkeypatch.setattr(worker, "RESERVED_SECONDS", 4.0)

    failed, _id = deliver(worker)

    assert failed == []
    assert done == [(WORK, 6.0)]  # of ten seconds that the context has left


def test_work_that_breaks_off_comes_again_soon(worker, monkeypatch):
    def breaks_off(*_given):
        raise RuntimeError

    waits = []
    monkeypatch.setattr(worker, "KINDS", {"try": breaks_off})
    monkeypatch.setattr(type(think_queue()), "retry_after", lambda _queue, _receipt, seconds: waits.append(seconds))

    failed, message_id = deliver(worker, deliveries=3)

    assert failed == [message_id]
    assert waits == [8]


@pytest.mark.parametrize(
    ("sequence", "answer"), [(None, {"answer": None, "fell_back": "refused", "cost": None}), (7, {})]
)
def test_question_to_the_assistant_is_answered_in_its_call_or_in_the_chat(worker, monkeypatch, sequence, answer):
    later = []
    monkeypatch.setattr(worker, "answer_assistant", lambda *_given: REFUSED)
    monkeypatch.setattr(worker, "answer_later", lambda _asking, question, *_given: later.append(question.sequence))

    assert worker.lambda_handler(QUESTION | {"sequence": sequence}, CONTEXT) == answer
    assert later == ([] if sequence is None else [sequence])


# The key of the model -------------------------------------------------------------------------------------------------


@pytest.fixture
def secret(aws):
    """Has a secret hold a key; returns its ARN and a way to change it."""
    secrets = aws("secretsmanager")
    arn = secrets.create_secret(Name="model-key", SecretString="first\n")["ARN"]
    yield arn, lambda key: secrets.put_secret_value(SecretId=arn, SecretString=key)
    secrets.delete_secret(SecretId=arn, ForceDeleteWithoutRecovery=True)


class Wire:
    """Stands in for the wire: knows which key is right, and keeps those that it was given."""

    right = "first"

    def __init__(self, choice):
        self.key = choice.key

    def think(self, _task, *, seconds):
        if self.key != type(self).right:
            raise ModelFailed(Failure.DENIED)
        return Thought(Word(word=self.key), 1, 1)


@pytest.fixture
def model(secret, monkeypatch):
    monkeypatch.setattr(configured, "WireModel", Wire)
    monkeypatch.setattr(Wire, "right", "first")
    return ConfiguredModel("openai:some-model", None, secret[0])


def test_rotated_key_counts_after_one_refusal(model, secret, monkeypatch):
    model.think(TRIAL, seconds=1)
    secret[1]("second")
    monkeypatch.setattr(Wire, "right", "second")

    with pytest.raises(ModelFailed):
        model.think(TRIAL, seconds=1)

    assert model.think(TRIAL, seconds=1).output.word == "second"


def test_rotated_key_counts_after_five_minutes_though_the_old_one_works(model, secret, monkeypatch):
    now = 1_000.0
    monkeypatch.setattr(configured, "monotonic", lambda: now)
    model.think(TRIAL, seconds=1)
    secret[1]("second")
    now += KEY_KEPT_SECONDS + 1

    with pytest.raises(ModelFailed):
        model.think(TRIAL, seconds=1)


def test_secret_that_cannot_be_read_is_denied(aws, monkeypatch):
    monkeypatch.setattr(configured, "WireModel", Wire)

    with pytest.raises(ModelFailed) as failed:
        ConfiguredModel("openai:some-model", None, "arn:aws:secretsmanager:eu-central-1:1:secret:gone").think(
            TRIAL, seconds=1
        )

    assert failed.value.failure is Failure.DENIED
