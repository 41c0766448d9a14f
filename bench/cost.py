"""Computes what a million requests cost on AWS, item by item, beside the least cost of serving them, the floor.

Prices are AWS's public ones for us-east-1, without free tiers and volume discounts (aws.amazon.com/…/pricing, 2026):
API Gateway REST, Lambda on arm64, DynamoDB on demand, SQS FIFO, CloudWatch Logs. Calls, units and log lines are
counted; the run time of functions is assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.calls.section import found_requests
from bench.figures import Figure, Gate, Section, at_most

# USD per million of each unit.
REST_REQUEST = 3.50
INVOCATION = 0.20
GIGABYTE_SECOND = 13.3334
READ_UNIT = 0.125
WRITE_UNIT = 0.625
FIFO_REQUEST = 0.50
LOG_GIGABYTE = 0.50
BYTES_IN_GIGABYTE = 10**9

# Assumptions: a function's memory, and the time of a warm invocation on AWS: Python's own, plus so much for each call.
MEMORY_GIGABYTES = 1
OWN_SECONDS = 0.003
CALL_SECONDS = 0.005
# Lambda itself logs START, END and REPORT for each invocation.
PLATFORM_LOG_BYTES = 300

GATES = {"GET /agents": 1.15, "POST /agents/:id/ask": 1.5}
AUTHORIZER = "authorizer, steady state"
Used = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Bill:
    """What a million requests cost in USD, by each thing that AWS charges for."""

    terms: Mapping[str, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """The sum of all terms, in USD per million requests."""
        return sum(self.terms.values())

    def __str__(self) -> str:
        return " + ".join(f"{name} {dollars:.3f}" for name, dollars in self.terms.items() if dollars)


def measure() -> Section:
    """The section: the bills of the two most frequent requests, beside the floor."""
    used = {found["name"]: found["short"] for found in found_requests()}
    floor = floor_of(used[AUTHORIZER], used["GET /agents"])
    figures = [Figure("the floor", floor.total, "USD/million", note=str(floor))]
    for name, bound in GATES.items():
        figures += _figures(name, bill_of(used[AUTHORIZER], used[name]), floor, at_most(bound))
    explanation = (
        "Floor: a REST request, two invocations, the authorizer's one strong read, the same log lines.",
        f"Assumed: {MEMORY_GIGABYTES} GB, {OWN_SECONDS * 1000:g} ms an invocation, {CALL_SECONDS * 1000:g} ms a call.",
    )
    return Section("cost", figures, explanation)


def floor_of(authorizer: Used, answered: Used) -> Bill:
    """The floor: two functions that together read one row, and each log as much as ours."""
    nothing: Used = {"calls": {}, "read_units": 0, "write_units": 0}
    one_read: Used = {**nothing, "calls": {"dynamodb": 1}, "read_units": 1}
    return bill_of({**one_read, "log_bytes": authorizer["log_bytes"]}, {**nothing, "log_bytes": answered["log_bytes"]})


def bill_of(authorizer: Used, answered: Used) -> Bill:
    """The bill of a request: the authorizer lets it in and counts it, and a function answers it."""
    calls = sum(sum(used["calls"].values()) for used in (authorizer, answered))
    writes = authorizer["write_units"] + answered["write_units"]
    log_bytes = 2 * PLATFORM_LOG_BYTES + authorizer["log_bytes"] + answered["log_bytes"]
    terms = {
        "REST": REST_REQUEST,
        "invocations": 2 * INVOCATION,
        "time": (2 * OWN_SECONDS + calls * CALL_SECONDS) * MEMORY_GIGABYTES * GIGABYTE_SECOND,
        "reads": (authorizer["read_units"] + answered["read_units"]) * READ_UNIT,
        "writes": writes * WRITE_UNIT,
        "queue": answered["calls"].get("sqs", 0) * FIFO_REQUEST,
        "logs": log_bytes * 1_000_000 / BYTES_IN_GIGABYTE * LOG_GIGABYTE,
    }
    return Bill(terms)


def _figures(name: str, bill: Bill, floor: Bill, gate: Gate) -> Iterator[Figure]:
    yield Figure(f"{name}, of the floor", bill.total / floor.total, "×", gate)
    yield Figure(name, bill.total, "USD/million", note=str(bill))
