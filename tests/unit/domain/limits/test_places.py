"""Places of which there are only so many, such as open long polls."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from threading import Barrier

import pytest

from common.errors import TooManyRequests
from domain.limits.places import Places
from domain.limits.store import place_store

HELD = timedelta(seconds=30)
KEY = "account#acc_1#polls"


@pytest.fixture
def places(aws, clock):
    return Places(place_store(), clock)


def hold(places, stack, times, most=3, key=KEY):
    """How many of so many attempts get a place, which they keep until the stack ends."""
    held = 0
    for _ in range(times):
        try:
            stack.enter_context(places.taken(key, most=most, held=HELD))
        except TooManyRequests:
            continue
        held += 1
    return held


def test_no_more_are_held_than_there_are_and_left_ones_are_free_again(places):
    with ExitStack() as first:
        assert hold(places, first, 6) == 3
    with ExitStack() as second:
        assert hold(places, second, 6) == 3


def test_place_of_a_holder_that_died_is_free_after_a_while(places, clock):
    dead = ExitStack()
    hold(places, dead, 3)
    clock.advance(seconds=29, milliseconds=500)

    with ExitStack() as stack:
        with pytest.raises(TooManyRequests) as refused:
            stack.enter_context(places.taken(KEY, most=3, held=HELD))
        assert refused.value.retry_after_seconds == 1
        clock.advance(milliseconds=500)
        assert hold(places, stack, 6) == 3
        dead.close()  # comes late, and leaves the places to those who have them now
        assert hold(places, stack, 1) == 0


def test_each_account_has_its_own(places):
    with ExitStack() as stack:
        hold(places, stack, 3)

        assert hold(places, stack, 1, key="account#acc_2#polls") == 1


def test_takers_at_once_never_hold_more_than_there_are(places):
    together = Barrier(8)

    def one(_):
        try:
            with places.taken(KEY, most=3, held=HELD):
                together.wait(10)
                return 1
        except TooManyRequests:
            together.wait(10)
            return 0

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(one, range(8))) == 3
