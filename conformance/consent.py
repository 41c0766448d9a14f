"""The browser's part of connecting by signing in, played for programs that open a page and wait for the answer."""

from __future__ import annotations

from dataclasses import dataclass

import httpx

PATIENCE_SECONDS = 60.0
RETRIES = 5  # of connecting: 8 seconds in all
REQUEST_PAGE = "/app/#/connect/"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in (`session` holds the cookie, and the base URL) and says yes to whatever asks."""

    session: httpx.Client

    def allow(self, address: str, *scopes: str) -> str:
        """Open the address of an authorization request and say yes; returns where the browser would go then.

        Without `scopes` the boxes stay as the page shows them at first.
        """
        opened = self.session.get(address)
        connect_id = opened.headers["location"].partition(REQUEST_PAGE)[2]
        path = f"/api/oauth/requests/{connect_id}"
        asked = self.session.get(path).raise_for_status().json()["data"]["scopes"]
        ticked = scopes or [one["scope"] for one in asked if one["preset"]]
        decided = self.session.post(path, json={"allow": True, "scopes": list(ticked)}).raise_for_status()
        redirect_to: str = decided.json()["data"]["redirect_to"]
        return redirect_to

    def allow_and_return(self, address: str, *scopes: str) -> None:
        """Allow, and bring the answer to the program, which listens on this machine. Raises `httpx.HTTPError`."""
        redirect_to = self.allow(address, *scopes)
        # A client of its own: the program must not see our cookie. It may print the address before it listens.
        with httpx.Client(transport=httpx.HTTPTransport(retries=RETRIES), timeout=PATIENCE_SECONDS) as browser:
            browser.get(redirect_to).raise_for_status()


def signed_in(base_url: str, email: str, password: str) -> httpx.Client:
    """Sign in, and return a client with the new session's cookie. Raises `httpx.HTTPStatusError`: refused."""
    session = httpx.Client(base_url=base_url, timeout=PATIENCE_SECONDS)
    session.post("/api/auth/login", json={"email": email, "password": password}).raise_for_status()
    return session


def register(base_url: str, redirect_uri: str, *, name: str = "Judge") -> str:
    """Register a public client (RFC 7591); returns its id. Raises `httpx.HTTPStatusError`: refused."""
    wanted = {"client_name": name, "redirect_uris": [redirect_uri], "token_endpoint_auth_method": "none"}
    made = httpx.post(f"{base_url}/oauth/register", json=wanted, timeout=PATIENCE_SECONDS).raise_for_status()
    client_id: str = made.json()["client_id"]
    return client_id
