"""Sign-up, login, logout, session, account and password."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache

from common.caller import FRESH, Caller, Origin
from common.clock import utc_now
from common.errors import ChangedMeanwhile, Conflict, Forbidden, InvalidRequest, NotFound, Unauthenticated
from common.ids import new_id
from common.optimistic import settle
from common.settings import settings
from domain.audit.log import noting
from domain.audit.records import Actor, EntryType
from domain.factors.asking import AskingService, asking_service
from domain.identity import passwords, sessions
from domain.identity.lockout import Lockout
from domain.identity.models import (
    Account,
    AccountView,
    ChangePassword,
    LogIn,
    PasswordChanged,
    SecondStep,
    Session,
    SessionView,
    SignedIn,
    SignUp,
    UpdateAccount,
    User,
    UserView,
)
from domain.identity.store import EmailTaken, IdentityStore, identity_store
from domain.mail.verification import VerificationService, verification_service


class InvalidCredentials(Unauthenticated):
    """The address is unknown or the password is wrong; the answer does not say which."""

    code = "INVALID_CREDENTIALS"
    default_message = "E-mail address or password is wrong."


@dataclass(frozen=True, slots=True)
class IdentityService:
    """Use cases of accounts, users and sessions. `new_token` gives 256 random bits as text."""

    store: IdentityStore
    now: Callable[[], datetime]
    new_token: Callable[[], str]
    signup_open: bool
    verification: VerificationService
    asking: AskingService = field(default_factory=asking_service)

    def sign_up(self, request: SignUp, origin: Origin) -> tuple[SignedIn, str]:
        """A new account with its first user; returns them and a session token.

        Raises: `Forbidden` (sign-ups are closed), `InvalidRequest` (weak password), `Conflict` (known e-mail).
        """
        if not self.signup_open:
            raise Forbidden("Sign-ups are closed here")
        _require_strong("password", request.password, (request.email, request.name))
        now, token = self.now(), self.new_token()
        account = Account(
            id=new_id("acc", now), name=request.name, timezone=request.timezone, created_at=now, email=request.email
        )
        session = _new_session(account.id, new_id("usr", now), request.email, token, now, origin)
        user = User(
            id=session.user_id,
            account_id=account.id,
            email=request.email,
            name=request.name,
            password_hash=passwords.hash_password(request.password),
            sessions={session.session_hash: now},
            created_at=now,
        )
        sending, mail = self.verification.first(account.id)
        try:
            self.store.put_new_customer(account, user, session, sending)
        except EmailTaken as error:
            raise Conflict("There is an account with this e-mail address. Sign in instead.") from error
        self.verification.nudge(mail)
        return _signed_in(user, account), token

    def log_in(self, request: LogIn, origin: Origin) -> tuple[SignedIn, str] | SecondStep:
        """A new session; returns who signed in and the session token, or a challenge where a code has to follow.

        Raises: `InvalidCredentials`, `TooManyRequests` while the address has to wait.
        """
        self.lockout.count_attempt(request.email)
        user = self.store.find_user(request.email)
        password_hash = user.password_hash if user else passwords.decoy_hash()
        if not passwords.verify_password(password_hash, request.password) or user is None:
            raise InvalidCredentials
        accepted = self.asking.accepted_of(user.id)
        if "code" in accepted:  # the attempts stay counted until the code is right, too
            challenge, end = self.asking.challenges.second_step(user.id, user.email, user.password_hash)
            return SecondStep(challenge=challenge, expires_at=end)
        self.lockout.forget(request.email)
        token = self.start_session(user, origin, "password", proved="password" in accepted)
        if passwords.needs_rehash(user.password_hash, request.password):
            with suppress(ChangedMeanwhile):  # another login rehashed it, or the password was changed
                self.store.rehash_password(user, passwords.hash_password(request.password))
        return self.describe_user(user), token

    def log_out(self, session_hash: str) -> None:
        """End the session; nothing happens when it has ended before."""

        def ending() -> None:
            session = self.store.get_session(session_hash)
            self.store.end_session(self._user_of(session), session_hash)

        with suppress(NotFound):
            settle(ending)

    def describe_session(self, caller: Caller) -> SessionView:
        """The present session with its user, account and scopes."""
        session = self._session_of(caller)
        signed_in = _signed_in(self._user_of(session), self.store.get_account(caller.account_id))
        expires_at = min(session.expires_at, session.idle_expires_at)
        return SessionView(**dict(signed_in), scopes=sorted(caller.scopes), expires_at=expires_at)

    def update_account(self, caller: Caller, request: UpdateAccount) -> AccountView:
        """The changed account. Raises `InvalidRequest` when nothing is to be changed."""
        changes = request.model_dump(exclude_none=True)
        if not changes:
            raise InvalidRequest.of("body", "Give name or timezone.")
        return AccountView.model_validate(self.store.update_account(caller.account_id, changes))

    def change_password(self, caller: Caller, request: ChangePassword) -> PasswordChanged:
        """Set a new password and end every other session.

        Raises: `InvalidCredentials` for a wrong current password, `InvalidRequest` for a weak new one, `Conflict`,
            `TooManyRequests` as at login.
        """
        session = self._session_of(caller)
        user = self._user_of(session)
        _require_strong("new", request.new, (user.email, user.name))
        self.lockout.count_attempt(user.email)
        if not passwords.verify_password(user.password_hash, request.current):
            raise InvalidCredentials("The current password is wrong.")
        self.lockout.forget(user.email)
        self.store.set_password(user, passwords.hash_password(request.new), kept_session=session.session_hash)
        return PasswordChanged(ended_sessions=len(set(user.sessions) - {session.session_hash}))

    @property
    def lockout(self) -> Lockout:
        """The counter of login attempts."""
        return Lockout(self.store, self.now)

    def describe_user(self, user: User) -> SignedIn:
        """Who signed in."""
        account = self.store.get_account(user.account_id)
        if account.email is None:  # it is from before mail
            account = self.store.put_address(account.id, user.email)
        return _signed_in(user, account)

    def user_of(self, caller: Caller) -> User:
        """The user of a session. Raises `NotFound`: the session has ended meanwhile."""
        return self._user_of(self._session_of(caller))

    def start_session(self, user: User, origin: Origin, means: str, *, proved: bool = True) -> str:
        """Start a session and return its token; the user's oldest sessions end when there are too many.

        Args:
            user: as read when they proved who they are.
            origin: where they did.
            means: by what they signed in, for the security log.
            proved: whether this counts as a fresh proof. A password does not where the user has something stronger.
        """

        def starting() -> str:
            now, token = self.now(), self.new_token()
            current = self.store.find_user(user.email)
            if current is None or current.password_hash != user.password_hash:
                raise InvalidCredentials  # the password was changed after it was verified
            alive = {key: at for key, at in current.sessions.items() if at + sessions.ABSOLUTE > now}
            newest = sorted(alive, key=lambda key: alive[key], reverse=True)[: sessions.MAX_SESSIONS_PER_USER - 1]
            session = _new_session(current.account_id, current.id, current.email, token, now, origin)
            # Closing ends all sessions, so a sign-in that read the account before it finds the sessions changed.
            closing = self.store.get_account(current.account_id).closed_at is not None
            session = session.model_copy(update={"closing": closing})
            if not proved:
                session = session.model_copy(update={"proved_at": now - FRESH})
            actor = Actor(kind="user", id=current.id, name=current.email)
            noted = noting(EntryType.SIGN_IN, current.account_id, now, actor, origin, subject=means)
            self.store.start_session(current, session, {key: alive[key] for key in newest}, [noted])
            return token

        return settle(starting)

    def _session_of(self, caller: Caller) -> Session:
        if caller.session_hash is None:
            raise Unauthenticated
        return self.store.get_session(caller.session_hash)

    def _user_of(self, session: Session) -> User:
        user = self.store.find_user(session.email)
        if user is None:
            raise NotFound
        return user


@cache
def identity_service() -> IdentityService:
    """The one service of this process."""
    return IdentityService(
        identity_store(),
        utc_now,
        lambda: secrets.token_urlsafe(sessions.TOKEN_BYTES),
        settings.signup_open,
        verification_service(),
    )


def _new_session(account_id: str, user_id: str, email: str, token: str, now: datetime, origin: Origin) -> Session:
    return Session(
        session_hash=sessions.token_hash(token),
        account_id=account_id,
        user_id=user_id,
        email=email,
        created_at=now,
        expires_at=now + sessions.ABSOLUTE,
        idle_expires_at=now + sessions.IDLE,
        proved_at=now,
        address=origin.address,
        device=origin.device,
    )


def _signed_in(user: User, account: Account) -> SignedIn:
    view = UserView(id=user.id, email=user.email, name=user.name, email_verified=account.has_verified(user.email))
    return SignedIn(user=view, account=AccountView.model_validate(account))


def _require_strong(field: str, password: str, context: tuple[str, ...]) -> None:
    if reason := passwords.weakness(password, context=context):
        raise InvalidRequest.of(field, reason)
