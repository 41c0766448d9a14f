"""A fixed number of places for what is open at the same time, such as an account's long polls. Places expire."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache

from common.clock import utc_now
from common.errors import TooManyRequests, Unavailable
from common.services import frozen
from common.settings import settings
from domain.limits.store import PLACE, PlaceStore, place_store

POLL_HELD = timedelta(seconds=30)
_ATTEMPTS = 10


@frozen
class Places:
    """Takes places and frees them."""

    store: PlaceStore
    now: Callable[[], datetime]

    @contextmanager
    def taken(self, key: str, *, most: int, held: timedelta) -> Iterator[None]:
        """Hold one of `most` places within the block. It expires after `held`, even if its holder died.

        Raises:
            TooManyRequests: all places are taken.
            Unavailable: too many take a place at once.
        """
        place, until = self._take(key, most, held)
        try:
            yield
        finally:
            self.store.leave(key, place, until)

    def _take(self, key: str, most: int, held: timedelta) -> tuple[str, datetime]:
        place = _name(random.randrange(most))  # noqa: S311 - spreads the takers, and guards nothing
        for _ in range(_ATTEMPTS):
            now = self.now()
            until = now + held
            seen = self.store.take(key, place, now, until)
            if seen is None:
                return place, until
            over = round(now.timestamp() * 1000)
            taken = {name: at for name, at in seen.items() if at > over and int(name.removeprefix(PLACE)) < most}
            if len(taken) >= most:
                seconds = max(1, -(-(min(taken.values()) - over) // 1000))
                raise TooManyRequests(f"{most} long polls are open already.", retry_after_seconds=seconds)
            place = next(name for name in _from(random.randrange(most), most) if name not in taken)  # noqa: S311 - as above
        raise Unavailable


def _name(number: int) -> str:
    return f"{PLACE}{number}"


def _from(first: int, most: int) -> Iterator[str]:
    return (_name((first + step) % most) for step in range(most))


@cache
def places() -> Places:
    """The places, built once for each process."""
    return Places(place_store(), utc_now)


@contextmanager
def open_poll(account_id: str) -> Iterator[None]:
    """Hold one of the account's long polls within the block, 30 s at most. Raises `TooManyRequests`, `Unavailable`."""
    most = settings.open_polls_per_account
    with places().taken(f"account#{account_id}#polls", most=most, held=POLL_HELD):
        yield
