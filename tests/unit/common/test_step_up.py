"""Routes that want a fresh proof of who is asking."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from common.caller import FRESH, RECENT, Caller
from common.errors import Forbidden, StepUpRequired

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
KEY = Caller("acc_1", "api_key", "key_1", frozenset())
NEEDS = [(Caller.require_fresh, FRESH), (Caller.require_recent, RECENT)]


def session(proved_at: datetime | None) -> Caller:
    return Caller("acc_1", "session", "usr_1", frozenset(), "hash", proved_at)


@pytest.mark.parametrize(("require", "lasts"), NEEDS, ids=["fresh", "recent"])
def test_proof_is_enough_for_its_time_and_no_longer(
    require: Callable[[Caller, datetime], None], lasts: timedelta
) -> None:
    require(session(NOW), NOW + lasts - timedelta(milliseconds=1))

    for proved_at in (None, NOW - lasts, NOW - timedelta(days=1)):
        with pytest.raises(StepUpRequired):
            require(session(proved_at), NOW)


def test_key_has_no_proof_and_is_told_where_one_is_needed() -> None:
    KEY.require_recent(NOW)
    with pytest.raises(Forbidden, match="Sign in to the dashboard") as refused:
        KEY.require_fresh(NOW)
    assert not isinstance(refused.value, StepUpRequired)


@pytest.mark.parametrize("proved_at", [NOW, None])
def test_proof_travels_with_the_caller(proved_at: datetime | None) -> None:
    assert Caller.from_context(session(proved_at).to_context()) == session(proved_at)
