"""The metered requests, and how many AWS calls each may make."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from bench.calls.meter import Metered, metering
from bench.calls.world import World
from common.telemetry import logger
from domain.work.queue import WorkItem
from doors import CONTEXT, load

_METHOD_ARN = "arn:aws:execute-api:us-east-1:123456789012:api/live/GET/agents"
Send = Callable[[World], Any]


@dataclass(frozen=True, slots=True)
class Budget:
    """The most calls that a request may make to each service, the authorizer's one call not included."""

    dynamodb: int
    sqs: int = 0
    kms: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """One request to one function.

    Attributes:
        name: its name in the table of results.
        send: sends the request.
        budget: the calls it may make; None when it only must not use more in a longer conversation.
        prepare: runs before each sending, without being metered.
        one_page_per_table: whether it must read each table or index at most once, so that its cost cannot grow.
    """

    name: str
    send: Send
    budget: Budget | None
    prepare: Send = lambda _world: None
    one_page_per_table: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """The AWS calls of one request, and what its function logged."""

    metered: Metered
    log: str


def measure_request(request: Request, world: World) -> Measured:
    """Send the request once to warm up, then once with the meter on; returns what the second one used."""
    request.prepare(world)
    request.send(world)
    request.prepare(world)
    with metering() as metered, _logging() as log:
        request.send(world)
    return Measured(metered, log.getvalue())


@contextmanager
def _logging() -> Iterator[io.StringIO]:
    """Catch what the functions log within the block, and yield it."""
    log = io.StringIO()
    handler = logger.registered_handler
    assert isinstance(handler, logging.StreamHandler)  # noqa: S101 - Powertools logs to standard output
    before = handler.setStream(log)
    try:
        yield log
    finally:
        handler.setStream(before)


def _get(door: str, path: str) -> Send:
    return lambda world: world.send(door, "GET", path)


def _authorize(world: World) -> None:
    event = {
        "headers": {"Authorization": f"Bearer {world.secret}"},
        "methodArn": _METHOD_ARN,
        "resource": "/agents",
        "requestContext": {"identity": {"sourceIp": "203.0.113.9"}},
    }
    answer = load("authorizer").lambda_handler(event, CONTEXT)
    if answer["policyDocument"]["Statement"][0]["Effect"] != "Allow":
        raise AssertionError(answer)


def _deposit(world: World) -> None:
    world.send("vault", "POST", "/vault/credentials/{id}", {"name": "Hosting", "type": "password", "value": "v"})


def _turn(world: World) -> None:
    record = {
        "messageId": "delivery-1",
        "receiptHandle": "receipt-1",
        "body": json.dumps(asdict(WorkItem(world.account_id, world.project_id, "msg_1"))),
        "attributes": {
            "ApproximateReceiveCount": "1",
            "SentTimestamp": "1767225600000",
            "MessageGroupId": world.project_id,
        },
        "messageAttributes": {},
        "eventSource": "aws:sqs",
        "eventSourceARN": "arn:aws:sqs:us-east-1:123456789012:ceo.fifo",
        "awsRegion": "us-east-1",
    }
    answer = load("ceo").lambda_handler({"Records": [record]}, CONTEXT)
    if answer["batchItemFailures"]:
        raise AssertionError(answer)


AUTHORIZER = Request("authorizer, steady state", _authorize, Budget(dynamodb=1))
REQUESTS = (
    AUTHORIZER,
    Request("GET /agents", _get("agents", "/agents"), Budget(dynamodb=0)),
    Request(
        "GET /agents, of an hour's first hundred",
        lambda world: world.send("agents", "GET", "/agents", nth=1),
        Budget(dynamodb=1),
    ),
    Request(
        "GET /agents/:id/messages",
        _get("agents", "/agents/{project_id}/messages"),
        Budget(dynamodb=2),
        one_page_per_table=True,
    ),
    Request("POST /agents/:id/ask", World.ask, Budget(dynamodb=2, sqs=1)),
    Request("GET /projects", _get("projects", "/projects"), Budget(dynamodb=2), one_page_per_table=True),
    Request("GET /projects/:id", _get("projects", "/projects/{project_id}"), Budget(dynamodb=2)),
    Request("GET /projects/:id/approvals", _get("projects", "/projects/{project_id}/approvals"), Budget(dynamodb=2)),
    Request("GET /vault/credentials", _get("vault", "/vault/credentials"), Budget(dynamodb=2)),
    Request("GET /vault/requests", _get("vault", "/vault/requests"), Budget(dynamodb=2)),
    Request("GET /pa/status", _get("pa", "/pa/status"), None, one_page_per_table=True),
    Request("GET /pa/projects", _get("pa", "/pa/projects"), None, one_page_per_table=True),
    Request("GET /inbox", _get("pa", "/inbox"), None, one_page_per_table=True),
    Request("GET /dashboard/summary", _get("dashboard", "/dashboard/summary"), None, one_page_per_table=True),
    Request("CEO turn, rules", _turn, Budget(dynamodb=6, sqs=3), prepare=World.ask),  # one call holds the nudge
    Request("POST /vault/credentials/:id", _deposit, Budget(dynamodb=3, kms=1, sqs=1)),
)
