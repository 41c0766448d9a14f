"""The authorization endpoint: checks the client and where the answer would go, and stores the request for consent."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from urllib.parse import urlencode, urlsplit

from common.clock import utc_now
from common.services import frozen
from common.settings import settings
from domain.connections import metadata, redirects
from domain.connections.client_store import ClientStore, client_store
from domain.connections.clients import Clients, clients, take
from domain.connections.documents import BadDocument
from domain.connections.errors import NoSafeRedirect, OAuthError
from domain.connections.records import Client, CodeRequest
from domain.keys.scopes import SCOPES
from domain.limits.limiter import Limiter, limiter
from domain.webhooks.targets import HTTPS_PORT

REQUEST_LIVES = timedelta(minutes=10)
MAX_STATE = 2_000
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # a SHA-256 in base64url, without padding
_ID_BYTES = 24
Query = Mapping[str, Sequence[str]]


@frozen
class Authorizing:
    """Checks and stores requests of clients to connect. `issuer` is the product's own origin."""

    issuer: str
    store: ClientStore
    clients: Clients
    limiter: Limiter
    now: Callable[[], datetime]
    new_secret: Callable[[int], str]

    def begin(self, query: Query, address: str) -> str:
        """Store the request; returns the URL of the page that asks for consent. `address`: the browser's IP address.

        Raises: `NoSafeRedirect`, with a way back to the client when client and redirect URI are good.
        """
        try:
            asked = _parameters(query)
            client = self._client(_needed(asked, "client_id"), address)
            redirect_uri = _needed(asked, "redirect_uri")
            take(self.limiter, address, "authorize")
        except OAuthError as error:
            raise NoSafeRedirect(error.description, status=error.status) from error
        if not redirects.is_one_of(redirect_uri, client.redirect_uris):
            raise NoSafeRedirect("The application wants to send you to an address it has not registered.")
        try:
            require_resource(query.get("resource", ()), self.issuer)
            request = self._request(client, redirect_uri, asked)
        except OAuthError as error:
            told = {"error": error.code, "error_description": error.description}
            back = answer_to(redirect_uri, told, state=asked.get("state"), issuer=self.issuer)
            raise NoSafeRedirect(error.description, client=client, back=back) from error
        self.store.put_new_request(request)
        return f"{self.issuer}/app/#/connect/{request.id}"

    def _client(self, client_id: str, address: str) -> Client:
        try:
            client = self.clients.find(client_id, address)
        except BadDocument as error:
            raise NoSafeRedirect(f"We cannot recognise the application: {error}.") from error
        if client is None:
            raise NoSafeRedirect(
                "We do not know this application any more. Remove the connection in it and add it again."
            )
        return client

    def _request(self, client: Client, redirect_uri: str, asked: Mapping[str, str]) -> CodeRequest:
        for name in ("request", "request_uri"):
            if name in asked:
                raise OAuthError(f"{name}_not_supported", "Send the parameters themselves.")
        if asked.get("response_type") != "code":
            raise OAuthError("unsupported_response_type", "Set response_type to code.")
        if asked.get("response_mode", "query") != "query":
            raise OAuthError("invalid_request", "Set response_mode to query.")
        if asked.get("code_challenge_method") != "S256":
            raise OAuthError("invalid_request", "Use PKCE: set code_challenge_method to S256.")
        challenge = asked.get("code_challenge", "")
        if not _CHALLENGE.fullmatch(challenge):
            raise OAuthError("invalid_request", "Use PKCE: code_challenge needs 43 characters of base64url.")
        if len(asked.get("state", "")) > MAX_STATE:
            raise OAuthError("invalid_request", f"Give state with at most {MAX_STATE} characters.")
        now = self.now()
        return CodeRequest(
            id=self.new_secret(_ID_BYTES),
            client_id=client.id,
            client_name=client.name,
            client_domain=client.domain,
            redirect_uri=redirect_uri,
            scopes=scopes_asked(asked.get("scope", "")),
            state=asked.get("state"),
            code_challenge=challenge,
            created_at=now,
            expires_at=now + REQUEST_LIVES,
        )


def answer_to(redirect_uri: str, parameters: Mapping[str, str], *, state: str | None, issuer: str) -> str:
    """The redirect URI with these parameters, the `state` if there is one, and always the issuer (RFC 9207)."""
    told = {**parameters, **({"state": state} if state is not None else {}), "iss": issuer}
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{urlencode(told)}"


def scopes_asked(asked: str) -> list[str]:
    """The scopes that we know among those asked for (separated by spaces); all of ours when we know none."""
    return [scope for scope in SCOPES if scope in asked.split()] or list(SCOPES)


def require_resource(wanted: Sequence[str], issuer: str) -> None:
    """Raise `OAuthError` if `wanted`, which may be empty, has another resource than `/mcp` or our origin (RFC 8707)."""
    home = _place(issuer)
    ours = {home, (*home[:3], metadata.RESOURCE_PATH)}
    if any(_place(one) not in ours for one in wanted if one):
        raise OAuthError("invalid_target", f"The only resource is {metadata.resource_of(issuer)}.")


def _place(address: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path to compare; not the query, which chooses what `/mcp` shows. Raises `OAuthError`."""
    try:
        parts = urlsplit(address)
        port = parts.port or (HTTPS_PORT if parts.scheme == "https" else 80)
    except ValueError as error:
        raise OAuthError("invalid_target", "Give an address as resource.") from error
    if "@" in parts.netloc or "#" in address:
        raise OAuthError("invalid_target", "Give the resource without a user and a fragment.")
    return parts.scheme, parts.hostname or "", port, parts.path.removesuffix("/")


def _parameters(query: Query) -> dict[str, str]:
    """The parameters that have a value, but for `resource`, which may come more than once.

    Raises: `OAuthError` for any other that comes more than once: two readers may choose different ones (RFC 6749, 3.1).
    """
    if any(len(values) > 1 for name, values in query.items() if name != "resource"):
        raise OAuthError("invalid_request", "The link has a parameter twice. Start again in the application.")
    return {name: values[0] for name, values in query.items() if name != "resource" and values and values[0]}


def _needed(asked: Mapping[str, str], name: str) -> str:
    if name not in asked:
        raise OAuthError("invalid_request", "The link is incomplete. Start again in the application.")
    return asked[name]


@cache
def authorizing() -> Authorizing | None:
    """The service, built once for each process; None where OAuth is off."""
    issuer = metadata.issuer_of(settings.public_url)
    if issuer is None:
        return None
    return Authorizing(issuer, client_store(), clients(), limiter(), utc_now, secrets.token_urlsafe)
