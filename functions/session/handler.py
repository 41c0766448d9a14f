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
from domain.identity.new_passwords import password_service
from domain.identity.service import identity_service
from domain.identity.signed_in import signed_in_service
from domain.mail.models import VerificationAsked
from domain.usage.service import count_errors

door = Door("session", after_request=count_errors)
lambda_handler = door
PUBLIC = Access(public=True)
SESSION = Access(session_only=True)
WHILE_CLOSING = Access(session_only=True, while_closing=True)
FRESH = Access(session_only=True, step_up=True)
Id = Annotated[str, Path(max_length=64)]


@door.route("POST", "/api/auth/signup", PUBLIC, status=201)
def sign_up(body: SignUp, request: CurrentRequest) -> Response[Envelope[SignedIn]]:
    signed_in, cookies = identity_service().sign_up(body, _client(request))
    return _with_cookies(201, Envelope(data=signed_in), cookies.headers(_host(request)))


@door.route("POST", "/api/auth/login", PUBLIC)
def log_in(body: LogIn, request: CurrentRequest) -> Response[Envelope[SignedIn | SecondStep]]:
    done = identity_service().log_in(body, _client(request))
    if isinstance(done, SecondStep):
        return Response(200, JSON_TYPE, Envelope[SignedIn | SecondStep](data=done))
    signed_in, cookies = done
    return _with_cookies(200, Envelope(data=signed_in), cookies.headers(_host(request)))


@door.route("POST", "/api/auth/logout", WHILE_CLOSING)
def log_out(caller: CurrentCaller, request: CurrentRequest) -> Response[Envelope[SignedOut]]:
    signed_in_service().log_out(caller, request.origin)
    return _with_cookies(200, Envelope(data=SignedOut()), [sessions.clear_cookie(_host(request))])


@door.route("POST", "/api/auth/verify", PUBLIC)
def verify_email(body: UseLink) -> Envelope[EmailVerified]:
    return Envelope(data=address_service().verify(body.token))


@door.route("POST", "/api/auth/verification", SESSION, status=202)
def ask_for_verification(caller: CurrentCaller) -> Envelope[VerificationAsked]:
    return Envelope(data=address_service().ask_again(caller))


@door.route("POST", "/api/auth/password/forgot", PUBLIC, status=202)
def forgot_password(body: ForgotPassword, request: CurrentRequest) -> Envelope[ResetAsked]:
    return Envelope(data=password_service().forgot(body, _client(request)))


@door.route("POST", "/api/auth/password/reset", PUBLIC)
def reset_password(body: ResetPassword, request: CurrentRequest) -> Envelope[PasswordReset]:
    return Envelope(data=password_service().reset(body, _client(request)))


@door.route("POST", "/api/auth/email/confirm", PUBLIC)
def confirm_email_change(body: UseLink, origin: CurrentOrigin) -> Envelope[EmailChanged]:
    return Envelope(data=address_service().confirm_change(body.token, origin))


@door.route("POST", "/api/auth/email/undo", PUBLIC)
def undo_email_change(body: UseLink, origin: CurrentOrigin) -> Envelope[EmailChangeUndone]:
    return Envelope(data=address_service().undo_change(body.token, origin))


@door.route("GET", "/api/auth/session", WHILE_CLOSING)
def get_session(caller: CurrentCaller) -> Envelope[SessionView]:
    return Envelope(data=identity_service().describe_session(caller))


@door.route("GET", "/api/account/sessions", SESSION)
def list_sessions(caller: CurrentCaller) -> Envelope[SessionList]:
    return Envelope(data=signed_in_service().list(caller))


@door.route("DELETE", "/api/account/sessions/{session_id}", SESSION)
def end_session(session_id: Id, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[SessionsEnded]:
    return Envelope(data=signed_in_service().end(caller, session_id, origin))


@door.route("DELETE", "/api/account/sessions", SESSION)
def end_other_sessions(caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[SessionsEnded]:
    return Envelope(data=signed_in_service().end_others(caller, origin))


@door.route("PATCH", "/api/account", SESSION)
def update_account(body: UpdateAccount, caller: CurrentCaller) -> Envelope[AccountView]:
    return Envelope(data=identity_service().update_account(caller, body))


@door.route("PATCH", "/api/account/email", FRESH, status=202)
def change_email(body: ChangeEmail, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[EmailChangeAsked]:
    return Envelope(data=address_service().ask_change(caller, body, origin))


@door.route("POST", "/api/account/password", FRESH)
def change_password(body: ChangePassword, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[PasswordChanged]:
    return Envelope(data=password_service().change(caller, body, origin))


def _client(request: CurrentRequest) -> Client:
    return Client.of(request.origin, request.headers)


def _host(request: CurrentRequest) -> str:
    return request.headers.get("host", "")


def _with_cookies(status: int, body: Any, cookies: list[str]) -> Response[Any]:
    return Response(status, JSON_TYPE, body, headers={"Set-Cookie": cookies})
