"""Sign-up, sign-in, sessions and the account."""

from __future__ import annotations

import pytest

from accounts import EMAIL, NEW_PASSWORD, PASSWORD, Accounts, client
from common.errors import Conflict, Forbidden, InvalidRequest, TooManyRequests
from domain.decisions.models import NameApprover
from domain.identity import sessions
from domain.identity.models import (
    ChangeEmail,
    ChangePassword,
    SignUp,
    UpdateAccount,
)
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


@pytest.mark.parametrize(
    "email",
    [
        *("ada\u200b@example.org", "\u202eada@example.org", "a\u00adda@example.org", "ada@exam\u2060ple.org"),
        *("ada\ufe0f@example.org", "\u3164ada@example.org", "ada\u115f@example.org", "ada\u3000@example.org"),
        *("\ufeffada@example.org", "ada\ue000@example.org"),
    ],
    ids=ascii,
)
@pytest.mark.parametrize("request_of", [SignUp, ChangeEmail, NameApprover])
def test_new_address_has_no_character_that_nobody_sees(email, request_of):
    rest = {"password": PASSWORD, "name": "Eve"} if request_of is SignUp else {}

    with pytest.raises(ValueError, match="email"):
        request_of.model_validate({"email": email, **rest})


@pytest.mark.parametrize("typed", ["\uff21\uff24\uff21@example.org", "ada@example\uff0eorg", "ADA@Example.org"])
def test_address_has_one_form_however_it_is_typed(accounts, signed_up, typed):
    with pytest.raises(Conflict):
        accounts.sign_up(typed)

    assert accounts.log_in(email=typed)[0].account_id == signed_up[0].account_id
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
