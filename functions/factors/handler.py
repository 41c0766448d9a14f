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
from domain.usage.service import note_request

door = Door("factors", after_request=note_request)
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


@door.route("POST", "/api/auth/login/totp", PUBLIC, errors=("CONFLICT", "INVALID_CREDENTIALS"))
def log_in_by_code(body: LogInByCode, request: CurrentRequest) -> Response[Envelope[SignedInByCode]]:
    """A code works once. A recovery code will do, too; the answer says how many are left. Sets the session's cookie."""
    signed_in, cookies = second_step_service().log_in_by_code(body, _client(request))
    return _signed_in(request, signed_in, cookies)


@door.route("POST", "/api/auth/passkey/options", PUBLIC, status=201, errors=("PASSKEYS_OFF", "CONFLICT"))
def begin_passkey_log_in(request: CurrentRequest) -> Envelope[PasskeyOptions]:
    """What `navigator.credentials.get` takes. Good for five minutes and one answer."""
    return Envelope(data=second_step_service().begin_passkey(_client(request)))


@door.route("POST", "/api/auth/passkey", BY_PASSKEY, errors=("PASSKEYS_OFF", "CONFLICT", "INVALID_CREDENTIALS"))
def log_in_by_passkey(body: LogInByPasskey, request: CurrentRequest) -> Response[Envelope[SignedIn]]:
    """Send what the browser made of the options. Needs no password or code. Sets the session's cookie."""
    signed_in, cookies = second_step_service().log_in_by_passkey(body.credential, _client(request))
    return _signed_in(request, signed_in, cookies)


@door.route("POST", "/api/auth/step-up/options", ASKING, status=201, errors=("PASSKEYS_OFF",))
def get_step_up_options(caller: CurrentCaller) -> Envelope[StepUpOptions]:
    """Which proofs count: the password does only while you have neither passkey nor app."""
    return Envelope(data=second_step_service().step_up_options(caller))


@door.route(
    "POST",
    "/api/auth/step-up",
    PROVING,
    errors=("PASSKEYS_OFF", "CONFLICT"),
    example={"password": "quiet-harbour-lantern-42"},
)
def step_up(body: StepUp, caller: CurrentCaller, request: CurrentRequest) -> Envelope[SteppedUp]:
    """Give one of the three proofs. For ten minutes this session may do what opens the account to others."""
    return Envelope(data=second_step_service().step_up(caller, _client(request), body))


@door.route("POST", "/api/account/passkeys/options", FRESH, status=201, errors=("PASSKEYS_OFF", "LIMIT_REACHED"))
def begin_passkey(caller: CurrentCaller) -> Envelope[PasskeyOptions]:
    """What `navigator.credentials.create` takes. Good for five minutes and one answer."""
    return Envelope(data=factor_service().begin_passkey(caller, _address_of(caller)))


@door.route("POST", "/api/account/passkeys", ADDING, status=201, errors=("PASSKEYS_OFF", "LIMIT_REACHED", "CONFLICT"))
def add_passkey(body: AddPasskey, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[PasskeyView]:
    """Send what `navigator.credentials.create` made of the options that this session got, as JSON."""
    return Envelope(data=factor_service().add_passkey(caller, origin, body))


@door.route("GET", "/api/account/passkeys", SESSION)
def list_passkeys(caller: CurrentCaller) -> Envelope[PasskeyList]:
    """Oldest first."""
    return Envelope(data=factor_service().list_passkeys(caller))


@door.route("DELETE", "/api/account/passkeys/{passkey_id}", FRESH, errors=("CONFLICT",))
def remove_passkey(passkey_id: PasskeyId, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[FactorRemoved]:
    """The passkey signs nobody in any more."""
    return Envelope(data=factor_service().remove_passkey(caller, origin, passkey_id))


@door.route("GET", "/api/account/totp", SESSION)
def get_totp(caller: CurrentCaller) -> Envelope[TotpView]:
    """`confirmed_at` is null while sign-in asks for no code."""
    return Envelope(data=factor_service().describe_totp(caller))


@door.route("POST", "/api/account/totp", FRESH, status=201, errors=("TOTP_ON", "CONFLICT"))
def begin_totp(caller: CurrentCaller) -> Envelope[TotpBegun]:
    """A secret for an authenticator app. Nothing asks for codes before the first is confirmed."""
    return Envelope(data=factor_service().begin_totp(caller, _address_of(caller)))


@door.route(
    "POST",
    "/api/account/totp/confirm",
    FRESH,
    errors=("TOTP_ON", "TOTP_NOT_BEGUN", "CONFLICT"),
    example={"code": "492817"},
)
def confirm_totp(body: ConfirmTotp, caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[TotpConfirmed]:
    """From now on signing in asks for a code. Only this answer ever shows the ten recovery codes."""
    return Envelope(data=factor_service().confirm_totp(caller, origin, body.code))


@door.route("DELETE", "/api/account/totp", FRESH, errors=("CONFLICT", "NOT_FOUND"))
def remove_totp(caller: CurrentCaller, origin: CurrentOrigin) -> Envelope[FactorRemoved]:
    """Removes the app and its recovery codes."""
    return Envelope(data=factor_service().remove_totp(caller, origin))


def _address_of(caller: CurrentCaller) -> str:
    """The e-mail address that the user signs in with; their browser and app show it beside the factor."""
    return identity_service().user_of(caller).email


def _client(request: CurrentRequest) -> Client:
    return Client.of(request.origin, request.headers)


def _signed_in(request: CurrentRequest, who: Any, cookies: Cookies) -> Response[Any]:
    headers = {"Set-Cookie": cookies.headers(request.headers.get("host", ""))}
    return Response(200, JSON_TYPE, Envelope(data=who), headers=headers)
