from __future__ import annotations

from datetime import timedelta

import pytest

from domain.events.records import EventType
from domain.webhooks import health
from domain.webhooks.records import Disabled, Endpoint, Reason
from domain.webhooks.retries import SERIES, Outcome
from unit_fixtures import START

ENDPOINT = Endpoint(
    id="whk_1",
    account_id="acc_1",
    url="https://hooks.example.org/key",
    types=(EventType.REPORT_READY,),
    created_at=START,
    updated_at=START,
)
FAILED, GONE = Outcome(status=500, reason=Reason.HTTP_STATUS), Outcome(status=410, reason=Reason.GONE)
FAILING = ENDPOINT.model_copy(update={"failing_since": START})
WARNED = FAILING.model_copy(update={"warned_at": START + timedelta(hours=24)})


def after(endpoint, outcome, **later):
    """What changes, and the types of what is announced."""
    found = health.after(endpoint, outcome, START + timedelta(**later))
    if found is None:
        return None
    changed, events = found
    old = endpoint.model_dump()
    return {name: one for name, one in changed.model_dump().items() if one != old[name]}, [one.type for one in events]


def test_first_failure_is_kept_and_the_next_change_nothing():
    assert after(ENDPOINT, FAILED) == ({"failing_since": START}, [])
    assert after(FAILING, FAILED, hours=23) is None


def test_success_forgets_failures():
    assert after(ENDPOINT, Outcome(status=204)) is None
    assert after(WARNED, Outcome(status=204), days=2) == ({"failing_since": None, "warned_at": None}, [])


def test_a_day_of_failures_warns_once():
    at = START + timedelta(hours=24)

    assert after(FAILING, FAILED, hours=24) == ({"warned_at": at}, [EventType.WEBHOOK_FAILING])
    assert after(WARNED, FAILED, hours=25) is None


@pytest.mark.parametrize(
    ("endpoint", "outcome", "later", "why"),
    [
        (WARNED, FAILED, {"days": 5}, Disabled.FAILING),
        (WARNED, GONE, {"hours": 30}, Disabled.GONE),
        (FAILING, GONE, {"hours": 1}, Disabled.GONE),
    ],
)
def test_five_days_of_failures_or_a_410_switch_off(endpoint, outcome, later, why):
    at = START + timedelta(**later)

    assert after(endpoint, outcome, **later) == (
        {"disabled": why, "disabled_at": at, "recover_since": START - SERIES},
        [EventType.WEBHOOK_DISABLED],
    )


def test_what_an_earlier_outage_left_stays_to_be_recovered():
    left = FAILING.model_copy(update={"recover_since": START - timedelta(days=20)})

    assert health.missing_since(left, START) == left.recover_since


def test_five_days_are_not_over_before_their_last_second():
    assert after(WARNED, FAILED, days=5, seconds=-1) is None


def test_endpoint_that_is_off_stays_as_it_is():
    off = WARNED.model_copy(update={"disabled": Disabled.BY_CUSTOMER})

    assert [after(off, outcome, days=9) for outcome in (FAILED, GONE, Outcome(status=200))] == [None] * 3
