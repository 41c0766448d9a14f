"""Warm requests through the gateway, compared with two yardsticks: hello-world, and the peer.

Hello-world stands behind an authorizer that lets everybody in. The peer has the same routes, written the usual way.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from urllib.parse import urlsplit

from bench import cold
from bench.figures import Figure, Section, at_least, at_most, ratio
from bench.stand import BUILT, PEER_SECRET, PROJECT_OF_PEER, Stand, put_messages
from local.aws import Access
from local.cloud import Cloud
from local.front import FROM_FRONT

CLIENTS = 2
ROUNDS = 12
REQUESTS = 30
CONVERSATION = range(100)
WARMING = 8
AT_LEAST_OF_HELLO = {"GET /agents": 0.7, "GET messages": 0.55, "POST ask": 0.45}
AT_MOST_OF_PEER = 0.8
COLD_AT_MOST_OF_PEER = 0.6
QUESTION = json.dumps({"message": "How is it going?"})
PEER_ENVIRONMENT = {
    **cold.ENVIRONMENT,
    "TABLE": "t",
    "QUEUE_URL": "http://localhost/q",
    "POWERTOOLS_TRACE_DISABLED": "true",
}


@dataclass(frozen=True, slots=True)
class Target:
    """One request, to be sent many times. Any answer with another status than `status` is an error."""

    url: str
    path: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    status: int = 200


def gateway(access: Access, api: str) -> str:
    """The address of an API on the emulator's own gateway, past the local proxy, whose token it wants."""
    return f"{access.endpoint}/_aws/execute-api/{api}/live"


def targets_at(stand: Stand, api: str, secret: str, *, read: str, asked: str) -> Mapping[str, Target]:
    """The three measured requests, by name: read the directory, messages of project `read`, ask in project `asked`.

    They are two projects, so that questions don't change the page that is read.
    """
    url = gateway(stand.cloud.access, api)
    key = {FROM_FRONT: stand.cloud.access.front_token, "Authorization": f"Bearer {secret}"}
    sending = key | {"Content-Type": "application/json"}
    return {
        "GET /agents": Target(url, "/agents", headers=key),
        "GET messages": Target(url, f"/agents/{read}/messages", headers=key),
        "POST ask": Target(url, f"/agents/{asked}/ask", "POST", sending, QUESTION, status=202),
    }


def measure_against_hello(stand: Stand) -> Section:
    """Measure our throughput as a share of hello-world's."""
    access = stand.cloud.access
    hello = Target(gateway(access, stand.hello_api), "/hello", headers={FROM_FRONT: access.front_token})
    rounds = _in_turns(stand.cloud, {"hello": hello, **_our_targets(stand)})
    figures = []
    for name, bound in AT_LEAST_OF_HELLO.items():
        shares = [yard / own for own, yard in zip(rounds[name], rounds["hello"], strict=True)]
        figures.append(ratio(f"{name}, of hello-world's throughput", shares, at_least(bound)))
    explanation = (
        f"{ROUNDS} rounds of {REQUESTS} requests over two connections, in turns; every function logs one line.",
        "The CEO's queue is switched off meanwhile: the figures are of the request, not of the turn that it causes.",
    )
    return Section("warm", figures, explanation)


def measure_against_peer(stand: Stand) -> Section:
    """Measure our warm times and cold starts as a share of the peer's."""
    ours = _our_targets(stand)
    peer = targets_at(stand, stand.peer_api, PEER_SECRET, read=PROJECT_OF_PEER, asked=PROJECT_OF_PEER)
    rounds = _in_turns(stand.cloud, {**ours, **{f"peer {name}": target for name, target in peer.items()}})
    figures = [_cold_start()]
    for name in ours:
        times = [own / its for own, its in zip(rounds[name], rounds[f"peer {name}"], strict=True)]
        figures.append(ratio(f"{name}, of the peer's time", times, at_most(AT_MOST_OF_PEER)))
    explanation = (
        "The peer: the same three routes in FastAPI, Mangum and boto3.resource behind a Lambda authorizer with",
        "pydantic and Powertools Logger, Tracer (off) and Metrics; SHA-256 keys; counts usage; bytecode compiled.",
    )
    return Section("peers", figures, explanation)


def _cold_start() -> Figure:
    """The CPU time of our authorizer and door together, beside the peer's."""
    ours = (cold.start_of("Authorizer"), cold.start_of("Agents"))
    its = [
        cold.Program((BUILT / f"Peer{name}Function",), "import handler\n", PEER_ENVIRONMENT)
        for name in ("Authorizer", "")
    ]
    pairs = [(sum(map(cold.cpu_seconds, ours)), sum(map(cold.cpu_seconds, its))) for _ in range(cold.PAIRS)]
    shares = [own / peer for own, peer in pairs]
    return ratio("cold authorizer and door, of the peer's CPU time", shares, at_most(COLD_AT_MOST_OF_PEER))


def _our_targets(stand: Stand) -> Mapping[str, Target]:
    customer = stand.sign_up(uuid.uuid4().hex)
    read, asked = customer.create_project("Read"), customer.create_project("Asked")
    put_messages(stand.cloud, customer, read, CONVERSATION)
    return targets_at(stand, stand.cloud.rest_api, customer.secret, read=read, asked=asked)


def _in_turns(cloud: Cloud, targets: Mapping[str, Target]) -> Mapping[str, list[float]]:
    """How many seconds each round of each target took."""
    with _queue_left_alone(cloud):
        for target in targets.values():
            fire(target, WARMING)
        rounds: dict[str, list[float]] = {name: [] for name in targets}
        for _ in range(ROUNDS):
            for name, target in targets.items():
                rounds[name].append(fire(target, REQUESTS))
    return rounds


@contextmanager
def _queue_left_alone(cloud: Cloud) -> Iterator[None]:
    mapping = cloud.resources["CeoQueueMapping"]
    cloud.client("lambda").update_event_source_mapping(UUID=mapping, Enabled=False)
    try:
        yield
    finally:
        cloud.client("sqs").purge_queue(QueueUrl=cloud.resources["CeoQueue"])
        cloud.client("lambda").update_event_source_mapping(UUID=mapping, Enabled=True)


def fire(target: Target, count: int) -> float:
    """Send `count` requests, a multiple of `CLIENTS`, over so many connections; returns the seconds that they took.

    Raises `RuntimeError` if one fails.
    """
    began = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(lambda _: _send_all(target, count // CLIENTS), range(CLIENTS)))
    return time.perf_counter() - began


def _send_all(target: Target, count: int) -> None:
    parts = urlsplit(target.url)
    with closing(HTTPConnection(parts.netloc, timeout=60)) as connection:
        for _ in range(count):
            connection.request(target.method, parts.path + target.path, target.body, dict(target.headers))
            answer = connection.getresponse()
            content = answer.read()
            if answer.status != target.status:
                raise RuntimeError(f"{target.method} {target.path} was answered {answer.status}: {content[:300]!r}")
