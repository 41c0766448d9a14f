"""The authorization endpoint: checks who asks and where the answer would go, and stores the request for consent."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from urllib.parse import urlencode

from common.clock import utc_now
from common.services import frozen
from common.settings import settings
from domain.connections import metadata, redirects
from domain.connections.client_store import ClientStore, client_store
from domain.connections.clients import Clients, clients, take
from domain.connections.documents import BadDocument
from domain.connections.errors import NoSafeRedirect, OAuthError
from domain.connections.records import Client, ConnectRequest
from domain.keys.scopes import SCOPES
from domain.limits.limiter import Limiter, limiter

REQUEST_LIVES = timedelta(minutes=10)
MAX_STATE = 1000
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # a SHA-256 in base64url, without padding
_ID_BYTES = 24
Query = Mapping[str, Sequence[str]]


@frozen
class Authorizing:
    """Takes requests to connect."""

    issuer: str
    store: ClientStore
    clients: Clients
    limiter: Limiter
    now: Callable[[], datetime]
    new_secret: Callable[[int], str]

    def begin(self, query: Query, address: str) -> str:
        """Where the browser goes next: to the page that asks for consent, or back to the client with an error.

        Client and redirect URI are checked before all else. Unless both are good, the browser is sent nowhere.

        Raises: `NoSafeRedirect`.
        """
        try:
            client = self._client(_single(query, "client_id"), address)
            redirect_uri = _single(query, "redirect_uri")
            take(self.limiter, address, "authorize")
        except OAuthError as error:
            raise NoSafeRedirect(error.description) from error
        if not redirects.is_one_of(redirect_uri, client.redirect_uris):
            raise NoSafeRedirect("The application wants to send you to an address that it has not registered.")
        try:
            request = self._request(client, redirect_uri, query)
        except OAuthError as error:
            told = {"error": error.code, "error_description": error.description}
            return answer_to(redirect_uri, told, state=_state(query), issuer=self.issuer)
        self.store.put_new_request(request)
        return f"{self.issuer}/app/#/connect/{request.id}"

    def _client(self, client_id: str, address: str) -> Client:
        try:
            client = self.clients.find(client_id, address)
        except BadDocument as error:
            raise NoSafeRedirect(f"The application cannot be recognised: {error}.") from error
        if client is None:
            raise NoSafeRedirect(
                "The application is not known here, or no longer. Remove the connection in it and add it again."
            )
        return client

    def _request(self, client: Client, redirect_uri: str, query: Query) -> ConnectRequest:
        for name in query:
            if name != "resource":
                _optional(query, name)
        for name in ("request", "request_uri"):
            if name in query:
                raise OAuthError(f"{name}_not_supported", "Send the parameters themselves.")
        if _optional(query, "response_type") != "code":
            raise OAuthError("unsupported_response_type", "response_type is code.")
        if _optional(query, "response_mode") not in {None, "query"}:
            raise OAuthError("invalid_request", "response_mode is query.")
        if _optional(query, "code_challenge_method") != "S256":
            raise OAuthError("invalid_request", "PKCE is needed: code_challenge_method is S256.")
        challenge = _optional(query, "code_challenge") or ""
        if not _CHALLENGE.fullmatch(challenge):
            raise OAuthError("invalid_request", "PKCE is needed: code_challenge has 43 characters of base64url.")
        require_resource(query.get("resource", ()), self.issuer)
        now = self.now()
        return ConnectRequest(
            id=self.new_secret(_ID_BYTES),
            client_id=client.id,
            client_name=client.name,
            client_domain=client.domain,
            redirect_uri=redirect_uri,
            scopes=_scopes(_optional(query, "scope")),
            state=_state(query),
            code_challenge=challenge,
            created_at=now,
            expires_at=now + REQUEST_LIVES,
        )


def answer_to(redirect_uri: str, parameters: Mapping[str, str], *, state: str | None, issuer: str) -> str:
    """The address that the client is told something at. It always names the issuer (RFC 9207)."""
    told = {**parameters, **({"state": state} if state is not None else {}), "iss": issuer}
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{urlencode(told)}"


def require_resource(wanted: Sequence[str], issuer: str) -> None:
    """Raise `OAuthError` when a client wants its token for something else than `/mcp` (RFC 8707)."""
    ours = {metadata.resource_of(issuer), f"{metadata.resource_of(issuer)}/", issuer, f"{issuer}/"}
    if any(one not in ours for one in wanted):
        raise OAuthError("invalid_target", f"The only resource is {metadata.resource_of(issuer)}.")


def _single(query: Query, name: str) -> str:
    values = query.get(name, ())
    if len(values) != 1 or not values[0]:
        raise OAuthError("invalid_request", "The link is incomplete. Start again in the application.")
    return values[0]


def _optional(query: Query, name: str) -> str | None:
    values = query.get(name, ())
    if len(values) > 1:
        raise OAuthError("invalid_request", "A parameter is there twice.")
    return values[0] if values else None


def _state(query: Query) -> str | None:
    values = query.get("state", ())
    return values[0] if len(values) == 1 and len(values[0]) <= MAX_STATE else None


def _scopes(asked: str | None) -> list[str]:
    """The scopes that are asked for, all without a word; those that we do not know are ignored."""
    if asked is None or not asked.strip():
        return list(SCOPES)
    found = [scope for scope in SCOPES if scope in asked.split()]
    if not found:
        raise OAuthError("invalid_scope", f"The scopes are {', '.join(SCOPES)}.")
    return found


@cache
def authorizing() -> Authorizing | None:
    """The one of this process; None where OAuth is off."""
    issuer = metadata.issuer_of(settings.public_url)
    if issuer is None:
        return None
    return Authorizing(issuer, client_store(), clients(), limiter(), utc_now, secrets.token_urlsafe)
