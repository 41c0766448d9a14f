"""Sign-up, login, logout, sessions, password, address and the account (`/api/auth`, `/api/account`)."""

from __future__ import annotations

from typing import Annotated, Any

from common.envelope import Envelope
from common.gate import Access
from common.http import JSON_TYPE, CurrentCaller, CurrentOrigin, CurrentRequest, Door, Path, Response
from domain.identity import sessions
from domain.identity.addresses import address_service
from domain.identity.devices import Client
from domain.identity.models import (
    AccountView,
    ChangeEmail,
    ChangePassword,
    EmailChangeAsked,
    EmailChanged,
    EmailChangeUndone,
    EmailVerified,
    ForgotPassword,
    LogIn,
    PasswordChanged,
    PasswordReset,
    ResetAsked,
    ResetPassword,
    SecondStep,
    SessionList,
    SessionsEnded,
    SessionView,
    SignedIn,
    SignedOut,
    SignUp,
    UpdateAccount,
    UseLink,
)
from domain.identity.password_changes import password_service
from domain.identity.service import identity_service
from domain.identity.signed_in import signed_in_service
from domain.mail.models import VerificationAsked
from domain.usage.service import note_request

door = Door("session", after_request=note_request)
lambda_handler = door
PUBLIC = Access(public=True)
SESSION = Access(session_only=True)
WHILE_CLOSING = Access(session_only=True, while_closing=True)
FRESH = Access(session_only=True, step_up=True)
Id = Annotated[str, Path(max_length=64)]


@door.route(
    "POST",
    "/api/auth/signup",
    PUBLIC,
    status=201,
    errors=("CONFLICT",),
    example={"email": "mira@example.com", "password": "quiet-harbour-lantern-42", "name": "Mira Kovac"},
)
def sign_up(body: SignUp, request: CurrentRequest) -> Response[Envelope[SignedIn]]:
    """Create an account and sign in.

    The password has 15 to 128 characters; common ones are refused. 409 for a known address, whose owner gets a
    mail; 429 after 10 in an hour from one address.
    """
    signed_in, cookies = identity_service().sign_up(body, _client(request))
    return _with_cookies(201, Envelope(data=signed_in), cookies.headers(_host(request)))


@door.route(
    "POST",
    "/api/auth/login",
    PUBLIC,
    errors=("INVALID_CREDENTIALS",),
    example={"email": "mira@example.com", "password": "quiet-harbour-lantern-42"},
)
def log_in(body: LogIn, request: CurrentRequest) -> Response[Envelope[SignedIn | SecondStep]]:
    """Where the user has an authenticator app, the answer is a challenge for `log_in_by_code`.

    Refusals are the same whether or not there is such an account; 429 `TOO_MANY_ATTEMPTS`, 403 `SIGN_IN_CLOSED`.
    """
    done = identity_service().log_in(body, _client(request))
    if isinstance(done, SecondStep):
        return Response(200, JSON_TYPE, Envelope[SignedIn | SecondStep](data=done))
    signed_in, cookies = done
    return _with_cookies(200, Envelope(data=signed_in), cookies.headers(_host(request)))


@door.route("POST", "/api/auth/logout", WHILE_CLOSING)
def log_out(caller: CurrentCaller, request: CurrentRequest) -> Response[Envelope[SignedOut]]:
    """The session is gone."""
    signed_in_service().log_out(caller, request.origin)
    return _with_cookies(200, Envelope(data=SignedOut()), [sessions.clear_cookie(_host(request))])


@door.route("POST", "/api/auth/verify", PUBLIC, errors=("NOT_FOUND",))
def verify_email(body: UseLink) -> Envelope[EmailVerified]:
    """Send the token of the mailed link, good for 24 hours and once. 404 `INVALID_TOKEN`."""
    return Envelope(data=address_service().verify(body.token))


@door.route("POST", "/api/auth/verification", SESSION, status=202, errors=("MAIL_OFF", "ALREADY_VERIFIED"))
def ask_for_verification(caller: CurrentCaller) -> Envelope[VerificationAsked]:
    """Send the mail again, at most once a minute and five times a day, also to a verified address that bounced.

    Older links end 15 minutes later.
    """
    return Envelope(data=address_service().ask_again(caller))


@door.route(
    "POST", "/api/auth/password/forgot", PUBLIC, status=202, errors=("MAIL_OFF",), example={"email": "mira@example.com"}
)
def forgot_password(body: ForgotPassword, request: CurrentRequest) -> Envelope[ResetAsked]:
    """The answer is the same whether or not there is such an account; if there is, a mail comes.

    There are 10 mails an hour from an address, of them 3 a day for one account, and 20 a day from places that never
    signed in to it. Over that no mail comes. A browser or address that signed in before has 10 an hour of its own.
    """
    return Envelope(data=password_service().forgot(body, _client(request)))


@door.route(
    "POST",
    "/api/auth/password/reset",
    PUBLIC,
    errors=("CONFLICT", "NOT_FOUND"),
    example={"token": "the token of the link", "password": "quiet-harbour-lantern-42"},
)
def reset_password(body: ResetPassword, request: CurrentRequest) -> Envelope[PasswordReset]:
    """Set the password by the mailed token, good for 30 minutes and once.

    Every session is over; keys go on working. 404 `INVALID_TOKEN`.
    """
    return Envelope(data=password_service().reset(body, _client(request)))


@door.route("POST", "/api/auth/email/confirm", PUBLIC, errors=("CONFLICT", "NOT_FOUND"))
def confirm_email_change(body: UseLink, origin: CurrentOrigin) -> Envelope[EmailChanged]:
    """Send the token of the mail to the new address, good for 24 hours and once.

    From now on the new address signs in. 404 `INVALID_TOKEN`.
    """
    return Envelope(data=address_service().confirm_change(body.token, origin))


@door.route("POST", "/api/auth/email/undo", PUBLIC, errors=("CONFLICT", "NOT_FOUND"))
def undo_email_change(body: UseLink, origin: CurrentOrigin) -> Envelope[EmailChangeUndone]:
    """Send the token of the mail to the old address, good for 7 days and once.

    The old address signs in again; every session is over, and the password must be set anew. 404 `INVALID_TOKEN`.
    """
    return Envelope(data=address_service().undo_change(body.token, origin))


@door.route("GET", "/api/auth/session", WHILE_CLOSING)
def get_session(caller: CurrentCaller) -> Envelope[SessionView]:
    """Who is signed in, and until when."""
    return Envelope(data=identity_service().describe_session(caller))


@door.route("GET", "/api/account/sessions", SESSION)
def list_sessions(caller: CurrentCaller) -> Envelope[SessionList]:
    """Newest first. `last_seen_at` is right to five minutes."""
    return Envelope(data=signed_in_service().list(caller))


@door.route("DELETE", "/api/account/sessions/{session_id}", SESSION, errors=("CONFLICT",))
def end_session(session_id: Id, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[SessionsEnded]:
    """The session is refused with its next request."""
    return Envelope(data=signed_in_service().end(caller, session_id, origin))


@door.route("DELETE", "/api/account/sessions", SESSION, errors=("CONFLICT",))
def end_other_sessions(caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[SessionsEnded]:
    """Every session but this one is over."""
    return Envelope(data=signed_in_service().end_others(caller, origin))


@door.route("PATCH", "/api/account", SESSION, example={"timezone": "Europe/Lisbon"})
def update_account(body: UpdateAccount, caller: CurrentCaller) -> Envelope[AccountView]:
    """Change the name or the time zone."""
    return Envelope(data=identity_service().update_account(caller, body))


@door.route(
    "PATCH",
    "/api/account/email",
    FRESH,
    status=202,
    errors=("MAIL_OFF", "CONFLICT"),
    example={"email": "mira@example.org"},
)
def change_email(body: ChangeEmail, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[EmailChangeAsked]:
    """Nothing changes until the link in the mail to the new address is used. Five a day."""
    return Envelope(data=address_service().ask_change(caller, body, origin))


@door.route(
    "POST",
    "/api/account/password",
    FRESH,
    errors=("INVALID_CREDENTIALS",),
    example={"current": "quiet-harbour-lantern-42", "new": "seven-otters-by-the-lake"},
)
def change_password(body: ChangePassword, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[PasswordChanged]:
    """Every other session is over."""
    return Envelope(data=password_service().change(caller, body, origin))


def _client(request: CurrentRequest) -> Client:
    return Client.of(request.origin, request.headers)


def _host(request: CurrentRequest) -> str:
    return request.headers.get("host", "")


def _with_cookies(status: int, body: Any, cookies: list[str]) -> Response[Any]:
    return Response(status, JSON_TYPE, body, headers={"Set-Cookie": cookies})
