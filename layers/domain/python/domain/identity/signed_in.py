"""Who is signed in: the user's sessions, and ending them. An ended session dies with its next request."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.errors import NotFound, Unauthenticated
from common.optimistic import settle
from common.services import service
from domain.identity import sessions
from domain.identity.devices import device_name
from domain.identity.models import Session, SessionList, SessionsEnded, SessionSummary, User
from domain.identity.noting import ended
from domain.identity.service import user_of
from domain.identity.store import IdentityStore, identity_store


@service
class SignedInService:
    """Use cases of the sessions of one user."""

    store: IdentityStore
    now: Callable[[], datetime]

    def list(self, caller: Caller) -> SessionList:
        """The user's sessions that are alive, the newest first."""
        user, now = self._user_of(caller), self.now()
        found = [self._find(session_hash) for session_hash in user.sessions]
        alive = [one for one in found if one and min(one.expires_at, one.idle_expires_at) > now]
        newest = sorted(alive, key=lambda session: session.created_at, reverse=True)
        return SessionList(sessions=[_summary(session, caller) for session in newest])

    def end(self, caller: Caller, session_id: str, origin: Origin) -> SessionsEnded:
        """End one of the user's sessions, even the present one. Raises `NotFound`, for another user's session too."""

        def wanted(session_hash: str) -> bool:
            return sessions.public_id(session_hash) == session_id

        if self._end(caller, wanted, origin) == 0:
            raise NotFound("No such session.")
        return SessionsEnded(ended_sessions=1)

    def end_others(self, caller: Caller, origin: Origin) -> SessionsEnded:
        """End every session of the user but the present one."""
        others = self._end(caller, lambda session_hash: session_hash != caller.session_hash, origin)
        return SessionsEnded(ended_sessions=others)

    def log_out(self, caller: Caller, origin: Origin) -> None:
        """End the present session; nothing happens when it has ended before."""
        with suppress(NotFound):
            self._end(caller, lambda session_hash: session_hash == caller.session_hash, origin)

    def _end(self, caller: Caller, wanted: Callable[[str], bool], origin: Origin) -> int:
        def ending() -> int:
            user, now = self._user_of(caller), self.now()
            chosen = {session_hash for session_hash in user.sessions if wanted(session_hash)}
            if chosen:
                self.store.end_sessions(user, chosen, now, ended(user, chosen, now, origin))
            return len(chosen)

        return settle(ending)

    def _user_of(self, caller: Caller) -> User:
        if caller.session_hash is None:
            raise Unauthenticated
        return user_of(self.store, self.store.get_session(caller.session_hash))

    def _find(self, session_hash: str) -> Session | None:
        try:
            return self.store.get_session(session_hash)
        except NotFound:  # it has expired, and its row is gone
            return None


@cache
def signed_in_service() -> SignedInService:
    """The service, built once for each process."""
    return SignedInService(identity_store(), utc_now)


def _summary(session: Session, caller: Caller) -> SessionSummary:
    return SessionSummary(
        id=sessions.public_id(session.session_hash),
        device=device_name(session.device),
        address=session.address,
        created_at=session.created_at,
        last_seen_at=max(session.created_at, session.idle_expires_at - sessions.IDLE),
        current=session.session_hash == caller.session_hash,
    )
