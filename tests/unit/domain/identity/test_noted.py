"""What sign-in and the life of an account leave in the security log, and whom it is told by mail."""

from __future__ import annotations

import pytest

from accounts import ELSEWHERE, EMAIL, HOME, NEW_PASSWORD, PASSWORD, Accounts, client
from domain.events.store import event_store
from domain.identity.models import ChangeEmail, ChangePassword, ForgotPassword, ResetPassword
from domain.identity.service import InvalidCredentials
from domain.mail.store import mail_store
from mails import text_of

NEW = "ada@new.example"


@pytest.fixture
def accounts(aws, clock):
    return Accounts(clock)


@pytest.fixture
def ada(accounts):
    return accounts.sign_up()


def entries(caller):
    """Type, subject, actor and outcome of what was noted, in the order of time."""
    rows = event_store().table.query_all("pk = :pk", {"pk": f"NEW#{caller.account_id}"})
    noted = sorted((row for row in rows if row["sk"].startswith("ENTRY#")), key=lambda row: row["at"])
    return [(row["type"], row["subject"], row["actor"]["kind"], row["outcome"]) for row in noted]


def types(caller):
    return sorted(kind for kind, *_ in entries(caller))


def guess(accounts, at=None):
    with pytest.raises(InvalidCredentials):
        accounts.log_in(at or client(ELSEWHERE), "wrong")


def test_sign_in_is_noted_with_its_origin_and_as_unfamiliar_only_from_a_new_place(accounts, ada):
    accounts.log_in(client(HOME))
    accounts.log_in(client(ELSEWHERE, browser="curl/8"))

    rows = event_store().table.query_all("pk = :pk", {"pk": f"NEW#{ada[0].account_id}"})
    seen = [(row["address"], row["device"], row.get("unfamiliar")) for row in rows if row.get("type") == "sign_in"]
    assert seen.count((HOME, client().origin.device, None)) == 2
    assert (ELSEWHERE, "curl/8", True) in seen
    assert accounts.subjects_to(EMAIL).count("New sign-in to your account") == 1


def test_browser_is_known_by_its_cookie_wherever_it_is(accounts, ada):
    accounts.log_in(client(ELSEWHERE, ada[1].device, browser="another program"))

    assert "New sign-in to your account" not in accounts.subjects_to(EMAIL)


def test_user_of_before_device_cookies_signs_in_without_news(accounts, ada):
    key = {"pk": f"USER#{EMAIL}"}
    accounts.store.table.update(key, "REMOVE places, undoable", {})

    accounts.log_in(client(ELSEWHERE))
    accounts.log_in(client("203.0.113.77", browser="curl/8"))

    assert accounts.subjects_to(EMAIL).count("New sign-in to your account") == 1


def test_failures_are_noted_once_a_minute_for_each_source_and_not_for_unknown_addresses(accounts, ada, clock):
    guess(accounts)
    guess(accounts)
    guess(accounts, client("203.0.113.5"))
    clock.advance(minutes=1)
    guess(accounts)

    failed = [entry for entry in entries(ada[0]) if entry[0] == "sign_in_failed"]
    assert failed == [("sign_in_failed", "password", "nobody", "refused")] * 3


def test_every_ended_session_and_new_password_is_noted(accounts, ada):
    other, _ = accounts.log_in()
    accounts.log_in()

    accounts.passwords.change(other, ChangePassword(current=PASSWORD, new=NEW_PASSWORD), client().origin)
    accounts.signed_in.log_out(other, client().origin)

    assert types(ada[0]) == ["password_changed", *["session_ended"] * 3, *["sign_in"] * 3]
    assert "Your password was changed" in accounts.subjects_to(EMAIL)


def test_reset_and_change_of_address_are_noted_and_told(accounts, ada):
    accounts.passwords.forgot(ForgotPassword(email=EMAIL), client())
    token = accounts.token_to(EMAIL, "reset")
    accounts.passwords.reset(ResetPassword(token=token, password=NEW_PASSWORD), client())
    caller, _ = accounts.log_in(password=NEW_PASSWORD)
    accounts.addresses.ask_change(caller, ChangeEmail(email=NEW), client().origin)
    accounts.addresses.confirm_change(accounts.token_to(NEW, "new-address"), client().origin)

    noted = dict.fromkeys((kind, subject) for kind, subject, *_ in entries(ada[0]))
    assert ("password_reset", EMAIL) in noted
    assert ("email_changed", f"{EMAIL} → {NEW}") in noted
    told = accounts.mails_to(EMAIL)[-1]
    assert told["Subject"] == "Your account has a new email address"
    assert NEW in text_of(told)
    assert "List-Unsubscribe" not in told


def test_notices_come_although_every_other_mail_is_switched_off(accounts, ada):
    mail_store().save_preferences(ada[0].account_id, {"needs_you": "off", "reports": "off"})

    accounts.log_in(client(ELSEWHERE, browser="curl/8"))

    assert "New sign-in to your account" in accounts.subjects_to(EMAIL)


def test_unconfirmed_address_gets_no_notices(accounts):
    accounts.sign_up("typo@example.org", verified=False)
    accounts.log_in(client(ELSEWHERE, browser="curl/8"), email="typo@example.org")

    assert accounts.subjects_to("typo@example.org") == ["Confirm your email address"]
