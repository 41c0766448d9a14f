"""Prints what each room weighs beside its budget: lines of Python and of pages, bytes of data, words of documents."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
_DOMAIN = "layers/domain/python/domain"


class Budget(NamedTuple):
    """The most that the files below `places` with this suffix may weigh; paths that contain `without` do not count."""

    room: str
    most: int
    places: tuple[str, ...]
    suffix: str | tuple[str, ...] = ".py"
    unit: str = "lines"  # or bytes or words
    without: str = "\0"


def _domain(*names: str) -> tuple[str, ...]:
    return tuple(f"{_DOMAIN}/{name}/" for name in names)


_ACCOUNTS = ("identity", "factors", "keys", "connections", "limits", "audit", "usage", "leaving", "authentication")
_OTHERS = ("events", "webhooks", "mail", "decisions", "search", "dashboard", "work")
# A file counts in each room that names a place above it.
BUDGETS = (
    Budget("common", 2_200, ("layers/common/",)),
    Budget("functions", 4_800, ("functions/",)),
    Budget("accounts", 8_500, _domain(*_ACCOUNTS)),
    Budget("projects", 4_600, _domain("projects")),
    Budget("playbooks", 300, _domain("playbooks")),
    Budget("answers", 1_200, _domain("answers")),
    Budget("conversations", 1_700, _domain("agents"), without="/brain/"),
    Budget("language", 0, _domain("language", "agents/brain")),
    Budget("pa and schedules", 4_000, _domain("pa")),
    Budget("thinking", 1_900, _domain("thinking")),
    Budget("work_items", 2_000, _domain("work_items")),
    Budget("vault, repository", 3_000, _domain("vault", "repository")),
    Budget("events, mail, search and others", 5_800, _domain(*_OTHERS)),
    Budget("receipts", 0, _domain("receipts")),
    Budget("verify", 400, ("verify/",)),
    Budget("product", 42_000, ("layers/", "functions/", "verify/")),
    Budget("local, tools, bench, conformance", 6_500, ("local/", "tools/", "bench/", "conformance/")),
    Budget("tests", 32_000, ("tests/",)),
    Budget("data", 1_000_000, ("data/",), "", "bytes"),
    Budget("learned weights", 300_000, ("layers/",), ".bin", "bytes"),
    Budget("documents", 45_000, ("",), ".md", "words", without="docs/examples/"),
    Budget("clients/python", 1_200, ("clients/python/",), without="/generated/"),
    Budget("web/src", 11_500, ("web/src/",), (".ts", ".tsx"), without="test"),
)


def weight(budget: Budget, files: Mapping[str, bytes]) -> int:
    """A room's weight in its budget's unit; `files` has the repository's files by their paths."""
    below = (path for path in files if path.startswith(budget.places) and path.endswith(budget.suffix))
    held = [files[path] for path in below if budget.without not in path]
    measure = {"lines": lambda text: len(text.splitlines()), "bytes": len, "words": lambda text: len(text.split())}
    return sum(map(measure[budget.unit], held))


def report(files: Mapping[str, bytes], budgets: Iterable[Budget] = BUDGETS) -> str:
    """One line for each room: its weight and its budget, with a star where it is over."""
    weights = [(budget, weight(budget, files)) for budget in budgets]
    return "\n".join(
        f"{budget.room:<34}{total:>12,} of {budget.most:>9,} {budget.unit}{' *' if total > budget.most else ''}"
        for budget, total in weights
    )


if __name__ == "__main__":
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout  # noqa: S607
    present = (path for path in listed.split("\0") if (ROOT / path).is_file())
    sys.stdout.write(f"{report({path: (ROOT / path).read_bytes() for path in present})}\n* over its budget\n")
