"""Warm requests through the gateway, compared with two yardsticks: hello-world, and the peer.

Hello-world stands behind an authorizer that lets everybody in. The peer has the same routes, written the usual way.
"""

from __future__ import annotations

import json
import statistics
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bench import cold
from bench.figures import Figure, Gate, Section, at_least, at_most, spread
from bench.load import Round, Target, as_front, fire, gateway, percentile
from bench.stand import BUILT, PEER_SECRET, PROJECT_OF_PEER, Stand, put_messages
from local.cloud import Cloud

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
class Routes:
    """The three measured requests, by name, as they are sent to one implementation: ours or the peer."""

    targets: Mapping[str, Target]

    @classmethod
    def of(cls, url: str, secret: str, *, read: str, asked: str) -> Routes:
        """Requests that read the directory, read messages of the project `read`, and ask in the project `asked`.

        They are two projects, so that questions don't change the page that is read.
        """
        key = {"Authorization": f"Bearer {secret}"}
        sending = key | {"Content-Type": "application/json"}
        return cls(
            {
                "GET /agents": Target(url, "/agents", headers=key),
                "GET messages": Target(url, f"/agents/{read}/messages", headers=key),
                "POST ask": Target(url, f"/agents/{asked}/ask", "POST", sending, QUESTION, status=202),
            }
        )


def measure_against_hello(stand: Stand) -> Section:
    """Measure our throughput as a share of hello-world's."""
    ours = _our_routes(stand)
    hello = Target(gateway(stand.cloud.access, stand.hello_api), "/hello")
    rounds = _in_turns(stand.cloud, {"hello": hello, **ours.targets})
    figures = [_throughput("hello-world behind a null authorizer", rounds["hello"])]
    for name, bound in AT_LEAST_OF_HELLO.items():
        shares = [own.per_second / yard.per_second for own, yard in zip(rounds[name], rounds["hello"], strict=True)]
        figures.append(_ratio(f"{name}, of hello-world's throughput", shares, at_least(bound)))
        figures.append(_throughput(name, rounds[name]))
    explanation = (
        f"{ROUNDS} rounds of {REQUESTS} requests over two connections, in turns; every function logs one line.",
        "The CEO's queue is switched off meanwhile: the figures are of the request, not of the turn that it causes.",
    )
    return Section("warm", figures, explanation)


def measure_against_peer(stand: Stand) -> Section:
    """Measure our warm times and cold starts as a share of the peer's."""
    ours = _our_routes(stand)
    url = gateway(stand.cloud.access, stand.peer_api)
    peer = Routes.of(url, PEER_SECRET, read=PROJECT_OF_PEER, asked=PROJECT_OF_PEER)
    targets = {**ours.targets, **{f"peer {name}": target for name, target in peer.targets.items()}}
    rounds = _in_turns(stand.cloud, targets)
    figures = []
    for name in ours.targets:
        times = [own.seconds / its.seconds for own, its in zip(rounds[name], rounds[f"peer {name}"], strict=True)]
        figures.append(_ratio(f"{name}, of the peer's time", times, at_most(AT_MOST_OF_PEER)))
        figures += [_throughput(name, rounds[name]), _throughput(f"the peer's {name}", rounds[f"peer {name}"])]
    explanation = (
        "The peer: the same three routes in FastAPI, Mangum and boto3.resource behind a Lambda authorizer with",
        "pydantic and Powertools Logger, Tracer (off) and Metrics; SHA-256 keys; counts usage; bytecode compiled.",
    )
    return Section("peers", [*_cold_starts(), *figures], explanation)


def _cold_starts() -> Iterator[Figure]:
    ours = (cold.start_of("Authorizer"), cold.start_of("Agents"))
    its = tuple(
        cold.Program((BUILT / f"Peer{name}Function",), "import handler\n", PEER_ENVIRONMENT)
        for name in ("Authorizer", "")
    )
    own_seconds: list[list[float]] = []
    its_seconds: list[list[float]] = []
    for _ in range(cold.PAIRS):
        own_seconds.append([cold.cpu_seconds(program) for program in ours])
        its_seconds.append([cold.cpu_seconds(program) for program in its])
    pairs = list(zip(own_seconds, its_seconds, strict=True))
    both = [sum(own) / sum(peer) for own, peer in pairs]
    yield _ratio("cold authorizer and door, of the peer's CPU time", both, at_most(COLD_AT_MOST_OF_PEER))
    for position, name in enumerate(("authorizer", "door")):
        yield _ratio(f"cold {name} alone, of the peer's", [own[position] / peer[position] for own, peer in pairs], None)


def _our_routes(stand: Stand) -> Routes:
    customer = stand.sign_up(uuid.uuid4().hex)
    read, asked = customer.create_project("Read"), customer.create_project("Asked")
    put_messages(stand.cloud, customer, read, CONVERSATION)
    url = gateway(stand.cloud.access, stand.cloud.rest_api)
    return Routes.of(url, customer.secret, read=read, asked=asked)


def _in_turns(cloud: Cloud, targets: Mapping[str, Target]) -> Mapping[str, list[Round]]:
    targets = {name: as_front(cloud.access, target) for name, target in targets.items()}
    with _queue_left_alone(cloud):
        for target in targets.values():
            fire(target, WARMING)
        rounds: dict[str, list[Round]] = {name: [] for name in targets}
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


def _ratio(name: str, ratios: Sequence[float], gate: Gate | None) -> Figure:
    return Figure(name, statistics.median(ratios), "×", gate, spread(ratios))


def _throughput(name: str, rounds: Sequence[Round]) -> Figure:
    per_second = statistics.median(found.per_second for found in rounds)
    note = f"p50 {percentile(rounds, 50):.0f} ms, p99 {percentile(rounds, 99):.0f} ms"
    return Figure(name, per_second, "requests/s", note=note)
