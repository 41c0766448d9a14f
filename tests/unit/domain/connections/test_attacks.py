"""Attacks on connecting by signing in, each named for what it tries (RFC 9700 and MCP's security best practices)."""

from __future__ import annotations

import base64
import socket
import time
from dataclasses import replace

import pytest

from common.caller import Caller
from common.errors import InvalidRequest, NotFound, StepUpRequired, Unauthenticated
from connecting import BROWSER, CALLBACK, ISSUER, PRESET, SERVER, VERIFIER, document, four_at_once, refused, told
from domain.connections.documents import MOST_BYTES
from domain.connections.errors import NoSafeRedirect, OAuthError
from domain.connections.models import DecideConnect
from domain.connections.names import NAMELESS, harmless
from domain.connections.redirects import is_one_of, problem_of
from domain.connections.rotation import MOST_LINES
from domain.connections.store import connection_store
from domain.keys.models import CreateApiKey
from domain.keys.scopes import SCOPES
from domain.keys.secret import generate
from domain.keys.service import KeyService
from domain.keys.store import key_store
from domain.webhooks.wire import NotFetched, Wire
from origins import HERE
from receivers import listening
from security_logs import chain, exported

URL = "https://client.example/oauth/client.json"
NO = DecideConnect(allow=False)
TABLES = ("Keys", "Clients", "Events", "Mail")
FOREIGN = (
    "https://evil.example/mcp",
    "https://atrium.example.evil.example/mcp",
    "https://atrium.example@evil.example/mcp",
    "https://evil.example@atrium.example/mcp",
    "https://atrium.example:8443/mcp",
    "http://atrium.example/mcp",
    "https://atrium.example/projects",
    [f"{ISSUER}/mcp", "https://evil.example/mcp"],
)


@pytest.fixture
def client_id(house):
    """A registered client."""
    return house.register()["client_id"]


@pytest.fixture
def request_id(house, client_id):
    """A request of this client that waits for consent."""
    return house.request(client_id)


@pytest.fixture
def code(house, client_id):
    """A code that this client has not used yet."""
    return house.code(client_id)


@pytest.fixture
def got(house, client_id, code):
    """The tokens of this client's connection."""
    return house.exchange(client_id, code)


def told_on_the_page(house, client_id, **said):
    """What a request's client is told when a person follows the link of the page that refuses the request."""
    with pytest.raises(NoSafeRedirect) as caught:
        house.begin(client_id, **said)
    return told(caught.value.back)


def refreshed(house, client_id, token):
    """New tokens, or None where there are none for this client."""
    try:
        return house.refresh(client_id, token)
    except OAuthError:
        return None


def is_let_in(house, token):
    try:
        house.call(token)
    except Unauthenticated:
        return False
    return True


@pytest.mark.parametrize(
    "uri",
    [
        "https://evil.example/callback",
        "https://assistant.example/callback/%2e%2e/steal",
        "https://assistant.example/callback?next=1",
        "https://assistant.example/callback#fragment",
        "https://ASSISTANT.example/callback",
        "https://assistant.example.evil.example/callback",
        "https://assistant.example@evil.example/callback",
        "https://user:pass@assistant.example/callback",
        "http://assistant.example/callback",
        "https://assistant.example\\@evil.example/callback",
        "javascript:alert(1)//https://assistant.example/callback",
        "https://assistant.example/callback ",
        "https://assistant.example/callback\nX-Header: 1",
    ],
)
def test_open_redirect_by_a_variant_of_the_registered_address(house, client_id, uri):
    with pytest.raises(NoSafeRedirect):
        house.begin(client_id, redirect_uri=uri)


@pytest.mark.parametrize(
    "uri",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "http://assistant.example/callback",
        "http://localhost.evil.example/callback",
        "http://localhost@evil.example/",
        "https://a.example/#x",
        "evil://x",
        "",
        "https://a.example/" + "x" * 500,
        "https://a.example/?state=x",
        "https://аtrium.example/",
    ],
)
def test_registering_a_dangerous_redirect(house, uri):
    assert refused(lambda: house.register(redirect_uris=[uri])) == "invalid_redirect_uri"


def test_loopback_lets_the_port_alone_vary():
    registered = ["http://127.0.0.1:1234/callback"]

    assert is_one_of("http://127.0.0.1:5999/callback", registered)
    assert is_one_of("http://127.0.0.1/callback", registered)
    assert not is_one_of("http://127.0.0.1:5999/other", registered)
    assert not is_one_of("http://localhost:1234/callback", registered)
    assert not is_one_of("http://127.0.0.1:1234@evil.example/callback", registered)
    assert not is_one_of("https://127.0.0.1:5999/callback", registered)


def test_scheme_of_a_known_editor_is_taken_and_its_neighbour_is_not():
    assert problem_of("cursor://anysphere.cursor-mcp/oauth/callback") is None
    assert problem_of("CURSOR://x/y")
    assert problem_of("cursors://x/y")


@pytest.mark.parametrize(
    "said",
    [
        {"client_id": "cli_01J00000000000000000000000"},
        {"client_id": "../../etc/passwd"},
        {"redirect_uri": [CALLBACK, "https://evil.example/"]},
        *({name: ["code", "token"]} for name in ("state", "scope", "code_challenge_method", "response_type")),
    ],
    ids=str,
)
def test_unknown_client_or_parameter_that_is_there_twice_gets_no_redirect(house, client_id, said):
    with pytest.raises(NoSafeRedirect):
        house.begin(**{"client_id": client_id} | said)
    with pytest.raises(NoSafeRedirect):
        house.begin([client_id, "cli_other"])


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": VERIFIER[:20]}, "invalid_request"),
        ({"code_challenge": "=" * 43}, "invalid_request"),
        ({"state": "x" * 2_001}, "invalid_request"),
        ({"request_uri": "http://169.254.169.254/"}, "request_uri_not_supported"),
        ({"response_type": "token"}, "unsupported_response_type"),
        *(({"resource": resource}, "invalid_target") for resource in FOREIGN),
    ],
    ids=str,
)
def test_pkce_downgrade_long_state_request_by_reference_and_foreign_resource_are_told_to_the_client(
    house, client_id, said, error
):
    answer = told_on_the_page(house, client_id, **said)

    assert (answer["error"], answer["iss"]) == (error, ISSUER)
    assert "code" not in answer


def test_mix_up_is_told_by_the_issuer_in_every_answer(house, client_id):
    answer = told(house.consent.decide(house.owner(), house.request(client_id), NO, HERE).redirect_to)

    assert (answer["error"], answer["state"], answer["iss"]) == ("access_denied", "xyz", ISSUER)
    assert house.allow(house.request(client_id))["iss"] == ISSUER


@pytest.mark.parametrize(
    "resource",
    [
        f"{ISSUER}/mcp?readonly=1",
        "HTTPS://ATRIUM.example:443/mcp/",
        ISSUER,
        f"{ISSUER}/",
        [f"{ISSUER}/mcp", ISSUER],
        "",
    ],
)
def test_token_for_our_own_address_however_it_is_written(house, client_id, resource):
    assert house.request(client_id, resource=resource)


def test_scopes_that_we_do_not_know_are_as_if_unsaid(house, client_id):
    shown = house.consent.describe(house.owner(), house.request(client_id, scope="openid offline_access"), BROWSER)
    got = house.exchange(client_id, house.code(client_id, "agents:read", scope="agents:read offline_access"))

    assert {one.scope for one in shown.scopes} == set(SCOPES)
    assert house.refresh(client_id, got["refresh_token"], scope="agents:read offline_access")["scope"] == "agents:read"


def test_replayed_code_ends_what_it_gave(house, code, client_id):
    got = house.exchange(client_id, code)
    assert is_let_in(house, got["access_token"])

    assert refused(lambda: house.exchange(client_id, code)) == "invalid_grant"

    assert not is_let_in(house, got["access_token"])
    assert refused(lambda: house.refresh(client_id, got["refresh_token"])) == "invalid_grant"


def test_code_used_by_two_at_once_gives_tokens_to_one_at_most(house, code, client_id):
    got = four_at_once(lambda: house.exchange(client_id, code)["access_token"])

    assert len(got) <= 1
    assert not any(is_let_in(house, token) for token in got)


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "another"},
        *({"code_verifier": verifier} for verifier in ("w" * 43, "", "short", "v" * 129, "v" * 42 + "é")),
        *({"redirect_uri": uri} for uri in (None, "https://assistant.example/other", CALLBACK + "/")),
    ],
    ids=str,
)
def test_code_with_another_client_verifier_or_redirect_is_used_up(house, client_id, code, changes):
    other = house.register()["client_id"]
    said = {name: other if one == "another" else one for name, one in changes.items()}

    assert refused(lambda: house.exchange(**{"client_id": client_id, "code": code} | said)) == "invalid_grant"
    assert refused(lambda: house.exchange(client_id, code)) == "invalid_grant"


def test_code_after_a_minute(house, code, client_id, clock):
    clock.advance(seconds=60)

    assert refused(lambda: house.exchange(client_id, code)) == "invalid_grant"


def test_forged_code_or_refresh_token_of_a_known_connection_neither_works_nor_ends_it(house, client_id, got):
    for tag, use in (("aco_", house.exchange), ("aro_", house.refresh)):
        forged = generate(lambda _: "a", tag=tag, begins=got["access_token"][4:12]).secret
        assert refused(lambda: use(client_id, forged)) == "invalid_grant"  # noqa: B023
    assert is_let_in(house, got["access_token"])


@pytest.mark.parametrize(
    "resource", ["/projects", "/agents", "/api/account/api-keys", "/api/oauth/requests/{connect_id}", "/events"]
)
def test_token_passthrough_to_rest(house, got, resource):
    with pytest.raises(Unauthenticated):
        house.call(got["access_token"], resource)


def test_api_key_at_the_token_endpoint(house, client_id, clock):
    keys = KeyService(key_store(), clock, lambda text: text[0])
    key = keys.create(house.owner(), CreateApiKey(name="k", preset="full_access"), HERE).key

    assert refused(lambda: house.refresh(client_id, key)) == "invalid_grant"
    assert refused(lambda: house.exchange(client_id, key)) == "invalid_grant"
    form = {"grant_type": "refresh_token"}
    assert refused(lambda: house.granting.token(form, f"Bearer {key}", SERVER)) == "invalid_client"


def test_refresh_token_as_an_access_token_and_access_token_as_a_refresh_token(house, client_id, got):
    assert not is_let_in(house, got["refresh_token"])
    assert refused(lambda: house.refresh(client_id, got["access_token"])) == "invalid_grant"
    assert is_let_in(house, got["access_token"])


def test_expired_access_token(house, got, clock):
    clock.advance(minutes=59, seconds=59)
    assert is_let_in(house, got["access_token"])

    clock.advance(seconds=1)

    assert not is_let_in(house, got["access_token"])


@pytest.mark.parametrize("refreshes", [1, 5])
def test_reused_refresh_token_ends_the_connection_and_is_told(house, client_id, got, clock, refreshes):
    first = got
    for _ in range(refreshes):
        clock.advance(minutes=50)
        got = house.refresh(client_id, got["refresh_token"])
    clock.advance(seconds=31)

    assert refused(lambda: house.refresh(client_id, first["refresh_token"])) == "invalid_grant"

    assert not is_let_in(house, got["access_token"])
    assert refused(lambda: house.refresh(client_id, got["refresh_token"])) == "invalid_grant"
    chain()
    last = exported()["entries"][-1]
    assert (last["type"], last["outcome"]) == ("connection_revoked", "refused")
    assert "used twice" in last["subject"]


def test_refresh_that_is_repeated_within_thirty_seconds_is_a_retry(house, client_id, got, clock):
    second = house.refresh(client_id, got["refresh_token"])
    clock.advance(seconds=29)

    third = house.refresh(client_id, got["refresh_token"])

    assert is_let_in(house, second["access_token"])
    assert is_let_in(house, third["access_token"])
    clock.advance(seconds=60)
    assert is_let_in(house, house.refresh(client_id, third["refresh_token"])["access_token"])


def test_programs_that_refresh_at_once_hold_good_tokens_for_good(house, client_id, got, clock):
    clock.advance(minutes=50)

    given = [one for _ in range(200) if (one := refreshed(house, client_id, got["refresh_token"]))]

    assert len(given) == MOST_LINES
    for _ in range(3):
        assert all(is_let_in(house, one["access_token"]) for one in given)
        clock.advance(minutes=50)
        given = [house.refresh(client_id, one["refresh_token"]) for one in given]


def test_programs_whose_refreshes_overlap_hold_good_tokens(house, client_id, got):
    store, given = house.granting.store, []

    class Overlapping:
        """Between a read and the write that follows, the next program refreshes."""

        waiting = 2 * MOST_LINES

        def find_connection(self, public_part):
            found = store.find_connection(public_part)
            if self.waiting:
                self.waiting -= 1
                given.append(refreshed(house, client_id, got["refresh_token"]))
            return found

        def __getattr__(self, name):
            return getattr(store, name)

    house.granting = replace(house.granting, store=Overlapping())

    given.append(refreshed(house, client_id, got["refresh_token"]))

    good = [one for one in given if one]
    assert len(good) == MOST_LINES
    assert all(is_let_in(house, one["access_token"]) for one in good)
    assert all(house.refresh(client_id, one["refresh_token"]) for one in good)


def test_lines_that_nobody_went_on_with_make_room_when_they_expire(house, client_id, got, clock):
    lines = [house.refresh(client_id, got["refresh_token"]) for _ in range(MOST_LINES)]
    clock.advance(days=20)
    alive = house.refresh(client_id, lines[0]["refresh_token"])
    clock.advance(days=11)
    house.refresh(client_id, alive["refresh_token"])

    again = house.refresh(client_id, alive["refresh_token"])

    assert is_let_in(house, again["access_token"])


def test_connection_that_version_1_1_made_is_refreshed(house, client_id, got):
    store = connection_store()
    made = store.find_connection(got["access_token"][4:12])
    as_then = {"refresh_hashes": list(made.refresh_tokens), "refresh_tokens": None, "turn": None}
    store.replace_tokens(made, as_then, unused={})

    assert is_let_in(house, house.refresh(client_id, got["refresh_token"])["access_token"])


def test_refresh_token_used_by_another_client(house, got):
    other = house.register()["client_id"]

    assert refused(lambda: house.refresh(other, got["refresh_token"])) == "invalid_grant"
    assert not is_let_in(house, got["access_token"])


def test_connection_that_is_kept_alive_ends_after_180_days(house, client_id, got, clock):
    for _ in range(7):
        clock.advance(days=25)
        got = house.refresh(client_id, got["refresh_token"])
    clock.advance(days=4, hours=23, minutes=30)
    last = house.refresh(client_id, got["refresh_token"])
    assert last["expires_in"] == 30 * 60

    clock.advance(minutes=30)

    assert not is_let_in(house, last["access_token"])
    assert refused(lambda: house.refresh(client_id, last["refresh_token"])) == "invalid_grant"


def test_connection_unused_for_30_days(house, client_id, got, clock):
    clock.advance(days=30)

    assert refused(lambda: house.refresh(client_id, got["refresh_token"])) == "invalid_grant"


def test_revoked_connection_is_dead_with_the_next_request(house, client_id, got):
    (shown,) = house.connections.list_standing("acc_1").connections

    house.connections.revoke(house.owner(), shown.id, HERE)

    assert not any(is_let_in(house, got["access_token"]) for _ in range(20))
    assert refused(lambda: house.refresh(client_id, got["refresh_token"])) == "invalid_grant"
    assert house.connections.list_standing("acc_1").connections == []


def test_revoking_another_accounts_connection_or_another_clients_token(house, got):
    other = house.register()["client_id"]
    (shown,) = house.connections.list_standing("acc_1").connections

    with pytest.raises(NotFound):
        house.connections.revoke(house.owner(account_id="acc_2"), shown.id, HERE)
    assert house.connections.revoke_all(house.owner(account_id="acc_2"), HERE).revoked == 0
    house.granting.revoke({"client_id": other, "token": got["refresh_token"]}, None, SERVER)
    assert is_let_in(house, got["access_token"])


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_client_that_revokes_its_token_ends_the_connection(house, client_id, got, which):
    house.granting.revoke({"client_id": client_id, "token": got[which]}, None, SERVER)

    assert not is_let_in(house, got["access_token"])


@pytest.mark.parametrize("secret", [None, "", "wrong", "acs_" + "0" * 48])
def test_confidential_client_without_its_secret(house, secret):
    made = house.register(token_endpoint_auth_method="client_secret_post")
    code = house.code(made["client_id"])
    said = {} if secret is None else {"client_secret": secret}

    assert refused(lambda: house.exchange(made["client_id"], code, **said)) == "invalid_client"
    assert house.exchange(made["client_id"], code, client_secret=made["client_secret"])["token_type"] == "Bearer"


def test_basic_credentials_of_one_client_for_the_code_of_another(house):
    mine = house.register(token_endpoint_auth_method="client_secret_basic")
    victim = house.register()["client_id"]
    code = house.code(victim)
    basic = base64.b64encode(f"{mine['client_id']}:{mine['client_secret']}".encode()).decode()
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "code_verifier": VERIFIER}

    attempt = {**form, "client_id": victim}
    assert refused(lambda: house.granting.token(attempt, f"Basic {basic}", SERVER)) == "invalid_client"
    assert refused(lambda: house.granting.token(form, f"Basic {basic}", SERVER)) == "invalid_grant"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Clаude", "Clude"),  # a Cyrillic а
        ("Atrium Security Team", "Security Team"),
        ("Claude Code (atrium)", "Claude Code"),
        ("ATRIUM", NAMELESS),
        ("A t r i u m", NAMELESS),
        ("aatriumtrium", NAMELESS),
        ("Atriurn", NAMELESS),
        ("Atrıum", NAMELESS),
        ("А\u200btri\u200bum", NAMELESS),  # a Cyrillic А
        ("ᴀᴛʀɪᴜᴍ", NAMELESS),
        ("АТГІИМ", NAMELESS),  # Cyrillic throughout
        ("Помощник", "Помощник"),
        ("Helper https://evil.example/login", "Helper"),
        ("Write to ada@evil.example", "Write to"),
        ("Claude\u202egnp", NAMELESS),
        ("Claude\nVerified", NAMELESS),
        ("Cla\u200bude", "Cla ude"),
        ("<script>alert(1)</script>", "script alert(1) script"),
        ("", NAMELESS),
        ("x" * 500, "x" * 60),
    ],
)
def test_phishing_name(house, name, shown):
    assert harmless(name) == shown
    assert house.register(client_name=name)["client_name"] == shown


def test_registration_gets_what_we_can_do_of_what_it_wants(house):
    made = house.register(
        grant_types=["authorization_code", "refresh_token", "client_credentials"],
        response_types=["code", "code id_token"],
        token_endpoint_auth_method="private_key_jwt",
        token_endpoint_auth_methods_supported=["private_key_jwt", "none"],
    )

    assert made["grant_types"] == ["authorization_code", "refresh_token"]
    assert (made["response_types"], made["token_endpoint_auth_method"]) == (["code"], "none")
    assert house.exchange(made["client_id"], house.code(made["client_id"]))["token_type"] == "Bearer"


@pytest.mark.parametrize(
    "said",
    [{"grant_types": ["client_credentials"]}, {"response_types": ["token"]}, {"token_endpoint_auth_method": "mtls"}],
)
def test_registration_that_wants_nothing_we_can_do(house, said):
    assert refused(lambda: house.register(**said)) == "invalid_client_metadata"


def test_too_many_registrations_from_one_address(house, monkeypatch):
    monkeypatch.setenv("CONNECTING_PER_ADDRESS", "3")
    for _ in range(3):
        house.register()

    assert refused(house.register) == "temporarily_unavailable"


def test_client_that_nobody_used_is_gone_after_a_week(house, clock):
    unused, used = house.register()["client_id"], house.register()["client_id"]
    house.code(used)
    clock.advance(days=7)

    with pytest.raises(NoSafeRedirect):
        house.begin(unused)
    assert house.request(used)


def test_metadata_document_names_its_domain_on_the_consent_page_and_is_read_again_after_an_hour(house, clock):
    read = []

    def fetch(url):
        read.append(url)
        return document(url)

    house.fetch = fetch
    for _ in range(3):
        shown = house.consent.describe(house.owner(), house.request(URL), BROWSER)
    assert (shown.domain, shown.name, len(read)) == ("client.example", "Helper", 1)
    clock.advance(hours=1)
    house.request(URL)

    assert len(read) == 2


def test_metadata_document_of_a_client_that_would_rather_sign_and_can_do_without(house):
    """Of ChatGPT's kind. A redirect URI that we do not know is left out, and the others stay."""
    methods = {
        "token_endpoint_auth_method": "private_key_jwt",
        "token_endpoint_auth_methods_supported": ["none", "private_key_jwt"],
    }
    house.fetch = lambda url: document(url, redirect_uris=[CALLBACK, "myapp://callback"], **methods)

    assert house.exchange(URL, house.code(URL))["token_type"] == "Bearer"
    with pytest.raises(NoSafeRedirect):
        house.begin(URL, redirect_uri="myapp://callback")


@pytest.mark.parametrize(
    "found",
    [
        document("https://client.example/oauth/other.json"),
        document(URL, token_endpoint_auth_method="client_secret_post"),
        document(URL, token_endpoint_auth_method="private_key_jwt"),
        document(URL, token_endpoint_auth_method="private_key_jwt", token_endpoint_auth_methods_supported="none"),
        document(URL, redirect_uris=[]),
        document(URL, redirect_uris=["javascript:alert(1)"]),
        b"[]",
        b"no json",
    ],
)
def test_metadata_document_that_does_not_describe_the_client(house, found):
    house.fetch = lambda _url: found

    with pytest.raises(NoSafeRedirect):
        house.begin(URL)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/client.json",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/client.json",
        "https://client.example:8443/client.json",
        "https://client.example/a/../client.json",
        "https://client.example/",
        "http://client.example/client.json",
    ],
)
def test_metadata_document_at_a_forbidden_address_is_not_fetched(house, url):
    with pytest.raises(NoSafeRedirect):
        house.begin(url)


def _saying(head, body=b""):
    def speak(connection: socket.socket):
        connection.recv(4096)
        connection.sendall(head + b"\r\n\r\n" + body)

    return speak


def _drips(connection):
    _saying(b"HTTP/1.1 200 OK\r\nContent-Length: 4000")(connection)
    while True:
        connection.sendall(b" ")
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("speak", "problem", "seconds"),
    [
        (_saying(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000", b"x" * 1_000_000), "more than 5120 bytes", 3.0),
        (_saying(b"HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0"), "redirect", 3.0),
        (_drips, "timed_out", 0.4),
    ],
    ids=["a megabyte", "redirect", "drips"],
)
def test_metadata_document_of_a_megabyte_or_elsewhere_or_that_drips(speak, problem, seconds):
    began = time.monotonic()
    with listening(speak) as listener, pytest.raises(NotFetched, match=problem):
        Wire(private=True, seconds=seconds).get(listener.url, {}, most_bytes=MOST_BYTES)

    assert time.monotonic() - began < 3


def test_metadata_document_that_was_wrong_or_took_a_redirect_back_is_not_kept(house, clock):
    house.fetch = lambda _url: b"no json"
    with pytest.raises(NoSafeRedirect):
        house.begin(URL)
    house.fetch = document
    assert house.request(URL)

    house.fetch = lambda url: document(url, redirect_uris=["https://assistant.example/other"])
    clock.advance(hours=1)
    with pytest.raises(NoSafeRedirect):
        house.begin(URL)


def test_confused_deputy_consent_is_asked_each_time_anew(house):
    client_id, _ = house.connect()

    assert house.begin(client_id).startswith(f"{ISSUER}/app/#/connect/")
    assert house.begin(client_id, prompt="none").startswith(f"{ISSUER}/app/#/connect/")


def test_request_that_another_session_has_seen(house, request_id):
    house.consent.describe(house.owner(), request_id, BROWSER)

    for thief in (house.owner(session_hash="1" * 64), house.owner(account_id="acc_2", session_hash="2" * 64)):
        with pytest.raises(NotFound):
            house.consent.describe(thief, request_id, BROWSER)
        with pytest.raises(NotFound):
            house.allow(request_id, caller=thief)


@pytest.mark.parametrize("first", ["allowed", "denied"])
def test_replayed_consent_and_allowing_after_a_denial(house, request_id, first):
    if first == "allowed":
        house.allow(request_id)
    else:
        house.consent.decide(house.owner(), request_id, NO, HERE)

    with pytest.raises(NotFound):
        house.allow(request_id)
    assert len(connection_store().list_ids("acc_1")) == (first == "allowed")


def test_consent_given_by_two_clicks_at_once_makes_one_connection(house, request_id):
    caller = house.owner()

    assert len(four_at_once(lambda: house.allow(request_id, caller=caller))) == 1
    assert len(connection_store().list_ids("acc_1")) == 1


def test_request_after_ten_minutes_and_consent_by_a_stolen_session_of_long_ago(house, clock):
    caller, request_id = house.owner(), house.request(house.register()["client_id"])
    clock.advance(minutes=10)
    with pytest.raises(NotFound):
        house.consent.describe(house.owner(), request_id, BROWSER)

    clock.advance(minutes=1)
    with pytest.raises(StepUpRequired):
        house.allow(house.request(house.register()["client_id"]), caller=caller)


@pytest.mark.parametrize("kind", ["api_key", "connection"])
def test_consent_by_a_key_or_a_connection(house, request_id, kind):
    with pytest.raises(Unauthenticated):
        house.allow(request_id, caller=Caller("acc_1", kind, "key_1", frozenset(SCOPES)))


def test_scopes_beyond_what_was_asked_or_beyond_consent(house, client_id):
    code = house.allow(house.request(client_id, scope="agents:read pa:access"), "agents:read", "vault:write")["code"]
    got = house.exchange(client_id, code, scope="vault:write")

    assert got["scope"] == "agents:read"
    assert house.call(got["access_token"]).caller.scopes == {"agents:read"}
    attempt = {"scope": "agents:read vault:write"}
    assert refused(lambda: house.refresh(client_id, got["refresh_token"], **attempt)) == "invalid_scope"


def test_nothing_ticked_connects_nothing(house, client_id):
    with pytest.raises(InvalidRequest):
        house.allow(house.request(client_id, scope="agents:read"), "vault:write")
    assert connection_store().list_ids("acc_1") == []


def test_preset_alone_is_ticked_at_first(house, request_id):
    shown = house.consent.describe(house.owner(), request_id, BROWSER)

    assert [one.scope for one in shown.scopes if one.preset] == PRESET
    assert {one.scope for one in shown.scopes} == set(SCOPES)
    assert (shown.domain, shown.redirect_host) == (None, "assistant.example")


def test_stored_rows_hold_no_secret_and_those_of_clients_no_account(house, client_id, got, aws):
    made = house.register(token_endpoint_auth_method="client_secret_post")
    rows = {name: str(aws("dynamodb").scan(TableName=f"test-{name}Table")["Items"]) for name in TABLES}

    for secret in (got["access_token"], got["refresh_token"], made["client_secret"]):
        assert secret not in str(rows)
    assert client_id in rows["Clients"]
    assert "acc_1" not in rows["Clients"]
