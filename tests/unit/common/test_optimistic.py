from __future__ import annotations

import pytest

from common import optimistic
from common.errors import ChangedMeanwhile, Conflict
from common.optimistic import ATTEMPTS, FIRST_PAUSE_SECONDS, settle


@pytest.fixture
def pauses(monkeypatch):
    """How long it waited before each further attempt, in seconds."""
    waited: list[float] = []
    monkeypatch.setattr(optimistic.time, "sleep", waited.append)
    return waited


class Attempt:
    """Is outrun by another writer a number of times."""

    def __init__(self, outrun, error=ChangedMeanwhile):
        self.outrun, self.error, self.made = outrun, error, 0

    def __call__(self):
        self.made += 1
        if self.made <= self.outrun:
            raise self.error
        return "written"


def test_outrun_writer_tries_again_after_longer_and_longer_pauses_until_it_wins(pauses, monkeypatch):
    monkeypatch.setattr(optimistic.random, "random", lambda: 1.0)
    attempt = Attempt(outrun=3)

    assert settle(attempt) == "written"
    assert attempt.made == 4
    assert pauses == [FIRST_PAUSE_SECONDS, 2 * FIRST_PAUSE_SECONDS, 4 * FIRST_PAUSE_SECONDS]


def test_writer_outrun_every_time_gives_up_and_says_so(pauses):
    attempt = Attempt(outrun=ATTEMPTS)

    with pytest.raises(ChangedMeanwhile):
        settle(attempt)
    assert attempt.made == ATTEMPTS
    assert len(pauses) == ATTEMPTS - 1


def test_refusal_is_not_tried_again(pauses):
    attempt = Attempt(outrun=1, error=Conflict)

    with pytest.raises(Conflict):
        settle(attempt)
    assert (attempt.made, pauses) == (1, [])
