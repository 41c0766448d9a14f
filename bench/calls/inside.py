"""Runs the metered requests in this process and hands over what each used, beside its budget."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

import emulated
from bench.calls.requests import REQUESTS, Measured, measure_request
from bench.calls.world import World, make_world
from bench.product import hand_over

SHORT, LONG = 100, 1_000
"""Lengths of a conversation, in messages. Even the short one has more than any request reads of it at once."""


def main() -> None:
    """Measure each request on a short conversation and on a long one, and hand the figures over."""
    with emulated.account():
        world = make_world()
        world.fill_conversation(0, SHORT)
        rows = emulated.saved_rows()
        short = _measure_all(world)
        emulated.put_back(rows)  # else what the first requests wrote would count as growth
        world.fill_conversation(SHORT, LONG)
        long = _measure_all(world)
    hand_over(
        [
            {"name": request.name, "budget": request.budget and asdict(request.budget)}
            | {
                "one_page_per_table": request.one_page_per_table,
                "short": short[request.name],
                "long": long[request.name],
            }
            for request in REQUESTS
        ]
    )


def _measure_all(world: World) -> dict[str, dict[str, Any]]:
    return {request.name: summary(measure_request(request, world)) for request in REQUESTS}


def summary(measured: Measured) -> dict[str, Any]:
    """What one request used, ready for JSON: calls by service, request units, bytes on the wire and in the log."""
    calls = measured.metered.calls
    reads = Counter(table for call in calls if call.read_units for table in call.tables)
    return {
        "calls": dict(Counter(call.service for call in calls)),
        "operations": [call.operation for call in calls],
        "pages_of_one_table": max(reads.values(), default=0),
        "read_units": sum(call.read_units for call in calls),
        "write_units": sum(call.write_units for call in calls),
        "bytes": sum(call.bytes for call in calls),
        "log_bytes": len(measured.log.encode()),
    }


if __name__ == "__main__":
    main()
