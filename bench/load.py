"""A small load generator: sends a fixed number of requests over a few open connections and times each."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection
from urllib.parse import urlsplit

from local.answer import FROM_FRONT
from local.aws import Access

CLIENTS = 2


@dataclass(frozen=True, slots=True)
class Target:
    """One request, to be sent many times. Any answer with another status than `status` is an error."""

    url: str
    path: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str | None = None
    status: int = 200


@dataclass(frozen=True, slots=True)
class Round:
    """How long a round of requests took: as a whole, and each request."""

    seconds: float
    latencies_seconds: Sequence[float]

    @property
    def per_second(self) -> float:
        """Requests answered in a second."""
        return len(self.latencies_seconds) / self.seconds


def gateway(access: Access, api: str) -> str:
    """The address of an API on the emulator's own gateway, past the local proxy; send it `as_front` requests."""
    return f"{access.endpoint}/_aws/execute-api/{api}/live"


def as_front(access: Access, target: Target) -> Target:
    """The request with the local proxy's token, without which the emulator's gateway refuses every request."""
    return replace(target, headers={**target.headers, FROM_FRONT: access.front_token})


def fire(target: Target, count: int, clients: int = CLIENTS) -> Round:
    """Send `count` requests, a multiple of `clients`, over so many connections. Raises `RuntimeError` if one fails."""
    latencies: list[float] = []
    problems: list[str] = []

    def run() -> None:
        try:
            latencies.extend(_send_all(target, count // clients))
        except Exception as problem:  # noqa: BLE001 - `fire` raises it in the main thread
            problems.append(f"{target.method} {target.path}: {problem!r}")

    threads = [threading.Thread(target=run) for _ in range(clients)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    if problems:
        raise RuntimeError(problems[0])
    return Round(seconds, latencies)


def percentile(rounds: Sequence[Round], percent: int) -> float:
    """The percentile (`percent`: 1 to 99) of all latencies of `rounds`, in milliseconds."""
    latencies = [one for found in rounds for one in found.latencies_seconds]
    return statistics.quantiles(latencies, n=100)[percent - 1] * 1000


def _send_all(target: Target, count: int) -> list[float]:
    parts = urlsplit(target.url)
    latencies = []
    with closing(HTTPConnection(parts.netloc, timeout=60)) as connection:
        for _ in range(count):
            began = time.perf_counter()
            connection.request(target.method, parts.path + target.path, target.body, dict(target.headers))
            answer = connection.getresponse()
            content = answer.read()
            latencies.append(time.perf_counter() - began)
            if answer.status != target.status:
                raise RuntimeError(f"answered {answer.status}: {content[:300]!r}")
    return latencies
