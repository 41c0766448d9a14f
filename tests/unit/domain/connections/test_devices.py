"""Devices that sign in, and attacks on that, each named for what it tries (RFC 8628, section 5, and RFC 9700)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from common.caller import Origin
from common.errors import InvalidRequest, NotFound, TooManyRequests, Unauthenticated
from common.transactions import transact
from connecting import BROWSER, CALLBACK, ISSUER, PRESET, SERVER, VERIFIER, four_at_once, refused
from domain.connections.devices import MOST_GUESSES
from domain.connections.errors import NoSafeRedirect, OAuthError
from domain.connections.models import DecideConnect
from domain.identity.store import identity_store
from domain.keys.models import CreateApiKey, KeyStatus, UpdateKeyPolicy
from domain.keys.service import MAX_ACTIVE_KEYS, TooManyKeys
from mails import text_of
from security_logs import noted
from vaults import everything_stored

NO = DecideConnect(allow=False)
ELSEWHERE = Origin("203.0.113.66", "Firefox", "req-elsewhere")


@pytest.fixture
def person(house):
    return house.person()


@pytest.fixture
def client_id(house):
    """A registered client of devices."""
    return house.register_device()


@pytest.fixture
def asked(house, client_id):
    """What a device of this client was answered, which nobody has decided about yet."""
    return house.ask(client_id)


def wrong_code(number):
    return "BBBB-BB" + "BCDFGHJKLMNPQRSTVWXZ"[number // 20] + "BCDFGHJKLMNPQRSTVWXZ"[number % 20]


def keys_of(house, person):
    return house.keys.list(person.account_id, limit=100, cursor=None).api_keys


def test_device_gets_a_key_once_its_person_has_allowed_it(house, client_id, person, clock):
    asked = house.ask(client_id, scope="projects:read projects:write agents:read nonsense")
    assert refused(lambda: house.poll(client_id, asked["device_code"])) == "authorization_pending"
    house.allow_device(person, asked, "projects:read", "projects:write", "vault:write")  # the last was not asked for
    clock.advance(seconds=5)

    got = house.poll(client_id, asked["device_code"], scope="vault:write agents:read")

    assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", asked.pop("user_code"))
    assert (asked["expires_in"], asked["interval"], asked["verification_uri"]) == (600, 5, f"{ISSUER}/device")
    assert (got["token_type"], got["expires_in"], got["scope"]) == (
        "Bearer",
        90 * 24 * 3600,
        "projects:read projects:write",
    )
    (key,) = keys_of(house, person)
    assert (key.name, key.status, key.expires_at) == ("Helper", KeyStatus.ACTIVE, clock() + timedelta(days=90))
    admitted = house.call(got["access_token"], "/projects")
    assert (admitted.caller.principal_id, admitted.caller.scopes) == (key.id, {"projects:read", "projects:write"})
    assert ("key_created", "Helper", person.principal_id, BROWSER.address, "Firefox") in noted(person.account_id)


def test_owner_gets_a_mail_about_a_device(house, asked, person):
    house.allow_device(person, asked, "agents:read")

    mail = house.accounts.mails_to("ada@example.org")[-1]

    assert mail["Subject"] == "A program is connected to your account"
    text = " ".join(text_of(mail).split())
    assert f"Helper (a name that nobody verified, at the address {SERVER.address}; it gets an API key)" in text


@pytest.mark.parametrize("typed", ["{}", " {} ", "{}".lower(), "{0[0]} {0[1]}"])
def test_code_may_be_typed_in_any_case_with_or_without_dash_and_spaces(house, asked, person, typed):
    code = asked["user_code"]
    written = typed.format(code) if "0" not in typed else " ".join(code.replace("-", "").lower())

    assert house.consent.find(person, written, BROWSER).name == "Helper"


@pytest.mark.parametrize("typed", ["", "BCDF-GHJ", "BCDF-GHJKL", "AEIO-UYBC", "BCDF-GHJ1", "ＢＣＤＦ-GHJK"])
def test_text_that_can_be_no_code_is_refused_and_counted_as_no_guess(house, person, typed):
    for _ in range(MOST_GUESSES + 1):
        with pytest.raises(InvalidRequest):
            house.consent.find(person, typed, BROWSER)


def test_brute_force_of_user_codes(house, person, clock):
    """5.1: an account may guess wrongly ten times in an hour, from all addresses together; right codes do not count."""
    for _ in range(MOST_GUESSES + 1):
        house.consent.find(person, house.ask(house.register_device())["user_code"], BROWSER)
    code = house.ask(house.register_device())["user_code"]
    for number in range(MOST_GUESSES):
        with pytest.raises(NotFound):
            house.consent.find(person, wrong_code(number), replace(BROWSER, address=f"192.0.2.{number}"))

    with pytest.raises(TooManyRequests):
        house.consent.find(person, code, ELSEWHERE)
    clock.advance(hours=1)
    with pytest.raises(NotFound):
        house.consent.find(person, code, ELSEWHERE)


def test_brute_force_of_user_codes_by_many_accounts_of_one_address(house, monkeypatch):
    monkeypatch.setenv("CONNECTING_PER_ADDRESS", "3")
    for number in range(3):
        with pytest.raises(NotFound):
            house.consent.find(house.owner(account_id=f"acc_{number}"), wrong_code(number), ELSEWHERE)

    with pytest.raises(TooManyRequests):
        house.consent.find(house.owner(account_id="acc_9"), wrong_code(9), ELSEWHERE)


def test_brute_force_of_device_codes(house, client_id, asked, person, monkeypatch):
    """5.2: a code with one character changed is none, and an address may poll as often as its sign-ins need."""
    monkeypatch.setenv("CONNECTING_PER_ADDRESS", "1")
    house.allow_device(person, asked)
    code = asked["device_code"]
    other = code[:-1] + ("A" if code[-1] != "A" else "B")
    tried = [other, code[1:], code.partition(".")[0], "", "é.é", "a" * 9000, code.partition(".")[2]]

    assert {refused(partial(house.poll, client_id, one)) for one in tried} == {"invalid_grant"}
    codes = {refused(lambda: house.poll(client_id, other)) for _ in range(120)}

    assert codes == {"invalid_grant", "temporarily_unavailable"}
    assert keys_of(house, person) == []


def test_polling_too_fast_slows_down_by_five_seconds_each_time_and_for_good(house, client_id, asked, person, clock):
    def polled(after):
        clock.advance(seconds=after)
        return refused(lambda: house.poll(client_id, asked["device_code"]))

    assert [polled(after) for after in (0, 4, 9, 15, 14, 20)] == [
        "authorization_pending",
        "slow_down",
        "slow_down",
        "authorization_pending",
        "slow_down",
        "authorization_pending",
    ]
    house.allow_device(person, asked)
    assert polled(19) == "slow_down"
    clock.advance(seconds=25)
    assert house.poll(client_id, asked["device_code"])["token_type"] == "Bearer"


@pytest.mark.parametrize("when", ["before the decision", "after it"])
def test_polling_by_another_client_ends_the_code(house, client_id, asked, person, when):
    other = house.register_device()
    if when == "after it":
        house.allow_device(person, asked)

    assert refused(lambda: house.poll(other, asked["device_code"])) == "invalid_grant"

    assert refused(lambda: house.poll(client_id, asked["device_code"])) == "expired_token"
    with pytest.raises(NotFound):
        house.consent.find(person, asked["user_code"], BROWSER)
    assert keys_of(house, person) == []


@pytest.mark.parametrize("by", ["its own client", "another client"])
def test_replay_after_success_revokes_the_key(house, client_id, asked, person, clock, by):
    """RFC 6749, 4.1.2. Whoever lost the answer signs in anew: nobody else holds the key."""
    house.allow_device(person, asked)
    got = house.poll(client_id, asked["device_code"])
    clock.advance(seconds=5)
    thief = client_id if by == "its own client" else house.register_device()

    codes = [refused(lambda: house.poll(thief, asked["device_code"]))]
    clock.advance(seconds=5)
    codes.append(refused(lambda: house.poll(client_id, asked["device_code"])))

    assert codes == ["invalid_grant", "invalid_grant"]
    with pytest.raises(Unauthenticated):
        house.call(got["access_token"], "/projects")
    assert [key.status for key in keys_of(house, person)] == [KeyStatus.REVOKED]
    assert [entry[:3] for entry in noted(person.account_id) if entry[0] == "key_revoked"] == [
        (
            "key_revoked",
            "Helper: its device code was used " + ("twice" if thief == client_id else "by another client"),
            None,
        )
    ]
    assert house.accounts.subjects_to("ada@example.org").count("We ended a program's access") == 1


def test_polls_at_once_give_one_key(house, client_id, asked, person):
    house.allow_device(person, asked)

    assert len(four_at_once(lambda: house.poll(client_id, asked["device_code"]))) == 1
    assert len(keys_of(house, person)) == 1


@pytest.mark.parametrize("allowed", [False, True])
def test_expired_code(house, client_id, asked, person, clock, allowed):
    if allowed:
        house.allow_device(person, asked)
    clock.advance(minutes=10)

    assert refused(lambda: house.poll(client_id, asked["device_code"])) == "expired_token"
    with pytest.raises(NotFound):
        house.consent.find(person, asked["user_code"], BROWSER)
    assert keys_of(house, person) == []


def test_code_that_another_session_has_looked_at(house, asked, person):
    found = house.consent.find(person, asked["user_code"], BROWSER)

    for thief in (replace(person, session_hash="1" * 64), house.owner(account_id="acc_2", session_hash="2" * 64)):
        with pytest.raises(NotFound):
            house.consent.find(thief, asked["user_code"], BROWSER)
        for decision in (NO, DecideConnect(allow=True, scopes=PRESET)):
            with pytest.raises(NotFound):
                house.consent.decide(thief, found.id, decision, BROWSER)
    house.allow_device(person, asked)


def test_remote_phishing_is_shown_for_what_it_is(house, person, clock):
    """5.4: who asks, that nobody verified the name, from where and when; and whether that is where the browser is."""
    asked = house.ask(house.register_device(), at=ELSEWHERE)
    clock.advance(minutes=3)

    there = house.consent.find(person, asked["user_code"], BROWSER)
    here = house.consent.find(person, asked["user_code"], ELSEWHERE)

    assert (there.name, there.domain, there.redirect_host) == ("Helper", None, None)
    assert (there.address, there.is_here, there.asked_at) == (ELSEWHERE.address, False, clock() - timedelta(minutes=3))
    assert here.is_here
    assert house.consent.find(person, asked["user_code"], replace(BROWSER, address="2001:db8::1")).is_here is None
    assert asked["verification_uri_complete"] == f"{ISSUER}/device?code={asked['user_code']}"


def test_browser_in_the_same_network_of_ipv6_is_where_the_device_is(house, person):
    code = house.ask(house.register_device(), at=replace(ELSEWHERE, address="2001:db8:1:2::3"))["user_code"]
    near, far = (replace(BROWSER, address=one) for one in ("2001:db8:1:2:ffff::9", "2001:db8:1:3::3"))

    assert [house.consent.find(person, code, at).is_here for at in (near, far)] == [True, False]


def test_denied_device_gets_nothing_and_stays_denied(house, client_id, asked, person, clock):
    found = house.consent.find(person, asked["user_code"], BROWSER)

    assert house.consent.decide(person, found.id, NO, BROWSER).redirect_to is None

    with pytest.raises(NotFound):
        house.allow_device(person, asked)
    for _ in range(2):
        clock.advance(seconds=5)
        assert refused(lambda: house.poll(client_id, asked["device_code"])) == "access_denied"
    assert keys_of(house, person) == []


def test_decision_by_two_clicks_at_once_counts_once(house, asked, person):
    found = house.consent.find(person, asked["user_code"], BROWSER)
    yes = DecideConnect(allow=True, scopes=PRESET)

    assert len(four_at_once(lambda: house.consent.decide(person, found.id, yes, BROWSER))) == 1


def test_mixing_of_grants(house, client_id, asked, person):
    """A device's code is none of the code grant, nor the other way round; a client has the grants it registered for."""
    device, program = client_id, house.register()["client_id"]
    house.allow_device(person, asked)
    code = house.code(program)

    assert refused(lambda: house.exchange(program, asked["device_code"])) == "invalid_grant"
    assert refused(lambda: house.exchange(device, asked["device_code"])) == "invalid_grant"
    assert refused(lambda: house.refresh(device, asked["device_code"])) == "invalid_grant"
    assert refused(lambda: house.poll(program, code)) == "invalid_grant"
    assert refused(lambda: house.ask(program)) == "unauthorized_client"
    with pytest.raises(NoSafeRedirect):
        house.begin(device)
    assert house.exchange(program, code, redirect_uri=CALLBACK, code_verifier=VERIFIER)["token_type"] == "Bearer"


def test_registration_for_devices_needs_no_redirect_and_gets_what_it_asked_for(house):
    made = house.clients.register({"grant_types": ["urn:ietf:params:oauth:grant-type:device_code"]}, SERVER.address)
    both = house.register(grant_types=["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"])

    assert (made["grant_types"], made["redirect_uris"], made["response_types"]) == (
        ["urn:ietf:params:oauth:grant-type:device_code"],
        [],
        [],
    )
    assert both["grant_types"][-1] == "urn:ietf:params:oauth:grant-type:device_code"
    assert both["response_types"] == ["code"]
    assert refused(lambda: house.register(grant_types=both["grant_types"], redirect_uris=[])) == "invalid_redirect_uri"


def test_confidential_client_shows_who_it_is_before_it_gets_a_code(house):
    wanted = {
        "grant_types": ["urn:ietf:params:oauth:grant-type:device_code"],
        "token_endpoint_auth_method": "client_secret_post",
    }
    made = house.clients.register(wanted, SERVER.address)

    assert refused(lambda: house.ask(made["client_id"])) == "invalid_client"
    assert refused(lambda: house.ask("https://client.example/oauth/client.json")) == "invalid_client"
    assert house.ask(made["client_id"], client_secret=made["client_secret"])["interval"] == 5


def test_account_full_of_keys_says_so_to_the_person_and_later_to_the_device(house, client_id, asked, person, clock):
    another = house.ask(client_id)
    house.allow_device(person, asked)
    made = [
        house.keys.create(person, CreateApiKey(name=f"key {one}", preset="read_only"), BROWSER)
        for one in range(MAX_ACTIVE_KEYS)
    ]

    with pytest.raises(TooManyKeys):
        house.allow_device(person, another)
    with pytest.raises(TooManyKeys):
        house.poll(client_id, asked["device_code"])
    house.keys.revoke(person, made[0].id, BROWSER)
    assert house.poll(client_id, asked["device_code"])["token_type"] == "Bearer"
    clock.advance(minutes=1)
    with pytest.raises(TooManyKeys):
        house.allow_device(person, another)


def test_key_lives_no_longer_than_the_account_allows(house, client_id, asked, person):
    house.keys.update_policy(person, UpdateKeyPolicy(max_lifetime_days=7), BROWSER)
    house.allow_device(person, asked)

    assert house.poll(client_id, asked["device_code"])["expires_in"] == 7 * 24 * 3600


def test_account_that_is_being_deleted_gives_no_key(house, client_id, asked, person, clock):
    house.allow_device(person, asked)
    store = identity_store()
    account = store.get_account(person.account_id).model_copy(update={"closed_at": clock()})
    transact(
        [store.table.putting({"pk": f"ACCOUNT#{account.id}", **account.model_dump(mode="json", exclude_none=True)})]
    )

    assert refused(lambda: house.poll(client_id, asked["device_code"])) == "access_denied"
    assert keys_of(house, person) == []


def test_stored_rows_hold_no_code_and_no_key(house, client_id, asked, person):
    code = asked["user_code"].replace("-", "")
    house.allow_device(person, asked)
    before = str(everything_stored())
    got = house.poll(client_id, asked["device_code"])

    for secret in (code, asked["user_code"], asked["device_code"], got["access_token"]):
        assert secret not in before + str(everything_stored())
    assert "atr_" not in before


def test_too_many_devices_from_one_address(house, client_id, monkeypatch):
    monkeypatch.setenv("CONNECTING_PER_ADDRESS", "2")
    for _ in range(2):
        house.ask(client_id)

    with pytest.raises(OAuthError) as caught:
        house.ask(client_id)
    assert (caught.value.code, caught.value.status) == ("temporarily_unavailable", 429)


def test_user_code_that_is_anothers_is_drawn_again(house, client_id):
    drawn = iter("BCDFGHJK" * 2 + "BCDFGHJL")
    devices = replace(house.devices, choose=lambda _letters: next(drawn))

    codes = [devices.begin({"client_id": client_id}, None, SERVER, ISSUER)["user_code"] for _ in range(2)]

    assert codes == ["BCDF-GHJK", "BCDF-GHJL"]
