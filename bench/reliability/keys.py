"""Ends keys while they are used, by revoking, rotation or expiry: from then on every request must be refused."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.figures import Figure, at_least, exactly, none
from bench.reliability.ground import Ground
from bench.stand import Customer
from local import clock

CLIENTS = 8
REQUESTS = 200
OK, UNAUTHORIZED = 200, 401
LIVES_FOR = timedelta(seconds=5)
WATCHED_AFTERWARDS_SECONDS = 3.0


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
    yield none(f"{name} key: let in", after[OK], f"of {after.total()} begun after the answer")
    yield Figure(f"{name} key: refused with 401", after[UNAUTHORIZED], "", exactly(REQUESTS))


def _expired(ground: Ground, customer: Customer) -> Iterator[Figure]:
    """Let several callers use a key without a pause, from before its last second until after it."""
    ahead = clock.offset(ground.stand.home)
    ends_at = (datetime.now(UTC) + ahead + LIVES_FOR).replace(microsecond=0)
    key = _new_key(customer, expiresAt=ends_at.isoformat().replace("+00:00", "Z"))
    noting = threading.Lock()
    stop_at = time.monotonic() + LIVES_FOR.total_seconds() + WATCHED_AFTERWARDS_SECONDS

    before: Counter[int] = Counter()
    after: Counter[int] = Counter()

    def use(_caller: int) -> None:
        while time.monotonic() < stop_at:
            counts = before if datetime.now(UTC) + ahead < ends_at else after
            status = _try(customer, key["key"])
            with noting:
                counts[status] += 1

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(use, range(CLIENTS)))
    yield Figure("expiring key: let in before its second", before[OK], "", at_least(1), f"of {before.total()}")
    yield none("expired key: let in", after[OK], f"of {after.total()} begun at its second or later")
    yield Figure("expired key: requests at its second or later", after.total(), "", at_least(CLIENTS))


def _new_key(customer: Customer, **fields: Any) -> dict[str, Any]:
    wanted = {"name": "ending", "preset": "read_only", **fields}
    return dict(customer.by_session("POST", "/api/account/api-keys", wanted))


def _try(customer: Customer, secret: str) -> int:
    return customer.api.call("GET", "/agents", Authorization=f"Bearer {secret}").status
