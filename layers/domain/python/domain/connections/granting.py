"""The token and revocation endpoints (RFC 6749 4.1.3 and 6, RFC 7009): give tokens for codes and refresh tokens.

A device's code gets a key: see `devices`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from common.caller import Origin
from common.clock import to_iso, utc_now
from common.optimistic import settle
from common.services import frozen
from domain.audit.log import noting
from domain.audit.records import Actor, EntryType
from domain.connections import metadata, rotation, tokens
from domain.connections.clients import Clients, clients
from domain.connections.devices import Devices, devices
from domain.connections.errors import OAuthError, invalid_grant
from domain.connections.records import Connection, RefreshToken
from domain.connections.rotation import Rotation
from domain.connections.store import ConnectionStore, connection_store
from domain.connections.telling import misused
from domain.keys.scopes import SCOPES
from domain.keys.secret import KeySecret, parse
from domain.mail.security import SecurityMail, security_mail

_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
Form = Mapping[str, str]


@frozen
class Granting:
    """Gives out tokens, and ends the connection of a token that is handed in."""

    issuer: str
    store: ConnectionStore
    clients: Clients
    devices: Devices
    mails: SecurityMail
    now: Callable[[], datetime]
    choose: Callable[[str], str]

    def token(self, form: Form, authorization: str | None, origin: Origin) -> dict[str, Any]:
        """The token endpoint's answer to a code, a refresh token or a device code. Raises `OAuthError`."""
        client_id = self.clients.prove(form, authorization)
        match form.get("grant_type"):
            case "authorization_code":
                return settle(lambda: self._exchange(form, client_id, origin))
            case "refresh_token":
                return settle(lambda: self._refresh(form, client_id, origin))
            case metadata.DEVICE_GRANT:
                return self.devices.poll(form, client_id, origin)
        raise OAuthError("unsupported_grant_type", "grant_type is one of grant_types_supported.")

    def revoke(self, form: Form, authorization: str | None, origin: Origin) -> None:
        """End a token's connection at once; another client's token changes nothing. Raises `OAuthError`."""
        client_id = self.clients.prove(form, authorization)
        token = tokens.parse_token(form.get("token", ""))
        connection = self.store.find_connection(token.public_part) if token else None
        if token is None or connection is None or connection.client_id != client_id:
            return
        if self._is_of(connection, token):
            now, actor = self.now(), Actor(kind="connection", id=connection.id, name=connection.client_name)
            noted = noting(
                EntryType.CONNECTION_REVOKED, connection.account_id, now, actor, origin, subject=connection.spoken
            )
            self.store.revoke(connection, now, [noted])

    def _exchange(self, form: Form, client_id: str, origin: Origin) -> dict[str, Any]:
        code = parse(form.get("code", ""), tag=tokens.CODE)
        connection = self.store.find_connection(code.public_part) if code else None
        now = self.now()
        if code is None or connection is None or not code.matches(connection.code_hash):
            raise invalid_grant()
        bound = (
            connection.client_id == client_id
            and form.get("redirect_uri") == connection.redirect_uri
            and _verifies(form.get("code_verifier", ""), connection.code_challenge)
        )
        # A real code in the wrong hands, or twice: somebody has read it. What it gave, and would give, ends.
        if connection.code_used_at is not None or not bound:
            self._end_misused(connection, now, origin, "its code was used twice, or by somebody else")
            raise invalid_grant()
        if now >= connection.code_expires_at or connection.revoked_at is not None:
            raise invalid_grant()
        refresh = tokens.new_refresh_token(self.choose, connection.public_part)
        changes = {"code_used_at": to_iso(now), "family_hash": tokens.family_hash(refresh)}
        return self._renew(connection, now, refresh, rotation.FIRST, changes, unused={"code_used_at": None})

    def _refresh(self, form: Form, client_id: str, origin: Origin) -> dict[str, Any]:
        token = parse(form.get("refresh_token", ""), tag=tokens.REFRESH)
        connection = self.store.find_connection(token.public_part) if token else None
        now = self.now()
        if token is None or connection is None or not self._is_of(connection, token):
            raise invalid_grant()
        if connection.revoked_at is not None or connection.is_over_at(now):
            raise invalid_grant("The connection has ended. Connect again.")
        if connection.client_id != client_id:
            self._end_misused(connection, now, origin, "its refresh token was used by another client")
            raise invalid_grant()
        _require_no_more(form.get("scope"), connection)
        try:
            rotated = rotation.rotate(connection, token.secret_hash, now)
        except rotation.UsedTwice as error:
            self._end_misused(connection, now, origin, "a refresh token was used twice")
            raise invalid_grant() from error
        fresh = tokens.new_refresh_token(self.choose, connection.public_part, after=token)
        return self._renew(connection, now, fresh, rotated, {}, unused={"turn": connection.turn or None})

    def _renew(
        self,
        connection: Connection,
        now: datetime,
        refresh: KeySecret,
        rotated: Rotation,
        also: Mapping[str, Any],
        *,
        unused: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Store new tokens; returns the endpoint's answer. Raises `ChangedMeanwhile` unless `unused` is as read."""
        access = tokens.new_access_token(self.choose, connection.public_part)
        ends_at = min(now + tokens.ACCESS_LIVES, connection.ends_at)
        refresh_ends_at = min(now + tokens.REFRESH_LIVES, connection.ends_at)
        own = RefreshToken(expires_at=refresh_ends_at, access_hashes=[access.secret_hash, *rotated.kept])
        standing = {**rotated.others, refresh.secret_hash: own}
        changes: dict[str, Any] = {
            **{tokens.access_attribute(one): None for one in rotated.ended},
            tokens.access_attribute(access.secret_hash): to_iso(ends_at),
            "refresh_tokens": {known: one.model_dump(mode="json") for known, one in standing.items()},
            "used_refresh_tokens": {known: to_iso(at) for known, at in rotated.used.items()},
            "refresh_expires_at": to_iso(refresh_ends_at),
            "turn": connection.turn + 1,
            **also,
        }
        self.store.replace_tokens(connection, changes, unused=unused)
        return {
            "access_token": access.secret,
            "token_type": "Bearer",
            "expires_in": int((ends_at - now).total_seconds()),
            "refresh_token": refresh.secret,
            "scope": " ".join(connection.scopes),
        }

    def _is_of(self, connection: Connection, token: KeySecret) -> bool:
        """Whether we gave this token out for this connection: a refresh token of any age, or a recent access token."""
        if token.secret.startswith(tokens.REFRESH):
            known = connection.family_hash
            return known is not None and hmac.compare_digest(tokens.family_hash(token), known)
        return any(token.secret_hash in one.access_hashes for one in connection.refresh_tokens.values())

    def _end_misused(self, connection: Connection, now: datetime, origin: Origin, why: str) -> None:
        subject = f"{connection.spoken}: {why}"
        post = self.mails.notice(connection.account_id, misused(connection.client_name, now, origin))
        noted = noting(
            EntryType.CONNECTION_REVOKED,
            connection.account_id,
            now,
            Actor(kind="nobody"),
            origin,
            subject=subject,
            outcome="refused",
        )
        if self.store.revoke(connection, now, [noted, *post.writes]):
            self.mails.nudge(post)


@cache
def granting(issuer: str) -> Granting:
    """The service, built once for each issuer of the process."""
    return Granting(issuer, connection_store(), clients(), devices(), security_mail(), utc_now, secrets.choice)


def _verifies(verifier: str, challenge: str) -> bool:
    """Whether the verifier hashes to the challenge: PKCE, S256 (RFC 7636)."""
    if not _VERIFIER.fullmatch(verifier):
        return False
    digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    return hmac.compare_digest(digest, challenge)


def _require_no_more(scope: str | None, connection: Connection) -> None:
    """Raise `OAuthError` if a client asks for a scope that it lacks. Asking for less changes nothing: it gets all.

    Scopes that we do not know are ignored, as they were when it asked to connect.
    """
    if scope is not None and SCOPES.keys() & set(scope.split()) - set(connection.scopes):
        raise OAuthError("invalid_scope", "The connection has fewer scopes. Connect again to get more.")
