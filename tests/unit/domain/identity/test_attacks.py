"""What attackers try at the sign-in, the links in mails and the change of address. Each test is named for that."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from argon2 import PasswordHasher

from accounts import ELSEWHERE, EMAIL, HOME, NEW_PASSWORD, PASSWORD, Accounts, client
from common.errors import Conflict, InvalidRequest, NotFound, TooManyRequests
from domain.identity import devices, evening, sessions
from domain.identity.closing import ClosingService
from domain.identity.lockout import SignInClosed
from domain.identity.models import ChangeEmail, ChangePassword, ForgotPassword, ResetPassword, SignUp
from domain.identity.service import InvalidCredentials
from domain.identity.store import identity_store
from domain.mail.tokens import InvalidToken
from mails import text_of

ADDRESSES = itertools.count()
EVE, NEW = "eve@example.net", "ada@new.example"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1"


HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
IN_A_ROW = 10  # instead of 100, which take a minute to try


@pytest.fixture(autouse=True)
def few_attempts(monkeypatch):
    limits = {"FAILED_SIGN_INS_PER_ACCOUNT": IN_A_ROW, "FAILED_SIGN_INS_PER_ADDRESS": 30}
    for name, most in (limits | {"SIGN_UPS_PER_ADDRESS": 10, "RESET_MAILS_PER_ADDRESS": 10}).items():
        monkeypatch.setenv(name, str(most))


def guess(accounts, at=None, *, email=EMAIL, password="wrong"):
    with pytest.raises(InvalidCredentials):
        accounts.log_in(at or client(ELSEWHERE), password, email)


def guess_from_everywhere(accounts, count=IN_A_ROW, email=EMAIL):
    """As a botnet does: each guess from another address."""
    for _ in range(count):
        guess(accounts, client(f"203.0.113.{next(ADDRESSES)}"), email=email)


def change_password(accounts, caller, current=PASSWORD):
    return accounts.passwords.change(caller, ChangePassword(current=current, new=NEW_PASSWORD), client().origin)


def forget(accounts, at=None, email=EMAIL):
    return accounts.passwords.forgot(ForgotPassword(email=email), at or client())


def reset(accounts, token, password=NEW_PASSWORD):
    return accounts.passwords.reset(ResetPassword(token=token, password=password), client())


def ask_change(accounts, caller, email=NEW):
    return accounts.addresses.ask_change(caller, ChangeEmail(email=email), client().origin)


def confirm(accounts, token):
    return accounts.addresses.confirm_change(token, client().origin)


def undo(accounts, token):
    return accounts.addresses.undo_change(token, client().origin)


def moved(accounts, ada):
    """The account at its new address, not before that is confirmed; the token by which the old one takes it back."""
    ask_change(accounts, ada[0])
    token = accounts.token_to(NEW, "new-address")
    assert accounts.log_in()
    guess(accounts, client(HOME), email=NEW)
    confirm(accounts, token)
    return accounts.token_to(EMAIL, "undo-address")


def test_guessing_keeps_neither_the_known_browser_nor_the_known_address_nor_the_signed_in_owner_out(accounts, ada):
    guess_from_everywhere(accounts)
    for number in range(30):
        guess(accounts, client(HOME, browser="neighbour"), email=f"customer{number}@example.org")

    with pytest.raises(SignInClosed):
        accounts.log_in(client(ELSEWHERE))
    with pytest.raises(TooManyRequests):
        accounts.log_in(client(HOME, browser="neighbour"), email="another@example.org")
    assert accounts.log_in(client(HOME, browser=PHONE))
    assert accounts.log_in(client(HOME, ada[1].device))
    assert accounts.log_in(client("203.0.113.200", ada[1].device))
    assert change_password(accounts, ada[0]).ended_sessions == 3


def test_guessing_closes_an_account_for_strangers_after_too_many_in_a_row_and_tells_the_owner_once(accounts, ada):
    guess_from_everywhere(accounts, IN_A_ROW - 1)
    accounts.log_in(client(HOME))
    guess_from_everywhere(accounts, IN_A_ROW - 1)
    assert accounts.log_in(client("203.0.113.201"))

    guess_from_everywhere(accounts)

    with pytest.raises(SignInClosed):
        accounts.log_in(client("203.0.113.202"))
    assert accounts.subjects_to(EMAIL).count("Many wrong passwords for your account") == 1


def test_guessing_through_a_closed_door_learns_neither_whether_the_password_was_right_nor_the_address(accounts, ada):
    refusals = set()
    for email in (EMAIL, "nobody@example.org"):
        guess_from_everywhere(accounts, email=email)
        for password in (PASSWORD, "wrong"):
            with pytest.raises(SignInClosed) as refused:
                accounts.log_in(client(ELSEWHERE), password, email)
            refusals.add(refused.value.message)

    assert len(refusals) == 1


def test_guessing_from_one_address_day_and_night_fills_a_days_window(accounts, clock, monkeypatch):
    monkeypatch.setenv("FAILED_SIGN_INS_PER_ADDRESS", "3")
    tried = 0
    for number in range(24 * 4):
        for account in range(5):
            try:
                accounts.log_in(client(ELSEWHERE), "wrong", f"customer{number}-{account}@example.org")
            except InvalidCredentials:
                tried += 1
            except TooManyRequests:
                break
        clock.advance(minutes=14.9)

    assert tried == 20


def test_guessing_from_the_many_addresses_of_one_ipv6_network_counts_as_one(accounts):
    for number in range(30):
        guess(accounts, client(f"2001:db8:1:2::{number:x}"), email=f"customer{number}@example.org")

    with pytest.raises(TooManyRequests):
        accounts.log_in(client("2001:db8:1:2:ffff::1"), email="another@example.org")
    guess(accounts, client("2001:db8:1:3::1"), email="another@example.org")


def test_guessing_with_an_own_account_in_between_does_not_begin_the_count_anew(accounts):
    accounts.sign_up(EVE, at=client(ELSEWHERE))
    tried = 0
    for number in range(60):
        try:
            guess(accounts, client(ELSEWHERE, browser="other"), email=f"customer{number}@example.org")
        except TooManyRequests:
            break
        tried += 1
        if number < 20:
            accounts.log_in(client(ELSEWHERE), email=EVE)

    assert tried == 30


def test_guessing_the_current_password_with_a_stolen_session_has_to_wait(accounts, ada):
    for _ in range(5):
        with pytest.raises(InvalidCredentials):
            change_password(accounts, ada[0], "wrong")

    with pytest.raises(TooManyRequests):
        change_password(accounts, ada[0])


def test_waiting_attempts_do_not_use_up_the_hundred_that_close_an_account(accounts, ada):
    for _ in range(5):
        guess(accounts)
    for _ in range(200):
        with pytest.raises(TooManyRequests):
            accounts.log_in(client(ELSEWHERE))

    assert accounts.log_in(client("203.0.113.9"))


def test_guessing_with_the_address_in_other_forms_counts_as_the_same(accounts, ada):
    for email in (EMAIL, EMAIL.upper(), "\uff41da@example.org", "ada@example\uff0eorg", "ada\uff20example.org"):
        guess(accounts, email=email)

    with pytest.raises(TooManyRequests):
        accounts.log_in(client(ELSEWHERE), email=EMAIL)


def test_address_of_another_row_of_failures_cannot_be_spelled_as_an_e_mail_address(accounts, ada, clock):
    """`a@x.org#192.0.2.10` has the form of an address; its failures must not be those of a@x.org at 192.0.2.10."""
    for number in range(6):
        with pytest.raises((InvalidCredentials, TooManyRequests)):
            accounts.log_in(client(f"203.0.113.{number}"), "wrong", f"{EMAIL}#from-{HOME}")

    assert accounts.log_in(client(HOME))


def test_refusals_of_known_and_unknown_addresses_take_the_same_time(monkeypatch, aws, clock):
    accounts = Accounts(clock)
    accounts.sign_up()
    pauses: list[float] = []
    monkeypatch.setattr(evening, "REFUSED_AFTER_SECONDS", 5.0)
    monkeypatch.setattr(evening.evened.__wrapped__, "__defaults__", (pauses.append,))

    guess(accounts, email=EMAIL)
    guess(accounts, email="nobody@example.org")

    assert len(pauses) == 2
    assert all(4.0 < pause < 5.0 for pause in pauses)


def test_forgotten_password_makes_the_same_calls_for_an_unknown_address(accounts, ada, monkeypatch):
    calls: list[str] = []
    dynamodb = accounts.store.table.get.__globals__["dynamodb"]()
    dynamodb.meta.events.register("before-call", lambda model, **_: calls.append(model.name))

    forget(accounts, client(ELSEWHERE), email="anybody@example.org")
    calls.clear()
    known = forget(accounts, client(ELSEWHERE))
    of_known, calls[:] = list(calls), []
    unknown = forget(accounts, client(ELSEWHERE), email="nobody@example.org")

    assert of_known == calls
    assert "TransactWriteItems" in calls
    assert known.model_dump(exclude={"email"}) == unknown.model_dump(exclude={"email"})
    assert accounts.mails_to("nobody@example.org") == []


def test_forgotten_password_takes_the_same_time_with_and_without_a_mail(accounts, ada, monkeypatch):
    pauses: list[float] = []
    monkeypatch.setattr(evening, "REFUSED_AFTER_SECONDS", 5.0)
    monkeypatch.setattr(evening.all_evened.__wrapped__, "__defaults__", (pauses.append,))

    for at in (client(HOME), *[client(ELSEWHERE)] * 4):
        forget(accounts, at)
    forget(accounts, client(ELSEWHERE), email="nobody@example.org")

    assert len(pauses) == 6
    assert all(4.0 < pause < 5.0 for pause in pauses)


def test_sign_up_with_a_known_address_tells_its_owner_once_a_day(accounts, ada, clock):
    for _ in range(3):
        with pytest.raises(Conflict):
            accounts.sign_up(at=client(ELSEWHERE, browser="<b>Call 555-0100</b>"))
    assert accounts.subjects_to(EMAIL).count("You already have an account") == 1
    assert "555" not in text_of(accounts.mails_to(EMAIL)[-1])

    clock.advance(days=1)
    with pytest.raises(Conflict):
        accounts.sign_up(at=client(ELSEWHERE))
    assert accounts.subjects_to(EMAIL).count("You already have an account") == 2


def test_eleventh_account_from_one_address_within_an_hour_is_not_made(accounts, clock):
    for number in range(10):
        accounts.sign_up(f"customer{number}@example.org", verified=False)

    with pytest.raises(TooManyRequests):
        accounts.sign_up("eleventh@example.org")
    assert accounts.sign_up("elsewhere@example.org", at=client(ELSEWHERE))


def sign_up_with(accounts, password):
    return accounts.identity.sign_up(SignUp(email=EMAIL, password=password, name="Ada"), client())


def test_weak_passwords_are_looked_at_closely_no_more_often_than_accounts_are_made(accounts, monkeypatch):
    """An attempt: have the function compute, by sign-ups that never succeed."""
    looked_at: list[str] = []

    def look_at(password: str, **_: object) -> str:
        looked_at.append(password)
        return "It is weak."

    for _ in range(20):  # what is too short is not looked at, and counts for nothing
        with pytest.raises(InvalidRequest):
            sign_up_with(accounts, "short")
    monkeypatch.setattr("domain.identity.passwords.weakness", look_at)
    for number in range(15):
        with pytest.raises(TooManyRequests if number >= 10 else InvalidRequest):
            sign_up_with(accounts, f"password password {number}")

    assert len(looked_at) == 10


def test_planted_device_cookie_never_becomes_one_that_we_know(accounts, ada):
    _, cookies = accounts.log_in(client(device_token="planted"))

    assert cookies.device != "planted"
    assert devices.Client(client().origin, "planted").device_hash not in identity_store().find_user(EMAIL).places


def test_device_cookie_signs_nobody_in_and_that_of_another_user_counts_for_nothing(accounts, ada):
    _, eves = accounts.sign_up(EVE, at=client(ELSEWHERE))
    guess(accounts, client(ELSEWHERE, ada[1].device))
    guess_from_everywhere(accounts)

    with pytest.raises(SignInClosed):
        accounts.log_in(client(ELSEWHERE, eves.device))


def test_session_that_was_there_before_the_sign_in_is_not_taken_over(accounts, ada):
    _, first = accounts.log_in()
    _, second = accounts.log_in()

    assert len({ada[1].session, first.session, second.session}) == 3
    assert {first.device, second.device}.isdisjoint({first.session, second.session})


def test_sessions_of_others_are_neither_seen_nor_ended(accounts, ada):
    eve, _ = accounts.sign_up(EVE, at=client(ELSEWHERE))
    wanted = sessions.public_id(ada[0].session_hash)

    with pytest.raises(NotFound):
        accounts.signed_in.end(eve, wanted, client().origin)

    assert [one.id for one in accounts.signed_in.list(ada[0]).sessions] == [wanted]
    assert ada[0].session_hash not in str(accounts.signed_in.list(ada[0]))


@pytest.mark.parametrize("spoilt", ["used", "half an hour old", "made for an older password"])
def test_reset_link_works_once_for_half_an_hour_and_for_the_password_it_was_made_for(accounts, ada, clock, spoilt):
    forget(accounts)
    token = accounts.token_to(EMAIL, "reset")
    if spoilt == "half an hour old":
        clock.advance(minutes=30)
    else:
        forget(accounts)
        with pytest.raises(InvalidRequest):
            reset(accounts, token, "passwordpassword1")
        reset(accounts, token if spoilt == "used" else accounts.token_to(EMAIL, "reset"))

    with pytest.raises(InvalidToken):
        reset(accounts, token, "a third walnut staple")
    assert accounts.log_in(password=PASSWORD if spoilt == "half an hour old" else NEW_PASSWORD)


def test_reset_link_of_another_account_sets_that_accounts_password_alone(accounts, ada):
    accounts.sign_up(EVE, at=client(ELSEWHERE))
    forget(accounts, client(ELSEWHERE), EVE)
    reset(accounts, accounts.token_to(EVE, "reset"))

    assert accounts.log_in(client(HOME))
    guess(accounts, client(HOME), password=NEW_PASSWORD)


@pytest.mark.parametrize("place", ["verify", "reset"])
def test_token_of_one_purpose_serves_no_other(accounts, ada, place):
    forget(accounts)
    token = accounts.token_to(EMAIL, place)

    for use in (confirm, undo) if place == "reset" else (confirm, undo, reset):
        with pytest.raises(InvalidToken):
            use(accounts, token)


def test_reset_throws_out_whoever_is_signed_in_and_opens_a_closed_account(accounts, ada):
    thief, stolen = accounts.log_in(client(ELSEWHERE))
    guess_from_everywhere(accounts)
    forget(accounts)

    assert reset(accounts, accounts.token_to(EMAIL, "reset")).ended_sessions == 2

    with pytest.raises(NotFound):
        accounts.identity.describe_session(thief)
    guess(accounts, client(ELSEWHERE, stolen.device))
    assert accounts.log_in(client("203.0.113.250"), NEW_PASSWORD)
    assert "You have a new password" in accounts.subjects_to(EMAIL)


def test_flooding_with_reset_mails_from_one_place_leaves_the_owner_theirs(accounts, ada):
    asked = [forget(accounts, client(ELSEWHERE)) for _ in range(5)]
    assert accounts.subjects_to(EMAIL).count("Set a new password") == 3
    assert asked == asked[:1] * 5  # whoever asks does not learn which of them were sent
    for _ in range(30):
        forget(accounts, client(HOME, browser="neighbour"))

    forget(accounts, client("203.0.113.7"))
    forget(accounts, client(HOME, ada[1].device))

    assert accounts.subjects_to(EMAIL).count("Set a new password") == 3 + 10 + 2


def test_flooding_with_reset_mails_from_everywhere_leaves_the_owner_theirs_where_they_signed_in_before(accounts, ada):
    for number in range(40):
        forget(accounts, client(f"203.0.113.{number}"))
    flooded = accounts.subjects_to(EMAIL).count("Set a new password")

    forget(accounts, client("203.0.113.250"))
    forget(accounts, client(HOME, browser=PHONE))
    forget(accounts, client("203.0.113.251", ada[1].device))

    assert flooded == 20
    assert accounts.subjects_to(EMAIL).count("Set a new password") == 20 + 2


def test_taken_address_gets_the_same_answer_and_no_link(accounts, ada):
    accounts.sign_up(EVE, at=client(ELSEWHERE))

    free, taken = ask_change(accounts, ada[0]), ask_change(accounts, ada[0], EVE)

    assert free.model_dump(exclude={"email"}) == taken.model_dump(exclude={"email"})
    with pytest.raises(AssertionError, match="no link"):
        accounts.token_to(EVE, "new-address")
    assert "You already have an account" in accounts.subjects_to(EVE)


def test_race_for_one_new_address_has_one_winner(accounts, ada):
    eve, _ = accounts.sign_up(EVE, at=client(ELSEWHERE))
    ask_change(accounts, ada[0])
    adas = accounts.token_to(NEW, "new-address")
    ask_change(accounts, eve)
    confirm(accounts, accounts.token_to(NEW, "new-address"))

    with pytest.raises(Conflict):
        confirm(accounts, adas)

    assert accounts.log_in(client(ELSEWHERE), email=NEW)[0].account_id == eve.account_id
    assert accounts.log_in(client(HOME))[0].account_id == ada[0].account_id


def test_pending_change_of_a_thief_dies_with_the_password(accounts, ada):
    thief, _ = accounts.log_in(client(ELSEWHERE))
    ask_change(accounts, thief, EVE)
    token = accounts.token_to(EVE, "new-address")
    forget(accounts)
    reset(accounts, accounts.token_to(EMAIL, "reset"))

    with pytest.raises(InvalidToken):
        confirm(accounts, token)


def test_owner_takes_back_an_address_that_a_thief_changed_twice(accounts, ada, clock):
    thief, _ = accounts.log_in(client(ELSEWHERE))
    ask_change(accounts, thief, "thief@one.example")
    confirm(accounts, accounts.token_to("thief@one.example", "new-address"))
    owners = accounts.token_to(EMAIL, "undo-address")
    clock.advance(days=3)
    thief, _ = accounts.log_in(client(ELSEWHERE), email="thief@one.example")
    ask_change(accounts, thief, "thief@two.example")
    confirm(accounts, accounts.token_to("thief@two.example", "new-address"))
    thiefs = accounts.token_to("thief@one.example", "undo-address")

    assert undo(accounts, owners).email == EMAIL

    with pytest.raises(InvalidToken):
        undo(accounts, thiefs)
    with pytest.raises(NotFound):
        accounts.identity.describe_session(thief)
    guess(accounts, client(HOME))  # the thief knew the password
    reset(accounts, accounts.token_to(EMAIL, "reset"))
    assert accounts.log_in(client(HOME), NEW_PASSWORD)[0].account_id == ada[0].account_id


@pytest.mark.parametrize("days", [0, 7])
def test_undo_works_once_and_within_seven_days(accounts, ada, clock, days):
    token = moved(accounts, ada)
    assert accounts.identity.describe_session(ada[0]).user.email == NEW
    clock.advance(days=days)
    if not days:
        undo(accounts, token)

    with pytest.raises(InvalidToken):
        undo(accounts, token)
    assert identity_store().find_user(NEW if days else EMAIL).account_id == ada[0].account_id


def test_old_address_is_kept_for_a_week_and_then_anybodys(accounts, ada, clock):
    moved(accounts, ada)
    with pytest.raises(Conflict):
        accounts.sign_up(EMAIL, at=client(ELSEWHERE))

    clock.advance(days=7, seconds=1)

    assert accounts.sign_up(EMAIL, at=client(ELSEWHERE))[0].account_id != ada[0].account_id


def test_session_stays_its_users_when_somebody_else_takes_the_address_that_it_began_with(accounts, ada, clock):
    moved(accounts, ada)
    clock.advance(days=7, seconds=1)
    accounts.sign_up(EMAIL, at=client(ELSEWHERE))

    assert accounts.identity.describe_session(ada[0]).user.email == NEW
    assert ClosingService(identity_store(), lambda: "token").owner_of(ada[0]).user.email == NEW
    accounts.signed_in.log_out(ada[0], client().origin)
    with pytest.raises(NotFound):
        accounts.identity.describe_session(ada[0])


def test_undo_ends_sessions_and_the_password_also_where_the_address_is_back_already(accounts, ada):
    token = moved(accounts, ada)
    ask_change(accounts, ada[0], EMAIL)
    confirm(accounts, accounts.token_to(EMAIL, "new-address"))

    assert undo(accounts, token).email == EMAIL

    with pytest.raises(NotFound):
        accounts.identity.describe_session(ada[0])
    guess(accounts, client(HOME))
    reset(accounts, accounts.token_to(EMAIL, "reset"))
    assert accounts.log_in(client(HOME), NEW_PASSWORD)[0].account_id == ada[0].account_id


def test_mistyped_address_that_nobody_confirmed_gets_no_notices_and_can_undo_nothing(accounts):
    caller, _ = accounts.sign_up("typo@example.org", verified=False)
    accounts.log_in(client(ELSEWHERE, browser="curl/8"), email="typo@example.org")
    assert accounts.subjects_to("typo@example.org") == ["Confirm your email address"]
    ask_change(accounts, caller)
    confirm(accounts, accounts.token_to(NEW, "new-address"))

    with pytest.raises(AssertionError, match="no link"):
        accounts.token_to("typo@example.org", "undo-address")
    assert accounts.sign_up("typo@example.org", at=client(ELSEWHERE))


def test_password_typed_in_another_unicode_form_opens_and_old_hashes_are_made_anew(accounts, ada):
    typed = "café walnut staple lamp"
    decomposed = unicodedata.normalize("NFD", typed)
    user = identity_store().find_user(EMAIL)
    identity_store().rehash_password(user, HASHER.hash(decomposed))  # as it was stored before NFC

    accounts.log_in(password=typed)
    renewed = identity_store().find_user(EMAIL).password_hash

    assert HASHER.verify(renewed, typed)
    for form in (typed, decomposed):
        assert accounts.log_in(password=form)
    assert identity_store().find_user(EMAIL).password_hash == renewed
