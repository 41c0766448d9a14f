"""Accounts, users and sessions as stored, asked for and shown."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from common.envelope import RequestModel, View
from common.fields import Instant, Line
from common.model import Model
from domain.identity.emails import Email, TypedEmail
from domain.identity.zones import Timezone

DEFAULT_TIMEZONE = "UTC"


PersonName = Annotated[Line, Field(min_length=1, max_length=100)]
# The bound is far above what we accept: `passwords.weakness` refuses a long password with an explanation.
Password = Annotated[str, StringConstraints(strip_whitespace=False), Field(min_length=1, max_length=1024, repr=False)]


class Account(Model):
    """A customer. Every record belongs to exactly one account.

    `email` is where its mail goes. Accounts from before mail have none until their user signs in. `closed_at`: when its
    owner deleted it. Until `gone_at` they may undo that.
    """

    id: str
    name: str
    timezone: str
    created_at: Instant
    email: str | None = None
    email_verified: bool = False
    closed_at: Instant | None = None
    gone_at: Instant | None = None

    def has_verified(self, address: str) -> bool:
        """Whether the customer proved that this address is theirs."""
        return self.email_verified and self.email == address


class Place(Model):
    """A browser that signed in: its network address at the last sign-in, what it calls itself, and when that was."""

    address: str
    device: str
    at: Instant


class Undoable(Model):
    """A change of address that the old address may undo: the old one, and when it changed."""

    id: str
    email: str
    at: Instant


class User(Model):
    """A person who signs in. `sessions` maps each session's hash to its beginning; a new password ends the others.

    `places` maps the hash of a browser's device cookie to where it signed in; `undoable` are changes of address, oldest
    first. Users of earlier editions have neither.
    """

    id: str
    account_id: str
    email: str
    name: str
    password_hash: str = Field(repr=False)
    sessions: dict[str, Instant]
    created_at: Instant
    places: dict[str, Place] = Field(default_factory=dict)
    undoable: list[Undoable] = Field(default_factory=list)


class SessionOwner(Model):
    """The fields of a user that are needed to end their sessions."""

    id: str
    account_id: str
    email: str
    sessions: dict[str, Instant]


class LoginFailures(Model):
    """Failed attempts in a row from one place for an e-mail address, whether or not a user has this address."""

    count: int = 0
    blocked_until: Instant | None = None


class Session(Model):
    """A signed-in browser. Its token itself is not stored, only the token's hash.

    `proved_at` is when its user last proved who they are; None stands for `created_at`. `address` and `device` are the
    origin of the sign-in. `closing`: the account is being deleted, so the session may only undo that.
    """

    session_hash: str
    account_id: str
    user_id: str
    email: str
    created_at: Instant
    expires_at: Instant
    idle_expires_at: Instant
    proved_at: Instant | None = None
    address: str = ""
    device: str = ""
    closing: bool = False


class SignUp(RequestModel):
    """A new customer."""

    email: Email
    password: Password
    name: PersonName
    timezone: Timezone = DEFAULT_TIMEZONE


class LogIn(RequestModel):
    """A login. The rules for new passwords do not apply here: the password is only compared with the stored hash."""

    email: TypedEmail
    password: Password


LinkToken = Annotated[str, Field(min_length=1, max_length=100, repr=False)]


class UseLink(RequestModel):
    """The token of the link in a mail."""

    token: LinkToken


class ForgotPassword(RequestModel):
    """Who forgot their password."""

    email: TypedEmail


class ResetPassword(RequestModel):
    """The token of the link in a mail, and the new password."""

    token: LinkToken
    password: Password


class ChangeEmail(RequestModel):
    """The new address; it holds when it is confirmed."""

    email: Email


class UpdateAccount(RequestModel):
    """The fields to change, at least one."""

    name: PersonName | None = None
    timezone: Timezone | None = None


class ChangePassword(RequestModel):
    """A change of password. The current password proves that nobody else is using the user's browser."""

    current: Password
    new: Password


class UserView(View):
    """A user, without the password's hash. `email_verified`: they proved that the address is theirs."""

    id: str
    email: str
    name: str
    email_verified: bool


class AccountView(View):
    """An account. `gone_at`: it is being deleted, and may be restored until then; null for every other account."""

    id: str
    name: str
    timezone: str
    created_at: Instant
    gone_at: Instant | None = None


class SignedIn(View):
    """Who signed in."""

    user: UserView
    account: AccountView


class SecondStep(View):
    """The password was right, and a code has to follow: POST /api/auth/login/totp with this challenge."""

    mfa_required: Literal[True] = True
    challenge: str
    expires_at: Instant


class SessionView(SignedIn):
    """The present session. `proved_at`: when its user last showed who they are, by signing in or by a step-up."""

    scopes: list[str]
    expires_at: Instant
    proved_at: Instant


class EmailVerified(View):
    """The address that is verified now."""

    email: str
    verified: bool = True


class SignedOut(View):
    """The session has ended."""

    signed_out: bool = True


class PasswordChanged(View):
    """How many other sessions were ended."""

    ended_sessions: int


class SessionSummary(View):
    """A signed-in browser. `device` and `address` are those of its sign-in, `last_seen_at` is right to five minutes."""

    id: str
    device: str
    address: str
    created_at: Instant
    last_seen_at: Instant
    current: bool


class SessionList(View):
    """Who is signed in, the newest first."""

    sessions: list[SessionSummary]


class SessionsEnded(View):
    """How many sessions were ended; each ends with its next request."""

    ended_sessions: int


class ResetAsked(View):
    """A mail is on its way if there is an account with this address. The answer does not say whether there is."""

    email: str


class PasswordReset(View):
    """The new password holds, and all sessions have ended. `email` is what to sign in with."""

    email: str
    ended_sessions: int


class EmailChangeAsked(View):
    """Where the mail goes. The address changes when its link is used."""

    email: str
    confirmed: bool = False


class EmailChanged(View):
    """The address that signs in now."""

    email: str


class EmailChangeUndone(View):
    """The address that signs in again. A mail to it asks for a new password: the old one holds no more."""

    email: str
    password_needed: bool = True
