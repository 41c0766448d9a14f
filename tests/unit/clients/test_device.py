"""Signing in by a code, against a service that speaks RFC 8628 as the contract has it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from atrium_client import errors
from atrium_client.client import Retrying
from atrium_client.device import GRANT, Device

URL = "https://atrium.example.com"
KEY = {"access_token": "atr_Y2N0TiZuqE", "token_type": "Bearer", "expires_in": 7_776_000, "scope": "projects:read"}
PENDING, SLOW_DOWN = {"error": "authorization_pending"}, {"error": "slow_down"}
METADATA = {
    "issuer": URL,
    "registration_endpoint": f"{URL}/oauth/register",
    "device_authorization_endpoint": f"{URL}/oauth/device",
    "token_endpoint": f"{URL}/oauth/token",
}


@dataclass
class Issuer:
    """`polls` are its answers to them, one after the other; an exception is one of the network."""

    polls: list[Any]
    metadata: dict[str, Any] | None = field(default_factory=lambda: METADATA)
    requests: list[httpx.Request] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    shown: list[tuple[Any, ...]] = field(default_factory=list)
    code: dict[str, Any] = field(default_factory=dict)

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        match request.url.path:
            case "/.well-known/oauth-authorization-server":
                return httpx.Response(200, json=self.metadata) if self.metadata else httpx.Response(404, json={})
            case "/oauth/register":
                return httpx.Response(201, json={"client_id": "dcr_1"})
            case "/oauth/device":
                page = {
                    "verification_uri": f"{URL}/device",
                    "verification_uri_complete": f"{URL}/device?code=BCDF-GHJK",
                }
                codes = {"device_code": "secret", "user_code": "BCDF-GHJK", "expires_in": 600, "interval": 5}
                return httpx.Response(200, json=page | codes | self.code)
        poll = self.polls.pop(0)
        if isinstance(poll, Exception):
            raise poll
        return httpx.Response(400 if "error" in poll else 200, json=poll)

    def sign_in(self) -> dict[str, Any]:
        transport = Retrying(httpx.MockTransport(self.answer), attempts=1)
        device = Device(URL, transport, sleep=self.waited.append, clock=lambda: sum(self.waited))
        return device.sign_in(
            "Atrium command on desk", "projects:read work:read", lambda *code: self.shown.append(code)
        )


def form(request: httpx.Request) -> dict[str, str]:
    return {name: value[0] for name, value in parse_qs(request.content.decode()).items()}


def test_key_comes_once_the_person_has_confirmed() -> None:
    issuer = Issuer([PENDING, PENDING, KEY])

    assert issuer.sign_in() == KEY

    _, register, device, *polls = issuer.requests
    assert json.loads(register.content) == {
        "client_name": "Atrium command on desk",
        "grant_types": [GRANT],
        "token_endpoint_auth_method": "none",
    }
    assert form(device) == {"client_id": "dcr_1", "scope": "projects:read work:read"}
    assert [form(poll) for poll in polls] == [{"grant_type": GRANT, "device_code": "secret", "client_id": "dcr_1"}] * 3
    assert issuer.shown == [("BCDF-GHJK", f"{URL}/device", f"{URL}/device?code=BCDF-GHJK", 600)]
    assert issuer.waited == [5, 5, 5]


def test_polling_slows_down_when_it_is_told_to_and_when_nobody_answers() -> None:
    issuer = Issuer([SLOW_DOWN, PENDING, httpx.ReadTimeout("late"), {"error": "temporarily_unavailable"}, KEY])

    issuer.sign_in()

    assert issuer.waited == [5, 10, 10, 20, 40]


@pytest.mark.parametrize("code", ["access_denied", "expired_token", "invalid_grant", "invalid_client"])
def test_ended_sign_in_is_told_and_polled_no_more(code: str) -> None:
    issuer = Issuer([PENDING, {"error": code}])

    with pytest.raises(errors.NotSignedIn) as raised:
        issuer.sign_in()

    assert raised.value.code == code.upper()
    assert issuer.polls == []


def test_code_that_nobody_enters_expires_here_too() -> None:
    issuer = Issuer([PENDING] * 200)

    with pytest.raises(errors.NotSignedIn, match="expired"):
        issuer.sign_in()

    assert sum(issuer.waited) == 600


@pytest.mark.parametrize("metadata", [None, {"issuer": URL, "token_endpoint": f"{URL}/oauth/token"}])
def test_service_without_codes_is_named(metadata: dict[str, Any] | None) -> None:
    with pytest.raises(errors.NotSignedIn) as raised:
        Issuer([], metadata).sign_in()

    assert raised.value.code == "NO_DEVICE_SIGN_IN"


def test_nothing_is_sent_to_another_host() -> None:
    issuer = Issuer([KEY], METADATA | {"issuer": "https://other.example", "token_endpoint": "https://other.example/t"})

    with pytest.raises(errors.NotSignedIn, match=r"https://other\.example"):
        issuer.sign_in()

    assert len(issuer.requests) == 1


def test_page_elsewhere_is_shown_but_never_opened() -> None:
    issuer = Issuer([KEY], code={"verification_uri_complete": "file:///etc/passwd"})

    issuer.sign_in()

    assert issuer.shown[0][2] is None
