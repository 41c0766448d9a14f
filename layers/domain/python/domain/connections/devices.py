"""Devices that sign in (RFC 8628): a program without a browser shows a code, and polls until its person has decided.

It gets an API key, because a connection's tokens are good at `/mcp` only (ADR 37).
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from common import one_time
from common.caller import Caller, Origin
from common.clock import utc_now
from common.dynamo import ConditionFailed, Write
from common.errors import ChangedMeanwhile, InvalidRequest
from common.optimistic import settle
from common.services import frozen
from common.settings import settings
from domain.audit.log import by_caller
from domain.connections.authorizing import REQUEST_LIVES, scopes_asked
from domain.connections.client_store import ClientStore, client_store
from domain.connections.clients import HOUR, USED_LIVES, Clients, clients, take
from domain.connections.errors import OAuthError, invalid_grant
from domain.connections.metadata import DEVICE_GRANT
from domain.connections.records import Allowed, Client, DeviceRequest
from domain.connections.telling import device_allowed, misused
from domain.events.log import commit_as_read
from domain.identity.contacts import ContactService, contact_service
from domain.keys.models import ApiKey
from domain.keys.service import KeyService, key_service
from domain.limits.limiter import Limiter, limiter
from domain.limits.marks import mark_of, network_of
from domain.mail.security import SecurityMail, security_mail

KEY_LIVES = timedelta(days=90)
INTERVAL_SECONDS = 5
SLOWER_SECONDS = 5  # RFC 8628, 3.5
MOST_GUESSES = 10  # wrong codes of an account in an hour
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # RFC 8628, 6.1: without vowels no code is a word
_CODE_LENGTH = 8
_DEVICE_CODE = re.compile(r"([0-9a-f]{32})\.[A-Za-z0-9_-]{43}")  # the request's id, and a token
_POLLS = REQUEST_LIVES // timedelta(seconds=INTERVAL_SECONDS)
Form = Mapping[str, str]


@frozen
class Devices:
    """Takes requests of devices, people's decisions on them, and the polls for the answer."""

    store: ClientStore
    clients: Clients
    keys: KeyService
    contacts: ContactService
    mails: SecurityMail
    limiter: Limiter
    now: Callable[[], datetime]
    choose: Callable[[str], str]

    def begin(self, form: Form, authorization: str | None, origin: Origin, issuer: str) -> dict[str, Any]:
        """The device authorization endpoint's answer (RFC 8628, 3.2). Raises `OAuthError`."""
        client = self.clients.prove_registered(form, authorization)
        if DEVICE_GRANT not in client.grant_types:
            raise OAuthError("unauthorized_client", f"Register the client with grant_types {DEVICE_GRANT}.")
        take(self.limiter, origin.address, "device")
        user_code, device_code = settle(lambda: self._put(client, form.get("scope", ""), origin))
        shown = f"{user_code[:4]}-{user_code[4:]}"
        return {
            "device_code": device_code,
            "user_code": shown,
            "verification_uri": f"{issuer}/device",
            "verification_uri_complete": f"{issuer}/device?code={shown}",
            "expires_in": int(REQUEST_LIVES.total_seconds()),
            "interval": INTERVAL_SECONDS,
        }

    @contextmanager
    def guess(self, caller: Caller, user_code: str, origin: Origin) -> Iterator[str]:
        """Give the block the id of the code's request; if the block raises anything, the guess counts as wrong.

        Raises: `InvalidRequest` for a text that cannot be a code, `TooManyRequests` after too many wrong ones.
        """
        letters = "".join(letter for letter in user_code.upper() if letter.isalnum())
        if len(letters) != _CODE_LENGTH or not {*letters} <= {*_LETTERS}:
            raise InvalidRequest.of("user_code", "A code has eight letters, such as BCDF-GHJK.")
        # Counted beforehand, so that many guesses at once are no more than one after the other.
        counted = {
            f"address#{network_of(origin.address)}#connect_guess": settings.connecting_per_address,
            f"account#{caller.account_id}#device_codes": MOST_GUESSES,
        }
        for key, most in counted.items():
            self.limiter.take(key, most=most, within=HOUR)
        yield mark_of(letters)
        for key in counted:
            self.limiter.give_back(key)

    def allow(self, caller: Caller, request: DeviceRequest, scopes: list[str], origin: Origin) -> None:
        """Let the device get a key. Raises `TooManyKeys`; `ChangedMeanwhile` when the device polled just now."""
        self.keys.require_room(caller.account_id)
        now = self.now()
        post = self.mails.notice(caller.account_id, device_allowed(request, scopes, now, origin))
        allowed = Allowed(account_id=caller.account_id, scopes=scopes, by=by_caller(caller, origin))
        deciding = self.store.changing_device_request(request, {"decided_at": now, "allowed": allowed})
        commit_as_read([deciding, self.store.keeping_client(request.client_id, now + USED_LIVES), *post.writes])
        self.mails.nudge(post)

    def deny(self, request: DeviceRequest) -> None:
        """Let the device get no key. Raises `ChangedMeanwhile` when the device polled just now."""
        self.store.change_device_request(request, {"decided_at": self.now()})

    def poll(self, form: Form, client_id: str, origin: Origin) -> dict[str, Any]:
        """The token endpoint's answer to a device code: a key, once. Raises `OAuthError` (RFC 8628, 3.5)."""
        take(self.limiter, origin.address, "poll", times=_POLLS)
        return settle(lambda: self._poll(form.get("device_code", ""), client_id, origin))

    def _put(self, client: Client, scope: str, origin: Origin) -> tuple[str, str]:
        """Store a new request; returns user code and device code. Raises `ChangedMeanwhile` if the former is taken."""
        now = self.now()
        user_code = "".join(self.choose(_LETTERS) for _ in range(_CODE_LENGTH))
        request_id = mark_of(user_code)
        device_code = f"{request_id}.{one_time.new_token()}"
        request = DeviceRequest(
            id=request_id,
            client_id=client.id,
            client_name=client.name,
            scopes=scopes_asked(scope),
            created_at=now,
            expires_at=now + REQUEST_LIVES,
            code_hash=one_time.hash_of(device_code),
            address=origin.address,
            interval_seconds=INTERVAL_SECONDS,
            next_poll_at=now,
        )
        self.store.put_new_request(request)
        return user_code, device_code

    def _poll(self, device_code: str, client_id: str, origin: Origin) -> dict[str, Any]:
        formed = _DEVICE_CODE.fullmatch(device_code)
        request, now = self.store.find_device_request(formed[1]) if formed else None, self.now()
        if request is None or not hmac.compare_digest(one_time.hash_of(device_code), request.code_hash):
            raise invalid_grant()
        if request.client_id != client_id:
            self._end(request, now, origin, "its device code was used by another client")
            raise invalid_grant()
        if now >= request.expires_at:
            raise OAuthError("expired_token", "The code has expired. Start again.")
        seconds = request.interval_seconds + (SLOWER_SECONDS if now < request.next_poll_at else 0)
        paced = {"interval_seconds": seconds, "next_poll_at": now + timedelta(seconds=seconds)}
        if seconds > request.interval_seconds:
            self.store.change_device_request(request, paced)
            raise OAuthError("slow_down", f"Wait {seconds} seconds between two polls.")
        if request.key_id is not None:
            self._end(request, now, origin, "its device code was used twice")
            raise invalid_grant()
        if request.decided_at is None:
            self.store.change_device_request(request, paced)
            raise OAuthError("authorization_pending", "Nobody has decided yet.")
        if request.allowed is None or self.contacts.contact_of(request.allowed.account_id).closing:
            raise OAuthError("access_denied", "The user said no.")
        return self._key(request, request.allowed, paced)

    def _key(self, request: DeviceRequest, allowed: Allowed, paced: Mapping[str, Any]) -> dict[str, Any]:
        def used(api_key: ApiKey) -> list[Write]:
            return [self.store.changing_device_request(request, {**paced, "key_id": api_key.id})]

        try:
            made = self.keys.create_agreed(
                allowed.account_id, request.client_name, allowed.scopes, KEY_LIVES, by=allowed.by, also=used
            )
        except ConditionFailed as error:
            raise ChangedMeanwhile from error
        assert made.expires_at is not None  # noqa: S101 - it lives for 90 days at most
        return {
            "access_token": made.key,
            "token_type": "Bearer",
            "expires_in": int((made.expires_at - made.created_at).total_seconds()),
            "scope": " ".join(made.scopes),
        }

    def _end(self, request: DeviceRequest, now: datetime, origin: Origin, why: str) -> None:
        """End a code that somebody else has read: revoke its key, and give no other (RFC 6749, 4.1.2)."""
        if request.allowed is None or request.key_id is None:
            self.store.change_device_request(request, {"expires_at": now})
            return
        account_id = request.allowed.account_id
        post = self.mails.notice(account_id, misused(request.client_name, now, origin))
        if self.keys.revoke_misused(account_id, request.key_id, why, origin, post.writes):
            self.mails.nudge(post)


@cache
def devices() -> Devices:
    """The service, built once for each process."""
    return Devices(
        client_store(),
        clients(),
        key_service(),
        contact_service(),
        security_mail(),
        limiter(),
        utc_now,
        secrets.choice,
    )
