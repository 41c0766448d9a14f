"""Sign-up, sign-in, sessions and the account."""

from __future__ import annotations

import pytest

from accounts import EMAIL, NEW_PASSWORD, PASSWORD, Accounts, client
from common.errors import Conflict, Forbidden, InvalidRequest, TooManyRequests
from domain.identity import sessions
from domain.identity.models import ChangePassword, SignUp, UpdateAccount
from domain.identity.service import InvalidCredentials
from domain.identity.store import identity_store


@pytest.fixture
def accounts(aws, clock):
    return Accounts(clock)


@pytest.fixture
def signed_up(accounts):
    return accounts.sign_up(verified=False)


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


def test_each_login_gets_a_session_of_its_own(accounts, signed_up):
    caller, cookies = accounts.log_in()

    assert cookies.session != signed_up[1].session
    assert accounts.identity.describe_session(caller).user.email == EMAIL


def test_spaces_of_a_password_count(accounts, signed_up):
    with pytest.raises(InvalidCredentials):
        accounts.log_in(password=f"{PASSWORD} ")


def test_waits_double_from_the_fifth_failure_to_a_quarter_of_an_hour(accounts, signed_up, clock):
    attempts(accounts, 5)
    seen = [waits(accounts)]
    for _ in range(12):
        clock.advance(seconds=seen[-1])
        attempts(accounts, 1)
        seen.append(waits(accounts))

    assert seen == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_success_forgets_the_failures(accounts, signed_up):
    attempts(accounts, 4)
    accounts.log_in()

    attempts(accounts, 4)

    assert accounts.log_in()


def test_log_out_ends_one_session_and_can_be_repeated(accounts, signed_up):
    first, _ = signed_up
    second, _ = accounts.log_in()

    accounts.signed_in.log_out(first, client().origin)
    accounts.signed_in.log_out(first, client().origin)

    assert accounts.identity.describe_session(second).user.id == first.principal_id
    assert list(identity_store().find_user(EMAIL).sessions) == [second.session_hash]


def test_new_password_ends_the_other_sessions_and_replaces_the_old(accounts, signed_up):
    caller, _ = signed_up
    accounts.log_in()
    accounts.log_in()

    changed = accounts.passwords.change(caller, ChangePassword(current=PASSWORD, new=NEW_PASSWORD), client().origin)

    assert changed.ended_sessions == 2
    assert list(identity_store().find_user(EMAIL).sessions) == [caller.session_hash]
    attempts(accounts, 1, PASSWORD)
    assert accounts.log_in(password=NEW_PASSWORD)[0].principal_id == caller.principal_id


def test_password_change_needs_the_current_one(accounts, signed_up):
    with pytest.raises(InvalidCredentials):
        accounts.passwords.change(signed_up[0], ChangePassword(current="wrong", new=NEW_PASSWORD), client().origin)

    assert accounts.log_in()


def test_user_has_at_most_twenty_sessions(accounts, signed_up, clock):
    for _ in range(25):
        clock.advance(seconds=1)
        accounts.log_in()

    assert len(identity_store().find_user(EMAIL).sessions) == sessions.MAX_SESSIONS_PER_USER


def test_account_changes_name_and_zone(accounts, signed_up):
    caller, _ = signed_up

    changed = accounts.identity.update_account(caller, UpdateAccount(timezone="Asia/Tokyo"))

    assert (changed.name, changed.timezone) == ("Ada", "Asia/Tokyo")
    with pytest.raises(InvalidRequest):
        accounts.identity.update_account(caller, UpdateAccount())


def test_known_email_is_refused_whatever_its_case(accounts, signed_up):
    with pytest.raises(Conflict):
        accounts.identity.sign_up(SignUp(email=EMAIL.upper(), password=PASSWORD, name="Eve"), client())
