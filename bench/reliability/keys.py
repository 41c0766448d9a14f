"""Ends keys while they are used, by revoking, rotation or expiry: from then on every request must be refused."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.figures import Figure, at_least, exactly
from bench.reliability.ground import Ground
from bench.stand import Customer
from local import clock

CLIENTS = 8
REQUESTS = 200
OK, UNAUTHORIZED = 200, 401
LIVES_FOR = timedelta(seconds=5)
WATCHED_AFTERWARDS_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request with a key: when it began, by the cloud's clock, and the status of its answer."""

    begun_at: datetime
    status: int


def measure(ground: Ground) -> Iterator[Figure]:
    """The figures of each way in which a key can end: revoked, rotated without grace, expired."""
    customer = ground.new_customer()

    def revoke(key: dict[str, Any]) -> None:
        customer.by_session("DELETE", f"/api/account/api-keys/{key['id']}")

    def rotate(key: dict[str, Any]) -> None:
        customer.by_session("POST", f"/api/account/api-keys/{key['id']}/rotate", {"grace_seconds": 0})

    yield from _ended("revoked", customer, revoke)
    yield from _ended("rotated without grace", customer, rotate)
    yield from _expired(ground, customer)


def _ended(name: str, customer: Customer, end: Callable[[dict[str, Any]], None]) -> Iterator[Figure]:
    """End a key that several callers are using. Only requests that begin after the ending was answered count."""
    key = _new_key(customer)
    with ThreadPoolExecutor(CLIENTS) as pool:
        before = Counter(pool.map(lambda _: _try(customer, key["key"]), range(CLIENTS)))
        under_way = [pool.submit(_try, customer, key["key"]) for _ in range(CLIENTS)]
        end(key)
        after = Counter(pool.map(lambda _: _try(customer, key["key"]), range(REQUESTS)))
    meanwhile = Counter(future.result() for future in under_way)
    yield Figure(f"{name} key: requests before", before[OK], "", exactly(CLIENTS), f"meanwhile {dict(meanwhile)}")
    yield Figure(f"{name} key: let in", after[OK], "", exactly(0), f"of {after.total()} begun after the answer")
    yield Figure(f"{name} key: refused with 401", after[UNAUTHORIZED], "", exactly(REQUESTS))


def _expired(ground: Ground, customer: Customer) -> Iterator[Figure]:
    """Let several callers use a key without a pause, from before its last second until after it."""
    ahead = clock.offset(ground.stand.home)
    ends_at = (datetime.now(UTC) + ahead + LIVES_FOR).replace(microsecond=0)
    key = _new_key(customer, expiresAt=ends_at.isoformat().replace("+00:00", "Z"))
    stop_at = time.monotonic() + LIVES_FOR.total_seconds() + WATCHED_AFTERWARDS_SECONDS

    def use(_caller: int) -> list[Attempt]:
        attempts = []
        while time.monotonic() < stop_at:
            begun_at = datetime.now(UTC) + ahead
            attempts.append(Attempt(begun_at, _try(customer, key["key"])))
        return attempts

    with ThreadPoolExecutor(CLIENTS) as pool:
        attempts = [attempt for found in pool.map(use, range(CLIENTS)) for attempt in found]
    before = Counter(attempt.status for attempt in attempts if attempt.begun_at < ends_at)
    after = Counter(attempt.status for attempt in attempts if attempt.begun_at >= ends_at)
    yield Figure("expiring key: let in before its second", before[OK], "", at_least(1), f"of {before.total()}")
    yield Figure("expired key: let in", after[OK], "", exactly(0), f"of {after.total()} begun at its second or later")
    yield Figure("expired key: requests at its second or later", after.total(), "", at_least(CLIENTS))


def _new_key(customer: Customer, **fields: Any) -> dict[str, Any]:
    wanted = {"name": "ending", "preset": "read_only", **fields}
    return dict(customer.by_session("POST", "/api/account/api-keys", wanted))


def _try(customer: Customer, secret: str) -> int:
    return customer.api.call("GET", "/agents", Authorization=f"Bearer {secret}").status
