"""Sign-up, login, logout, the session and the account (`/api/auth`, `/api/account`)."""

from __future__ import annotations

from typing import Any

from common.envelope import Envelope
from common.gate import Access
from common.http import JSON_TYPE, CurrentCaller, CurrentOrigin, CurrentRequest, Door, Response
from domain.identity import sessions
from domain.identity.addresses import address_service
from domain.identity.models import (
    AccountView,
    ChangePassword,
    EmailVerified,
    LogIn,
    PasswordChanged,
    SecondStep,
    SessionView,
    SignedIn,
    SignedOut,
    SignUp,
    UpdateAccount,
    VerifyEmail,
)
from domain.identity.service import identity_service
from domain.mail.models import VerificationAsked
from domain.usage.service import counting

door = Door("session", after_request=counting("session"))
lambda_handler = door
PUBLIC = Access(public=True)
SESSION = Access(session_only=True)
WHILE_CLOSING = Access(session_only=True, while_closing=True)
FRESH = Access(session_only=True, step_up=True)


@door.route("POST", "/api/auth/signup", PUBLIC, status=201)
def sign_up(body: SignUp, request: CurrentRequest, origin: CurrentOrigin) -> Response[Envelope[SignedIn]]:
    signed_in, token = identity_service().sign_up(body, origin)
    return _with_cookie(201, Envelope(data=signed_in), sessions.set_cookie(_host(request), token))


@door.route("POST", "/api/auth/login", PUBLIC)
def log_in(body: LogIn, request: CurrentRequest, origin: CurrentOrigin) -> Response[Envelope[SignedIn | SecondStep]]:
    done = identity_service().log_in(body, origin)
    if isinstance(done, SecondStep):
        return Response(200, JSON_TYPE, Envelope[SignedIn | SecondStep](data=done))
    signed_in, token = done
    return _with_cookie(200, Envelope(data=signed_in), sessions.set_cookie(_host(request), token))


@door.route("POST", "/api/auth/logout", WHILE_CLOSING)
def log_out(caller: CurrentCaller, request: CurrentRequest) -> Response[Envelope[SignedOut]]:
    if caller.session_hash is not None:
        identity_service().log_out(caller.session_hash)
    return _with_cookie(200, Envelope(data=SignedOut()), sessions.clear_cookie(_host(request)))


@door.route("POST", "/api/auth/verify", PUBLIC)
def verify_email(body: VerifyEmail) -> Envelope[EmailVerified]:
    return Envelope(data=address_service().verify(body.token))


@door.route("POST", "/api/auth/verification", SESSION, status=202)
def ask_for_verification(caller: CurrentCaller) -> Envelope[VerificationAsked]:
    return Envelope(data=address_service().ask_again(caller))


@door.route("GET", "/api/auth/session", WHILE_CLOSING)
def get_session(caller: CurrentCaller) -> Envelope[SessionView]:
    return Envelope(data=identity_service().describe_session(caller))


@door.route("PATCH", "/api/account", SESSION)
def update_account(body: UpdateAccount, caller: CurrentCaller) -> Envelope[AccountView]:
    return Envelope(data=identity_service().update_account(caller, body))


@door.route("POST", "/api/account/password", FRESH)
def change_password(body: ChangePassword, caller: CurrentCaller) -> Envelope[PasswordChanged]:
    return Envelope(data=identity_service().change_password(caller, body))


def _host(request: CurrentRequest) -> str:
    return request.headers.get("host", "")


def _with_cookie(status: int, body: Any, cookie: str) -> Response[Any]:
    return Response(status, JSON_TYPE, body, headers={"Set-Cookie": [cookie]})
