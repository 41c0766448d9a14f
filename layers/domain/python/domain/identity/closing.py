"""Closing an account and opening it again: who may sign in then, and what their sessions may do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache

from common.caller import Caller, Origin
from common.dynamo import Write
from common.errors import NotFound, Unauthenticated
from common.one_time import new_token
from common.services import frozen, service
from domain.identity.models import Account, Session, SessionOwner
from domain.identity.new_sessions import begun
from domain.identity.store import IdentityStore, identity_store


@frozen
class Owner:
    """An account, its user and the session in which they ask, as they were read."""

    account: Account
    user: SessionOwner
    session: Session


@frozen
class Change:
    """The writes of a change, and the token of the session that takes the place of all others."""

    writes: list[Write]
    token: str


@service
class ClosingService:
    """Makes writes, which the caller puts into one transaction with the rest. `new_token` gives a session's token."""

    store: IdentityStore
    new_token: Callable[[], str]

    def owner_of(self, caller: Caller) -> Owner:
        """The caller's account, user and session. Raises `Unauthenticated` when the session has ended."""
        try:
            session = self.store.get_session(caller.session_hash or "")
        except NotFound as error:
            raise Unauthenticated from error
        account = self.store.get_account(caller.account_id)
        # The address may have changed since the session began, and be somebody else's by now.
        for email in (session.email, account.email or ""):
            user = self.store.find_session_owner(email)
            if user is not None and user.id == session.user_id:
                return Owner(account, user, session)
        raise Unauthenticated

    def find_account(self, account_id: str) -> Account | None:
        """The account, or None once it is gone."""
        try:
            return self.store.get_account(account_id)
        except NotFound:
            return None

    def closing(self, owner: Owner, now: datetime, gone_at: datetime, origin: Origin) -> Change:
        """The change that closes the account, to be gone at `gone_at`: sessions end; the new one may only undo this."""
        account = owner.account.model_copy(update={"closed_at": now, "gone_at": gone_at})
        session, token = self._session(owner, now, origin, closing=True)
        return Change(self.store.closing(account, owner.user, session), token)

    def reopening(self, owner: Owner, now: datetime, origin: Origin) -> Change:
        """The change that opens the account again: sessions that could only do so end; the new one may do all."""
        session, token = self._session(owner, now, origin, closing=False)
        return Change(self.store.reopening(owner.account, owner.user, session), token)

    def _session(self, owner: Owner, now: datetime, origin: Origin, *, closing: bool) -> tuple[Session, str]:
        """A session instead of the owner's that keeps when they last proved who they are; and the session's token."""
        token, proved_at = self.new_token(), owner.session.proved_at or owner.session.created_at
        return begun(owner.user, token, now, origin, proved_at).model_copy(update={"closing": closing}), token


@cache
def closing_service() -> ClosingService:
    """The service, built once for each process."""
    return ClosingService(identity_store(), new_token)
