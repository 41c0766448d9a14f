"""Limits on keys, sessions, accounts and addresses (ADR 30)."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from accounts import Accounts
from bench.calls.units import item_bytes
from common.caller import Origin
from common.dynamo import dynamodb
from common.errors import AddressNotAllowed, TooManyRequests, Unauthenticated
from common.settings import settings
from credentials import HERE, PRODUCTION, authentication
from domain.authentication.service import Use
from domain.authentication.windows import Limits
from domain.keys import secret
from domain.keys.models import CreateApiKey, UpdateApiKey
from doors import session_caller
from origins import HERE as ORIGIN

OWNER = session_caller()
SMALL = Limits(per_second=1_000, per_minute=24, account_per_minute=60)
THERE = Use("/agents", Origin("203.0.113.77", "", ""))


@pytest.fixture
def make(keys):
    """Makes a key of an account and returns the headers that send it."""
    return lambda account="acc_1": bearer(
        keys.create(session_caller(account_id=account), CreateApiKey(name="k", preset="pa_only"), ORIGIN).key
    )


def bearer(key):
    return {"authorization": f"Bearer {key}"}


def let_in(service, headers, times=1, use=HERE):
    """How many of so many requests are let in."""
    passed = 0
    for _ in range(times):
        try:
            service.authenticate(headers, use)
        except TooManyRequests:
            continue
        passed += 1
    return passed


def refusal(service, headers, use=HERE):
    with pytest.raises(TooManyRequests) as caught:
        service.authenticate(headers, use)
    return caught.value


def test_key_has_so_many_requests_a_minute_and_none_beyond_them(make, clock):
    service, key = authentication(clock, SMALL), make()

    assert let_in(service, key, 40) == 24
    refused = refusal(service, key)
    assert (refused.policy, refused.retry_after_seconds, refused.code) == ("minute", 60, "RATE_LIMITED")

    clock.advance(seconds=60)
    assert let_in(service, key, 40) == 24


def test_key_has_so_many_requests_a_second(make, clock):
    service, key = authentication(clock, PRODUCTION), make()

    assert let_in(service, key, 80) == 60
    refused = refusal(service, key)
    assert (refused.policy, refused.retry_after_seconds, refused.header) == ("second", 1, '"second";r=0;t=1')

    clock.advance(seconds=1)
    assert let_in(service, key, 80) == 60


def test_session_is_limited_as_a_key_is(aws, clock):
    service = authentication(clock, SMALL)
    _, cookies = Accounts(clock).sign_up(verified=False)

    assert let_in(service, {"cookie": f"session={cookies.session}", "host": "localhost"}, 40) == 24


def test_answer_says_what_is_left_of_the_minute(make, clock):
    service, key = authentication(clock, SMALL), make()
    clock.advance(seconds=45)

    assert [service.authenticate(key, HERE).rate for _ in range(2)] == ['"minute";r=23;t=15', '"minute";r=22;t=15']


def test_many_keys_of_one_account_share_its_limit_and_its_neighbour_notices_nothing(make, clock):
    """An attempt: what one key may not, many keys of the account do."""
    service, account = authentication(clock, SMALL), [make() for _ in range(6)]

    passed = sum(let_in(service, key, 40) for key in account)

    assert 50 <= passed <= 60
    assert refusal(service, account[0]).policy == "minute"
    assert refusal(service, account[-1]).policy == "account"
    assert let_in(service, make("acc_2"), 40) == 24


def test_account_has_its_whole_minute_again_and_again(make, clock):
    service, account = authentication(clock, SMALL), [make() for _ in range(3)]

    for minute in range(12):  # across the ten minutes for which rows reserve
        if minute in {0, 1, 9, 10, 11}:
            assert 50 <= sum(let_in(service, key, 22) for key in account) <= 60
        clock.advance(seconds=60)


def test_one_busy_key_has_all_that_the_others_do_not_reserve(make, clock):
    service = authentication(clock, Limits(per_second=1_000, per_minute=120, account_per_minute=120))
    idle, busy = make(), make()
    let_in(service, idle)

    assert let_in(service, busy, 140) == 118


def test_requests_at_once_do_not_pass_a_limit(make, clock):
    service, account = authentication(clock, SMALL), [make() for _ in range(4)]
    senders = list(itertools.chain.from_iterable(itertools.repeat(key, 30) for key in account))

    with ThreadPoolExecutor(8) as threads:
        passed = list(threads.map(lambda key: _passes(service, key), senders))

    by_key = [sum(passed[first : first + 30]) for first in range(0, 120, 30)]
    assert max(by_key) <= 24
    assert 40 <= sum(by_key) <= 60


def _passes(service, key):
    try:
        return let_in(service, key)
    except Exception:  # noqa: BLE001 - too many at once: told to try again, so not let in
        return 0


def test_request_is_one_call_and_a_block_of_them_costs_two_more(make, clock, calls):
    service, key = authentication(clock, PRODUCTION), make()
    let_in(service, key, 10)
    calls.clear()
    let_in(service, key, 50)
    assert len(calls) == 50 + 2
    calls.clear()

    for _ in range(9):
        clock.advance(seconds=66)
        let_in(service, key)

    assert calls == ["UpdateItem"] * 9


def test_row_does_not_grow_with_the_windows_it_has_seen(make, clock):
    """An attempt: requests some seconds apart leave a counter each, until the row is too large to be written."""
    service, key = authentication(clock, PRODUCTION), make()

    for _ in range(100):
        clock.advance(seconds=7)
        let_in(service, key)

    row = dynamodb().get_item(
        TableName=settings.keys_table, Key={"pk": {"S": secret.parse(key["authorization"][7:]).public_part}}
    )["Item"]
    assert item_bytes(row) < 1_024
    assert int(row["n"]["N"]) == 100


def test_clock_a_little_ahead_of_another_neither_locks_out_nor_counts_twice(make, clock):
    """Functions run on many machines: at midnight one of them begins the day before another."""
    clock.advance(hours=14, minutes=59, seconds=59, milliseconds=900)
    behind = authentication(lambda: clock() - timedelta(milliseconds=200), SMALL)
    ahead, key = authentication(lambda: clock() + timedelta(milliseconds=200), SMALL), make()

    assert let_in(behind, key) + let_in(ahead, key) + let_in(behind, key) + let_in(ahead, key) == 4


def forged(number):
    """A key that nobody made, with a right checksum."""
    return bearer(secret.generate(lambda alphabet: alphabet[number % len(alphabet)]).secret)


def test_address_that_tries_many_keys_is_told_to_slow_down_and_another_address_is_not(keys, make, clock):
    service, key = authentication(clock, PRODUCTION, refusals=5), make()
    revoked = keys.create(OWNER, CreateApiKey(name="k", preset="pa_only"), ORIGIN)
    keys.revoke(OWNER, revoked.id, ORIGIN)
    for tried in (bearer(revoked.key), *map(forged, range(4))):
        with pytest.raises(Unauthenticated):
            service.authenticate(tried, HERE)

    assert refusal(service, forged(6)).retry_after_seconds == 60
    with pytest.raises(Unauthenticated):
        service.authenticate(forged(7), THERE)
    assert let_in(service, key, use=HERE) == 1  # a good key is not asked how many bad ones came from there


def test_limits_that_an_operator_lowers_count_at_once_and_refuse_nothing_that_fits(keys, clock):
    key = bearer(keys.create(OWNER, CreateApiKey(name="k", preset="pa_only"), ORIGIN).key)
    let_in(authentication(clock, Limits(per_second=900, per_minute=6_000, account_per_minute=6_000)), key, 100)
    lowered = Limits(per_second=900, per_minute=60, account_per_minute=40)

    clock.advance(seconds=60)

    assert let_in(authentication(clock, lowered), key, 80) == 40


def test_key_used_from_an_address_it_does_not_allow_takes_nothing_from_its_owner(keys, clock, calls):
    """An attempt: who stole a key uses up its limit from elsewhere."""
    service = authentication(clock, SMALL)
    wanted = CreateApiKey(name="k", preset="pa_only", allowed_ips=["203.0.113.9/32"])
    key = bearer(keys.create(OWNER, wanted, ORIGIN).key)
    for _ in range(30):
        with pytest.raises(AddressNotAllowed):
            service.authenticate(key, THERE)

    assert let_in(service, key, 40, HERE) == 24
    clock.advance(seconds=60)
    calls.clear()
    let_in(service, key, 1, HERE)
    assert calls == ["UpdateItem"]


def test_list_of_addresses_that_changes_counts_with_the_next_request(keys, clock):
    service = authentication(clock, SMALL)
    wanted = CreateApiKey(name="k", preset="pa_only", allowed_ips=["203.0.113.0/24"])
    created = keys.create(OWNER, wanted, ORIGIN)
    assert let_in(service, bearer(created.key), use=THERE) == 1

    keys.update(OWNER, created.id, UpdateApiKey(allowed_ips=["203.0.113.9/32"]), ORIGIN)

    with pytest.raises(AddressNotAllowed):
        service.authenticate(bearer(created.key), THERE)
    assert let_in(service, bearer(created.key), use=HERE) == 1
