"""Connecting by signing in, in tests: the services on one clock, and a client that plays its part by the book."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from accounts import Accounts
from common.caller import Caller, Origin
from common.errors import NotFound
from credentials import authentication
from domain.authentication.service import Admitted, Use
from domain.connections.authorizing import Authorizing
from domain.connections.client_store import client_store
from domain.connections.clients import Clients
from domain.connections.consent import Consent
from domain.connections.devices import Devices
from domain.connections.documents import Documents
from domain.connections.errors import OAuthError
from domain.connections.granting import Granting
from domain.connections.metadata import DEVICE_GRANT
from domain.connections.models import DecideConnect
from domain.connections.service import ConnectionService
from domain.connections.store import connection_store
from domain.identity.contacts import ContactService
from domain.keys.scopes import PRESETS
from domain.keys.service import KeyService
from domain.keys.store import key_store
from domain.limits.limiter import Limiter
from domain.limits.store import limit_store
from doors import session_caller

ISSUER = "https://atrium.example"
CALLBACK = "https://assistant.example/callback"
PRESET = list(PRESETS["mcp_assistant"])
BROWSER = Origin("192.0.2.10", "Firefox", "req-browser")
SERVER = Origin("198.51.100.7", "python-httpx", "req-client")
VERIFIER = "v" * 43


def challenge_of(verifier: str = VERIFIER) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def no_document(_url: str) -> bytes:
    raise AssertionError("nothing was to be fetched")


@dataclass
class Connecting:
    """The services of connecting. `fetch` gives the metadata document at a URL."""

    clock: Callable[[], datetime]
    fetch: Callable[[str], bytes] = no_document
    accounts: Accounts = field(init=False)

    def __post_init__(self) -> None:
        self.accounts = Accounts(self.clock)
        self.limiter = Limiter(limit_store(), self.clock)
        found = Documents(lambda url: self.fetch(url))  # noqa: PLW0108 - tests change what is behind it
        self.clients = Clients(client_store(), lambda: found, self.limiter, self.clock, secrets.choice)
        self.authorizing = Authorizing(
            ISSUER, client_store(), self.clients, self.limiter, self.clock, secrets.token_urlsafe
        )
        mails, choose = self.accounts.mails, secrets.choice
        self.keys = KeyService(key_store(), self.clock, choose)
        contacts = ContactService(self.accounts.store.table)
        self.devices = Devices(
            client_store(), self.clients, self.keys, contacts, mails, self.limiter, self.clock, choose
        )
        self.consent = Consent(ISSUER, connection_store(), client_store(), self.devices, mails, self.clock, choose)
        self.granting = Granting(ISSUER, connection_store(), self.clients, self.devices, mails, self.clock, choose)
        self.connections = ConnectionService(connection_store(), self.clock)
        self.authentication = authentication(self.clock)

    def owner(self, **said: Any) -> Caller:
        """The caller of a session whose user has just proved who they are."""
        return session_caller(**{"proved_at": self.clock(), **said})

    def register(self, **said: Any) -> dict[str, Any]:
        wanted = {"client_name": "Helper", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"}
        return self.clients.register({**wanted, **said}, SERVER.address)

    def begin(self, client_id: str, **said: Any) -> str:
        """Ask for consent; returns the URL that the browser is sent to. `None` leaves a parameter out."""
        query = {
            "client_id": client_id,
            "redirect_uri": CALLBACK,
            "response_type": "code",
            "code_challenge": challenge_of(),
            "code_challenge_method": "S256",
            "state": "xyz",
            **said,
        }
        listed = {name: value if isinstance(value, list) else [value] for name, value in query.items() if value}
        return self.authorizing.begin(listed, BROWSER.address)

    def request(self, client_id: str, **said: Any) -> str:
        """The id of a request that waits for consent."""
        location = self.begin(client_id, **said)
        before, _, request_id = location.partition("/app/#/connect/")
        assert before == ISSUER, location
        return request_id

    def allow(self, request_id: str, *scopes: str, caller: Caller | None = None) -> dict[str, str]:
        """Consent to a request; returns the parameters of the redirect to the client."""
        decision = DecideConnect(allow=True, scopes=list(scopes or PRESET))
        return told(self.consent.decide(caller or self.owner(), request_id, decision, BROWSER).redirect_to or "")

    def code(self, client_id: str, *scopes: str, **said: Any) -> str:
        return self.allow(self.request(client_id, **said), *scopes)["code"]

    def exchange(self, client_id: str, code: str, **said: Any) -> dict[str, Any]:
        form = {
            "grant_type": "authorization_code",
            "client_id": client_id,
            "code": code,
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
            **said,
        }
        return self.granting.token({name: value for name, value in form.items() if value}, None, SERVER)

    def refresh(self, client_id: str, token: str, **said: Any) -> dict[str, Any]:
        form = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": token, **said}
        return self.granting.token(form, None, SERVER)

    def person(self) -> Caller:
        """Sign a new customer up; returns the caller of the first session, who has just proved who they are."""
        caller, _ = self.accounts.sign_up()
        return replace(caller, proved_at=self.clock())

    def register_device(self, **said: Any) -> str:
        """Register a client of devices; returns its id."""
        wanted = {"client_name": "Helper", "grant_types": [DEVICE_GRANT], "token_endpoint_auth_method": "none"}
        return str(self.clients.register({**wanted, **said}, SERVER.address)["client_id"])

    def ask(self, client_id: str, *, at: Origin = SERVER, **said: str) -> dict[str, Any]:
        """Begin the sign-in of a device; returns the answer, with its codes."""
        return self.devices.begin({"client_id": client_id, **said}, None, at, ISSUER)

    def poll(self, client_id: str, device_code: str, **said: str) -> dict[str, Any]:
        form = {"grant_type": DEVICE_GRANT, "client_id": client_id, "device_code": device_code, **said}
        return self.granting.token(form, None, SERVER)

    def allow_device(self, caller: Caller, asked: dict[str, Any], *scopes: str) -> None:
        """Find the request by the code that the device shows, and allow it."""
        found = self.consent.find(caller, asked["user_code"], BROWSER)
        decision = DecideConnect(allow=True, scopes=list(scopes or PRESET))
        assert self.consent.decide(caller, found.id, decision, BROWSER).redirect_to is None

    def connect(self, *scopes: str) -> tuple[str, dict[str, Any]]:
        """Register and connect a client; returns its id, and the answer with its tokens."""
        client_id = self.register()["client_id"]
        return client_id, self.exchange(client_id, self.code(client_id, *scopes))

    def call(self, token: str, resource: str = "/mcp") -> Admitted:
        """Authenticate a request with this token, as the authorizer does."""
        return self.authentication.authenticate({"authorization": f"Bearer {token}"}, Use(resource, SERVER))


def refused(attempt: Callable[[], Any]) -> str:
    """The code of the OAuth error that an attempt must raise."""
    with pytest.raises(OAuthError) as caught:
        attempt()
    return caught.value.code


def four_at_once[T](attempt: Callable[[], T]) -> list[T]:
    """Make four attempts at the same time; returns the results of those that were not refused."""

    def outcome(_turn: int) -> T | None:
        try:
            return attempt()
        except (OAuthError, NotFound):
            return None

    with ThreadPoolExecutor(4) as pool:
        return [came for came in pool.map(outcome, range(4)) if came is not None]


def told(location: str) -> dict[str, str]:
    """The query parameters of a redirect to a client."""
    return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}


def document(url: str, **said: Any) -> bytes:
    """A client's metadata document."""
    return json.dumps({"client_id": url, "client_name": "Helper", "redirect_uris": [CALLBACK], **said}).encode()
