"""Routes that want a fresh proof of who is asking."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from common.caller import FRESH, RECENT, Caller
from common.errors import Forbidden, StepUpRequired

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def session(proved_at: datetime | None) -> Caller:
    return Caller("acc_1", "session", "usr_1", frozenset(), "hash", proved_at)


def test_fresh_proof_is_enough_for_ten_minutes() -> None:
    session(NOW).require_fresh(NOW + FRESH - timedelta(milliseconds=1))


@pytest.mark.parametrize("proved_at", [None, NOW - FRESH, NOW - timedelta(days=1)])
def test_old_or_missing_proof_is_refused(proved_at: datetime | None) -> None:
    with pytest.raises(StepUpRequired):
        session(proved_at).require_fresh(NOW)


def test_key_is_told_that_it_needs_a_session() -> None:
    with pytest.raises(Forbidden, match="Sign in to the dashboard") as refused:
        Caller("acc_1", "api_key", "key_1", frozenset()).require_fresh(NOW)
    assert not isinstance(refused.value, StepUpRequired)


@pytest.mark.parametrize("proved_at", [NOW, None])
def test_proof_travels_with_the_caller(proved_at: datetime | None) -> None:
    assert Caller.from_context(session(proved_at).to_context()) == session(proved_at)


@pytest.mark.parametrize("proved_at", [None, NOW - RECENT])
def test_proof_of_an_hour_ago_is_not_recent(proved_at: datetime | None) -> None:
    with pytest.raises(StepUpRequired):
        session(proved_at).require_recent(NOW)


def test_recent_proof_and_a_key_without_any_are_enough() -> None:
    session(NOW).require_recent(NOW + RECENT - timedelta(milliseconds=1))
    Caller("acc_1", "api_key", "key_1", frozenset()).require_recent(NOW)
