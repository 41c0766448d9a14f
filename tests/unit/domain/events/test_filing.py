"""The feed: gapless, in order, each event once, whatever dies or comes twice."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from atrium_verify import events as verifier
from common.aws import client
from common.chain import GENESIS, hash_of
from common.dynamo import Write
from common.errors import ChangedMeanwhile, Unavailable
from common.transactions import transact
from domain.events import filing as subject
from domain.events.feed import FeedService
from domain.events.filing import FilingService, filing_service
from domain.events.log import commit, deferring, dropping, filing_queue, recording
from domain.events.records import SUMMARY_LENGTH, Event, EventType, happened
from domain.events.store import End, EventStore, event_store
from unit_fixtures import START

EVERY_TYPE = frozenset(EventType)


class Killed(Exception):
    """The worker died here."""


@dataclass
class Subscriber:
    """What follows from an event are the writes of `following`. `told`: the events that it was nudged about."""

    following: Callable[[Event], list[Write]]
    told: list[int | None] = field(default_factory=list)

    def nudge(self, events):
        self.told.extend(event.sequence for event in events)


@pytest.fixture
def store(aws):
    return event_store()


def record(number, *, account_id="acc_1", kind=EventType.PROJECT_CREATED):
    event = happened(kind, account_id, START + timedelta(seconds=number), ("Bakery", f"number {number}"))
    commit(recording([event]))
    return event


def feed(account_id="acc_1", *, after=0, limit=100, types=EVERY_TYPE, public_url=None):
    service = FeedService(event_store(), public_url, sleep=lambda _seconds: None)
    return service.read(account_id, after=after, limit=limit, types=types)


def summaries(page):
    return [event.data["summary"] for event in page.events]


def nudged():
    messages = client("sqs").receive_message(QueueUrl=filing_queue().url, MaxNumberOfMessages=10).get("Messages", [])
    return [message["Body"] for message in messages]


def test_events_are_numbered_in_the_order_in_which_they_happened(store):
    for number in (3, 1, 2):
        record(number)

    assert filing_service().file_all("acc_1") == 3

    page = feed()
    assert [event.sequence for event in page.events] == [1, 2, 3]
    assert summaries(page) == [f"Bakery: number {number}" for number in (1, 2, 3)]
    assert (page.has_more, page.last_sequence) == (False, 3)


def test_commit_nudges_once_for_an_account_and_not_without_events(store):
    commit([store.table.putting({"pk": "ACCOUNT#acc_1", "sk": "OTHER"})])
    assert nudged() == []

    commit(recording([happened(EventType.PROJECT_CREATED, "acc_1", START, (name,)) for name in "ab"]))

    assert nudged() == ['{"account_id": "acc_1"}']


def test_lost_nudge_is_sent_again_by_the_sweep(store, clock, monkeypatch):
    def refuses(_self, _item, **_options):
        raise Unavailable

    monkeypatch.setattr(type(filing_queue()), "send", refuses)
    record(0)
    monkeypatch.undo()
    sweeper = FilingService(store, filing_queue(), (), clock)

    assert (sweeper.sweep(), nudged()) == (0, [])
    clock.advance(minutes=2)

    assert (sweeper.sweep(), nudged()) == (1, ['{"account_id": "acc_1"}'])


@pytest.mark.parametrize("dies", ["before", "after"])
def test_worker_that_dies_around_its_transaction_files_each_event_once(store, monkeypatch, dies):
    for number in range(5):
        record(number)
    real = EventStore.file

    def file(*arguments):
        if dies == "after":
            real(*arguments)
        raise Killed

    monkeypatch.setattr(EventStore, "file", file)
    with pytest.raises(Killed):
        filing_service().file_all("acc_1")
    monkeypatch.setattr(EventStore, "file", real)

    filing_service().file_all("acc_1")

    assert [event.sequence for event in feed().events] == [1, 2, 3, 4, 5]
    assert len({event.id for event in feed().events}) == 5


def test_two_workers_of_one_account_leave_no_gap_and_file_nothing_twice(store, monkeypatch):
    """Each worker stops between reading and writing, so that they read the same events."""
    monkeypatch.setattr(subject, "BATCH", 3)
    for number in range(12):
        record(number)
    together = threading.Barrier(2, timeout=0.05)
    real = EventStore.find_end

    def find(self, account_id):
        last = real(self, account_id)
        try:
            together.wait()
        except threading.BrokenBarrierError:
            together.reset()
        return last

    monkeypatch.setattr(EventStore, "find_end", find)

    def work():
        for _ in range(20):
            try:
                filing_service().file_all("acc_1")
            except ChangedMeanwhile:
                continue
            return

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    page = feed()
    assert [event.sequence for event in page.events] == list(range(1, 13))
    assert len(set(summaries(page))) == 12


def test_what_follows_is_stored_with_the_event_and_never_without(store):
    def two_rows(event):
        rows = ({"pk": "FOLLOWS", "sk": f"{event.sequence}-{place}"} for place in "ab")
        return [store.table.putting_new(row, key="sk") for row in rows]

    subscriber = Subscriber(two_rows)
    for number in range(70):
        record(number)

    filing_service([lambda _account_id: subscriber]).file_all("acc_1")

    assert len(store.table.query_all("pk = :pk", {"pk": "FOLLOWS"})) == 140
    assert subscriber.told == list(range(1, 71))


def test_accounts_have_feeds_of_their_own(store):
    record(1)
    record(2, account_id="acc_2")
    for account_id in ("acc_1", "acc_2"):
        filing_service().file_all(account_id)

    assert (summaries(feed("acc_1")), summaries(feed("acc_2"))) == (["Bakery: number 1"], ["Bakery: number 2"])
    assert [event.sequence for event in feed("acc_2").events] == [1]


def test_reader_is_shown_its_types_and_told_how_far_it_has_read(store):
    for number in range(6):
        record(number, kind=EventType.KEY_CREATED if number % 2 else EventType.PROJECT_CREATED)
    filing_service().file_all("acc_1")
    keys = frozenset({EventType.KEY_CREATED})

    first = feed(types=keys, limit=3)
    second = feed(types=keys, limit=3, after=first.last_sequence)

    assert (summaries(first), first.has_more, first.last_sequence) == (["Bakery: number 1"], True, 3)
    assert (summaries(second), second.has_more, second.last_sequence) == (
        ["Bakery: number 3", "Bakery: number 5"],
        False,
        6,
    )
    assert feed(after=99).last_sequence == 99


def test_reader_that_waits_gets_the_event_that_comes_meanwhile(store):
    def sleep(_seconds):
        record(1)
        filing_service().file_all("acc_1")

    service = FeedService(store, None, sleep)

    page = service.read("acc_1", after=0, limit=10, types=EVERY_TYPE, wait_seconds=5)

    assert summaries(page) == ["Bakery: number 1"]


def test_deferred_event_happens_at_its_time_once(store, clock):
    event = happened(
        EventType.KEY_EXPIRING, "acc_1", START + timedelta(days=3), ("Deploy", "expires"), subject_id="key_1"
    )
    commit([deferring(event)])
    sweeper = FilingService(store, filing_queue(), (), clock)
    clock.advance(days=2)
    sweeper.sweep()
    assert store.list_unfiled("acc_1", limit=5) == []

    clock.advance(days=2)
    sweeper.sweep()
    sweeper.sweep()
    filing_service().file_all("acc_1")
    sweeper.sweep()
    filing_service().file_all("acc_1")

    assert summaries(feed()) == ["Deploy: expires"]


def test_deferred_event_that_was_dropped_or_put_off_does_not_happen(store, clock):
    def expiring(days):
        at = START + timedelta(days=days)
        return happened(EventType.KEY_EXPIRING, "acc_1", at, ("Deploy", f"day {days}"), subject_id="key_1")

    commit([deferring(expiring(1))])
    commit([deferring(expiring(5))])
    sweeper = FilingService(store, filing_queue(), (), clock)
    clock.advance(days=2)
    assert sweeper.sweep() == 0

    commit([dropping("acc_1", EventType.KEY_EXPIRING, "key_1")])
    clock.advance(days=9)

    assert sweeper.sweep() == 0
    assert store.list_unfiled("acc_1", limit=5) == []


def test_sentence_is_one_line_of_bounded_length():
    event = happened(EventType.PROJECT_CREATED, "acc_1", START, ("A\n\tB", "x" * 400))

    assert event.summary.startswith("A B: xxx")
    assert len(event.summary) == SUMMARY_LENGTH


def test_payload_has_a_link_only_when_the_product_knows_its_address(store):
    event = happened(EventType.KEY_CREATED, "acc_1", START, ("Deploy",), path="/app/developers/keys")

    assert event.payload("https://atrium.example")["data"]["url"] == "https://atrium.example/app/developers/keys"
    assert "url" not in event.payload(None)["data"]


def test_events_of_one_moment_keep_the_order_in_which_they_are_told(store):
    names = [f"{place:02}" for place in range(30)]
    commit(recording(happened(EventType.PROJECT_CREATED, "acc_1", START, (name,)) for name in names))

    filing_service().file_all("acc_1")

    assert summaries(feed()) == names


def test_events_that_touch_one_row_are_filed_one_after_the_other(store):
    def one_row(event):
        return [store.table.putting({"pk": "ONE", "sk": "ROW", "last": event.sequence})]

    for number in range(4):
        record(number)

    filing_service([lambda _account_id: Subscriber(one_row)]).file_all("acc_1")

    assert store.table.get({"pk": "ONE", "sk": "ROW"})["last"] == 4
    assert len(feed().events) == 4


def test_each_event_is_chained_to_the_one_before_it_over_batches(store, monkeypatch):
    monkeypatch.setattr(subject, "BATCH", 2)
    for number in range(5):
        record(number)

    filing_service().file_all("acc_1")

    filed = store.list_filed("acc_1", after=0, limit=10)
    assert [one.before_hash for one in filed] == [GENESIS, *(one.hash for one in filed[:-1])]
    assert store.find_end("acc_1") == End(5, filed[-1].hash)
    for one in filed:
        fields = one.model_dump(mode="json", exclude_none=True, exclude={"before_hash", "hash"})
        assert one.hash == hash_of(one.before_hash, fields)


def test_feed_of_an_earlier_edition_begins_its_chain_with_the_next_event(store):
    """An event that was filed without a hash, and a counter without one."""
    record(1)
    (new,) = store.list_unfiled("acc_1", limit=5)
    old = new.model_copy(update={"sequence": 1})
    row = {"pk": "ACCOUNT#acc_1", "sk": "SEQ#000000000001", **old.model_dump(mode="json", exclude_none=True)}
    counter = {"pk": "ACCOUNT#acc_1", "sk": "FEED", "last_sequence": 1}
    gone = {"pk": "NEW#acc_1", "sk": f"EVENT#{old.id}"}
    transact([store.table.putting(row), store.table.putting(counter), store.table.deleting(gone)])
    record(2)

    filing_service().file_all("acc_1")

    first, second = store.list_filed("acc_1", after=0, limit=10)
    assert (first.hash, second.sequence, second.before_hash) == (None, 2, GENESIS)
    account_id, ends = "acc_1", {"count": 2, "first": 1, "before_hash": GENESIS, "last": 2, "hash": second.hash}
    exported = [one.model_dump(mode="json", exclude_none=True) for one in (first, second)]
    assert list(verifier.problems(exported, account_id, ends)) == []
