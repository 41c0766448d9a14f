"""The section "growth": lists read at several sizes."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from bench.figures import Figure, Section, at_most, exactly, spread
from bench.product import found_by
from bench.stand import Stand

Look = Mapping[str, Any]
CONSTANT = ("operations", "read_units", "write_units", "bytes")
RATIO = 1.5


def measure(stand: Stand) -> Section:
    """Measure every list, from small to large."""
    looks: list[Look] = found_by("bench.growth.inside", environment=stand.product_environment())
    figures = [
        figure
        for subject, found in groupby(looks, key=itemgetter("subject"))
        for figure in _figures(subject, list(found))
    ]
    searched = found_by("bench.growth.searching", environment=stand.product_environment())
    figures += _of_search(searched)
    explanation = (
        "Rows are written straight into the cloud's tables; the product's services read pages of 10, nothing unread.",
        "Time is compared with a bare boto3 Query of the same key condition, run in turns: both grow in the emulator.",
        "Search: documents of 1,000 words; a query's calls without the authorizer's; the account's index is one file.",
    )
    return Section("growth", figures, explanation)


def _figures(subject: str, looks: list[Look]) -> Iterator[Figure]:
    sizes = ", ".join(f"{look['size']:,}" for look in looks)
    first = looks[0]
    note = f"{' '.join(first['operations'])}; {first['read_units']:g} read units, {first['bytes']:,} bytes at {sizes}"
    changed = [part for part in CONSTANT if len({str(look[part]) for look in looks}) > 1]
    yield Figure(
        f"{subject}: what changes with size", len(changed), "", exactly(0), f"{note} {' '.join(changed)}".strip()
    )
    for look in looks:
        ratio = statistics.median(look["ratios"])
        name = f"{subject} of {look['size']:,}: time of the bare Query"
        yield Figure(name, ratio, "×", at_most(RATIO), spread(look["ratios"]))


def _of_search(looks: list[Look]) -> Iterator[Figure]:
    """What became of searching, size by size."""
    sizes = ", ".join(f"{look['size']:,}" for look in looks)
    kinds = {" ".join(look["cold"]["operations"]) for look in looks} | {
        " ".join(look["warm"]["operations"]) for look in looks
    }
    yield Figure(
        "search: calls that change with size", len(kinds) - 1, "", exactly(0), f"{' | '.join(kinds)} at {sizes}"
    )
    for look in looks:
        name = f"search of {look['size']:,} documents"
        yield Figure(f"{name}: missing or too many", look["wrong"], "", exactly(0), f"{look['expected']:,} to be found")
        yield Figure(f"{name}: first query of a process", look["cold"]["bytes"] / 1e6, "MB")
        yield Figure(
            f"{name}: next query", look["warm"]["bytes"], "bytes", None, f"{look['warm']['milliseconds']:.0f} ms"
        )
        yield Figure(f"{name}: one more document indexed", look["write_milliseconds"], "ms")
