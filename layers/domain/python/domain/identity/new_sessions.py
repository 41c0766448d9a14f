"""New sessions, as they begin: at a sign-up, at a sign-in, and in the place of all others when an account is closed."""

from __future__ import annotations

from datetime import datetime

from common.caller import Origin
from domain.identity import sessions
from domain.identity.models import Session, SessionOwner, User


def begun(user: User | SessionOwner, token: str, now: datetime, origin: Origin, proved_at: datetime) -> Session:
    """A session of this user that begins at `now`; at `proved_at` they last proved who they are."""
    return Session(
        session_hash=sessions.token_hash(token),
        account_id=user.account_id,
        user_id=user.id,
        email=user.email,
        created_at=now,
        expires_at=now + sessions.ABSOLUTE,
        idle_expires_at=now + sessions.IDLE,
        proved_at=proved_at,
        address=origin.address,
        device=origin.device,
    )
