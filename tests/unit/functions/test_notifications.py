"""The doors of mail: verifying an address, choosing what comes, and ending it by a click."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from accounts import Accounts, client
from common.caller import Caller
from domain.identity.contacts import ContactService
from domain.identity.models import LogIn, SignUp
from domain.identity.store import identity_store
from domain.keys.scopes import SCOPES
from domain.mail.preferences import NotificationService
from domain.mail.queue import MailToSend
from domain.mail.records import Kind, NeedsYou, Reports
from domain.mail.store import mail_store
from domain.mail.token_records import Purpose
from doors import call, load, session_caller
from mails import ADDRESS, SENDER, URL, MailRoom, text_of

PASSWORD = "some walnut staple"
ONE_CLICK = {"body": "List-Unsubscribe=One-Click", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}


@pytest.fixture
def house(aws, clock, monkeypatch):
    """A customer who just signed up, and the doors' services on this clock."""
    room = MailRoom(clock)
    accounts = Accounts(clock, letterbox=room.letterbox)
    identity, addresses = accounts.identity, accounts.addresses
    notifications = NotificationService(mail_store(), room.tokens, SENDER, URL)
    monkeypatch.setattr(load("session"), "address_service", lambda: addresses)
    monkeypatch.setattr(load("session"), "identity_service", lambda: identity)
    monkeypatch.setattr(load("notifications"), "notification_service", lambda: notifications)
    signed_in, _token = identity.sign_up(SignUp(email=ADDRESS, password=PASSWORD, name="Mira"), client())
    contacts = ContactService(identity_store().table)
    monkeypatch.setattr(load("notifications"), "contact_service", lambda: contacts)
    monkeypatch.setattr(MailRoom, "_contact", lambda _room, account_id: contacts.contact_of(account_id))
    return SimpleNamespace(
        room=room, identity=identity, account_id=signed_in.account.id, caller=_caller(signed_in.account.id)
    )


def _caller(account_id: str) -> Caller:
    hashed = identity_store().find_user(ADDRESS).sessions
    return Caller(account_id, "session", "usr_1", frozenset(SCOPES), next(iter(hashed)))


def deliver(house) -> None:
    """Send what waits; the letter box's mails are of this account."""
    while house.room.letterbox.waiting:
        mail = house.room.letterbox.waiting.pop(0)
        house.room.worker.send(MailToSend(mail.account_id, mail.id))


def token_in_mail(house) -> str:
    deliver(house)
    return text_of(house.room.post_office.last).split("/app/#/verify/")[1].split()[0]


def verify(token: str):
    return call("session", "POST", "/api/auth/verify", caller=None, body={"token": token})


def ask(house):
    return call("session", "POST", "/api/auth/verification", caller=house.caller)


def notifications(house):
    return call("notifications", "GET", "/api/account/notifications", caller=house.caller).data


def is_verified(house) -> bool:
    return call("session", "GET", "/api/auth/session", caller=house.caller).data["user"]["email_verified"]


def test_sign_up_sends_a_mail_whose_link_verifies_the_address_once(house):
    before = is_verified(house)
    token = token_in_mail(house)
    address, _ = house.room.post_office.sent[0]

    first, second = verify(token), verify(token)

    assert (before, address) == (False, ADDRESS)
    assert (first.status, first.data) == (200, {"email": ADDRESS, "verified": True})
    assert (second.status, second.error["code"]) == (404, "INVALID_TOKEN")
    assert is_verified(house)
    assert notifications(house)["mail"]["verified"]


def test_sign_up_that_is_refused_sends_nothing_to_an_address_that_nobody_confirmed(house):
    house.room.letterbox.waiting.clear()

    with pytest.raises(Exception, match="You have an account"):
        house.identity.sign_up(SignUp(email=ADDRESS, password=PASSWORD, name="Somebody else"), client())

    assert [mail.kind for mail in house.room.letterbox.waiting] == [Kind.SECURITY]
    deliver(house)
    assert house.room.post_office.sent == []  # the address is not confirmed


def test_nobody_can_fill_a_strangers_letter_box(house, clock):
    answers = []
    for _ in range(7):
        answers.append(ask(house))
        answers.append(ask(house))
        clock.advance(minutes=1)
    deliver(house)

    taken = [answer.status for answer in answers]
    assert taken.count(202) == 5
    assert taken[:2] == [202, 429]
    assert int(answers[1].headers["retry-after"]) == 60
    assert len(house.room.post_office.sent) == 1 + 5
    clock.advance(days=1)
    assert ask(house).status == 202


def test_link_to_an_address_that_is_no_longer_the_accounts_verifies_nothing(house):
    token = token_in_mail(house)
    identity_store().update_account(house.account_id, {"email": "new@example.com"})

    assert verify(token).status == 404
    assert not is_verified(house)


def test_account_of_before_mail_learns_its_address_when_its_user_signs_in(house):
    identity_store().table.update({"pk": f"ACCOUNT#{house.account_id}"}, "REMOVE email", {})
    before = notifications(house)["mail"]

    house.identity.log_in(LogIn(email=ADDRESS, password=PASSWORD), client())

    assert (before["address"], before["verified"]) == (None, False)
    assert notifications(house)["mail"]["address"] == ADDRESS


@pytest.mark.parametrize(
    "body", [{}, {"reports": None}, {"needs_you": "weekly"}, {"reports": True}, {"decide_by_mail": 1}, {"other": 1}]
)
def test_change_that_is_none_is_refused(house, body):
    answer = call("notifications", "PATCH", "/api/account/notifications", caller=house.caller, body=body)

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")


def suppressed_after_verifying(house, clock, reason):
    verify(token_in_mail(house))
    clock.advance(minutes=1)
    mail_store().suppress(ADDRESS, reason, clock())


def test_verified_owner_frees_an_address_that_bounced_by_the_link_of_a_new_mail(house, clock):
    suppressed_after_verifying(house, clock, "bounced")
    offered = notifications(house)["mail"]

    answer = ask(house)
    still = notifications(house)["mail"]["suppressed"]
    freed = verify(token_in_mail(house))

    assert (offered["suppressed"], offered["can_be_freed"]) == (True, True)
    assert "ask for the confirmation mail" in offered["note"]
    assert (answer.status, still, freed.status) == (202, True, 200)
    mail = notifications(house)["mail"]
    assert (mail["suppressed"], mail["can_be_freed"], mail["note"]) == (False, False, None)
    assert ask(house).error["code"] == "ALREADY_VERIFIED"


def test_address_whose_owner_complained_stays_without_mail(house, clock):
    suppressed_after_verifying(house, clock, "complained")
    mail_store().suppress(ADDRESS, "bounced", clock())
    mail = notifications(house)["mail"]

    assert (ask(house).status, ask(house).error["code"]) == (409, "ALREADY_VERIFIED")
    assert (mail["suppressed"], mail["can_be_freed"]) == (True, False)
    assert "as spam" in mail["note"]


def test_complaint_between_the_mail_and_its_link_is_not_ended_by_the_link(house, clock):
    suppressed_after_verifying(house, clock, "bounced")
    ask(house)
    token = token_in_mail(house)
    mail_store().suppress(ADDRESS, "complained", clock())

    assert verify(token).status == 200
    assert notifications(house)["mail"]["suppressed"]


@pytest.mark.parametrize(
    ("kind", "ended"), [(Kind.REPORT, "reports"), (Kind.NEEDS_YOU, "needs_you"), (Kind.DIGEST, "needs_you")]
)
def test_one_click_ends_mails_of_that_kind_without_a_session_however_often(house, kind, ended):
    token = house.room.tokens.mint(Purpose.UNSUBSCRIBE, house.account_id, kind.value)

    answers = [call("notifications", "POST", f"/unsubscribe?token={token}", caller=None, **ONE_CLICK) for _ in "12"]

    assert [(answer.status, answer.data) for answer in answers] == [(200, {"unsubscribed": ended})] * 2
    chosen = mail_store().find_preferences(house.account_id)
    assert chosen.reports is (Reports.OFF if ended == "reports" else Reports.ON)
    assert chosen.needs_you is (NeedsYou.OFF if ended == "needs_you" else NeedsYou.IMMEDIATE)


def test_another_sites_page_cannot_post_it(house):
    token = house.room.tokens.mint(Purpose.UNSUBSCRIBE, house.account_id, Kind.REPORT.value)
    headers = ONE_CLICK["headers"] | {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}

    answer = call("notifications", "POST", f"/unsubscribe?token={token}", caller=None, body="x=1", headers=headers)

    assert answer.status == 403
    assert mail_store().find_preferences(house.account_id).reports is Reports.ON


def test_get_of_the_link_leads_to_a_page_and_changes_nothing(house, aws):
    token = house.room.tokens.mint(Purpose.UNSUBSCRIBE, house.account_id, Kind.REPORT.value)
    rows = aws("dynamodb").scan(TableName=mail_store().table.name)["Items"]
    event = {"path": "/unsubscribe", "httpMethod": "GET", "resource": "/unsubscribe", "headers": {}}

    for method in ("GET", "HEAD"):
        request = event | {"httpMethod": method, "queryStringParameters": {"token": token + "/../x"}}
        answer = load("web").lambda_handler(request, None)

    assert (answer["statusCode"], answer["headers"]["Location"]) == (302, f"app/#/unsubscribe/{token}%2F..%2Fx")
    assert aws("dynamodb").scan(TableName=mail_store().table.name)["Items"] == rows


def test_stranger_sees_only_what_is_theirs(house):
    answer = call("notifications", "GET", "/api/account/notifications", caller=session_caller(account_id="acc_other"))

    assert (answer.status, answer.error["code"]) == (404, "NOT_FOUND")
    assert ADDRESS not in json.dumps(answer.body)
