"""Adding, using and removing factors."""

from __future__ import annotations

import pytest

import emulated
from accounts import Accounts
from authenticators import SoftAuthenticator
from common.attributes import from_attributes
from common.caller import FRESH
from common.errors import NotFound, StepUpRequired
from domain.factors import recovery
from domain.factors.challenges import ChallengeOver
from domain.factors.passkeys import PasskeysOff, relying_party
from domain.factors.proving import WrongProof
from domain.factors.service import PENDING, TooManyPasskeys, TotpNotBegun, TotpOn
from domain.factors.store import factor_store
from domain.identity.models import ChangePassword
from domain.identity.store import identity_store
from factor_house import BROWSER, PASSWORD
from origins import HERE


def entries() -> list[tuple[str, str, str]]:
    """What the security log notes, in the order it happened."""
    rows = map(from_attributes, emulated.saved_rows()["test-EventsTable"].values())
    noted = [row for row in rows if row["sk"].startswith("ENTRY#")]
    return [(row["type"], row["subject"], row["outcome"]) for row in sorted(noted, key=lambda row: row["at"])]


def test_passkey_signs_in_without_a_password_and_without_a_code_beside_it(house, ada):
    ada.add_passkey()
    ada.add_app()

    caller = ada.log_in_by_passkey()

    assert (caller.account_id, caller.principal_id) == (ada.caller.account_id, ada.caller.principal_id)
    caller.require_fresh(house.clock())
    (passkey,) = house.factors.list_passkeys(caller).passkeys
    assert (passkey.name, passkey.last_used_at, passkey.synced) == ("Laptop", house.clock(), False)


def test_user_has_at_most_ten_passkeys(ada):
    for number in range(10):
        ada.add_passkey(SoftAuthenticator(name=b"device %d" % number))

    with pytest.raises(TooManyPasskeys):
        ada.add_passkey(SoftAuthenticator(name=b"one more"))


def test_removed_passkey_signs_in_no_more(house, ada):
    passkey_id = ada.add_passkey()

    house.factors.remove_passkey(ada.caller, HERE, passkey_id)

    with pytest.raises(WrongProof):
        ada.log_in_by_passkey()
    with pytest.raises(NotFound):
        house.factors.remove_passkey(ada.caller, HERE, passkey_id)


@pytest.mark.parametrize("public_url", [None, "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_passkeys_are_off_without_a_public_name(public_url):
    with pytest.raises(PasskeysOff):
        relying_party(public_url)


def test_sign_in_asks_for_a_code_once_the_app_is_confirmed(house, ada):
    begun = house.factors.begin_totp(ada.caller, ada.email)
    assert ada.log_in_by_password().principal_id == ada.caller.principal_id

    ada.add_app()
    who, _ = ada.log_in_by_code(ada.code())

    assert (who.user.email, who.recovery_codes_left) == (ada.email, None)
    assert begun.qr.startswith("<svg")
    assert begun.url.startswith("otpauth://totp/Atrium:ada%40example.org?secret=")


@pytest.mark.parametrize("steps", [-1, 0, 1])
def test_code_of_a_clock_up_to_a_minute_off_is_good(ada, steps):
    ada.add_app()

    assert ada.log_in_by_code(ada.code(steps))[0].user.email == ada.email


def test_recovery_codes_work_in_place_of_the_app_and_tell_how_many_are_left(house, ada):
    ada.add_app()

    first, _ = ada.log_in_by_code(ada.recovery_codes[0])
    second, _ = ada.log_in_by_code(ada.recovery_codes[5].upper().replace("-", " "))

    assert (first.recovery_codes_left, second.recovery_codes_left) == (9, 8)
    assert house.factors.describe_totp(ada.caller).recovery_codes_left == 8


def test_recovery_codes_are_ten_and_stored_as_hashes(ada):
    ada.add_app()

    stored = factor_store().find_factors(ada.caller.principal_id).totp
    assert len(set(ada.recovery_codes)) == recovery.COUNT
    assert stored.recovery_hashes == [recovery.hash_of(code) for code in ada.recovery_codes]
    assert not any(code in str(stored) for code in [*ada.recovery_codes, ada.secret])


def test_second_app_waits_until_the_first_is_removed_with_its_recovery_codes(house, ada):
    ada.add_app()
    with pytest.raises(TotpOn):
        house.factors.begin_totp(ada.caller, ada.email)

    house.factors.remove_totp(ada.caller, HERE)

    assert ada.log_in_by_password().principal_id == ada.caller.principal_id
    assert house.factors.describe_totp(ada.caller).confirmed_at is None
    with pytest.raises(NotFound):
        house.factors.remove_totp(ada.caller, HERE)
    assert house.factors.begin_totp(ada.caller, ada.email).secret


def test_app_is_confirmed_within_an_hour_of_its_beginning_and_not_before(house, ada):
    with pytest.raises(TotpNotBegun):
        house.factors.confirm_totp(ada.caller, HERE, "123456")
    ada.secret = house.factors.begin_totp(ada.caller, ada.email).secret
    house.clock.moment += PENDING

    with pytest.raises(TotpNotBegun):
        house.factors.confirm_totp(ada.caller, HERE, ada.code())


def test_new_password_ends_the_challenge_of_the_old_one(house, ada):
    ada.add_app()
    challenge = ada.password_step()

    changing = ChangePassword(current=PASSWORD, new="another walnut staple")
    Accounts(house.clock).passwords.change(ada.caller, changing, HERE)

    with pytest.raises(ChallengeOver):
        ada.log_in_by_code(ada.code(), challenge)


@pytest.mark.parametrize("proof", ["password", "code", "passkey"])
def test_step_up_makes_the_session_fresh_for_ten_minutes(house, ada, proof):
    if proof == "code":
        ada.add_app()
    if proof == "passkey":
        ada.add_passkey()
    house.clock.moment += FRESH
    with pytest.raises(StepUpRequired):
        ada.caller.require_fresh(house.clock())

    shown = {"password": lambda: PASSWORD, "code": ada.code, "passkey": lambda: ada.device.use(ada.step_up_options())}
    done = ada.step_up(**{proof: shown[proof]()})

    session = identity_store().get_session(ada.caller.session_hash)
    assert (session.proved_at, done.proved_until) == (house.clock(), house.clock() + FRESH)


def test_step_up_options_say_what_counts(house, ada):
    assert house.steps.step_up_options(ada.caller).accepted == ["password"]

    ada.add_app()
    assert house.steps.step_up_options(ada.caller).accepted == ["code"]

    ada.add_passkey()
    options = house.steps.step_up_options(ada.caller)
    assert options.accepted == ["passkey", "code"]
    assert len(options.public_key["allowCredentials"]) == 1


def test_security_log_notes_factors_and_sign_ins(house, ada):
    house.clock.advance(seconds=1)
    passkey_id = ada.add_passkey()
    house.clock.advance(seconds=1)
    ada.log_in_by_passkey()
    house.clock.advance(seconds=1)
    ada.add_app()
    with pytest.raises(WrongProof):
        ada.log_in_by_code("000000")
    house.clock.advance(seconds=1)
    ada.log_in_by_code(ada.code())
    house.clock.advance(seconds=1)
    house.factors.remove_passkey(ada.caller, HERE, passkey_id)
    house.clock.advance(seconds=1)
    house.factors.remove_totp(ada.caller, HERE)

    assert entries() == [
        ("sign_in", "sign-up", "done"),
        ("factor_added", "passkey Laptop", "done"),
        ("sign_in", "passkey Laptop", "done"),
        ("factor_added", "authenticator app", "done"),
        ("sign_in_failed", "code", "refused"),
        ("sign_in", "password and code", "done"),
        ("factor_removed", "passkey Laptop", "done"),
        ("factor_removed", "authenticator app", "done"),
    ]


def test_nothing_stored_holds_a_challenge(house, ada):
    ada.add_app()
    challenge = ada.password_step()
    options = house.steps.begin_passkey(BROWSER).public_key

    rows = str(emulated.saved_rows())

    assert challenge not in rows
    assert options["challenge"] not in rows
