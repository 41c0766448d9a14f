"""Sorts answers given during an outage: done, refused as promised (503 with Retry-After), or anything else."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.figures import Figure, exactly
from bench.stand import Customer
from local.seed import Reply

DONE = frozenset({200, 201, 202})
UNAVAILABLE = 503


@dataclass(slots=True)
class Answers:
    """The answers so far; many threads add to it at once.

    Attributes:
        counts: how many were done, refused as promised, or answered with any other status.
        done: the `data` of each success, by the name that its sender gave the request.
        refused: the names of the refused requests.
    """

    counts: Counter[str] = field(default_factory=Counter)
    done: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def send(self, customer: Customer, method: str, path: str, body: Mapping[str, Any] | None, name: str) -> Reply:
        """Send one request, file the answer under `name`, and return it."""
        reply = customer.try_to(method, path, body)
        with self._lock:
            if reply.status in DONE:
                self.counts["done"] += 1
                self.done[name] = reply.content["data"]
            elif reply.status == UNAVAILABLE and reply.retry_after.isdigit():
                self.counts["refused"] += 1
                self.refused.add(name)
            else:
                self.counts[f"answered {reply.status}"] += 1
        return reply

    @property
    def others(self) -> Counter[str]:
        """How many answers were neither done nor refused as promised, by their status."""
        return Counter({kind: count for kind, count in self.counts.items() if kind not in {"done", "refused"}})

    def figures(self, name: str) -> Iterator[Figure]:
        """How many requests there were, and how many got an answer that the product does not promise."""
        note = f"{self.counts['done']} done, {self.counts['refused']} refused with 503 and Retry-After"
        yield Figure(f"{name}: requests", self.counts.total(), "", note=note)
        others = ", ".join(f"{count} {kind}" for kind, count in self.others.items())
        yield Figure(f"{name}: answered in any other way", self.others.total(), "", exactly(0), others)
