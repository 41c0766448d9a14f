"""What somebody may try against factors; each test is named for the attempt, and shows that it fails."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from authenticators import SoftAuthenticator
from common.caller import FRESH, RECENT
from common.clock import utc_now
from common.errors import NotFound, StepUpRequired, StrongerProofRequired, TooManyRequests
from common.sealing import SealBroken
from domain.factors.challenges import LIFETIME, ChallengeOver
from domain.factors.models import AddPasskey
from domain.factors.passkeys import PasskeyRefused
from domain.factors.proving import STRANGERS, TRIES, Source, WrongProof
from domain.factors.store import factor_store
from domain.identity.service import InvalidCredentials
from doors import call, key_caller, session_caller
from factor_house import BROWSER, PASSWORD
from origins import HERE
from tables import for_each

AT_HOME = Source(f"from-{BROWSER.network}", known=True)


def sign_in_options(house):
    return house.steps.begin_passkey(BROWSER).public_key


def add(house, person, answer):
    return house.factors.add_passkey(person.caller, HERE, AddPasskey(credential=answer))


def test_replayed_assertion(house, ada):
    ada.add_passkey()
    answer = ada.device.use(sign_in_options(house))
    ada.log_in_by_passkey(answer)

    with pytest.raises(ChallengeOver):
        ada.log_in_by_passkey(answer)


def test_one_assertion_sent_by_many_at_once(house, ada):
    ada.add_passkey()
    answer = ada.device.use(sign_in_options(house))

    def attempt(_number):
        try:
            return ada.log_in_by_passkey(answer)
        except ChallengeOver:
            return None

    with ThreadPoolExecutor(4) as pool:
        assert len([caller for caller in pool.map(attempt, range(4)) if caller]) == 1


def test_challenge_answered_after_five_minutes(house, ada):
    ada.add_passkey()
    options = sign_in_options(house)
    house.clock.moment += LIFETIME

    with pytest.raises(ChallengeOver):
        ada.log_in_by_passkey(ada.device.use(options))


def test_challenge_of_another_purpose(house, ada):
    ada.add_passkey()

    with pytest.raises(ChallengeOver):
        ada.step_up(passkey=ada.device.use(sign_in_options(house)))
    with pytest.raises(ChallengeOver):
        ada.log_in_by_passkey(ada.device.use(ada.step_up_options()))
    with pytest.raises(ChallengeOver):
        add(house, ada, ada.device.make(sign_in_options(house) | {"user": {"id": "x"}}))


def test_challenge_of_another_user_and_of_another_session_of_the_same_user(house, ada, eve):
    ada.add_passkey()
    eve.add_passkey()

    for person, session in ((eve, eve.caller), (ada, ada.log_in_by_password())):
        with pytest.raises(ChallengeOver):
            person.step_up(session, passkey=person.device.use(ada.step_up_options(ada.caller)))


def test_challenge_that_nobody_made(house, ada):
    ada.add_passkey()

    with pytest.raises(ChallengeOver):
        ada.log_in_by_passkey(ada.device.use({"challenge": "A" * 43}))


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://atrium.example.evil.test"},
        {"origin": "http://atrium.example"},
        {"origin": "https://atrium.example:8443"},
        {"rp_id": "evil.test"},
        {"verifies_user": False},
    ],
    ids=lambda wrong: str(*wrong.values()),
)
def test_passkey_made_or_used_at_another_origin_or_without_verifying_the_user(house, ada, wrong):
    options = house.factors.begin_passkey(ada.caller, ada.email).public_key
    with pytest.raises(PasskeyRefused):
        add(house, ada, SoftAuthenticator(**wrong).make(options))
    ada.add_passkey()

    with pytest.raises(WrongProof):
        ada.log_in_by_passkey(replace(ada.device, **wrong).use(sign_in_options(house)))


def test_signature_by_another_key_under_the_same_credential_id(house, ada):
    ada.add_passkey()
    forged = replace(ada.device, key=ec.derive_private_key(8, ec.SECP256R1()))

    with pytest.raises(WrongProof):
        ada.log_in_by_passkey(forged.use(sign_in_options(house)))


def test_own_passkey_with_the_neighbours_user_handle(house, ada, eve):
    ada.add_passkey()
    eve.add_passkey()

    with pytest.raises(WrongProof):
        eve.log_in_by_passkey(replace(eve.device, user_handle=ada.device.user_handle).use(sign_in_options(house)))


def test_cloned_authenticator(house, ada):
    ada.add_passkey()
    clone = replace(ada.device)
    ada.log_in_by_passkey()
    ada.log_in_by_passkey()

    with pytest.raises(WrongProof):
        ada.log_in_by_passkey(clone.use(sign_in_options(house)))


@pytest.mark.parametrize("part", ["clientDataJSON", "attestationObject"])
@pytest.mark.parametrize("junk", ["", "A", "!!", "oWFhYQ", "ü"])
def test_junk_in_place_of_what_a_browser_says(house, ada, part, junk):
    answer = ada.device.make(house.factors.begin_passkey(ada.caller, ada.email).public_key)
    answer["response"][part] = junk

    with pytest.raises(PasskeyRefused):
        add(house, ada, answer)


@pytest.mark.parametrize(
    ("used", "tried"),
    [(0, 0), (0, -1), (None, -2), (None, 2)],
    ids=["used before", "of the step before the one that was used", "of two steps ago", "of two steps ahead"],
)
def test_code_that_is_over_or_not_yet_good(ada, used, tried):
    ada.add_app()
    if used is not None:
        ada.log_in_by_code(ada.code(used))

    with pytest.raises(WrongProof):
        ada.log_in_by_code(ada.code(tried))


def test_one_code_used_by_two_at_once(house, ada, monkeypatch):
    ada.add_app()
    code, read = ada.code(), factor_store().find_factors
    stale = read(ada.caller.principal_id)
    ada.step_up(code=code)
    first_look = iter([stale])
    monkeypatch.setattr(
        type(factor_store()), "find_factors", lambda _store, user_id: next(first_look, None) or read(user_id)
    )

    with pytest.raises(WrongProof):
        house.proving.take_code(ada.caller.principal_id, code, AT_HOME)


def test_code_that_confirmed_the_app_used_to_sign_in(house, ada):
    ada.add_app()
    house.clock.advance(seconds=-60)

    with pytest.raises(WrongProof):
        ada.log_in_by_code(ada.code())


def test_brute_force_of_codes_over_many_challenges(house, ada):
    ada.add_app()
    tried = 0
    for _ in range(200):
        challenge = _patiently(house, ada.password_step)
        try:
            ada.log_in_by_code("000000", challenge)
        except WrongProof:
            tried += 1
        except TooManyRequests:
            house.clock.advance(minutes=5)

    (_, _), (most_a_day, _) = TRIES
    assert tried <= most_a_day * 2  # two hundred sign-ins take more than a day


def _patiently(house, attempt):
    while True:
        try:
            return attempt()
        except TooManyRequests as wait:
            house.clock.advance(seconds=wait.retry_after_seconds)


def test_right_password_does_not_forgive_wrong_codes(house, ada):
    ada.add_app()
    (most, _), _ = TRIES
    for _ in range(most):
        with pytest.raises(WrongProof):
            house.proving.take_code(ada.caller.principal_id, "000000", AT_HOME)
    challenge = ada.password_step()

    with pytest.raises(TooManyRequests):
        ada.log_in_by_code(ada.code(), challenge)


def wrong_codes(house, ada, sources):
    for source in sources:
        with pytest.raises(WrongProof):
            house.proving.take_code(ada.caller.principal_id, "000000", source)


def test_wrong_codes_of_a_thief_lock_neither_the_owners_code_nor_a_recovery_code(house, ada):
    ada.add_app()
    thief, abroad = Source("from-198.51.100.66", known=False), Source("from-203.0.113.5", known=False)
    wrong_codes(house, ada, [thief] * 5)

    with pytest.raises(TooManyRequests):
        house.proving.take_code(ada.caller.principal_id, ada.code(), thief)

    assert house.proving.take_code(ada.caller.principal_id, ada.recovery_codes[0], thief).kind == "recovery code"
    assert house.proving.take_code(ada.caller.principal_id, ada.code(), abroad).kind == "code"


def test_wrong_codes_from_everywhere_leave_the_owner_their_places_and_recovery_codes(house, ada):
    ada.add_app()
    (most, _), user = STRANGERS, ada.caller.principal_id
    wrong_codes(house, ada, [Source(f"from-203.0.113.{number}", known=False) for number in range(most)])
    abroad = Source("from-203.0.113.200", known=False)

    with pytest.raises(TooManyRequests):
        house.proving.take_code(user, ada.code(), abroad)

    assert house.proving.take_code(user, ada.recovery_codes[0], abroad).kind == "recovery code"
    assert ada.log_in_by_code(ada.code())


def test_challenge_of_another_account(house, ada, eve):
    ada.add_app()
    eve.add_app()

    with pytest.raises(WrongProof):
        eve.log_in_by_code(eve.code(), ada.password_step())


def test_challenge_of_a_password_used_for_two_sessions(ada):
    ada.add_app()
    challenge = ada.password_step()
    ada.log_in_by_code(ada.code(), challenge)

    with pytest.raises(ChallengeOver):
        ada.log_in_by_code(ada.code(1), challenge)


def test_step_up_with_the_password_though_a_passkey_is_held(ada):
    ada.add_passkey()

    with pytest.raises(StrongerProofRequired) as refused:
        ada.step_up(password=PASSWORD)

    assert refused.value.accepted == ["passkey"]


def test_stolen_password_is_no_fresh_proof_where_a_passkey_is_held(house, ada):
    ada.add_passkey()

    thief = ada.log_in_by_password()

    for wants in (thief.require_fresh, thief.require_recent):
        with pytest.raises(StepUpRequired):
            wants(house.clock())


def test_guessing_the_password_by_step_up_waits_as_at_sign_in(ada):
    for _ in range(5):
        with pytest.raises(InvalidCredentials):
            ada.step_up(password="wrong")

    with pytest.raises(TooManyRequests):
        ada.step_up(password=PASSWORD)


def test_recovery_code_twice(ada):
    ada.add_app()
    ada.log_in_by_code(ada.recovery_codes[0])

    with pytest.raises(WrongProof):
        ada.log_in_by_code(ada.recovery_codes[0])


def test_removing_the_neighbours_passkey(house, ada, eve):
    of_ada = ada.add_passkey()

    with pytest.raises(NotFound) as neighbours:
        house.factors.remove_passkey(eve.caller, HERE, of_ada)
    with pytest.raises(NotFound) as unknown:
        house.factors.remove_passkey(eve.caller, HERE, "psk_01J00000000000000000000000")

    assert str(neighbours.value) == str(unknown.value)
    assert len(house.factors.list_passkeys(ada.caller).passkeys) == 1


def test_sealed_secret_moved_to_another_users_row(house, ada, eve):
    ada.add_app()
    eve.add_app()
    mine, theirs = (factor_store().find_factors(one.caller.principal_id) for one in (eve, ada))
    factor_store().change(mine, mine.model_copy(update={"totp": theirs.totp}))

    with pytest.raises(SealBroken):
        house.proving.take_code(eve.caller.principal_id, ada.code(), AT_HOME)


STEP_UP = [
    ("factors", "POST", "/api/account/passkeys/options", None),
    ("factors", "POST", "/api/account/passkeys", {}),
    ("factors", "DELETE", "/api/account/passkeys/{passkey_id}", None),
    ("factors", "POST", "/api/account/totp", None),
    ("factors", "POST", "/api/account/totp/confirm", {"code": "123456"}),
    ("factors", "DELETE", "/api/account/totp", None),
    ("session", "POST", "/api/account/password", {"current": "x", "new": "y"}),
    ("keys", "POST", "/api/account/api-keys", {"name": "k", "preset": "pa_only"}),
    ("keys", "POST", "/api/account/api-keys/{key_id}/rotate", {"grace_seconds": 0}),
    ("webhooks", "POST", "/api/account/webhooks", {}),
    ("webhooks", "PATCH", "/api/account/webhooks/{endpoint_id}", {"enabled": True}),
    ("webhooks", "POST", "/api/account/webhooks/{endpoint_id}/rotate-secret", {}),
    ("webhooks", "DELETE", "/api/account/webhooks/{endpoint_id}", None),
    ("decisions", "POST", "/api/account/approvers", {"email": "a@example.org"}),
    ("decisions", "DELETE", "/api/account/approvers/{approver_id}", None),
]


def parameters_of(path):
    return dict.fromkeys(re.findall(r"{(\w+)}", path), "x")


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "seen before"}], ids=["plain", "replay"])
@for_each(("door", "method", "path", "body"), STEP_UP)
def test_old_session_opens_nothing_to_others(aws, house, uncounted, door, method, path, body, headers):
    old = session_caller(proved_at=utc_now() - FRESH)

    answer = call(door, method, path, caller=old, body=body, headers=headers, **parameters_of(path))

    assert (answer.status, answer.error["code"]) == (403, "STEP_UP_REQUIRED")


WANTS_RECENT_PROOF = [
    ("projects", "POST", "/projects/{project_id}/approvals/{approval_id}", {"decision": "approve"}),
    ("projects", "POST", "/projects/{project_id}/status", {"action": "cancel"}),
    ("vault", "POST", "/vault/credentials/{id}", {"name": "Hosting", "type": "password", "value": "v"}),
    ("vault", "DELETE", "/vault/credentials/{id}", None),
    ("vault", "POST", "/vault/requests/{request_id}/fulfill", {"value": "v"}),
    ("vault", "POST", "/vault/requests/{request_id}/decline", {"reason": "no"}),
    ("vault", "POST", "/inbox/{item_id}/decide", {"decision": "once"}),
    ("keys", "DELETE", "/api/account/api-keys/{key_id}", None),
    ("oauth", "DELETE", "/api/account/connections/{connection_id}", None),
    ("oauth", "DELETE", "/api/account/connections", None),
]


@for_each(("door", "method", "path", "body"), WANTS_RECENT_PROOF)
def test_session_of_yesterday_decides_deposits_and_deletes_nothing(aws, uncounted, door, method, path, body):
    old, lately = (session_caller(proved_at=utc_now() - ago) for ago in (RECENT, RECENT - timedelta(minutes=1)))

    refused, *others = (
        call(door, method, path, caller=caller, body=body, **parameters_of(path)).body.get("error", {}).get("code")
        for caller in (old, lately, key_caller())
    )

    assert refused == "STEP_UP_REQUIRED"
    assert refused not in others


def test_session_of_yesterday_pauses_a_project(aws, uncounted):
    old = session_caller(proved_at=utc_now() - RECENT)

    answer = call(
        "projects", "POST", "/projects/{project_id}/status", caller=old, body={"action": "pause"}, project_id="x"
    )

    assert answer.status == 404
