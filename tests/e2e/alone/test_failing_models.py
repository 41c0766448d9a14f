"""Two hundred questions to a team whose model fails in every way, over HTTP: each answered once, paid for once."""

from __future__ import annotations

import pytest

from bench.reliability.failing_models import run
from local.cloud import Cloud

pytestmark = pytest.mark.nightly

QUESTIONS = 200
DEADLINE_SECONDS = 8


def test_each_is_answered_once_in_order_in_time_and_no_step_is_paid_twice(own_cloud: Cloud) -> None:
    found = run(own_cloud, questions=QUESTIONS, projects=20, deadline_seconds=DEADLINE_SECONDS)

    assert (found["accepted"], found["stored"], found["replies"]) == (QUESTIONS,) * 3
    assert [found[name] for name in ("lost", "duplicated", "out_of_order", "failed", "unaccepted")] == [0] * 5
    assert found["wrong"] == []
    assert (found["invented"], found["asked_twice"]) == (0, 0)
    assert found["late"]["count"] == 0, found["late"]
    assert found["booked_calls"] == found["calls"] - found["unpaid"]
    assert found["booked_tokens"] == found["spent"] == found["promised"]
