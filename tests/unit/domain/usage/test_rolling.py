"""Requests counted on credentials' rows come into the usage table: each once, and none is lost."""

from __future__ import annotations

import secrets
from datetime import timedelta

import pytest

from accounts import Accounts
from common.caller import Origin
from common.dynamo import Table
from common.errors import Unavailable
from common.settings import settings
from credentials import authentication
from domain.authentication.service import Use
from domain.identity import sessions
from domain.keys.models import CreateApiKey
from domain.keys.service import KeyService
from domain.keys.store import key_store
from domain.usage import store as usage_store_module
from domain.usage.records import Answered
from domain.usage.rolling import RollService
from domain.usage.service import UsageService
from domain.usage.store import CounterStore, counter_store, usage_store
from doors import session_caller
from origins import HERE

PASSWORD = "some walnut staple"


class Desk:
    """One account with a key and a session, and everything that counts."""

    def __init__(self, clock):
        self.clock = clock
        self.accounts = Accounts(clock)
        self.caller, cookies = self.accounts.sign_up(verified=False)
        self.account = self.caller.account_id
        made = KeyService(key_store(), clock, secrets.choice).create(
            session_caller(account_id=self.account), CreateApiKey(name="k", preset="pa_only"), HERE
        )
        self.key_id = made.id
        self.key = {"authorization": f"Bearer {made.key}"}
        self.session = {"cookie": f"session={cookies.session}", "host": "localhost"}
        self.service = authentication(clock)
        self.rolls = RollService(counter_store(), clock)
        self.usage = UsageService(usage_store(), clock)

    def send(self, times, headers=None, resource="/agents"):
        for _ in range(times):
            self.service.authenticate(headers or self.key, Use(resource, Origin("203.0.113.9", "", "")))

    def counted(self, days_back=0):
        """Requests of a day by principal."""
        day = self.clock().date() - timedelta(days=days_back)
        return {row.principal: row.measure("requests") for row in self.usage.list_rows(self.account, day, day)}

    def rolled(self):
        """Requests by principal that are in the usage table itself."""
        days = self.clock().date()
        rows, _ = self.usage.store.list_rows(self.account, days - timedelta(days=9), days)
        return {row.principal: row.measure("requests") for row in rows}


@pytest.fixture
def desk(aws, clock):
    return Desk(clock)


def test_requests_are_counted_at_once_by_area_hour_and_principal(desk, clock):
    desk.send(2)
    desk.send(1, resource="/projects/{project_id}")
    clock.advance(hours=1)
    desk.send(3, desk.session, resource="/api/account/api-keys")

    today = clock().date()
    key, session = desk.usage.list_rows(desk.account, today, today)

    assert (key.principal, session.principal) == (desk.key_id, "session")
    assert key.counts == {"requests": 3, "requests_agents": 2, "requests_projects": 1, "hour_09": 3}
    assert session.counts == {"requests": 3, "requests_keys": 3, "hour_10": 3}


def test_day_that_turns_is_rolled_by_the_credentials_next_request(desk, clock):
    desk.send(3)
    clock.advance(days=1)
    desk.send(2)

    assert desk.rolled() == {desk.key_id: 3}
    assert (desk.counted(1), desk.counted()) == ({desk.key_id: 3}, {desk.key_id: 2})


def test_idle_credentials_are_rolled_by_the_sweep_once(desk, clock):
    desk.send(3)
    desk.send(4, desk.session)
    unchanged = desk.rolls.sweep()
    clock.advance(days=1, hours=1)

    swept = [desk.rolls.sweep(), desk.rolls.sweep()]

    assert (unchanged, swept) == (0, [2, 0])
    assert desk.rolled() == desk.counted(1) == {desk.key_id: 3, "session": 4}


@pytest.mark.parametrize("end", ["log_out", "log_in_again_and_again", "time"])
def test_session_that_ends_loses_none_of_its_requests(desk, clock, end):
    desk.send(5, desk.session)
    if end == "log_out":
        caller = desk.service.authenticate(desk.session, Use("/agents", Origin("203.0.113.9", "", ""))).caller
        desk.accounts.signed_in.log_out(caller, HERE)
    elif end == "log_in_again_and_again":
        clock.advance(minutes=1)  # of those that began at once, any is the oldest
        for _ in range(sessions.MAX_SESSIONS_PER_USER):
            desk.accounts.log_in()
    used, days = 6 if end == "log_out" else 5, 15 if end == "time" else 1
    before = desk.counted()
    clock.advance(days=days, hours=1)
    desk.rolls.sweep()

    assert before == desk.counted(days) == {"session": used}
    assert Table(settings.identity_table).get({"pk": f"SESSION#{desk.caller.session_hash}"}) is None


def test_row_of_a_session_stays_until_it_is_rolled_even_if_sweeps_fail_for_days(desk, clock):
    desk.send(1, desk.session)

    row = Table(settings.identity_table).get({"pk": f"SESSION#{desk.caller.session_hash}"})

    assert row["expires_at_epoch"] >= (clock() + sessions.IDLE + timedelta(days=8)).timestamp()


@pytest.mark.parametrize(("by", "days"), [("key", 3), ("session", 13)])
def test_credential_that_was_idle_for_days_and_swept_counts_anew(desk, clock, by, days):
    headers, principal = (desk.key, desk.key_id) if by == "key" else (desk.session, "session")
    desk.send(3, headers)
    clock.advance(days=days)
    desk.rolls.sweep()
    desk.send(2, headers)

    assert (desk.counted(days), desk.counted()) == ({principal: 3}, {principal: 2})


def test_request_counted_while_the_sweep_rolls_is_not_lost(desk, clock, monkeypatch):
    desk.send(3)
    clock.advance(days=1, hours=1)
    find_rows = CounterStore.find_rows

    def and_then_one_more(store, open_days):
        rows = find_rows(store, open_days)
        desk.send(1)
        return rows

    monkeypatch.setattr(CounterStore, "find_rows", and_then_one_more)
    desk.rolls.sweep()
    monkeypatch.undo()

    assert (desk.counted(1), desk.counted()) == ({desk.key_id: 3}, {desk.key_id: 1})
    assert desk.rolled() == {desk.key_id: 3}


@pytest.mark.parametrize("by", ["request", "sweep"])
def test_roll_up_that_is_killed_is_done_again_and_counts_once(desk, clock, monkeypatch, by):
    """One transaction holds all writes, so a kill before, or an answer that is lost after, changes nothing."""
    desk.send(3)
    clock.advance(days=1, hours=1)
    transact = usage_store_module.transact

    def killed_before(_writes):
        raise Unavailable

    def killed_after(writes):
        transact(writes)
        raise Unavailable

    for kill in (killed_before, killed_after):
        monkeypatch.setattr(usage_store_module, "transact", kill)
        with pytest.raises(Unavailable):
            desk.send(1) if by == "request" else desk.rolls.sweep() or _nothing_left()
    monkeypatch.undo()
    desk.rolls.sweep()
    desk.send(1)

    assert desk.counted(1) == {desk.key_id: 3}
    assert desk.counted() == {desk.key_id: 1}


def _nothing_left():
    raise Unavailable


def test_report_is_exact_while_a_row_is_rolled_between_its_two_reads(desk, clock, monkeypatch):
    desk.send(3)
    clock.advance(days=1)
    find_rows = CounterStore.find_rows

    def and_rolled_before(store, open_days):
        monkeypatch.undo()
        desk.send(2)
        return find_rows(store, open_days)

    monkeypatch.setattr(CounterStore, "find_rows", and_rolled_before)

    assert desk.counted(1) == {desk.key_id: 3}


def test_row_that_is_gone_does_not_hold_up_the_report_or_the_sweep(desk, clock):
    desk.send(2)
    desk.send(1, desk.session)
    Table(settings.identity_table).delete({"pk": f"SESSION#{desk.caller.session_hash}"})

    assert desk.counted() == {desk.key_id: 2}
    clock.advance(days=1, hours=1)
    assert [desk.rolls.sweep(), desk.rolls.sweep()] == [2, 0]


def test_error_is_counted_by_the_door_and_the_request_by_the_authorizer(desk, clock):
    desk.send(2)
    caller = desk.service.authenticate(desk.key, Use("/agents", Origin("203.0.113.9", "", ""))).caller
    desk.usage.note(caller, Answered("GET", "/agents", None, 404, "NOT_FOUND", "req-1", 1))
    clock.advance(days=1)
    desk.send(1)

    yesterday = clock().date() - timedelta(days=1)
    (row,) = desk.usage.list_rows(desk.account, yesterday, yesterday)

    requests = {"requests": 3, "requests_agents": 3, "hour_09": 3}
    assert row.counts == requests | {"errors": 1, "errors_agents": 1, "e09": 1}
