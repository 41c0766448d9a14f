"""Schedules and questions that were once unseen (`data/retired`): what is read of them stays read."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.pa.intent import classify
from domain.pa.schedule import ScheduleUnclearError, read_schedule, shortest_gap
from domain.pa.tasks import SHORTEST_GAP
from tables import by_day

RETIRED = Path(__file__).parents[4] / "data" / "retired"
READ_AT_LEAST_PERCENT = 95


def labelled(name):
    return [json.loads(line) for line in (RETIRED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def verdict(case):
    now, wanted = datetime.fromisoformat(case["now"]), case["expect"]
    try:
        schedule = read_schedule(case["text"], now=now, timezone=case["timezone"]).schedule
        gap = shortest_gap(schedule) if schedule else None
        refused = gap is not None and gap < SHORTEST_GAP  # the task is refused, not the words
    except ScheduleUnclearError:
        schedule, refused = None, True
    if refused:
        return "right" if wanted["kind"] == "unclear" else "asked back"
    kind = "none" if schedule is None else "recurring" if schedule.recurring else "once"
    runs = [run.astimezone(UTC) for run in schedule.occurrences_after(now, 3)] if schedule else []
    meant = [datetime.fromisoformat(run) for run in wanted.get("next") or [wanted.get("at")] if run]
    return "right" if (kind, runs) == (wanted["kind"], meant) else "wrong"


@pytest.mark.parametrize(("name", "at_least"), [("schedules", READ_AT_LEAST_PERCENT), ("schedules_of_voices", 84)])
def test_retired_schedules_are_read_and_none_wrongly(name, at_least):
    verdicts = {case["id"]: verdict(case) for case in by_day(labelled(name), every=4)}

    assert [name for name, found in verdicts.items() if found == "wrong"] == []
    assert 100 * Counter(verdicts.values())["right"] >= at_least * len(verdicts)


def test_retired_questions_are_read_and_none_let_through_or_refused():
    misread = []
    for case in labelled("questions"):
        found = set(classify(case["text"], project_names=case["project_names"]).intents)
        wanted, also = set(case["intents"]), set(case.get("also_ok", ()))
        if not wanted <= found <= wanted | also:
            misread.append((case["text"], "out_of_scope" in wanted ^ found))

    assert [text for text, declined in misread if declined] == []
    assert 100 * len(misread) <= (100 - READ_AT_LEAST_PERCENT) * len(labelled("questions"))


def test_each_retired_text_has_an_id_of_its_own():
    for name in ("schedules", "questions"):
        ids = [case["id"] for case in labelled(name)]
        assert len(set(ids)) == len(ids)
