from __future__ import annotations

import itertools

import pytest

from common.caller import Caller
from common.errors import Conflict, Forbidden, InvalidRequest, TooManyRequests
from domain.identity import sessions
from domain.identity.models import ChangePassword, LogIn, SignUp, UpdateAccount
from domain.identity.service import IdentityService, InvalidCredentials
from domain.identity.store import identity_store
from domain.keys.scopes import SCOPES
from domain.mail.verification import verification_service
from origins import HERE

EMAIL, PASSWORD = "ada@example.org", "some walnut staple"


@pytest.fixture
def service(aws, clock):
    tokens = (f"token-{number}" for number in itertools.count())
    return IdentityService(
        identity_store(), clock, lambda: next(tokens), signup_open=True, verification=verification_service()
    )


@pytest.fixture
def signed_up(service):
    return service.sign_up(SignUp(email=EMAIL, password=PASSWORD, name="Ada", timezone="Europe/Berlin"), HERE)


def caller_of(signed_in, token):
    user, account = signed_in.user, signed_in.account
    return Caller(account.id, "session", user.id, frozenset(SCOPES), sessions.token_hash(token))


def log_in(service, password=PASSWORD, email=EMAIL):
    return service.log_in(LogIn(email=email, password=password), HERE)


def attempts(service, count, password="wrong"):
    for _ in range(count):
        with pytest.raises(InvalidCredentials):
            log_in(service, password)


def waits(service):
    with pytest.raises(TooManyRequests) as caught:
        log_in(service)
    return caught.value.retry_after_seconds


def test_sign_up_can_be_closed(aws, clock):
    service = IdentityService(
        identity_store(), clock, lambda: "token", signup_open=False, verification=verification_service()
    )

    with pytest.raises(Forbidden):
        service.sign_up(SignUp(email=EMAIL, password=PASSWORD, name="Ada"), HERE)


def test_each_login_gets_a_session_of_its_own(service, signed_up):
    _, token = log_in(service)

    assert token != signed_up[1]
    assert service.describe_session(caller_of(signed_up[0], token)).user.email == EMAIL


def test_spaces_of_a_password_count(service, signed_up):
    with pytest.raises(InvalidCredentials):
        log_in(service, f"{PASSWORD} ")


def test_waits_double_from_the_fifth_failure_to_a_quarter_of_an_hour(service, signed_up, clock):
    attempts(service, 5)
    seen = [waits(service)]
    for _ in range(12):
        clock.advance(seconds=seen[-1])
        attempts(service, 1)
        seen.append(waits(service))

    assert seen == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_success_forgets_the_failures(service, signed_up):
    attempts(service, 4)
    log_in(service)

    attempts(service, 4)

    assert log_in(service)[0].user.email == EMAIL


def test_unknown_address_waits_like_a_known_one(service):
    attempts(service, 5)

    assert waits(service) == 1


def test_log_out_ends_one_session_and_can_be_repeated(service, signed_up):
    signed_in, first = signed_up
    _, second = log_in(service)

    service.log_out(sessions.token_hash(first))
    service.log_out(sessions.token_hash(first))

    assert service.describe_session(caller_of(signed_in, second)).user.id == signed_in.user.id
    assert list(identity_store().find_user(EMAIL).sessions) == [sessions.token_hash(second)]


def test_new_password_ends_the_other_sessions_and_replaces_the_old(service, signed_up):
    signed_in, token = signed_up
    log_in(service)
    log_in(service)

    changed = service.change_password(
        caller_of(signed_in, token), ChangePassword(current=PASSWORD, new="another walnut staple")
    )

    assert changed.ended_sessions == 2
    assert list(identity_store().find_user(EMAIL).sessions) == [sessions.token_hash(token)]
    attempts(service, 1, PASSWORD)
    assert log_in(service, "another walnut staple")[0].user.id == signed_in.user.id


def test_password_change_needs_the_current_one(service, signed_up):
    signed_in, token = signed_up

    with pytest.raises(InvalidCredentials):
        service.change_password(
            caller_of(signed_in, token), ChangePassword(current="wrong", new="another walnut staple")
        )

    assert log_in(service)[0].user.id == signed_in.user.id


def test_user_has_at_most_twenty_sessions(service, signed_up, clock):
    for _ in range(25):
        clock.advance(seconds=1)
        log_in(service)

    assert len(identity_store().find_user(EMAIL).sessions) == sessions.MAX_SESSIONS_PER_USER


def test_account_changes_name_and_zone(service, signed_up):
    signed_in, token = signed_up

    changed = service.update_account(caller_of(signed_in, token), UpdateAccount(timezone="Asia/Tokyo"))

    assert (changed.name, changed.timezone) == ("Ada", "Asia/Tokyo")
    with pytest.raises(InvalidRequest):
        service.update_account(caller_of(signed_in, token), UpdateAccount())


def test_known_email_is_refused_whatever_its_case(service, signed_up):
    with pytest.raises(Conflict):
        service.sign_up(SignUp(email=EMAIL.upper(), password=PASSWORD, name="Eve"), HERE)
