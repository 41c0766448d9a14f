"""Checks the chain of an account's events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atrium_verify.canonical import GENESIS, chained

_UNCOVERED = {"before_hash", "hash"}


def problems(events: list[dict[str, Any]], account_id: str, ends: dict[str, Any]) -> Iterator[str]:
    """A sentence for each thing that is wrong with these events, in the file's order; none when the chain is whole.

    Args:
        events: as `events.jsonl` has them. Those that were filed before there were hashes have none, and come first.
        account_id: the account whose events they are.
        ends: what the manifest says of where they begin and end.
    """
    last: str | None = None
    sequence: int | None = None
    for event in events:
        number = event["sequence"]
        if sequence is not None and number != sequence + 1:
            yield f"Event {sequence + 1} is missing, or events were moved: event {number} stands in its place."
        sequence = number
        if event["account_id"] != account_id:
            yield f"Event {number} is another account's."
        if "hash" not in event:
            if last is not None or "before_hash" in event:
                yield f"Event {number} has lost its hash."
            continue
        before = event.get("before_hash", GENESIS)
        if last is not None and before != last:
            yield f"Event {number} does not follow the event before it."
        covered = {name: value for name, value in event.items() if name not in _UNCOVERED}
        last = chained(before, covered)
        if last != event["hash"]:
            yield f"Event {number} is not as it was filed."
            last = event["hash"]
    if described(events) != ends:
        yield "The events begin or end elsewhere than the manifest says."


def described(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The count, first and last of the events, as a manifest has them."""
    if not events:
        return {"count": 0}
    first_before = next((event["before_hash"] for event in events if event.get("before_hash")), None)
    told = {
        "count": len(events),
        "first": events[0]["sequence"],
        "before_hash": first_before,
        "last": events[-1]["sequence"],
        "hash": events[-1].get("hash"),
    }
    return {name: value for name, value in told.items() if value is not None}
