"""The security log: gapless, in order, each entry once, whatever dies or comes twice; old entries leave a signature."""

from __future__ import annotations

import dataclasses
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from atrium_verify.security_log import problems
from common.chain import canonical, hash_of
from common.errors import ChangedMeanwhile
from common.settings import settings
from common.signing import public_key
from domain.audit import chaining as subject
from domain.audit.chaining import chaining_service
from domain.audit.records import Actor, EntryType
from domain.audit.retention import KEPT, TRIES_AN_HOUR
from domain.audit.store import AuditStore, audit_store
from domain.events.filing import FilingService
from domain.events.log import filing_queue
from domain.events.records import EventType
from domain.events.store import event_store
from security_logs import ACCOUNT, chain, exported, note, subjects
from unit_fixtures import START

FAILED = EntryType.SIGN_IN_FAILED
NOBODY = Actor(kind="nobody")


class Killed(Exception):
    """The worker died here."""


@pytest.fixture
def store(aws):
    return audit_store()


def at(clock):
    """The service, by that clock."""
    return dataclasses.replace(chaining_service(), now=clock)


def wrong():
    return list(problems(exported(), public_key(settings.audit_key_id)))


def test_entries_are_chained_in_the_order_in_which_they_were_made(store):
    for number in (3, 1, 2):
        note(number)

    assert chain() == 3

    log = exported()
    assert [entry["sequence"] for entry in log["entries"]] == [1, 2, 3]
    assert subjects() == ["number 1", "number 2", "number 3"]
    assert (log["sequence"], log["hash"]) == (3, log["entries"][-1]["hash"])
    assert store.list_unchained(ACCOUNT, limit=5) == []
    assert wrong() == []


def test_hash_is_what_the_documentation_says(store):
    note(1)
    chain()

    (entry,) = exported()["entries"]
    assert canonical({"b": "ü", "a": 1}) == '{"a":1,"b":"ü"}'
    assert entry["hash"] == hash_of(
        "0" * 64,
        {
            "account_id": "acc_1",
            "actor": {"id": "usr_1", "kind": "user"},
            "address": "203.0.113.9",
            "at": "2026-03-02T09:00:01.000Z",
            "device": "Firefox",
            "id": entry["id"],
            "outcome": "done",
            "request_id": "request-1",
            "sequence": 1,
            "subject": "number 1",
            "type": "key_created",
        },
    )


def test_more_entries_than_fit_into_one_transaction_are_all_chained(store):
    for number in range(100):
        note(number, kind=EntryType.PASSWORD_CHANGED)  # each of them makes an event, too

    assert chain() == 100

    assert subjects() == [f"number {number}" for number in range(100)]
    assert len(event_store().list_unfiled(ACCOUNT, limit=200)) == 100
    assert wrong() == []


@pytest.mark.parametrize("dies", ["before", "after"])
def test_worker_that_dies_around_its_transaction_chains_each_entry_once(store, monkeypatch, dies):
    for number in range(5):
        note(number, kind=EntryType.PASSWORD_CHANGED)
    real = AuditStore.chain

    def dying(*arguments):
        if dies == "after":
            real(*arguments)
        raise Killed

    monkeypatch.setattr(AuditStore, "chain", dying)
    with pytest.raises(Killed):
        chain()
    monkeypatch.setattr(AuditStore, "chain", real)

    chain()
    chain()

    assert subjects() == [f"number {number}" for number in range(5)]
    assert len(event_store().list_unfiled(ACCOUNT, limit=20)) == 5
    assert wrong() == []


def test_two_workers_of_one_account_leave_no_gap_and_chain_nothing_twice(store, monkeypatch):
    """Each worker stops between reading and writing, so that they read the same entries."""
    monkeypatch.setattr(subject, "BATCH", 3)
    for number in range(12):
        note(number)
    together = threading.Barrier(2, timeout=0.05)
    real = AuditStore.find_head

    def find(self, account_id):
        head = real(self, account_id)
        try:
            together.wait()
        except threading.BrokenBarrierError:
            together.reset()
        return head

    monkeypatch.setattr(AuditStore, "find_head", find)

    def work(_worker):
        for _ in range(20):
            try:
                chain()
            except ChangedMeanwhile:
                continue
            return

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, range(2)))
    monkeypatch.undo()

    assert subjects() == [f"number {number}" for number in range(12)]
    assert wrong() == []


def test_lost_nudge_is_sent_again_by_the_sweep(store, clock):
    note(1)
    sweeper = FilingService(event_store(), filing_queue(), (), clock)

    assert sweeper.sweep() == 0
    clock.advance(minutes=5)

    assert sweeper.sweep() == 1


def test_old_entries_are_pruned_and_the_rest_verifies_from_the_signed_checkpoint(store, clock):
    for number in range(6):
        note(number, at=START + timedelta(days=number))
    chain()
    clock.moment = START + KEPT + timedelta(days=2, hours=1)

    assert FilingService(event_store(), filing_queue(), (), clock).sweep() == 1
    at(clock).chain_all(ACCOUNT)

    log = exported()
    assert [entry["sequence"] for entry in log["entries"]] == [4, 5, 6]
    assert log["checkpoint"]["sequence"] == 3
    assert wrong() == []
    forged = {**log, "checkpoint": {**log["checkpoint"], "at": "2020-01-01T00:00:00.000Z"}}
    assert list(problems(forged, public_key(settings.audit_key_id))) == [
        "The signature of the checkpoint at entry 3 is wrong."
    ]


def test_account_that_was_busy_long_ago_is_pruned_to_nothing_and_goes_on(store, clock, monkeypatch):
    monkeypatch.setattr(subject, "PRUNED_AT_ONCE", 4)
    for number in range(10):
        note(number)
    chain()
    clock.moment = START + timedelta(days=500)

    at(clock).chain_all(ACCOUNT)
    assert (exported()["entries"], exported()["checkpoint"]["sequence"]) == ([], 10)
    note(11, at=clock.moment)
    at(clock).chain_all(ACCOUNT)

    assert [entry["sequence"] for entry in exported()["entries"]] == [11]
    assert wrong() == []


def test_worker_that_dies_while_pruning_leaves_a_log_that_verifies(store, clock, monkeypatch):
    for number in range(3):
        note(number)
    chain()
    clock.moment = START + timedelta(days=500)
    real = AuditStore.prune

    def dying(*arguments):
        real(*arguments)
        raise Killed

    monkeypatch.setattr(AuditStore, "prune", dying)
    with pytest.raises(Killed):
        at(clock).chain_all(ACCOUNT)
    monkeypatch.setattr(AuditStore, "prune", real)
    at(clock).chain_all(ACCOUNT)

    assert exported()["entries"] == []
    assert wrong() == []


def test_flood_of_failed_sign_ins_gets_sixty_entries_an_hour_and_one_that_counts_the_rest(store, clock):
    for number in range(200):
        note(number, kind=FAILED, actor=NOBODY, outcome="refused")
        if number % 20 == 0:
            at(clock).chain_all(ACCOUNT)
    at(clock).chain_all(ACCOUNT)
    assert len(subjects()) == TRIES_AN_HOUR
    assert store.list_unchained(ACCOUNT, limit=5) == []

    clock.moment = START + timedelta(hours=1, minutes=2)
    assert FilingService(event_store(), filing_queue(), (), clock).sweep() == 1
    at(clock).chain_all(ACCOUNT)
    at(clock).chain_all(ACCOUNT)

    assert subjects()[TRIES_AN_HOUR:] == ["140 more within the hour"]
    assert wrong() == []


def test_flood_does_not_keep_other_entries_out(store, clock):
    for number in range(100):
        note(number, kind=FAILED, actor=NOBODY)
    note(200)
    note(3_700, kind=FAILED, actor=NOBODY)

    at(clock).chain_all(ACCOUNT)

    assert subjects()[-3:] == ["number 200", "40 more within the hour", "number 3700"]


@pytest.mark.parametrize(
    ("noted", "told"),
    [
        ({"kind": EntryType.SIGN_IN}, None),
        ({"kind": EntryType.SIGN_IN, "unfamiliar": True}, EventType.SECURITY_SIGN_IN),
        ({"kind": EntryType.PASSWORD_CHANGED}, EventType.SECURITY_PASSWORD_CHANGED),
        ({"kind": EntryType.PASSWORD_CHANGED, "outcome": "refused"}, None),
        ({"kind": EntryType.KEY_REVOKED}, None),
        ({"kind": EntryType.KEY_REVOKED, "actor": NOBODY}, EventType.SECURITY_KEY_LEAKED),
        ({"kind": EntryType.CREDENTIAL_USED}, None),
        ({"kind": EntryType.ACCOUNT_CLOSING}, EventType.SECURITY_ACCOUNT_CLOSING),
    ],
)
def test_feed_tells_what_the_owner_should_hear_of_and_not_what_the_client_calls_itself(store, noted, told):
    note(1, device="<script>", **noted)
    chain()

    events = event_store().list_unfiled(ACCOUNT, limit=5)

    assert [event.type for event in events] == ([told] if told else [])
    assert all("script" not in event.model_dump_json() for event in events)
