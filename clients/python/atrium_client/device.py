"""Signing in without a browser on this machine: the device authorization grant (RFC 8628). It ends with an API key."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from atrium_client.client import Retrying, checked_url, network
from atrium_client.errors import NotSignedIn, Unavailable, error_of

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
ENDPOINTS = ("registration_endpoint", "device_authorization_endpoint", "token_endpoint")
SLOWER_SECONDS = 5  # RFC 8628 3.5; and 3.2: the interval, unless the service says another
_ENDED = {"access_denied": "It was refused on the page.", "expired_token": "The code has expired."}


@dataclass
class Device:
    """A program that asks the service at `url` for a key. Raises `InvalidRequest` for a bad address."""

    url: str
    transport: httpx.BaseTransport | None = None
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.url = checked_url(self.url)
        self.http = httpx.Client(transport=self.transport or Retrying(network(self.url)))

    def sign_in(self, name: str, scopes: str, show: Callable[[str, str, str | None, int], None]) -> dict[str, Any]:
        """Show a code, and wait until a person has decided.

        The key is listed under `name`. `scopes` have spaces between; a person may tick fewer. `show` gets the code, its
        page, the page with the code in its address (or None), and for how many seconds the code is good.

        Returns the token's answer: `access_token` is the key; `scope` and `expires_in` (seconds) may be there.
        Raises `NotSignedIn`: refused, expired, or not offered there; or another `AtriumError`.
        """
        found = self._endpoints()
        asked = {"client_name": name, "grant_types": [GRANT], "token_endpoint_auth_method": "none"}
        client_id = _answer(self.http.post(found["registration_endpoint"], json=asked))["client_id"]
        form = {"client_id": client_id, "scope": scopes}
        begun = _answer(self.http.post(found["device_authorization_endpoint"], data=form))
        complete = str(begun.get("verification_uri_complete"))
        here = complete if self._is_here(complete) else None
        show(str(begun["user_code"]), str(begun["verification_uri"]), here, begun["expires_in"])
        form = {"grant_type": GRANT, "device_code": begun["device_code"], "client_id": client_id}
        return self._poll(found["token_endpoint"], form, begun.get("interval", SLOWER_SECONDS), begun["expires_in"])

    def _poll(self, url: str, form: dict[str, str], interval: int, expires_in: int) -> dict[str, Any]:
        deadline = self.clock() + expires_in
        while self.clock() < deadline:
            self.sleep(interval)
            try:
                return _answer(self.http.post(url, data=form))
            except Unavailable:
                interval *= 2  # RFC 8628 3.5: after a lost connection, poll less often
            except NotSignedIn as error:
                if error.code not in {"AUTHORIZATION_PENDING", "SLOW_DOWN"}:
                    raise
                interval += SLOWER_SECONDS if error.code == "SLOW_DOWN" else 0
        raise NotSignedIn("EXPIRED_TOKEN", _ENDED["expired_token"])

    def _endpoints(self) -> dict[str, Any]:
        """The server's metadata (RFC 8414). Raises `NotSignedIn`: an endpoint is missing, or on another host."""
        response = self.http.get(f"{self.url}/.well-known/oauth-authorization-server")
        metadata = _answer(response) if response.is_success else {}
        if not all(isinstance(metadata.get(one), str) for one in ENDPOINTS):
            raise NotSignedIn("NO_DEVICE_SIGN_IN", f"{self.url} does not sign in programs by a code.")
        if not all(self._is_here(metadata[one]) for one in ENDPOINTS):
            raise NotSignedIn("ANOTHER_ISSUER", f"This service calls itself {metadata.get('issuer')}: sign in there.")
        return metadata

    def _is_here(self, url: str) -> bool:
        one, other = httpx.URL(url), httpx.URL(self.url)
        return (one.scheme, one.host, one.port) == (other.scheme, other.host, other.port)


def _answer(response: httpx.Response) -> dict[str, Any]:
    """The JSON object of an answer. Raises `NotSignedIn` for an OAuth error (RFC 6749 5.2), else an `AtriumError`."""
    try:
        answer: dict[str, Any] = response.json()
        code = answer.get("error")
    except (ValueError, AttributeError) as error:
        raise Unavailable("NOT_ATRIUM", f"{response.url.host} answers, but not as Atrium does.") from error
    if isinstance(code, str):
        kind = Unavailable if code == "temporarily_unavailable" else NotSignedIn
        raise kind(code.upper(), _ENDED.get(code, f"Signing in is refused: {code}."), response.status_code)
    if not response.is_success:
        raise error_of(response)
    return answer
