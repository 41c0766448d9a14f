"""Setting a new password: by the signed-in owner, or by the link in a mail when the old one is forgotten."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.errors import NotFound, TooManyRequests, Unauthenticated
from common.optimistic import settle
from common.services import service
from common.settings import settings
from domain.audit.log import NOWHERE
from domain.audit.records import EntryType
from domain.identity import passwords
from domain.identity.devices import Client
from domain.identity.evening import all_evened
from domain.identity.lockout import Attempt, Lockout
from domain.identity.models import (
    ChangePassword,
    ForgotPassword,
    PasswordChanged,
    PasswordReset,
    ResetAsked,
    ResetPassword,
    User,
)
from domain.identity.noting import OPERATOR, ended, noted, notice
from domain.identity.service import InvalidCredentials, find_typed, require_strong, user_of
from domain.identity.store import IdentityStore, identity_store
from domain.limits.limiter import Limiter, limiter
from domain.mail.records import About, Kind, Link
from domain.mail.security import Post, SecurityMail, security_mail
from domain.mail.token_records import Purpose
from domain.mail.tokens import InvalidToken, TokenService, token_service
from domain.mail.verification import MailOff

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MAIL_OFF = "This installation sends no mail. Ask its operator for a link to set a new password."


@service
class PasswordService:
    """Use cases of new passwords."""

    store: IdentityStore
    limiter: Limiter
    tokens: TokenService
    mails: SecurityMail
    now: Callable[[], datetime]

    def change(self, caller: Caller, request: ChangePassword, origin: Origin) -> PasswordChanged:
        """Set a new password and end every other session.

        Wrong current passwords are counted at this session alone: nobody else's guesses keep the owner from this.

        Raises: `Unauthenticated`, `InvalidCredentials` for a wrong current password, `InvalidRequest` for a weak new
            one, `Conflict` when the user changed meanwhile, `TooManyRequests` and `SignInClosed` as at login.
        """
        if caller.session_hash is None:
            raise Unauthenticated
        user = user_of(self.store, self.store.get_session(caller.session_hash))
        require_strong("new", request.new, (user.email, user.name))
        attempt, lockout = Attempt.in_session(user.email, caller.session_hash), self._lockout
        lockout.count(attempt)
        if not passwords.verify_password(user.password_hash, request.current):
            raise InvalidCredentials("Your current password is wrong.")
        lockout.succeeded(attempt)
        others = set(user.sessions) - {caller.session_hash}
        now = self.now()
        post = self.mails.notice(user.account_id, notice(About.PASSWORD_CHANGED, now, origin))
        noting = [noted(EntryType.PASSWORD_CHANGED, user, now, origin), *ended(user, others, now, origin)]
        new_hash = passwords.hash_password(request.new)
        self.store.set_password(user, new_hash, now, kept_session=caller.session_hash, also=[*noting, *post.writes])
        self.mails.nudge(post)
        return PasswordChanged(ended_sessions=len(others))

    def forgot(self, request: ForgotPassword, client: Client) -> ResetAsked:
        """Send a mail whose link sets a new password; over a limit the answer is the same, and no mail is sent.

        An unknown address causes a mail, too: for a made-up account, whose mail the worker drops. Neither the answer
        nor its time tells whether there is an account, or whether it was opened from here before.

        Raises: `MailOff`.
        """
        if self.mails.silent is not None:
            raise MailOff(MAIL_OFF)
        with all_evened():
            email, user = find_typed(self.store, request.email)
            if self._may_mail(Attempt.to_sign_in(email, user, client, self.now()), client):
                account_id = user.account_id if user else f"nobody_{hashlib.sha256(email.encode()).hexdigest()[:26]}"
                post = self._reset_mail(account_id, email, fingerprint(user))
                self.store.write(post.writes)
                self.mails.nudge(post)
        return ResetAsked(email=request.email)

    def reset(self, request: ResetPassword, client: Client) -> PasswordReset:
        """Set the password by a mail's link. All sessions end, no place is known any more; keys and factors stay.

        Raises: `InvalidToken`, also when the password or the address changed since; `InvalidRequest` (weak password).
        """
        user = self._user_of(request.token)
        require_strong("password", request.password, (user.email, user.name))
        new_hash = passwords.hash_password(request.password)
        done = settle(lambda: self._reset(request.token, new_hash, client.origin))
        self._lockout.open(Attempt.to_sign_in(user.email, None, client, self.now()))
        return done

    def link_by_operator(self, email: str) -> str:
        """The token of a link to set a new password, for the operator to hand on; it is logged. Raises `NotFound`."""
        user = self.store.find_user(email)
        if user is None:
            raise NotFound(f"No user has the address {email}.")
        now = self.now()
        made = noted(EntryType.PASSWORD_RESET, user, now, NOWHERE, subject=f"a link for {user.email}", actor=OPERATOR)
        self.store.write([made])
        return self.tokens.mint(Purpose.RESET, user.account_id, user.email, content_hash=fingerprint(user))

    def _may_mail(self, attempt: Attempt, client: Client) -> bool:
        """Count a mail; returns whether it may go. A known place has its own count, which strangers can't use up."""
        email, most = attempt.email, settings.reset_mails_per_address
        windows = [
            (f"address#{client.network}#reset", most, HOUR),
            # One place must not use up what all places together may ask for.
            (f"reset_mails#{client.network}#{email}", most // 3, DAY),
            (f"reset_mails#all#{email}", most * 2, DAY),
        ]
        if attempt.known:
            windows = [(f"reset_mails#{attempt.source}#{email}", most, HOUR)]
        try:
            for key, most_of_it, within in windows:
                self.limiter.take(key, most=most_of_it, within=within)
        except TooManyRequests:
            return False
        return True

    def _reset(self, token: str, new_hash: str, origin: Origin) -> PasswordReset:
        found, using = self.tokens.redeem(token, Purpose.RESET)
        user, now = self._user_of(token), self.now()
        account = self.store.get_account(user.account_id)
        proved = [self.store.verifying(account.id, user.email)] if account.email == user.email else []
        post = self.mails.notice(account.id, notice(About.PASSWORD_RESET, now, origin), to=user.email)
        noting = [noted(EntryType.PASSWORD_RESET, user, now, origin), *ended(user, set(user.sessions), now, origin)]
        also = [using, *proved, *noting, *post.writes]
        self.store.set_password(user, new_hash, now, kept_session=None, also=also)
        self.mails.nudge(post)
        return PasswordReset(email=found.subject, ended_sessions=len(user.sessions))

    def _user_of(self, token: str) -> User:
        """The user whose password the token sets. Raises `InvalidToken`, also when they changed after it was made."""
        found = self.tokens.read(token, Purpose.RESET)
        user = self.store.find_user(found.subject)
        if user is None or user.account_id != found.account_id or found.content_hash != fingerprint(user):
            raise InvalidToken
        return user

    def _reset_mail(self, account_id: str, email: str, bound_to: str) -> Post:
        link = Link(purpose=Purpose.RESET, subject=email, content_hash=bound_to)
        return self.mails.link(account_id, Kind.RESET, email, link, self.now())

    @property
    def _lockout(self) -> Lockout:
        return Lockout(self.store, self.limiter, self.now)


@cache
def password_service() -> PasswordService:
    """The service, built once for each process."""
    return PasswordService(identity_store(), limiter(), token_service(), security_mail(), utc_now)


def fingerprint(user: User | None) -> str:
    """A hash that a link is bound to, so that the link dies when the user's password or address changes."""
    state = f"{user.id} {user.email} {user.password_hash}" if user else ""
    return hashlib.sha256(state.encode()).hexdigest()
