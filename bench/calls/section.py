"""The section "calls": the AWS calls of each metered request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from bench.figures import Figure, Section, at_most, exactly
from bench.product import found_by

Found = Mapping[str, Any]
SERVICES = {"dynamodb": "DynamoDB", "sqs": "SQS", "kms": "KMS"}
GROWS_NOT = ("calls", "read_units", "write_units")


@cache
def found_requests() -> list[Found]:
    """What each metered request used. Measured once, because the section "cost" needs it as well."""
    found: list[Found] = found_by("bench.calls.inside")
    return found


def measure() -> Section:
    """The section: for every metered request the calls to each service, and whether they grow with the messages."""
    figures = [figure for found in found_requests() for figure in _figures(found)]
    explanation = (
        "Counted at botocore's hooks, warm; units computed from the sizes of the rows.",
        "Each request on a conversation of 100 and of 1,000 messages: a figure that differs grows with the messages.",
    )
    return Section("calls", figures, explanation)


def _figures(found: Found) -> Iterator[Figure]:
    name, short, long = found["name"], found["short"], found["long"]
    made = " ".join(short["operations"]) or "none"
    units = f"{short['read_units']:g} read, {short['write_units']:g} write units, {short['bytes']:,} bytes"
    if found["budget"] is None:
        yield Figure(f"{name}: calls", sum(short["calls"].values()), "", note=f"{made}; {units}")
    else:
        for service, most in found["budget"].items():
            if most or service == "dynamodb":
                calls = short["calls"].get(service, 0)
                note = f"{made}; {units}" if service == "dynamodb" else ""
                yield Figure(f"{name}: calls to {SERVICES[service]}", calls, "", at_most(most), note)
    if found["one_page_per_table"]:
        yield Figure(f"{name}: pages of one table or index", short["pages_of_one_table"], "", at_most(1))
    changed = [part for part in GROWS_NOT if short[part] != long[part]]
    yield Figure(f"{name}: growth with messages", len(changed), "", exactly(0), ", ".join(changed))
