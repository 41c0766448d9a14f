"""Compares the records that a receipt names with those of the export, where they are in the same state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atrium_verify.canonical import canonical, sha256

_STATE = (
    *("version", "uses", "updated_at", "decided_at", "reminded_at", "promised_for"),
    *("fulfilled_at", "declined_at", "cancelled_at", "withdrawn_at", "run_status", "at", "created_at"),
)
Exported = dict[str, tuple[str, dict[str, Any]]]
"""Records by their ids, each with its state."""


def state_of(record: dict[str, Any]) -> str:
    """Which of its states a record is in, as a receipt's `version` says it."""
    return " ".join(str(record[name]) for name in _STATE if name in record)


def comparable(receipt: dict[str, Any], exported: Exported) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The records of a receipt that the export has in the same state, each with the export's.

    A record that has changed since is not compared, nor one that another edition stored with other fields.
    """
    for used in receipt.get("records", []):
        state, record = exported.get(used["id"], ("", {}))
        if used["version"] == state and used.get("leaves") == leaves(record):
            yield used, record


def problems(receipt: dict[str, Any], exported: Exported) -> Iterator[str]:
    """What is wrong with the records; nothing when each is as the receipt says, or has changed since."""
    for used, record in comparable(receipt, exported):
        if sha256(canonical(record)) == used["sha256"]:
            continue
        other = [name for name, value in used["values"].items() if value_of(record, name) != value]
        told = "".join(f" Its {name} is {value_of(record, name)}, and was {used['values'][name]}." for name in other)
        named = f"The {used['type'].replace('_', ' ')} {used['id']}"
        yield f"{named} is not as it was for {receipt['subject_id']}, although it is in the same state.{told}"


def value_of(record: Any, path: str) -> Any:
    """The value at a path such as `estimate.phases.0.cost`; None when there is none."""
    for name in path.split("."):
        if isinstance(record, list):
            record = record[int(name)] if name.isdigit() and int(name) < len(record) else None
        else:
            record = record.get(name) if isinstance(record, dict) else None
    return record


def leaves(value: Any) -> int:
    """How many values there are in a JSON value, at any depth."""
    if isinstance(value, dict | list):
        return sum(map(leaves, value.values() if isinstance(value, dict) else value))
    return 1
