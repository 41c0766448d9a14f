"""Deciding on a request to connect, in the dashboard: only a signed-in person can, and decides on every request."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict, InvalidRequest, NotFound, Unauthenticated
from common.optimistic import settle
from common.services import frozen
from common.settings import settings
from domain.audit.log import actor_of, noting
from domain.audit.records import EntryType
from domain.connections import metadata, tokens
from domain.connections.authorizing import answer_to
from domain.connections.client_store import ClientStore, client_store
from domain.connections.clients import USED_LIVES
from domain.connections.devices import Devices, devices
from domain.connections.documents import is_document
from domain.connections.models import ConnectDecided, ConnectRequestView, DecideConnect
from domain.connections.records import CodeRequest, Connection, DeviceRequest
from domain.connections.store import ID, ConnectionStore, connection_store
from domain.connections.telling import connected
from domain.mail.security import Post, SecurityMail, security_mail

MOST = 20
_MOST_DELETED = 50
_OVER_FOR = timedelta(days=2)
"""A connection that ended keeps its row so long: until its last day's requests are counted."""


class TooManyConnections(Conflict):
    """The account has as many connections as it may."""

    code = "TOO_MANY_CONNECTIONS"
    default_message = f"You have {MOST} connections, which is the most. Revoke one in the settings first."


class NothingAllowed(InvalidRequest):
    """None of the scopes was both asked for and ticked."""


@frozen
class Consent:
    """Shows requests and takes decisions. `issuer` is None where OAuth is off: then there is no request."""

    issuer: str | None
    store: ConnectionStore
    requests: ClientStore
    devices: Devices
    mails: SecurityMail
    now: Callable[[], datetime]
    choose: Callable[[str], str]

    def describe(self, caller: Caller, request_id: str, origin: Origin) -> ConnectRequestView:
        """Show a request, and bind it to the caller's session. Raises `NotFound`; `Unauthenticated` without one."""
        return ConnectRequestView.of(self._claimed(caller, request_id), origin.address)

    def find(self, caller: Caller, user_code: str, origin: Origin) -> ConnectRequestView:
        """`describe` by the code that a device shows. Raises what `describe` and `Devices.guess` raise."""
        try:
            with self.devices.guess(caller, user_code, origin) as request_id:
                return self.describe(caller, request_id, origin)
        except NotFound as error:
            raise NotFound(
                "We don't know this code. Check it, or start again: a code is good for ten minutes."
            ) from error

    def decide(self, caller: Caller, request_id: str, decision: DecideConnect, origin: Origin) -> ConnectDecided:
        """Allow or deny a request, once.

        Raises: `NotFound` (also for a request that was decided on), `StepUpRequired`, `TooManyConnections` and
            `TooManyKeys` when allowing, `NothingAllowed` when no scope is both asked for and ticked.
        """
        return settle(lambda: self._decide(caller, self._claimed(caller, request_id), decision, origin))

    def _decide(
        self, caller: Caller, request: CodeRequest | DeviceRequest, decision: DecideConnect, origin: Origin
    ) -> ConnectDecided:
        if not decision.allow:
            return self._deny(request)
        caller.require_fresh(self.now())
        scopes = [scope for scope in request.scopes if scope in decision.scopes]
        if not scopes:
            raise NothingAllowed.of("scopes", "Tick at least one permission, or deny.")
        if isinstance(request, DeviceRequest):
            self.devices.allow(caller, request, scopes, origin)
            return ConnectDecided(redirect_to=None)
        code, post = self._connect(caller, request, scopes, origin)
        self.mails.nudge(post)
        return self._answer(request, {"code": code})

    def _deny(self, request: CodeRequest | DeviceRequest) -> ConnectDecided:
        if isinstance(request, DeviceRequest):
            self.devices.deny(request)
            return ConnectDecided(redirect_to=None)
        self.requests.end_request(request)
        return self._answer(request, {"error": "access_denied", "error_description": "The user said no."})

    def _connect(self, caller: Caller, request: CodeRequest, scopes: list[str], origin: Origin) -> tuple[str, Post]:
        now, account_id = self.now(), caller.account_id
        listed = self.store.list_ids(account_id)
        standing = self.store.list_connections(listed)
        if sum(not one.is_over_at(now) for one in standing) >= MOST:
            raise TooManyConnections
        over = [one for one in standing if one.is_over_at(now - _OVER_FOR)][:_MOST_DELETED]
        made = tokens.new_code(self.choose)
        connection = Connection(
            id=f"{ID}{made.public_part}",
            account_id=account_id,
            user_id=caller.principal_id,
            public_part=made.public_part,
            client_id=request.client_id,
            client_name=request.client_name,
            client_domain=request.client_domain,
            redirect_uri=request.redirect_uri,
            scopes=scopes,
            granted_at=now,
            ends_at=now + tokens.CONNECTION_LIVES,
            code_hash=made.secret_hash,
            code_challenge=request.code_challenge,
            code_expires_at=now + tokens.CODE_LIVES,
        )
        post = self.mails.notice(account_id, connected(connection, now, origin))
        noted = noting(
            EntryType.CONNECTION_GRANTED, account_id, now, actor_of(caller), origin, subject=connection.spoken
        )
        also: list[Write] = [self.requests.taking_request(request), noted, *post.writes]
        if not is_document(request.client_id):
            also.append(self.requests.keeping_client(request.client_id, now + USED_LIVES))
        self.store.put_new_connection(connection, over, also, listed=listed)
        return made.secret, post

    def _claimed(self, caller: Caller, request_id: str) -> CodeRequest | DeviceRequest:
        if caller.session_hash is None:
            raise Unauthenticated
        if self.issuer is None:
            raise NotFound("No such request.")
        return self.requests.claim_request(request_id, caller.session_hash, self.now())

    def _answer(self, request: CodeRequest, parameters: dict[str, str]) -> ConnectDecided:
        assert self.issuer is not None  # noqa: S101 - without it, `_claimed` finds no request
        redirect_to = answer_to(request.redirect_uri, parameters, state=request.state, issuer=self.issuer)
        return ConnectDecided(redirect_to=redirect_to)


@cache
def consent() -> Consent:
    """The service, built once for each process."""
    issuer = metadata.issuer_of(settings.public_url)
    return Consent(issuer, connection_store(), client_store(), devices(), security_mail(), utc_now, secrets.choice)
