"""The worker that sends: once, to whom it may, again when SES can't, never after it may not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from common.transactions import transact
from domain.mail.postbox import Refused, TryLater
from domain.mail.records import Contact, Kind, Mail, NeedsYou, Reports, ReportText, State, mail_about
from domain.mail.sending import BACK_OFF, LEASE, MOST_ATTEMPTS
from domain.mail.sweep import sweep_mails
from domain.mail.token_records import Purpose
from domain.work.outbox import Window
from mails import ACCOUNT, ADDRESS, URL, MailRoom, event, html_of, text_of


@pytest.fixture
def room(aws, clock):
    return MailRoom(clock)


def put(room, mail: Mail) -> Mail:
    transact([room.store.adding(mail)])
    return mail


def needs_you(room, number: int = 1) -> Mail:
    return put(room, mail_about(event(room.clock(), number=number), Kind.NEEDS_YOU, room.clock()))


def verification(room) -> Mail:
    now = room.clock()
    return put(room, Mail(id="mail_v", account_id=ACCOUNT, kind=Kind.VERIFY, created_at=now, due_at=now))


def killed(*_args, **_options):
    """The worker died here."""
    raise MemoryError


def sweep(room) -> None:
    """Send what the sweep finds."""
    sweep_mails(room.letterbox, room.clock())
    room.empty()


def waiting(room) -> list[str]:
    window = Window(room.clock() - timedelta(days=3), room.clock() + timedelta(days=3))
    return [mail.id for mail in room.store.list_waiting(window)]


def test_mail_is_sent_once_and_leaves_the_outbox(room):
    mail = needs_you(room)

    room.deliver(mail.id)
    room.deliver(mail.id)

    assert [address for address, _ in room.post_office.sent] == [ADDRESS]
    assert room.post_office.last["Subject"] == "Bakery: the roadmap waits for your approval"
    assert f"{URL}/app/projects/prj_1" in text_of(room.post_office.last)
    assert room.mail(mail.id).state is State.SENT
    assert waiting(room) == []


@pytest.mark.parametrize(
    ("contact", "reason"),
    [
        (Contact(ADDRESS, verified=False), "unverified"),
        (Contact(None, verified=False), "no_address"),
        (None, "no_account"),
        (Contact("a,b@example.com", verified=True), "address"),
    ],
)
def test_mail_to_whom_it_may_not_go_is_dropped(room, contact, reason):
    room.contact = contact
    mail = needs_you(room)

    room.deliver(mail.id)

    assert room.post_office.sent == []
    assert (room.mail(mail.id).state, room.mail(mail.id).reason) == (State.DROPPED, reason)
    assert waiting(room) == []


def test_suppressed_address_gets_no_mail_not_even_a_verification(room):
    room.contact = Contact("Mira@Example.com", verified=False)
    room.store.suppress("mira@example.COM", "bounced", room.clock())
    mail = verification(room)

    room.deliver(mail.id)

    assert room.post_office.sent == []
    assert room.mail(mail.id).reason == "suppressed"


@pytest.mark.parametrize(
    ("kind", "changes", "mails"),
    [
        (Kind.NEEDS_YOU, {"needs_you": NeedsYou.OFF.value}, 0),
        (Kind.NEEDS_YOU, {"needs_you": NeedsYou.DAILY.value}, 0),
        (Kind.NEEDS_YOU, {"reports": Reports.OFF.value}, 1),
        (Kind.REPORT, {"reports": Reports.OFF.value}, 0),
    ],
)
def test_choice_made_after_the_mail_was_made_counts(room, kind, changes, mails):
    mail = put(room, mail_about(event(room.clock(), subject_id="rep_1"), kind, room.clock()))
    room.reports["rep_1"] = ReportText("Weekly report", "# Weekly report", wanted=True)
    room.store.save_preferences(ACCOUNT, changes)

    room.deliver(mail.id)

    assert len(room.post_office.sent) == mails


def test_verification_goes_to_an_unverified_address_and_its_token_is_stored_nowhere(room, aws):
    room.contact = Contact(ADDRESS, verified=False)
    mail = verification(room)

    room.deliver(mail.id)

    token = text_of(room.post_office.last).split("/app/#/verify/")[1].split()[0]
    rows = aws("dynamodb").scan(TableName=room.store.table.name)["Items"]
    assert room.tokens.read(token, Purpose.VERIFY).subject == ADDRESS
    assert token not in str(rows)


def test_verification_of_what_is_verified_meanwhile_is_not_sent(room):
    mail = verification(room)

    room.deliver(mail.id)

    assert (room.post_office.sent, room.mail(mail.id).reason) == ([], "verified_already")


def test_report_comes_in_full_unless_its_task_was_switched_off(room, clock):
    room.reports["rep_1"] = ReportText("Weekly report", "# Weekly report\n\n**All is well.**", wanted=True)
    room.reports["rep_2"] = ReportText("Weekly report", "# Weekly report", wanted=False)
    mails = [
        put(
            room,
            mail_about(event(clock(), number=number, subject_id=name), Kind.REPORT, clock()),
        )
        for number, name in enumerate(("rep_1", "rep_2", "rep_3"), start=1)
    ]

    for mail in mails:
        room.deliver(mail.id)

    assert [str(message["Subject"]) for _, message in room.post_office.sent] == ["Weekly report"]
    assert "All is well." in text_of(room.post_office.last)
    assert "<strong>All is well.</strong>" in html_of(room.post_office.last)
    assert [room.mail(mail.id).reason for mail in mails] == [None, "task_switched_off", "no_report"]


def test_worker_killed_before_it_posted_leaves_the_mail_to_the_next_after_the_lease(room, clock):
    mail = needs_you(room)

    room.writes = killed
    with pytest.raises(MemoryError):
        room.deliver(mail.id)
    room.writes = MailRoom(clock).writes
    room.deliver(mail.id)
    held = len(room.post_office.sent)
    clock.moment += LEASE + timedelta(seconds=31)
    sweep(room)

    assert held == 0
    assert len(room.post_office.sent) == 1
    assert room.mail(mail.id).state is State.SENT


def test_worker_killed_between_ses_and_the_mark_sends_one_copy_more_and_no_third(room, clock, monkeypatch):
    mail = needs_you(room)

    with monkeypatch.context() as patched:
        patched.setattr(type(room.store), "finish", killed)
        with pytest.raises(MemoryError):
            room.deliver(mail.id)
    clock.moment += LEASE
    for _ in range(3):
        room.deliver(mail.id)

    assert len(room.post_office.sent) == 2  # SES can't be told "only once": we prefer a second copy to none


def test_two_workers_at_once_send_one_mail(room, clock):
    mail = needs_you(room)
    other = MailRoom(clock, post_office=room.post_office)

    def meanwhile(letter, **options):
        other.deliver(mail.id)
        return other.writes(letter, **options)

    room.writes = meanwhile
    room.deliver(mail.id)

    assert len(room.post_office.sent) == 1


@pytest.mark.parametrize(("taken_again", "state"), [(True, State.SENT), (False, State.DROPPED)])
def test_throttled_mail_is_tried_again_later_until_ses_takes_it_or_it_is_given_up(room, clock, taken_again, state):
    mail = needs_you(room)
    room.post_office.failing = [TryLater("TooManyRequestsException")] * (len(BACK_OFF) + (not taken_again))
    clock.advance(seconds=31)

    for pause in BACK_OFF:
        sweep(room)
        room.deliver(mail.id)  # not due yet
        assert waiting(room) == [mail.id]
        clock.moment += pause + timedelta(seconds=31)
    sweep(room)

    assert room.post_office.failing == []
    assert len(room.post_office.sent) == taken_again
    assert (room.mail(mail.id).state, room.mail(mail.id).attempts) == (state, len(BACK_OFF) + 1)


def test_mail_that_no_worker_can_write_is_given_up_in_the_end(room, clock):
    mail = needs_you(room)

    def broken(*_args, **_options):
        raise RecursionError

    room.writes = broken
    for pause in (*BACK_OFF, timedelta()):
        with pytest.raises(RecursionError):
            room.deliver(mail.id)
        room.deliver(mail.id)  # not due yet
        clock.moment += pause

    assert (room.mail(mail.id).state, room.mail(mail.id).reason) == (State.DROPPED, "broke_off")
    assert waiting(room) == []


def test_mail_that_kills_every_worker_is_given_up_in_the_end(room, clock, monkeypatch):
    mail = needs_you(room)

    with monkeypatch.context() as patched:
        patched.setattr(type(room.store), "finish", killed)
        for _ in range(MOST_ATTEMPTS):
            with pytest.raises(MemoryError):
                room.deliver(mail.id)
            clock.moment += LEASE
    before = len(room.post_office.sent)
    room.deliver(mail.id)

    assert len(room.post_office.sent) == before
    assert (room.mail(mail.id).state, room.mail(mail.id).reason) == (State.DROPPED, "killed")


def test_mail_that_ses_refuses_is_not_tried_again(room):
    mail = needs_you(room)
    room.post_office.failing = [Refused("MessageRejected")]

    room.deliver(mail.id)
    room.deliver(mail.id)

    assert room.post_office.sent == []
    assert (room.mail(mail.id).state, room.mail(mail.id).reason) == (State.DROPPED, "MessageRejected")


def test_unknown_mail_is_nothing(room):
    room.deliver("mail_unknown")

    assert room.post_office.sent == []
