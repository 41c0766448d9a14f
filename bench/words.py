"""How well plain words are read without a model, on texts that nobody tuned on (`data/held_out`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from bench.figures import Figure, Section, at_least, exactly
from local.paths import REPOSITORY

# `ATRIUM_BENCH_TEXTS=data/retired` measures on the sets that may be tuned on.
SCHEDULES = REPOSITORY / "data" / "schedules.jsonl"
HELD_OUT = REPOSITORY / os.environ.get("ATRIUM_BENCH_TEXTS", "data/held_out")
LAYERS = tuple(REPOSITORY / "layers" / name / "python" for name in ("common", "domain"))
READ_AT_LEAST_PERCENT = 95


def measure() -> Section:
    """Read every held-out text, in a process that has the product's layers on its path."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*LAYERS, REPOSITORY)))}
    done = subprocess.run(
        [sys.executable, "-m", "bench.words"], env=environment, capture_output=True, text=True, check=True
    )
    counts: Mapping[str, Mapping[str, int]] = json.loads(done.stdout)
    schedules, questions = counts["schedules"], counts["questions"]
    return Section(
        "words",
        (
            _percent("schedules read exactly", schedules, at_least(READ_AT_LEAST_PERCENT)),
            Figure("schedules asked back without need", schedules.get("asked back", 0), ""),
            Figure("schedules silently wrong", schedules.get("wrong", 0), "", exactly(0)),
            _percent("questions read exactly", questions, at_least(READ_AT_LEAST_PERCENT)),
            Figure("out of scope let through", questions.get("let through", 0), "", exactly(0)),
            Figure("honest questions refused", questions.get("refused", 0), "", exactly(0)),
        ),
        ("Without a model. A schedule is exact when its next runs are, or when it is rightly refused or none.",),
    )


def _percent(name: str, counts: Mapping[str, int], gate: Any) -> Figure:
    whole, exact = counts["all"], counts["exact"]
    return Figure(name, 100 * exact / whole, "%", gate, f"{exact} of {whole}")


def _lines(name: str) -> Iterator[dict[str, Any]]:
    return map(json.loads, (HELD_OUT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def _schedules() -> Counter[str]:
    # In the process of `measure`.
    from domain.pa.tasks import SHORTEST_GAP  # noqa: PLC0415
    from domain.schedules import ScheduleUnclearError, read_schedule, shortest_gap  # noqa: PLC0415

    counts: Counter[str] = Counter()
    for row in map(json.loads, SCHEDULES.read_text(encoding="utf-8").splitlines()):
        if row["set"] != "held_out":
            continue
        now = datetime.fromisoformat(row["now"])
        try:
            schedule = read_schedule(row["text"], now=now, timezone=row["timezone"]).schedule
            gap = shortest_gap(schedule) if schedule else None
            refused = gap is not None and gap < SHORTEST_GAP  # the task is refused, not the words
        except ScheduleUnclearError:
            refused = True
        if refused:
            outcome = "exact" if row["kind"] == "unclear" else "asked back"
        else:
            kind = "none" if schedule is None else "recurring" if schedule.recurring else "once"
            runs = schedule.occurrences_after(now, 3) if schedule else []
            meant = [datetime.fromisoformat(run) for run in row.get("runs", ())]
            same = kind == row["kind"] and [run.astimezone(UTC) for run in runs] == meant
            outcome = "exact" if same else "wrong"
        counts.update((outcome, "all"))
    return counts


def _questions() -> Counter[str]:
    from domain.pa.intent import classify  # noqa: PLC0415 - as above

    counts: Counter[str] = Counter()
    for row in _lines("questions"):
        found = set(classify(row["text"], project_names=row["project_names"]).intents)
        wanted, also = set(row["intents"]), set(row.get("also_ok", ()))
        counts["all"] += 1
        counts["exact"] += wanted <= found <= wanted | also
        counts["let through"] += "out_of_scope" in wanted - found
        counts["refused"] += "out_of_scope" in found - wanted - also
    return counts


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"schedules": _schedules(), "questions": _questions()}))
