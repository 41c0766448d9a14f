"""The customer's e-mail address: proving that it is theirs, changing it, and taking a change back.

Every step is the link in a mail. Until the new address is confirmed, nothing changes; for 7 days afterwards the old one
can take the change back, whatever was done in between.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.errors import ChangedMeanwhile, Conflict, InvalidRequest, Unauthenticated
from common.ids import new_id
from common.optimistic import settle
from common.services import service
from domain.audit.records import EntryType
from domain.identity.models import (
    ChangeEmail,
    EmailChangeAsked,
    EmailChanged,
    EmailChangeUndone,
    EmailVerified,
    Undoable,
    User,
)
from domain.identity.noting import ended, noted, notice
from domain.identity.password_changes import fingerprint
from domain.identity.service import IdentityService, identity_service, user_of
from domain.identity.store import EmailTaken, IdentityStore, identity_store
from domain.limits.limiter import Limiter, limiter
from domain.mail.models import VerificationAsked
from domain.mail.records import About, Kind, Link
from domain.mail.security import Post, SecurityMail, security_mail
from domain.mail.token_records import Purpose, Token
from domain.mail.tokens import LIFETIMES, InvalidToken, TokenService, token_service
from domain.mail.verification import AlreadyVerified, MailOff, VerificationService, verification_service

CHANGES_A_DAY, DAY = 5, timedelta(days=1)
NO_PASSWORD = "!"  # noqa: S105 - no hash, so no password opens it


@service
class AddressService:
    """Use cases of an account's address."""

    store: IdentityStore
    limiter: Limiter
    tokens: TokenService
    verification: VerificationService
    mails: SecurityMail
    identity: IdentityService
    now: Callable[[], datetime]

    def verify(self, token: str) -> EmailVerified:
        """Verify the address to which we mailed this token; it gets mail again if its mail had bounced.

        Raises `InvalidToken`.
        """
        found, using = self.tokens.redeem(token, Purpose.VERIFY)
        try:
            freeing = self.verification.freeing(found.subject)
            self.store.put_verified(found.account_id, found.subject, [using, *freeing])
        except ChangedMeanwhile as error:  # another request used the token, or the account has another address
            raise InvalidToken from error
        return EmailVerified(email=found.subject)

    def ask_again(self, caller: Caller) -> VerificationAsked:
        """Send the verification mail once more, also to a verified address that gets no mail because it bounced.

        Raises: `AlreadyVerified`, `MailOff`, `TooManyRequests`.
        """
        account = self.store.get_account(caller.account_id)
        if account.email_verified and not self.verification.can_free(account.email):
            raise AlreadyVerified
        self.verification.ask(account.id)
        return VerificationAsked(email=account.email or "")

    def ask_change(self, caller: Caller, request: ChangeEmail, origin: Origin) -> EmailChangeAsked:
        """Send a mail to the new address, whose link makes the change.

        For an address that another account has, the answer is the same, and we tell that account's owner.

        Raises: `MailOff`, `Unauthenticated`, `InvalidRequest` for the present address, `TooManyRequests` (five a day).
        """
        if self.mails.silent is not None:
            raise MailOff(self.mails.silent)
        if caller.session_hash is None:
            raise Unauthenticated
        user = user_of(self.store, self.store.get_session(caller.session_hash))
        self.store.put_address(user.account_id, user.email)  # accounts of before mail don't know it
        if request.email == user.email:
            raise InvalidRequest.of("email", "This is already your address.")
        self.limiter.take(f"account#{user.account_id}#email_changes", most=CHANGES_A_DAY, within=DAY)
        if self.store.find_user(request.email) is None:
            link = Link(purpose=Purpose.CHANGE_EMAIL, subject=request.email, content_hash=fingerprint(user))
            self._send(self.mails.link(user.account_id, Kind.CHANGE_EMAIL, request.email, link, self.now()))
        else:
            self.identity.tell_owner(request.email, origin)
        return EmailChangeAsked(email=request.email)

    def confirm_change(self, token: str, origin: Origin) -> EmailChanged:
        """Make the change: the user signs in with the new address from now on. Sessions go on.

        Raises: `InvalidToken`, also when the password or the address changed since it was asked for; `Conflict` when
            somebody else has the new address by now.
        """
        return settle(lambda: self._confirm_change(token, origin))

    def undo_change(self, token: str, origin: Origin) -> EmailChangeUndone:
        """Undo a change: the user signs in with the old address again. Later changes are undone, too.

        Whoever changed the address knew the password: it stops working, sessions end, and a mail asks for a new one.
        Raises `InvalidToken`, also when an earlier change was undone.
        """
        return settle(lambda: self._undo_change(token, origin))

    def _confirm_change(self, token: str, origin: Origin) -> EmailChanged:
        found, using = self.tokens.redeem(token, Purpose.CHANGE_EMAIL)
        user, verified = self._user_of(found)
        if found.content_hash != fingerprint(user):
            raise InvalidToken
        now, old = self.now(), user.email
        change = Undoable(id=new_id("chg", now), email=old, at=now)
        undoable = [one for one in user.undoable if one.at + LIFETIMES[Purpose.UNDO_EMAIL] > now]
        moved = user.model_copy(
            update={"email": found.subject, "undoable": [*undoable, *([change] if verified else [])]}
        )
        post = Post([], None)
        if verified:  # who never proved that the old address is theirs may have mistyped it: a stranger must not undo
            link = Link(purpose=Purpose.UNDO_EMAIL, subject=change.id)
            told = notice(About.EMAIL_CHANGED, now, origin, subject=moved.email)
            post = self.mails.notice(user.account_id, told, to=old, link=link)
        changed = noted(EntryType.EMAIL_CHANGED, user, now, origin, subject=f"{old} → {moved.email}")
        try:
            self.store.move_user(user, moved, now, verified=verified, also=[using, changed, *post.writes])
        except EmailTaken as error:
            raise Conflict("Another account has this email address.") from error
        self.mails.nudge(post)
        return EmailChanged(email=moved.email)

    def _undo_change(self, token: str, origin: Origin) -> EmailChangeUndone:
        found, using = self.tokens.redeem(token, Purpose.UNDO_EMAIL)
        user, _ = self._user_of(found)
        place = next((at for at, change in enumerate(user.undoable) if change.id == found.subject), None)
        if place is None:
            raise InvalidToken
        now, old = self.now(), user.undoable[place].email
        moved = user.model_copy(
            update={
                "email": old,
                "undoable": user.undoable[:place],
                "password_hash": NO_PASSWORD + secrets.token_urlsafe(16),
                "sessions": {},
                "places": {},
            }
        )
        link = Link(purpose=Purpose.RESET, subject=old, content_hash=fingerprint(moved))
        post = self.mails.link(user.account_id, Kind.RESET, old, link, now)
        undone = noted(EntryType.EMAIL_CHANGED, user, now, origin, subject=f"undone: {user.email} → {old}")
        also = [using, undone, *ended(user, set(user.sessions), now, origin), *post.writes]
        try:
            self.store.move_user(user, moved, now, verified=False, also=also)
        except EmailTaken as error:  # it was kept for a week, and the week is over
            raise InvalidToken from error
        self.mails.nudge(post)
        return EmailChangeUndone(email=old)

    def _user_of(self, token: Token) -> tuple[User, bool]:
        """The account's user, and whether their address is verified. Raises `InvalidToken`."""
        account = self.store.get_account(token.account_id)
        user = self.store.find_user(account.email or "")
        if user is None:
            raise InvalidToken
        return user, account.has_verified(user.email)

    def _send(self, post: Post) -> None:
        self.store.write(post.writes)
        self.mails.nudge(post)


@cache
def address_service() -> AddressService:
    """The service, built once for each process."""
    return AddressService(
        identity_store(),
        limiter(),
        token_service(),
        verification_service(),
        security_mail(),
        identity_service(),
        utc_now,
    )
