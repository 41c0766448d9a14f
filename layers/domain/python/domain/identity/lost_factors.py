"""Somebody lost their passkeys or their app and has no recovery code: the operator removes what they lost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.clock import utc_now
from common.errors import NotFound
from common.optimistic import settle
from common.services import service
from domain.audit.log import NOWHERE
from domain.audit.records import EntryType
from domain.factors.removing import RemovingService, removing_service
from domain.identity.noting import OPERATOR, ended, noted, notice
from domain.identity.store import IdentityStore, identity_store
from domain.mail.records import About
from domain.mail.security import SecurityMail, security_mail


@service
class LostFactorService:
    """The operator's use case; whoever calls has made sure who asks."""

    store: IdentityStore
    factors: RemovingService
    mails: SecurityMail
    now: Callable[[], datetime]

    def remove(self, email: str) -> list[str]:
        """Remove a user's passkeys, app and recovery codes, and end their sessions; returns what was removed.

        One transaction, with an entry of the security log and a mail to the owner. Raises `NotFound`.
        """
        return settle(lambda: self._remove(email))

    def _remove(self, email: str) -> list[str]:
        user, now = self.store.find_user(email), self.now()
        if user is None:
            raise NotFound(f"No user has the address {email}.")
        names, removing = self.factors.removing(user.id)
        entry = noted(EntryType.FACTOR_REMOVED, user, now, NOWHERE, subject=", ".join(names), actor=OPERATOR)
        post = self.mails.notice(user.account_id, notice(About.FACTORS_REMOVED, now, NOWHERE))
        sessions = set(user.sessions)
        also = [removing, entry, *ended(user, sessions, now, NOWHERE), *post.writes]
        self.store.end_sessions(user, sessions, now, also)
        self.mails.nudge(post)
        return names


@cache
def lost_factor_service() -> LostFactorService:
    """The service, built once for each process."""
    return LostFactorService(identity_store(), removing_service(), security_mail(), utc_now)
