"""Optimistic writes: read, decide, and write on condition that nothing changed since; if something did, start again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from common.errors import ChangedMeanwhile

ATTEMPTS = 5
FIRST_PAUSE_SECONDS = 0.02


def settle[T](attempt: Callable[[], T], *, attempts: int = ATTEMPTS) -> T:
    """Call `attempt` until no other writer is faster; returns what `attempt` returns.

    Before the second attempt it waits for a random part of 20 ms, then of 40 ms, 80 ms and so on. Without the random
    part, writers that collided once would collide again.

    Args:
        attempt: reads anew what it needs, decides, and writes; raises `ChangedMeanwhile` when a row is no longer as it
            was read. Every other error ends the attempts.
        attempts: how many attempts to make at most, 1 or more.

    Raises:
        ChangedMeanwhile: another writer was faster each time; nothing was written.
    """
    for number in range(attempts - 1):
        try:
            return attempt()
        except ChangedMeanwhile:
            time.sleep(random.random() * FIRST_PAUSE_SECONDS * 2**number)  # noqa: S311 - a pause, not a secret
    return attempt()
