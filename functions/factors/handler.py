"""Passkeys and authenticator apps: adding and removing them, signing in by them, and proving once more who one is."""

from __future__ import annotations

from typing import Annotated, Any

from common.envelope import Envelope
from common.gate import KIB, Access
from common.http import JSON_TYPE, CurrentCaller, CurrentOrigin, CurrentRequest, Door, Path, Response
from domain.factors.models import (
    AddPasskey,
    ConfirmTotp,
    FactorRemoved,
    PasskeyList,
    PasskeyOptions,
    PasskeyView,
    TotpBegun,
    TotpConfirmed,
    TotpView,
)
from domain.factors.service import factor_service
from domain.identity.devices import Client
from domain.identity.models import SignedIn
from domain.identity.second_step_models import (
    LogInByCode,
    LogInByPasskey,
    SignedInByCode,
    SteppedUp,
    StepUp,
    StepUpOptions,
)
from domain.identity.second_steps import second_step_service
from domain.identity.service import identity_service
from domain.identity.sessions import Cookies
from domain.usage.service import count_errors

door = Door("factors", after_request=count_errors)
lambda_handler = door
PUBLIC = Access(public=True)
BY_PASSKEY = Access(
    public=True, max_body_bytes=256 * KIB
)  # five fields of 4,096 characters, each of which may be escaped
SESSION = Access(session_only=True)
ASKING = Access(session_only=True, while_closing=True)  # undoing that needs a proof, too
PROVING = Access(session_only=True, while_closing=True, max_body_bytes=256 * KIB)
FRESH = Access(session_only=True, step_up=True)
ADDING = Access(session_only=True, step_up=True, max_body_bytes=256 * KIB)
PasskeyId = Annotated[str, Path(max_length=64)]


@door.route("POST", "/api/auth/login/totp", PUBLIC)
def log_in_by_code(body: LogInByCode, request: CurrentRequest) -> Response[Envelope[SignedInByCode]]:
    signed_in, cookies = second_step_service().log_in_by_code(body, _client(request))
    return _signed_in(request, signed_in, cookies)


@door.route("POST", "/api/auth/passkey/options", PUBLIC, status=201)
def begin_passkey_log_in(request: CurrentRequest) -> Envelope[PasskeyOptions]:
    return Envelope(data=second_step_service().begin_passkey(_client(request)))


@door.route("POST", "/api/auth/passkey", BY_PASSKEY)
def log_in_by_passkey(body: LogInByPasskey, request: CurrentRequest) -> Response[Envelope[SignedIn]]:
    signed_in, cookies = second_step_service().log_in_by_passkey(body.credential, _client(request))
    return _signed_in(request, signed_in, cookies)


@door.route("POST", "/api/auth/step-up/options", ASKING, status=201)
def get_step_up_options(caller: CurrentCaller) -> Envelope[StepUpOptions]:
    return Envelope(data=second_step_service().step_up_options(caller))


@door.route("POST", "/api/auth/step-up", PROVING)
def step_up(body: StepUp, caller: CurrentCaller, request: CurrentRequest) -> Envelope[SteppedUp]:
    return Envelope(data=second_step_service().step_up(caller, _client(request), body))


@door.route("POST", "/api/account/passkeys/options", FRESH, status=201)
def begin_passkey(caller: CurrentCaller) -> Envelope[PasskeyOptions]:
    return Envelope(data=factor_service().begin_passkey(caller, _address_of(caller)))


@door.route("POST", "/api/account/passkeys", ADDING, status=201)
def add_passkey(body: AddPasskey, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[PasskeyView]:
    return Envelope(data=factor_service().add_passkey(caller, origin, body))


@door.route("GET", "/api/account/passkeys", SESSION)
def list_passkeys(caller: CurrentCaller) -> Envelope[PasskeyList]:
    return Envelope(data=factor_service().list_passkeys(caller))


@door.route("DELETE", "/api/account/passkeys/{passkey_id}", FRESH)
def remove_passkey(passkey_id: PasskeyId, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[FactorRemoved]:
    return Envelope(data=factor_service().remove_passkey(caller, origin, passkey_id))


@door.route("GET", "/api/account/totp", SESSION)
def get_totp(caller: CurrentCaller) -> Envelope[TotpView]:
    return Envelope(data=factor_service().describe_totp(caller))


@door.route("POST", "/api/account/totp", FRESH, status=201)
def begin_totp(caller: CurrentCaller) -> Envelope[TotpBegun]:
    return Envelope(data=factor_service().begin_totp(caller, _address_of(caller)))


@door.route("POST", "/api/account/totp/confirm", FRESH)
def confirm_totp(body: ConfirmTotp, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[TotpConfirmed]:
    return Envelope(data=factor_service().confirm_totp(caller, origin, body.code))


@door.route("DELETE", "/api/account/totp", FRESH)
def remove_totp(caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[FactorRemoved]:
    return Envelope(data=factor_service().remove_totp(caller, origin))


def _address_of(caller: CurrentCaller) -> str:
    """What the user signs in as: their browser and their app show it beside the factor."""
    return identity_service().user_of(caller).email


def _client(request: CurrentRequest) -> Client:
    return Client.of(request.origin, request.headers)


def _signed_in(request: CurrentRequest, who: Any, cookies: Cookies) -> Response[Any]:
    headers = {"Set-Cookie": cookies.headers(request.headers.get("host", ""))}
    return Response(200, JSON_TYPE, Envelope(data=who), headers=headers)
