"""Codes of an authenticator app (RFC 6238): six digits that change every 30 seconds. Only this module opens secrets."""

from __future__ import annotations

import re
from datetime import datetime

import pyotp
from pyotp.exceptions import OTPVerificationError

from common.sealing import seal, unseal
from common.settings import settings

ISSUER = "Atrium"
_STEPS_ASIDE = 1
"""How many steps a code may be early or late: for clocks half a minute off, and for slow typing."""

_SIX_DIGITS = re.compile(r"\d{6}", re.ASCII)


def new_secret() -> str:
    """160 random bits in base32, as long as RFC 4226 recommends."""
    return pyotp.random_base32()


def url_of(secret: str, email: str) -> str:
    """The `otpauth://` address that an app reads out of the QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=ISSUER)


def picture_of(url: str) -> str:
    """The QR code of a URL as an SVG document, which scales to the place it is given."""
    import segno  # noqa: PLC0415 - only who adds an app needs it

    return segno.make(url, error="m", micro=False).svg_inline(omitsize=True, border=4, light="#fff")


def is_code(text: str) -> bool:
    """Whether a text has the form of an app's code: six digits, spaces aside."""
    return _SIX_DIGITS.fullmatch(text.replace(" ", "")) is not None


def step_of(secret: str, code: str, now: datetime) -> int | None:
    """The number of the 30-second step whose code this is, at most one step from `now`; None for any other code."""
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(
            code.replace(" ", ""), for_time=now, valid_window=_STEPS_ASIDE
        )
    except OTPVerificationError:
        return None


def sealed(secret: str, account_id: str, user_id: str) -> str:
    """The secret as a ciphertext to store, which can be opened only for this account and user. Raises `Unavailable`."""
    return seal(settings.factors_key_id, secret.encode(), context_of(account_id, user_id))


def opened(ciphertext: str, account_id: str, user_id: str) -> str:
    """The secret as text. Raises `SealBroken` when it was sealed for another user or altered, `Unavailable`."""
    return unseal(settings.factors_key_id, ciphertext, context_of(account_id, user_id)).decode()


def context_of(account_id: str, user_id: str) -> dict[str, str]:
    """The encryption context that binds a sealed secret to its account and user."""
    return {"factor_account": account_id, "factor_user": user_id}
