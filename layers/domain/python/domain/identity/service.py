"""Signing up and in, new sessions, and the account's name and time zone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from datetime import datetime, timedelta
from functools import cache

from common.caller import RECENT, Caller, Origin
from common.clock import utc_now
from common.errors import (
    ChangedMeanwhile,
    Conflict,
    Forbidden,
    InvalidRequest,
    NotFound,
    TooManyRequests,
    Unauthenticated,
)
from common.ids import new_id
from common.one_time import new_token
from common.optimistic import settle
from common.services import service
from common.settings import settings
from common.transactions import TransactionFailed
from domain.audit.records import EntryType
from domain.factors.asking import AskingService, asking_service
from domain.identity import devices, passwords, sessions
from domain.identity.devices import Client
from domain.identity.emails import canonical
from domain.identity.evening import evened
from domain.identity.lockout import Attempt, Lockout
from domain.identity.models import (
    Account,
    AccountView,
    LogIn,
    SecondStep,
    Session,
    SessionView,
    SignedIn,
    SignUp,
    UpdateAccount,
    User,
    UserView,
)
from domain.identity.new_sessions import begun
from domain.identity.noting import NOBODY, noted, notice
from domain.identity.sessions import Cookies
from domain.identity.store import EmailTaken, IdentityStore, identity_store
from domain.limits.limiter import Limiter, limiter
from domain.mail.records import About
from domain.mail.security import Post, SecurityMail, security_mail
from domain.mail.verification import VerificationService, verification_service

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class InvalidCredentials(Unauthenticated):
    """The address is unknown or the password is wrong; the answer does not say which."""

    code = "INVALID_CREDENTIALS"
    default_message = "Wrong email address or password."


@service
class IdentityService:
    """Use cases of accounts, users and sessions. `new_token` gives 256 random bits as text."""

    store: IdentityStore
    limiter: Limiter
    now: Callable[[], datetime]
    new_token: Callable[[], str]
    signup_open: bool
    verification: VerificationService
    mails: SecurityMail
    asking: AskingService = field(default_factory=asking_service)

    def sign_up(self, request: SignUp, client: Client) -> tuple[SignedIn, Cookies]:
        """Create an account with its first user; returns both, and the cookies for the browser.

        Raises: `Forbidden` (sign-ups are closed), `InvalidRequest` (weak password), `Conflict` (known e-mail, whose
            owner is told), `TooManyRequests`.
        """
        if not self.signup_open:
            raise Forbidden("Nobody can sign up here")
        if reason := passwords.malformed(request.password):
            raise InvalidRequest.of("password", reason)
        # The limit comes first: looking at a password closely takes a while, which nobody may cause without end.
        self.limiter.take(f"address#{client.network}#sign_up", most=settings.sign_ups_per_address, within=HOUR)
        require_strong("password", request.password, (request.email, request.name))
        now, cookies = self.now(), Cookies(self.new_token(), self.new_token())
        account = Account(
            id=new_id("acc", now), name=request.name, timezone=request.timezone, created_at=now, email=request.email
        )
        user = User(
            id=new_id("usr", now),
            account_id=account.id,
            email=request.email,
            name=request.name,
            password_hash=passwords.hash_password(request.password),
            sessions={sessions.token_hash(cookies.session): now},
            created_at=now,
            places=devices.with_place(None, client, sessions.token_hash(cookies.device), now),
        )
        session = begun(user, cookies.session, now, client.origin, proved_at=now)
        sending, mail = self.verification.first(account.id)
        signing_in = noted(EntryType.SIGN_IN, user, now, client.origin, subject="sign-up")
        try:
            self.store.put_new_customer(account, user, session, [*sending, signing_in])
        except EmailTaken as error:
            self.tell_owner(request.email, client.origin)
            raise Conflict("You have an account with this email address. Sign in.") from error
        self.verification.nudge(mail)
        return _signed_in(user, account), cookies

    def log_in(self, request: LogIn, client: Client) -> tuple[SignedIn, Cookies] | SecondStep:
        """Start a session; returns who signed in and the browser's cookies, or a challenge where a code must follow.

        Raises: `InvalidCredentials`, `TooManyRequests` while this source or address has to wait, `SignInClosed`.
        """
        with evened(InvalidCredentials):
            user, attempt = self._verified(request, client)
        accepted = self.asking.accepted_of(user.id)
        if "code" in accepted:  # the attempt stays counted for the account until the code is right, too
            self.lockout.give_back(attempt)
            challenge, end = self.asking.challenges.second_step(user.id, user.email, user.password_hash)
            return SecondStep(challenge=challenge, expires_at=end)
        self.lockout.succeeded(attempt)
        cookies = self.start_session(user, client, "password", proved="password" in accepted)
        if passwords.needs_rehash(user.password_hash, request.password):
            with suppress(ChangedMeanwhile):  # another login rehashed it, or the password was changed
                self.store.rehash_password(user, passwords.hash_password(request.password))
        return self.describe_user(user), cookies

    def describe_session(self, caller: Caller) -> SessionView:
        """The present session with its user, account and scopes. Raises `Unauthenticated`, `NotFound`."""
        session = self._session_of(caller)
        signed_in = _signed_in(user_of(self.store, session), self.store.get_account(caller.account_id))
        expires_at = min(session.expires_at, session.idle_expires_at)
        proved_at = session.proved_at or session.created_at
        return SessionView(**dict(signed_in), scopes=sorted(caller.scopes), expires_at=expires_at, proved_at=proved_at)

    def update_account(self, caller: Caller, request: UpdateAccount) -> AccountView:
        """Change the account's name or time zone, and return it. Raises `InvalidRequest` when neither is given."""
        changes = request.model_dump(exclude_none=True)
        if not changes:
            raise InvalidRequest.of("body", "Give name or timezone.")
        return AccountView.model_validate(self.store.update_account(caller.account_id, changes))

    @property
    def lockout(self) -> Lockout:
        """The counter of attempts at passwords."""
        return Lockout(self.store, self.limiter, self.now)

    def describe_user(self, user: User) -> SignedIn:
        """The user with their account; an account from before mail gets the user's address."""
        account = self.store.get_account(user.account_id)
        if account.email is None:  # it is from before mail
            account = self.store.put_address(account.id, user.email)
        return _signed_in(user, account)

    def user_of(self, caller: Caller) -> User:
        """The user of the caller's session. Raises `Unauthenticated` without one, `NotFound` when it has ended."""
        return user_of(self.store, self._session_of(caller))

    def tell_owner(self, email: str, origin: Origin) -> None:
        """Mail the owner of an address, if it has one, that somebody else wants to use it; at most once a day."""
        owner = self.store.find_user(email)
        if owner is not None:
            self._send(self.mails.daily_notice(owner.account_id, notice(About.SIGN_UP_TRIED, self.now(), origin)))

    def _verified(self, request: LogIn, client: Client) -> tuple[User, Attempt]:
        """The user whose password this is, and the attempt as it was counted. Raises what `log_in` raises."""
        email, user = find_typed(self.store, request.email)
        attempt = Attempt.to_sign_in(email, user, client, self.now())
        self.lockout.count(attempt)
        password_hash = user.password_hash if user else passwords.decoy_hash()
        if not passwords.verify_password(password_hash, request.password) or user is None:
            if user is not None:
                self.note_failure(user, attempt, client.origin, "password")
            raise InvalidCredentials
        return user, attempt

    def start_session(self, user: User, client: Client, means: str, *, proved: bool = True) -> Cookies:
        """Start a session; the 20 newest stay. Raises `InvalidCredentials` when the password has changed meanwhile.

        Args:
            user: as read when they proved who they are.
            client: where they did.
            means: by what they signed in, for the security log.
            proved: whether this counts as a fresh proof. A password does not where the user has something stronger.

        The browser gets a device cookie of our making, unless it brings one that this user was given: a cookie that
        somebody planted there never becomes one that we know.
        """

        def starting() -> tuple[Cookies, Post]:
            now, session_token = self.now(), self.new_token()
            current = self.store.find_user(user.email)
            if current is None or current.password_hash != user.password_hash:
                raise InvalidCredentials  # the password was changed after it was verified
            is_known = client.device_hash in devices.known_places(current, now)
            cookies = Cookies(
                session_token, client.device_token if is_known and client.device_token else self.new_token()
            )
            alive = {key: at for key, at in current.sessions.items() if at + sessions.ABSOLUTE > now}
            newest = sorted(alive, key=lambda key: alive[key], reverse=True)[: sessions.MAX_SESSIONS_PER_USER - 1]
            session = begun(current, session_token, now, client.origin, proved_at=now if proved else now - RECENT)
            # Closing ends all sessions, so a sign-in that read the account before it finds the sessions changed.
            closing = self.store.get_account(current.account_id).closed_at is not None
            session = session.model_copy(update={"closing": closing})
            unfamiliar = devices.is_new(current, client, now)
            post = self._news_of(current, client, now) if unfamiliar else Post([], None)
            signing_in = noted(EntryType.SIGN_IN, current, now, client.origin, subject=means, unfamiliar=unfamiliar)
            self.store.start_session(
                current,
                session,
                {key: alive[key] for key in newest},
                devices.with_place(current, client, sessions.token_hash(cookies.device), now),
                [signing_in, *post.writes],
            )
            return cookies, post

        cookies, post = settle(starting)
        self.mails.nudge(post)
        return cookies

    def _news_of(self, user: User, client: Client, now: datetime) -> Post:
        return self.mails.notice(user.account_id, notice(About.SIGNED_IN, now, client.origin))

    def note_failure(self, user: User, attempt: Attempt, origin: Origin, means: str) -> None:
        """Log a failure, once a minute at most for each source; mail the owner when it shuts strangers out."""
        now = self.now()
        with suppress(TooManyRequests):
            self.limiter.take(f"failure_noted#{attempt.source}#{user.email}", most=1, within=MINUTE)
            failed = noted(EntryType.SIGN_IN_FAILED, user, now, origin, subject=means, actor=NOBODY, outcome="refused")
            self.store.write([failed])
        if not attempt.known and self.lockout.closes(attempt):
            self._send(self.mails.daily_notice(user.account_id, notice(About.SIGN_IN_CLOSED, now, origin)))

    def _send(self, post: Post) -> None:
        with suppress(TransactionFailed):  # the day's mail was sent
            self.store.write(post.writes)
            self.mails.nudge(post)

    def _session_of(self, caller: Caller) -> Session:
        if caller.session_hash is None:
            raise Unauthenticated
        return self.store.get_session(caller.session_hash)


@cache
def identity_service() -> IdentityService:
    """The service, built once for each process."""
    return IdentityService(
        identity_store(),
        limiter(),
        utc_now,
        new_token,
        settings.signup_open,
        verification_service(),
        security_mail(),
    )


def user_of(store: IdentityStore, session: Session) -> User:
    """The user of a session, whose address may have changed since it began. Raises `NotFound`."""
    user = store.find_user(session.email)
    if user is None or user.id != session.user_id:  # the address may be somebody else's by now
        user = store.find_user(store.get_account(session.account_id).email or "")
    if user is None or user.id != session.user_id:
        raise NotFound
    return user


def find_typed(store: IdentityStore, typed: str) -> tuple[str, User | None]:
    """The typed address in the form in which attempts at it are counted, and its user, if it has one."""
    email = canonical(typed)
    user = store.find_user(email)
    if user is None and typed != email and (earlier := store.find_user(typed)) is not None:
        return typed, earlier  # an earlier edition kept addresses as they were typed
    return email, user


def require_strong(field: str, password: str, context: tuple[str, ...]) -> None:
    """Raise `InvalidRequest` about `field` for a weak new password; `context` as in `passwords.weakness`."""
    if reason := passwords.weakness(password, context=context):
        raise InvalidRequest.of(field, reason)


def _signed_in(user: User, account: Account) -> SignedIn:
    view = UserView(id=user.id, email=user.email, name=user.name, email_verified=account.has_verified(user.email))
    return SignedIn(user=view, account=AccountView.model_validate(account))
