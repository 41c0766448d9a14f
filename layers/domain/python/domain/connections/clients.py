"""Clients, which ask to connect: those that registered (RFC 7591), and those that have a metadata document."""

from __future__ import annotations

import base64
import binascii
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from urllib.parse import unquote_plus

from common.clock import utc_now
from common.errors import TooManyRequests
from common.ids import is_id, new_id
from common.services import frozen
from common.settings import settings
from domain.connections import documents, redirects, tokens
from domain.connections.client_store import ClientStore, client_store
from domain.connections.documents import Documents, is_document
from domain.connections.errors import OAuthError, invalid_client
from domain.connections.metadata import AUTH_METHODS, CODE_GRANTS, DEVICE_GRANT, auth_method
from domain.connections.names import harmless
from domain.connections.records import Client
from domain.keys import secret
from domain.limits.limiter import Limiter, limiter
from domain.limits.marks import network_of

MOST_REDIRECTS = 10
UNUSED_LIVES = timedelta(days=7)
USED_LIVES = timedelta(days=400)
HOUR = timedelta(hours=1)


@frozen
class Clients:
    """Registers and finds clients.

    Attributes:
        store: the clients and their requests.
        documents: reads metadata documents.
        limiter: counts registrations by address.
        now: the clock.
        choose: the source of randomness for secrets.
    """

    store: ClientStore
    documents: Callable[[], Documents]
    limiter: Limiter
    now: Callable[[], datetime]
    choose: Callable[[str], str]

    def register(self, wanted: Mapping[str, Any], address: str) -> dict[str, Any]:
        """Register a client; returns the answer of RFC 7591. Fields that we do not know are ignored, as it demands.

        Raises `OAuthError`: `invalid_redirect_uri`, `invalid_client_metadata`, or too many from this IP address.
        """
        grants = _grants(wanted)
        by_redirect = CODE_GRANTS[0] in grants
        uris = _redirect_uris(wanted) if by_redirect else []
        method = auth_method(wanted, AUTH_METHODS, otherwise="client_secret_basic")
        if method is None:
            raise _refused(f"token_endpoint_auth_method is one of {', '.join(AUTH_METHODS)}.")
        if by_redirect and "code" not in _texts(wanted, "response_types", ["code"]):
            raise _refused("response_types is code alone.")
        take(self.limiter, address, "register")
        now, name = self.now(), wanted.get("client_name")
        made = None if method == "none" else secret.generate(self.choose, tag=tokens.CLIENT)
        client = Client(
            id=new_id("cli", now),
            name=harmless(name[:200] if isinstance(name, str) else ""),
            redirect_uris=uris,
            grant_types=grants,
            auth_method=method,
            secret_hash=made.secret_hash if made else None,
            created_at=now,
            expires_at=now + UNUSED_LIVES,
        )
        self.store.put_new_client(client)
        return _registered(client, made)

    def find(self, client_id: str, address: str) -> Client | None:
        """The client, or None. We read its metadata document, if it has one, anew when our copy is an hour old.

        Raises `BadDocument`, and `OAuthError` when one IP address makes us fetch too many documents.
        """
        now = self.now()
        if not is_document(client_id):
            return self.store.find_client(client_id, now) if is_id("cli", client_id) else None
        if len(client_id) > documents.MAX_URL_LENGTH:
            return None
        known = self.store.find_document(client_id, now)
        if known is None:
            take(self.limiter, address, "document")
            known = self.documents().read(client_id, now)
            self.store.put_document(known)
        return known

    def prove(self, form: Mapping[str, str], authorization: str | None) -> str:
        """The id of the client that asks for tokens, once the client has shown who it is. Raises `OAuthError`.

        A client with a metadata document has no secret; its tokens are bound to its id, and its codes to a verifier.
        """
        client_id, _, method = _credentials(form, authorization)
        if is_document(client_id):
            if method != "none":
                raise invalid_client()
            return client_id
        return self.prove_registered(form, authorization).id

    def prove_registered(self, form: Mapping[str, str], authorization: str | None) -> Client:
        """The registered client that the form or the `Authorization` header names.

        A client with a secret must send it. A public one sends only its id, which proves nothing.
        Raises `OAuthError` `invalid_client` (401) for an unknown or expired client and for wrong credentials.
        """
        client_id, given, method = _credentials(form, authorization)
        client = self.store.find_client(client_id, self.now()) if is_id("cli", client_id) else None
        if client is None or (client.secret_hash is None) != (method == "none"):
            raise invalid_client()
        if client.secret_hash is not None and not secret.KeySecret(given).matches(client.secret_hash):
            raise invalid_client()
        return client


def take(limits: Limiter, address: str, what: str, *, times: int = 1) -> None:
    """Count one `what` from this IP address; raises `OAuthError` beyond `times` the hourly number of our setting."""
    most = times * settings.connecting_per_address
    try:
        limits.take(f"address#{network_of(address)}#connect_{what}", most=most, within=HOUR)
    except TooManyRequests as error:
        raise OAuthError("temporarily_unavailable", error.message, status=429) from error


@cache
def clients() -> Clients:
    """The service, built once for each process."""
    return Clients(client_store(), documents.documents, limiter(), utc_now, secrets.choice)


def _credentials(form: Mapping[str, str], authorization: str | None) -> tuple[str, str, str]:
    """The client's id, its secret (empty if none), and the method by which they came. Raises `OAuthError`."""
    if authorization is None:
        client_id, given = form.get("client_id", ""), form.get("client_secret")
        return client_id, given or "", "none" if given is None else "client_secret_post"
    scheme, _, encoded = authorization.partition(" ")
    try:
        user, colon, password = base64.b64decode(encoded.strip(), validate=True).decode().partition(":")
    except (binascii.Error, ValueError) as error:
        raise invalid_client() from error
    client_id = unquote_plus(user)
    # Two ways at once, or a Bearer token where a client shows who it is: nobody means that.
    if (
        scheme.lower() != "basic"
        or not colon
        or "client_secret" in form
        or form.get("client_id", client_id) != client_id
    ):
        raise invalid_client()
    return client_id, unquote_plus(password), "client_secret_basic"


def _grants(wanted: Mapping[str, Any]) -> list[str]:
    """Those of the grants wanted that we give; the answer lists them (RFC 7591, 3.2.1). Raises `OAuthError` if none."""
    named = set(_texts(wanted, "grant_types", ["authorization_code"]))
    grants = [*(CODE_GRANTS if named & {*CODE_GRANTS} else ()), *(named & {DEVICE_GRANT})]
    if not grants:
        raise _refused(f"grant_types are {', '.join(CODE_GRANTS)} and {DEVICE_GRANT}.")
    return grants


def _redirect_uris(wanted: Mapping[str, Any]) -> list[str]:
    uris = wanted.get("redirect_uris")
    if not isinstance(uris, list) or not 0 < len(uris) <= MOST_REDIRECTS:
        raise OAuthError("invalid_redirect_uri", f"Give 1 to {MOST_REDIRECTS} redirect_uris.")
    for uri in uris:
        problem = redirects.problem_of(uri) if isinstance(uri, str) else "a redirect URI is a text"
        if problem:
            raise OAuthError("invalid_redirect_uri", f"{problem[0].upper()}{problem[1:]}.")
    return list(dict.fromkeys(uris))


def _texts(wanted: Mapping[str, Any], name: str, otherwise: list[str]) -> list[str]:
    found = wanted.get(name, otherwise)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise _refused(f"{name} is a list of texts.")
    return found


def _refused(description: str) -> OAuthError:
    return OAuthError("invalid_client_metadata", description)


def _registered(client: Client, made: secret.KeySecret | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "client_id": client.id,
        "client_id_issued_at": int(client.created_at.timestamp()),
        "client_name": client.name,
        "redirect_uris": client.redirect_uris,
        "grant_types": client.grant_types,
        "response_types": ["code"] if client.redirect_uris else [],
        "token_endpoint_auth_method": client.auth_method,
    }
    if made is not None:
        told |= {"client_secret": made.secret, "client_secret_expires_at": 0}
    return told
