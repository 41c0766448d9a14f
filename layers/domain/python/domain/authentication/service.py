"""Finds the caller behind a request's headers, or raises why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller
from common.clock import utc_now
from common.errors import AddressNotAllowed, Unauthenticated
from domain.authentication.store import CredentialStore, KeyCredential, credential_store
from domain.identity import sessions
from domain.keys import addresses, secret
from domain.keys.scopes import SCOPES

TOUCH_KEY_EVERY = timedelta(minutes=1)
_SCHEME = "bearer "


@dataclass(frozen=True, slots=True)
class AuthenticationService:
    """Checks the API key of a request with an `Authorization` header, and the session of any other request."""

    store: CredentialStore
    now: Callable[[], datetime]

    def authenticate(self, headers: Mapping[str, str], address: str = "") -> Caller:
        """The caller behind `headers` (lower-case names).

        Args:
            headers: of the request.
            address: the client's, as the gateway saw it; empty when it is unknown, which no list of addresses allows.

        Raises:
            Unauthenticated: with code UNAUTHORIZED, API_KEY_EXPIRED, API_KEY_REVOKED or SESSION_EXPIRED.
            AddressNotAllowed: the key is good, but not at this address.
        """
        authorization = headers.get("authorization")
        if authorization is not None:
            return self._by_key(authorization, address)
        token = sessions.find_token(headers)
        if token is None:
            raise Unauthenticated
        return self._by_session(token)

    def _by_key(self, authorization: str, address: str) -> Caller:
        if not authorization[: len(_SCHEME)].lower() == _SCHEME:
            raise Unauthenticated("Send the API key as: Authorization: Bearer <key>")
        presented = secret.parse(authorization[len(_SCHEME) :].strip())
        if presented is None:
            raise Unauthenticated("This is not a valid API key.")
        credential = self.store.find_key(presented.public_part)
        if credential is None or not presented.matches(credential.secret_hash):
            raise Unauthenticated("This is not a valid API key.")
        now = self.now()
        _require_active(credential, now)
        if credential.allowed_ips is not None and not addresses.is_within(address, credential.allowed_ips):
            raise AddressNotAllowed
        if credential.last_used_at is None or now - credential.last_used_at >= TOUCH_KEY_EVERY:
            self.store.touch_key(credential.public_part, now)
        return Caller(
            credential.account_id, "api_key", credential.id, credential.scopes, project_ids=credential.project_ids
        )

    def _by_session(self, token: str) -> Caller:
        session_hash = sessions.token_hash(token)
        session = self.store.find_session(session_hash)
        now = self.now()
        if session is None or now >= session.expires_at or now >= session.idle_expires_at:
            raise Unauthenticated("Your session has ended. Sign in again.", code="SESSION_EXPIRED")
        renewed = now + sessions.IDLE
        if renewed - session.idle_expires_at >= sessions.RENEW_EVERY:
            self.store.renew_session(session_hash, renewed)
        scopes, proved_at = frozenset(SCOPES), session.proved_at
        return Caller(
            session.account_id, "session", session.user_id, scopes, session_hash, proved_at, closing=session.closing
        )


@cache
def authentication_service() -> AuthenticationService:
    """The one service of this process."""
    return AuthenticationService(credential_store(), utc_now)


def _require_active(credential: KeyCredential, now: datetime) -> None:
    """Refuse an expired or revoked key (interface 3.1). Check the secret first: only its holder may learn this."""
    if credential.revoked_at is not None:
        raise Unauthenticated("This API key was revoked.", code="API_KEY_REVOKED")
    if credential.expires_at is not None and credential.expires_at <= now:
        raise Unauthenticated("This API key has expired.", code="API_KEY_EXPIRED")
