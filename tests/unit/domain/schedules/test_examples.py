"""The examples of data/schedules.jsonl that were seen while the grammar was made: none may be read wrongly."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from domain.schedules import ScheduleUnclearError, read_schedule

EXAMPLES = Path(__file__).parents[4] / "data" / "schedules.jsonl"
SEEN = [row for row in map(json.loads, EXAMPLES.read_text(encoding="utf-8").splitlines()) if row["set"] == "seen"]
EXACT_AT_LEAST, RIGHTLY_ASKED_AT_LEAST = 0.69, 0.10


def outcome(row):
    """How an example is read: exact, asked back with the right suggestion or without, run at once, or wrong."""
    now = datetime.fromisoformat(row["now"])
    meant = [datetime.fromisoformat(run) for run in row.get("runs", ())]
    try:
        reading = read_schedule(row["text"], now=now, timezone=row["timezone"])
    except ScheduleUnclearError as refused:
        if row["kind"] == "unclear":
            return "exact"
        offered = [
            datetime.fromisoformat(run).astimezone(UTC) for run in (refused.suggestion or {}).get("next_runs", ())
        ]
        return "rightly asked" if meant and offered[: len(meant)] == meant else "asked"
    runs = [run.astimezone(UTC) for run in reading.next_runs(len(meant))]
    if reading.kind == row["kind"] and runs == meant:
        return "exact"
    return "at once" if reading.kind == "none" else "wrong"


def test_no_example_is_read_wrongly_and_most_are_read():
    found = [(outcome(row), row["text"]) for row in SEEN]
    counts = Counter(kind for kind, _ in found)

    assert [text for kind, text in found if kind == "wrong"] == []
    assert counts["exact"] >= EXACT_AT_LEAST * len(SEEN)
    assert counts["rightly asked"] >= RIGHTLY_ASKED_AT_LEAST * len(SEEN)
