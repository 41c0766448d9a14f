from __future__ import annotations

from datetime import timedelta

import pytest

from domain.webhooks.records import Reason
from domain.webhooks.retries import PAUSES, Outcome, next_attempt_at
from unit_fixtures import START

FAILED = Outcome(status=500, reason=Reason.HTTP_STATUS)
HOUR = timedelta(hours=1)


def test_pauses_are_those_of_the_standard():
    hours = [pause / HOUR for pause in PAUSES]

    assert hours == pytest.approx([5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24])


@pytest.mark.parametrize("tries", range(1, 10))
@pytest.mark.parametrize("jitter", [0.0, 0.5, 0.999])
def test_pause_is_the_schedules_and_up_to_a_fifth_longer(tries, jitter):
    pause = next_attempt_at(tries, FAILED, START, jitter) - START

    assert PAUSES[tries - 1] <= pause < PAUSES[tries - 1] * 1.2


def test_tenth_attempt_is_the_last():
    assert next_attempt_at(10, FAILED, START, 0.0) is None


def test_success_and_gone_want_no_other_attempt():
    assert next_attempt_at(1, Outcome(status=200), START, 0.0) is None
    assert next_attempt_at(1, Outcome(status=410, reason=Reason.GONE), START, 0.0) is None


@pytest.mark.parametrize(
    ("asked", "paused"),
    [
        (timedelta(seconds=1), timedelta(seconds=5)),
        (timedelta(minutes=3), timedelta(minutes=3)),
        (timedelta(days=400), timedelta(hours=24)),
    ],
    ids=["sooner-than-ours", "later", "without-bounds"],
)
def test_retry_after_counts_within_bounds(asked, paused):
    outcome = Outcome(status=429, reason=Reason.HTTP_STATUS, retry_after=asked)

    assert next_attempt_at(1, outcome, START, 0.0) == START + paused
