"""Answers that take the same time, whatever was done before them: time must not tell who has an account."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

REFUSED_AFTER_SECONDS = 0.4
"""More than a refusal's own work takes: a hash of Argon2id, and some calls to DynamoDB."""


@contextmanager
def evened(refusal: type[Exception], pause: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Hold a refusal of the block back until 0.4 s after the block began; other endings are not delayed."""
    began = time.monotonic()
    try:
        yield
    except refusal:
        pause(max(0.0, began + REFUSED_AFTER_SECONDS - time.monotonic()))
        raise


@contextmanager
def all_evened(pause: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Let the block end 0.4 s after it began at the earliest, however it ends."""
    began = time.monotonic()
    try:
        yield
    finally:
        pause(max(0.0, began + REFUSED_AFTER_SECONDS - time.monotonic()))
