from __future__ import annotations

import pytest

from accounts import ELSEWHERE, EMAIL, HOME, NEW_PASSWORD, PASSWORD, Accounts, client
from common.errors import Conflict, Forbidden, InvalidRequest, TooManyRequests
from domain.decisions.models import NameApprover
from domain.events.store import event_store
from domain.identity import sessions
from domain.identity.models import ChangeEmail, ChangePassword, ForgotPassword, ResetPassword, SignUp, UpdateAccount
from domain.identity.service import InvalidCredentials
from domain.identity.store import identity_store
from domain.mail.store import mail_store
from mails import text_of

NEW = "ada@new.example"


def attempts(accounts, count, password="wrong"):
    for _ in range(count):
        with pytest.raises(InvalidCredentials):
            accounts.log_in(password=password)


def waits(accounts):
    with pytest.raises(TooManyRequests) as caught:
        accounts.log_in()
    return caught.value.retry_after_seconds


def test_sign_up_can_be_closed(aws, clock):
    with pytest.raises(Forbidden):
        Accounts(clock, signup_open=False).sign_up()


def test_waits_double_from_the_fifth_failure_to_a_quarter_of_an_hour(accounts, ada, clock):
    attempts(accounts, 5)
    seen = [waits(accounts)]
    for _ in range(12):
        clock.advance(seconds=seen[-1])
        attempts(accounts, 1)
        seen.append(waits(accounts))

    assert seen == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_success_forgets_the_failures(accounts, ada):
    attempts(accounts, 4)
    accounts.log_in()

    attempts(accounts, 4)

    assert accounts.log_in()


def test_user_has_at_most_twenty_sessions(accounts, ada, clock):
    for _ in range(25):
        clock.advance(seconds=1)
        accounts.log_in()

    assert len(identity_store().find_user(EMAIL).sessions) == sessions.MAX_SESSIONS_PER_USER


def test_account_changes_name_and_zone(accounts, ada):
    caller, _ = ada

    changed = accounts.identity.update_account(caller, UpdateAccount(timezone="Asia/Tokyo"))

    assert (changed.name, changed.timezone) == ("Ada", "Asia/Tokyo")
    with pytest.raises(InvalidRequest):
        accounts.identity.update_account(caller, UpdateAccount())


@pytest.mark.parametrize(
    "email",
    [
        *("ada\u200b@example.org", "\u202eada@example.org", "a\u00adda@example.org", "ada@exam\u2060ple.org"),
        *("ada\ufe0f@example.org", "\u3164ada@example.org", "ada\u115f@example.org", "ada\u3000@example.org"),
    ],
    ids=ascii,
)
@pytest.mark.parametrize("request_of", [SignUp, ChangeEmail, NameApprover])
def test_new_address_has_no_character_that_nobody_sees(email, request_of):
    rest = {"password": PASSWORD, "name": "Eve"} if request_of is SignUp else {}

    with pytest.raises(ValueError, match="email"):
        request_of.model_validate({"email": email, **rest})


@pytest.mark.parametrize("typed", ["\uff21\uff24\uff21@example.org", "ada@example\uff0eorg", "ADA@Example.org"])
def test_address_has_one_form_however_it_is_typed(accounts, ada, typed):
    with pytest.raises(Conflict):
        accounts.sign_up(typed)

    assert accounts.log_in(email=typed)[0].account_id == ada[0].account_id
    assert ChangeEmail(email="zoe\u0308@example.org").email == "zo\u00eb@example.org"
    assert ChangeEmail(email="a@m\u00fcnchen.example").email == "a@xn--mnchen-3ya.example"


@pytest.mark.parametrize("earlier", ["\uff41da@example.net", "ada\u200b@example.net"])
def test_account_whose_address_was_taken_in_another_form_goes_on(accounts, earlier):
    caller, _ = accounts.sign_up("ada@example.net")
    table, row = accounts.store.table, accounts.store.table.get({"pk": "USER#ada@example.net"})
    table.put_overwriting({**row, "pk": f"USER#{earlier}", "email": earlier})
    table.delete({"pk": "USER#ada@example.net"})
    accounts.store.update_account(caller.account_id, {"email": earlier})

    signed_in, _ = accounts.log_in(email=earlier)

    assert signed_in.account_id == caller.account_id
    assert accounts.identity.describe_session(signed_in).user.email == earlier


def entries(caller):
    """Type, subject, actor and outcome of what was noted, in the order of time."""
    rows = event_store().table.query_all("pk = :pk", {"pk": f"NEW#{caller.account_id}"})
    noted = sorted((row for row in rows if row["sk"].startswith("ENTRY#")), key=lambda row: row["at"])
    return [(row["type"], row["subject"], row["actor"]["kind"], row["outcome"]) for row in noted]


def test_sign_in_is_noted_with_its_origin_and_as_unfamiliar_only_from_a_new_place(accounts, ada):
    mail_store().save_preferences(ada[0].account_id, {"needs_you": "off", "reports": "off"})
    accounts.log_in(client(HOME))
    accounts.log_in(client(ELSEWHERE, browser="curl/8"))

    rows = event_store().table.query_all("pk = :pk", {"pk": f"NEW#{ada[0].account_id}"})
    seen = [(row["address"], row["device"], row.get("unfamiliar")) for row in rows if row.get("type") == "sign_in"]
    assert seen.count((HOME, client().origin.device, None)) == 2
    assert (ELSEWHERE, "curl/8", True) in seen
    assert accounts.subjects_to(EMAIL).count("New sign-in to your account") == 1  # whatever mail is switched off


def test_browser_is_known_by_its_cookie_and_user_of_before_device_cookies_signs_in_without_news(accounts, ada):
    accounts.log_in(client(ELSEWHERE, ada[1].device, browser="another program"))
    accounts.store.table.update({"pk": f"USER#{EMAIL}"}, "REMOVE places, undoable", {})
    accounts.log_in(client("203.0.113.70"))
    assert "New sign-in to your account" not in accounts.subjects_to(EMAIL)

    accounts.log_in(client("203.0.113.77", browser="curl/8"))

    assert accounts.subjects_to(EMAIL).count("New sign-in to your account") == 1


def test_failures_are_noted_once_a_minute_for_each_source(accounts, ada, clock):
    def guess(at):
        with pytest.raises(InvalidCredentials):
            accounts.log_in(at, "wrong")

    for address in (ELSEWHERE, ELSEWHERE, "203.0.113.5"):
        guess(client(address))
    clock.advance(minutes=1)
    guess(client(ELSEWHERE))

    failed = [entry for entry in entries(ada[0]) if entry[0] == "sign_in_failed"]
    assert failed == [("sign_in_failed", "password", "nobody", "refused")] * 3


def test_new_password_ends_the_other_sessions_and_that_is_noted_and_told(accounts, ada):
    other, _ = accounts.log_in()
    accounts.log_in()

    changed = accounts.passwords.change(other, ChangePassword(current=PASSWORD, new=NEW_PASSWORD), client().origin)
    assert changed.ended_sessions == 2
    assert list(identity_store().find_user(EMAIL).sessions) == [other.session_hash]
    for _ in range(2):
        accounts.signed_in.log_out(other, client().origin)
    attempts(accounts, 1, PASSWORD)

    noted = sorted(kind for kind, *_ in entries(ada[0]) if kind != "sign_in_failed")
    assert noted == ["password_changed", *["session_ended"] * 3, *["sign_in"] * 3]
    assert "Your password was changed" in accounts.subjects_to(EMAIL)
    assert accounts.log_in(password=NEW_PASSWORD)


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
