"""Counting what may be done only so often."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from common.errors import ChangedMeanwhile, TooManyRequests
from domain.limits.limiter import Limiter
from domain.limits.store import limit_store

KEY = "address#203.0.113.9#sign_up"
WITHIN = timedelta(minutes=15)


@pytest.fixture
def limits(aws, clock):
    return Limiter(limit_store(), clock)


def take(limits, times, key=KEY):
    """How many of so many attempts were let through."""
    through = 0
    for _ in range(times):
        try:
            limits.take(key, most=3, within=WITHIN)
        except TooManyRequests:
            continue
        through += 1
    return through


def test_no_more_than_the_most_pass_within_a_window(limits, clock):
    assert take(limits, 10) == 3
    clock.advance(minutes=14, seconds=59)
    assert take(limits, 10) == 0
    clock.advance(seconds=1)
    assert take(limits, 2) == 2
    clock.advance(minutes=16)
    assert take(limits, 10) == 3


def test_refusal_says_how_long_to_wait(limits, clock):
    take(limits, 3)
    clock.advance(minutes=5, milliseconds=1)

    with pytest.raises(TooManyRequests) as refused:
        limits.take(KEY, most=3, within=WITHIN)

    assert refused.value.retry_after_seconds == 600
    assert limits.seconds_left(KEY, most=3, within=WITHIN) == 600


def test_each_key_is_counted_by_itself(limits):
    take(limits, 3)

    assert limits.seconds_left("address#203.0.113.10#sign_up", most=3, within=WITHIN) == 0
    assert take(limits, 1, "address#203.0.113.10#sign_up") == 1


def test_forgetting_begins_anew(limits):
    take(limits, 3)
    limits.forget(KEY)

    assert take(limits, 5) == 3


def test_attempts_at_once_are_all_counted(limits):
    def once(_):
        try:
            limits.take(KEY, most=3, within=WITHIN)
        except (TooManyRequests, ChangedMeanwhile):
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(once, range(24))) <= 3


def test_what_was_given_back_may_be_taken_again_and_a_new_window_begins_after_it(limits, clock):
    limits.take("a", most=1, within=timedelta(minutes=1))
    limits.give_back("a")
    limits.give_back("a")
    limits.take("a", most=1, within=timedelta(minutes=1))
    limits.give_back("a")
    clock.advance(minutes=2)

    limits.take("a", most=1, within=timedelta(minutes=1))

    with pytest.raises(TooManyRequests):
        limits.take("a", most=1, within=timedelta(minutes=1))
