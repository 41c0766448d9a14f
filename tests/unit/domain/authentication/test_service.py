from __future__ import annotations

import secrets
from datetime import timedelta

import pytest

from accounts import Accounts
from common.dynamo import Table
from common.errors import Unauthenticated
from common.settings import settings
from credentials import HERE as USE
from credentials import authentication
from domain.keys.models import CreateApiKey
from domain.keys.scopes import SCOPES
from domain.keys.secret import TAG, KeySecret, _checksum, generate
from domain.keys.store import OF_ACCOUNT
from doors import session_caller
from origins import HERE
from unit_fixtures import START

OWNER = session_caller()


@pytest.fixture
def service(aws, clock):
    return authentication(clock)


@pytest.fixture
def session_token(aws, clock):
    return Accounts(clock).sign_up(verified=False)[1].session


def bearer(key):
    return {"authorization": f"Bearer {key}"}


def code_of(service, headers):
    with pytest.raises(Unauthenticated) as caught:
        service.authenticate(headers, USE)
    return caught.value.code


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "Bearer"])
def test_key_gives_its_account_and_scopes(service, keys, scheme):
    created = keys.create(OWNER, CreateApiKey(name="k", scopes=["vault:read"]), HERE)

    caller = service.authenticate({"authorization": f"{scheme} {created.key}"}, USE).caller

    assert (caller.account_id, caller.kind, caller.principal_id) == ("acc_1", "api_key", created.id)
    assert caller.scopes == {"vault:read"}


def test_revoked_and_expired_keys_are_told_apart(service, keys, clock):
    revoked = keys.create(OWNER, CreateApiKey(name="k", preset="pa_only"), HERE)
    service.authenticate(bearer(revoked.key), USE)
    keys.revoke(OWNER, revoked.id, HERE)
    expired = keys.create(
        OWNER, CreateApiKey(name="k", preset="pa_only", expiresAt=(clock() + timedelta(seconds=1)).isoformat()), HERE
    )
    clock.advance(seconds=1)

    assert code_of(service, bearer(revoked.key)) == "API_KEY_REVOKED"
    assert code_of(service, bearer(expired.key)) == "API_KEY_EXPIRED"


def test_wrong_secret_with_a_known_public_part_learns_nothing(service, keys):
    created = keys.create(OWNER, CreateApiKey(name="k", preset="pa_only"), HERE)
    keys.revoke(OWNER, created.id, HERE)
    body = TAG + created.prefix[4:] + "0" * 34
    forged = KeySecret(body + _checksum(body))

    assert code_of(service, bearer(forged.secret)) == "UNAUTHORIZED"


@pytest.mark.parametrize(
    "header",
    [
        *("", "Bearer", "Basic abc", "Bearer atr_x", "Bearer " + "a" * 5000, "Bearer \x00"),
        "Bearer key_01J00000000000000000000000",  # an id, as lists show it
        f"Bearer {generate(secrets.choice).secret[:-1]}!",
    ],
    ids=lambda header: ascii(header[:11]),
)
def test_malformed_credentials_cost_no_call_and_are_not_counted(service, calls, header):
    assert code_of(service, {"authorization": header}) == "UNAUTHORIZED"
    assert calls == []


def test_last_use_is_noted_to_the_minute_in_the_index_too_and_never_before_the_key_was_made(service, keys, clock):
    def in_index():
        (row,) = Table(settings.keys_table).query_all("account_id = :of", {"of": "acc_1"}, index=OF_ACCOUNT)
        return row

    clock.advance(seconds=10)
    created = keys.create(OWNER, CreateApiKey(name="k", preset="pa_only"), HERE)
    made_at = clock()
    service.authenticate(bearer(created.key), USE)
    at_once, row = keys.store.get_key("acc_1", created.id).last_used_at, in_index()
    clock.advance(seconds=40)
    service.authenticate(bearer(created.key), USE)
    assert in_index() == row  # which nothing but a change makes cost a write
    clock.advance(minutes=3)
    service.authenticate(bearer(created.key), USE)

    assert at_once == made_at
    assert keys.store.get_key("acc_1", created.id).last_used_at == START + timedelta(minutes=3)
    assert not {"secret_hash", "n", "day", "slot"} & row.keys()


def test_session_holds_every_scope(service, session_token):
    caller = service.authenticate({"cookie": f"__Host-session={session_token}", "host": "atrium.example"}, USE).caller

    assert (caller.kind, caller.scopes) == ("session", frozenset(SCOPES))


@pytest.mark.parametrize(
    ("host", "cookie"),
    [("atrium.example", "session=token"), ("localhost:8000", "__Host-session=token"), ("atrium.example", "")],
)
def test_session_cookie_of_the_other_kind_of_host_is_ignored(service, session_token, host, cookie):
    assert code_of(service, {"cookie": cookie, "host": host}) == "UNAUTHORIZED"


def test_used_session_lives_on_until_its_ninety_days_are_over(service, session_token, clock):
    headers = {"cookie": f"session={session_token}", "host": "localhost:8000"}
    for _ in range(6):
        clock.advance(days=13, hours=23)
        service.authenticate(headers, USE)
    clock.advance(days=6, hours=6)

    assert code_of(service, headers) == "SESSION_EXPIRED"


def test_idle_session_ends_after_two_weeks(service, session_token, clock):
    clock.advance(days=14)

    assert code_of(service, {"cookie": f"session={session_token}", "host": "localhost"}) == "SESSION_EXPIRED"


@pytest.mark.parametrize(
    "cookie",
    [
        "theme=dark __Host-session={token}",  # a value another page may set; the name stands behind a space, not a ";"
        'theme="dark; __Host-session={token}x"',
        "__Host-session=planted; __Host-session={token}",
        "__Host-session={token}; __Host-session=planted",
        "__Host-Session={token}",
        "__Host-session = {token}",
        "__Host-session",
        "__Host-session=",
    ],
)
def test_only_a_cookie_of_its_own_starts_a_session(service, session_token, cookie):
    headers = {"cookie": cookie.format(token=session_token), "host": "atrium.example"}

    assert code_of(service, headers) in {"UNAUTHORIZED", "SESSION_EXPIRED"}


@pytest.mark.parametrize("others", ["theme=dark; ", "a=b;", "x=[1]; y={2}; ", "=; ", "; ;", "\t"])
def test_other_cookies_do_not_hide_the_session(service, session_token, others):
    headers = {"cookie": f"{others}__Host-session={session_token}; z=1", "host": "atrium.example"}

    assert service.authenticate(headers, USE).caller.kind == "session"
