from __future__ import annotations

from datetime import timedelta

import pytest

from domain.events.records import EventType
from domain.webhooks import health
from domain.webhooks.records import Disabled, Endpoint, Reason
from domain.webhooks.retries import SERIES, Outcome, next_attempt_at
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
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WARNED = FAILING.model_copy(update={"warned_at": START + DAY})


OFF = WARNED.model_copy(update={"disabled": Disabled.BY_CUSTOMER})
SUCCESS = Outcome(status=204)


def switched_off(why, at):
    changes = {"disabled": why, "disabled_at": START + at, "recover_since": START - SERIES}
    return changes, [EventType.WEBHOOK_DISABLED]


@pytest.mark.parametrize(
    ("endpoint", "outcome", "later", "expected"),
    [
        (ENDPOINT, FAILED, timedelta(), ({"failing_since": START}, [])),
        (FAILING, FAILED, timedelta(hours=23), None),
        (FAILING, FAILED, timedelta(hours=24), ({"warned_at": START + DAY}, [EventType.WEBHOOK_FAILING])),
        (WARNED, FAILED, timedelta(hours=25), None),
        (WARNED, FAILED, 5 * DAY - timedelta(seconds=1), None),
        (WARNED, FAILED, 5 * DAY, switched_off(Disabled.FAILING, 5 * DAY)),
        (WARNED, GONE, timedelta(hours=30), switched_off(Disabled.GONE, timedelta(hours=30))),
        (FAILING, GONE, timedelta(hours=1), switched_off(Disabled.GONE, timedelta(hours=1))),
        (ENDPOINT, SUCCESS, timedelta(), None),
        (WARNED, SUCCESS, 2 * DAY, ({"failing_since": None, "warned_at": None}, [])),
        *((OFF, outcome, 9 * DAY, None) for outcome in (FAILED, GONE, SUCCESS)),
    ],
)
def test_failures_warn_after_a_day_and_switch_off_after_five_or_by_a_410(endpoint, outcome, later, expected):
    after = health.after(endpoint, outcome, START + later)

    found = None
    if after is not None:
        changed, events = after
        old = endpoint.model_dump()
        changes = {name: one for name, one in changed.model_dump().items() if one != old[name]}
        found = changes, [one.type for one in events]
    assert found == expected


def test_what_an_earlier_outage_left_stays_to_be_recovered():
    left = FAILING.model_copy(update={"recover_since": START - timedelta(days=20)})

    assert health.missing_since(left, START) == left.recover_since


@pytest.mark.parametrize(
    ("tries", "hours"), [*enumerate((5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24), start=1)], ids=lambda one: f"{one:g}"
)
def test_pause_is_the_standards_and_up_to_a_fifth_longer(tries, hours):
    shortest, longest = ((next_attempt_at(tries, FAILED, START, jitter) - START) / HOUR for jitter in (0.0, 0.999))

    assert (shortest, longest) == pytest.approx((hours, hours * 1.2), rel=0.001)
    assert longest < hours * 1.2


@pytest.mark.parametrize(
    ("tries", "outcome"),
    [(10, FAILED), (1, Outcome(status=200)), (1, Outcome(status=410, reason=Reason.GONE))],
)
def test_tenth_failure_success_and_gone_want_no_other_attempt(tries, outcome):
    assert next_attempt_at(tries, outcome, START, 0.0) is None


@pytest.mark.parametrize(
    ("asked", "paused"),
    [
        (timedelta(seconds=1), timedelta(seconds=5)),
        (timedelta(minutes=3), timedelta(minutes=3)),
        (timedelta(days=400), timedelta(hours=24)),
    ],
)
def test_retry_after_counts_within_bounds(asked, paused):
    outcome = Outcome(status=429, reason=Reason.HTTP_STATUS, retry_after=asked)

    assert next_attempt_at(1, outcome, START, 0.0) == START + paused
