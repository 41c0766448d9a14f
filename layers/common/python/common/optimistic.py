"""Optimistic writes: read, decide, write on condition that nothing changed meanwhile; else do all of it again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from common.errors import ChangedMeanwhile

ATTEMPTS = 5
FIRST_PAUSE_SECONDS = 0.02


def settle[T](attempt: Callable[[], T], *, attempts: int = ATTEMPTS) -> T:
    """What `attempt` returns, as soon as no other writer was faster.

    Between two attempts it waits a random part of 20 ms, then of 40 ms, 80 ms and so on: writers that met once would
    otherwise meet again.

    Args:
        attempt: reads what it needs anew each time, decides, and writes; raises `ChangedMeanwhile` when a row is no
            longer as it was read. Every other error ends the attempts.
        attempts: at most, 1 or more.

    Raises:
        ChangedMeanwhile: other writers were faster every time; nothing was written.
    """
    for number in range(attempts - 1):
        try:
            return attempt()
        except ChangedMeanwhile:
            time.sleep(random.random() * FIRST_PAUSE_SECONDS * 2**number)  # noqa: S311 - it spreads writers, no secret
    return attempt()
