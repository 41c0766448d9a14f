"""An account's requests are shared out to its keys and sessions, and never more than there are."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emulated
from common.errors import ChangedMeanwhile
from domain.limits.pool import AccountPool, PoolEmpty
from domain.limits.store import pool_store

MINUTE = 29_540_700  # the first of its ten minutes


@pytest.fixture
def pool(aws):
    return AccountPool(pool_store(), 100)


def drawn(pool, minute=MINUTE, requests=30, *, reserve=False, times=10):
    """How many requests so many attempts draw together."""
    total = 0
    for _ in range(times):
        try:
            total += pool.lease("acc_1", minute, requests, reserve=reserve).requests
        except PoolEmpty:
            continue
    return total


def test_blocks_are_drawn_until_the_minute_is_empty_to_the_last_request(pool):
    assert drawn(pool) == 100
    assert drawn(pool, MINUTE + 1) == 100


def test_what_is_reserved_is_missing_from_each_of_the_ten_minutes(pool):
    assert drawn(pool, requests=15, reserve=True, times=2) == 30

    assert [drawn(pool, MINUTE + later) for later in (0, 1, 9)] == [70, 70, 70]
    assert drawn(pool, MINUTE + 10) == 100


def test_what_is_given_back_under_another_limit_is_not_drawn_twice(pool):
    lease = pool.lease("acc_1", MINUTE, 90, reserve=True)
    lowered = AccountPool(pool_store(), 40)
    assert drawn(lowered) == 40

    pool.give_back(lease)

    assert drawn(lowered) == 0


def test_reservation_is_whole_or_refused(pool):
    assert drawn(pool, requests=60, reserve=True) == 60


def test_what_was_given_back_can_be_drawn_again(pool):
    lease = pool.lease("acc_1", MINUTE, 100, reserve=False)
    pool.give_back(lease)

    assert drawn(pool) == 100


def test_what_is_given_back_when_its_minute_is_over_is_not_drawn_twice(pool):
    lease = pool.lease("acc_1", MINUTE, 100, reserve=False)
    assert drawn(pool, MINUTE + 1) == 100
    pool.give_back(lease)

    assert drawn(pool, MINUTE + 1) == 0


def test_clock_behind_draws_from_the_minute_that_has_begun(pool):
    assert drawn(pool, MINUTE + 1, times=1) == 30
    assert drawn(pool, MINUTE) == 70


def test_draws_at_once_never_exceed_the_minute(pool):
    def once(_):
        try:
            return pool.lease("acc_1", MINUTE, 7, reserve=False).requests
        except (PoolEmpty, ChangedMeanwhile):
            return 0

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(once, range(40))) == 100


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.integers(0, 25), st.integers(1, 40), st.booleans(), st.booleans()), min_size=1, max_size=25)
)
def test_never_more_is_granted_in_a_minute_than_there_is(emulated_account, steps):
    """Whatever is drawn, reserved and given back, in whatever order minutes come."""
    emulated.empty()
    pool = AccountPool(pool_store(), 100)
    granted: dict[int, int] = {}
    for later, requests, reserve, give_back in sorted(steps, key=lambda step: step[0]):
        minute = MINUTE + later
        try:
            lease = pool.lease("acc_1", minute, requests, reserve=reserve)
        except PoolEmpty:
            continue
        if give_back:
            pool.give_back(lease)
            continue
        until = (minute // 10 + 1) * 10 if reserve else minute + 1
        for one in range(minute, until):
            granted[one] = granted.get(one, 0) + lease.requests

    assert max(granted.values(), default=0) <= 100
