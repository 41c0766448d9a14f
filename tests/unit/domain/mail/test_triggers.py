"""Which event makes which mail, once, in the transaction that files it; and the daily digest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from domain.events.filing import FilingService
from domain.events.log import commit, filing_queue, recording
from domain.events.records import Event, EventType, happened
from domain.events.store import event_store
from domain.mail.records import NeedsYou, State
from domain.mail.sweep import sweep_mails
from domain.mail.triggers import mail_subscribers, next_digest_at
from mails import ACCOUNT, MailRoom, text_of
from tables import for_each

TOLD = {
    EventType.ATTENTION_OPENED,
    EventType.REPORT_READY,
    EventType.TASK_RUN_FAILED,
}


@pytest.fixture
def room(aws, clock):
    return MailRoom(clock)


def record(room, kind: EventType, words: str, item_id: str = "apr_1") -> Event:
    """An event about an item of the inbox; all items are about one project."""
    about = {"subject_id": "prj_1", "item_id": item_id, "path": "/app/projects/prj_1"}
    fresh = happened(kind, ACCOUNT, room.clock(), ("Bakery", words), **about)
    commit(recording([fresh]))
    room.clock.advance(milliseconds=1)  # events of one moment, recorded one by one, have no order
    return fresh


def file_all(room) -> int:
    service = FilingService(event_store(), filing_queue(), [lambda _account: room.subscriber()], room.clock)
    return service.file_all(ACCOUNT)


def prefer(room, **choices) -> None:
    room.store.save_preferences(ACCOUNT, {name: choice.value for name, choice in choices.items()})


def texts(room) -> list[str]:
    return [text_of(message) for _, message in room.post_office.sent]


@pytest.mark.parametrize("kind", EventType)
def test_by_default_what_needs_you_and_reports_make_a_mail_at_once_and_nothing_else_does(room, kind):
    record(room, kind, "something happened")

    file_all(room)

    assert len(room.letterbox.waiting) == (kind in TOLD)


def test_event_makes_one_mail_however_often_its_filing_is_tried(room):
    record(room, EventType.ATTENTION_OPENED, "the roadmap waits")

    assert [file_all(room), file_all(room)] == [1, 0]
    room.empty()

    assert len(room.post_office.sent) == 1


def edit(room) -> None:
    """A document in review was edited."""
    about = {"project_id": "prj_1", "subject_id": "dlv_1", "path": "/app/projects/prj_1", "action": "decide_approval"}
    commit(recording([happened(EventType.DELIVERABLE_EDITED, ACCOUNT, room.clock(), ("Bakery", "edited"), **about)]))
    file_all(room)


def test_edited_document_makes_one_mail_an_hour_after_the_last_edit(room):
    for _ in range(3):
        edit(room)
        room.clock.advance(minutes=40)
        assert sweep_mails(room.letterbox, room.clock()) == 0

    room.clock.advance(minutes=40)

    assert sweep_mails(room.letterbox, room.clock()) == 1


def test_digest_comes_once_at_eight_with_what_is_still_open(room, clock):
    clock.moment = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
    prefer(room, needs_you=NeedsYou.DAILY)
    record(room, EventType.ATTENTION_OPENED, "the roadmap waits", "apr_1")
    file_all(room)
    clock.advance(hours=2)
    for words, subject in (("the brief waits", "apr_2"), ("the budget is spent", "prj_1")):
        record(room, EventType.ATTENTION_OPENED, words, subject)
    record(room, EventType.ATTENTION_CLEARED, "the roadmap is decided", "apr_1")
    record(room, EventType.ATTENTION_CHANGED, "the brief waits in revision 2", "apr_2")
    record(room, EventType.ATTENTION_CHANGED, "something told yesterday", "apr_9")
    file_all(room)

    clock.moment = datetime(2026, 3, 3, 6, 59, tzinfo=UTC)  # 7:59 in Berlin
    early = sweep_mails(room.letterbox, clock())
    clock.advance(minutes=6)
    sweep_mails(room.letterbox, clock())
    room.empty()
    clock.advance(minutes=5)
    again = sweep_mails(room.letterbox, clock())

    assert (early, again) == (0, 0)
    (text,) = texts(room)
    assert "2 items need you" in text
    assert text.count("the brief waits") == text.count("the brief waits in revision 2") == 1
    assert "the budget is spent" in text
    assert "the roadmap" not in text
    assert "yesterday" not in text


def test_digest_of_a_busy_day_tells_what_is_open_at_its_end(room, clock):
    prefer(room, needs_you=NeedsYou.DAILY)
    for number in range(101):
        record(room, EventType.ATTENTION_OPENED, f"work {number} waits", f"wrk_{number}")
        record(room, EventType.ATTENTION_CLEARED, f"work {number} is done", f"wrk_{number}")
    record(room, EventType.ATTENTION_OPENED, "the roadmap waits", "apr_1")
    while file_all(room):
        pass

    clock.advance(days=1)
    sweep_mails(room.letterbox, clock())
    room.empty()

    assert [str(mail["Subject"]) for _, mail in room.post_office.sent] == ["Bakery: the roadmap waits"]


def test_digest_of_which_nothing_is_left_is_not_sent(room, clock):
    prefer(room, needs_you=NeedsYou.DAILY)
    record(room, EventType.ATTENTION_OPENED, "the roadmap waits")
    record(room, EventType.ATTENTION_CLEARED, "the roadmap is decided")
    file_all(room)

    clock.advance(days=1)
    sweep_mails(room.letterbox, clock())
    (digest,) = room.letterbox.waiting
    room.empty()

    assert room.post_office.sent == []
    assert (room.mail(digest.id).state, room.mail(digest.id).reason) == (State.DROPPED, "nothing_left")


def test_what_comes_while_a_digest_is_under_way_waits_for_the_next(room, clock, monkeypatch):
    """The filing computed its digest a moment before eight and commits when the digest is out: it must start again."""
    prefer(room, needs_you=NeedsYou.DAILY)
    clock.moment = datetime(2026, 3, 2, 6, 0, tzinfo=UTC)
    record(room, EventType.ATTENTION_OPENED, "the roadmap waits", "apr_1")
    file_all(room)
    clock.moment = datetime(2026, 3, 2, 6, 59, 59, tzinfo=UTC)
    record(room, EventType.ATTENTION_OPENED, "the brief waits", "apr_2")
    commit_as_read = type(event_store()).file

    def slowly(*arguments):
        monkeypatch.undo()
        clock.advance(minutes=2)
        sweep_mails(room.letterbox, clock())
        room.empty()
        commit_as_read(*arguments)

    monkeypatch.setattr(type(event_store()), "file", slowly)
    file_all(room)
    clock.advance(days=1)
    sweep_mails(room.letterbox, clock())
    room.empty()

    first, second = texts(room)
    assert "the roadmap waits" in first
    assert "the brief waits" not in first
    assert "the brief waits" in second


def test_batch_of_many_events_of_a_digest_is_filed_in_one_go(room):
    prefer(room, needs_you=NeedsYou.DAILY)
    for number in range(40):
        record(room, EventType.ATTENTION_OPENED, f"thing {number}", f"apr_{number}")

    assert file_all(room) == 40


@for_each(
    ("now", "zone", "due"),
    [
        ("2026-03-02T06:59:00+00:00", "Europe/Berlin", "2026-03-02T07:00:00+00:00"),
        ("2026-03-02T07:00:00+00:00", "Europe/Berlin", "2026-03-03T07:00:00+00:00"),
        ("2026-03-28T12:00:00+00:00", "Europe/Berlin", "2026-03-29T06:00:00+00:00"),  # summer time begins that night
        ("2026-03-02T23:30:00+00:00", "Asia/Tokyo", "2026-03-03T23:00:00+00:00"),
        ("2026-03-02T12:00:00+00:00", "America/New_York", "2026-03-02T13:00:00+00:00"),
        ("2026-03-02T12:00:00+00:00", "UTC", "2026-03-03T08:00:00+00:00"),
    ],
)
def test_digest_is_due_at_eight_on_the_customers_clock(now, zone, due):
    assert next_digest_at(datetime.fromisoformat(now), zone) == datetime.fromisoformat(due)


@pytest.mark.parametrize(
    ("sender", "url", "subscribers"),
    [("", "https://a.example", 0), ("team@a.example", "", 0), ("team@a.example", "https://a.example", 1)],
)
def test_installation_without_a_sender_or_an_address_makes_no_mail(monkeypatch, sender, url, subscribers):
    monkeypatch.setenv("MAIL_FROM", sender)
    monkeypatch.setenv("PUBLIC_URL", url)

    assert len(mail_subscribers(lambda _account: "UTC")) == subscribers


def test_lost_nudge_is_made_up_for_by_the_sweep(room, clock):
    record(room, EventType.ATTENTION_OPENED, "the roadmap waits")
    file_all(room)
    room.letterbox.waiting.clear()

    clock.moment += timedelta(minutes=1)
    assert sweep_mails(room.letterbox, clock()) == 1
    room.empty()

    assert [message["Subject"] for _, message in room.post_office.sent] == ["Bakery: the roadmap waits"]
