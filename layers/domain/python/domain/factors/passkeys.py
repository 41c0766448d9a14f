"""The ceremonies of WebAuthn: makes the options for the browser, and verifies its answers.

`webauthn` and the cryptography below it take longer to import than the rest of a function; they are imported when a
passkey is at hand.
"""

from __future__ import annotations

import ipaddress
import json
from base64 import b64decode
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from common.errors import Conflict, InvalidRequest
from common.services import frozen
from common.telemetry import logger
from domain.factors.models import AddedCredential, UsedCredential
from domain.factors.records import Passkey

NAME = "Atrium"
WAIT_MILLISECONDS = 5 * 60 * 1000


class PasskeysOff(Conflict):
    """This installation has no public URL with a host name, and browsers bind passkeys to a host name."""

    code = "PASSKEYS_OFF"
    default_message = "Passkeys are off here: the operator has to set PublicUrl to an address with a host name."


class PasskeyRefused(InvalidRequest):
    """The browser's answer failed verification. The log says why; an attacker need not know."""

    code = "PASSKEY_REFUSED"
    default_message = "We could not verify this passkey. Try again."


@frozen
class RelyingParty:
    """This installation, as browsers know it: host and origin. A passkey made for one pair signs for no other."""

    id: str
    origin: str


@frozen
class Used:
    """The state of a passkey after a verified answer: the count of signatures, and whether its maker keeps copies."""

    sign_count: int
    synced: bool


def relying_party(public_url: str | None) -> RelyingParty:
    """This installation, by its public URL and never by a header, which any sender can write. Raises `PasskeysOff`."""
    host = urlsplit(public_url or "").hostname
    if public_url is None or host is None or _is_address(host):
        raise PasskeysOff
    return RelyingParty(host, public_url)


def options_to_add(party: RelyingParty, challenge: str, user_id: str, email: str, held: Sequence[Passkey]) -> Any:
    """The options for `navigator.credentials.create`, as JSON; a device with a passkey of `held` makes no other."""
    from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415 - see above
    from webauthn.helpers.structs import (  # noqa: PLC0415
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=party.id,
        rp_name=NAME,
        user_id=user_id.encode(),
        user_name=email,
        challenge=bytes_of(challenge),
        timeout=WAIT_MILLISECONDS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=_described(held),
    )
    return json.loads(options_to_json(options))


def options_to_use(party: RelyingParty, challenge: str, held: Sequence[Passkey] = ()) -> Any:
    """The options for `navigator.credentials.get`, as JSON: for the passkeys of `held`, or else for any of ours."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415 - see above
    from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

    options = generate_authentication_options(
        rp_id=party.id,
        challenge=bytes_of(challenge),
        timeout=WAIT_MILLISECONDS,
        allow_credentials=_described(held),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return json.loads(options_to_json(options))


def challenge_in(client_data_json: str) -> str:
    """The challenge that the browser says it answers, not verified yet. Raises `PasskeyRefused` for bad JSON."""
    try:
        return str(json.loads(bytes_of(client_data_json))["challenge"])
    except (ValueError, TypeError, LookupError) as error:
        raise PasskeyRefused from error


def verify_added(party: RelyingParty, challenge: str, credential: AddedCredential) -> tuple[str, str, Used]:
    """The new passkey's credential id, public key and first state, verified. Raises `PasskeyRefused`."""
    from webauthn import verify_registration_response  # noqa: PLC0415 - see above
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

    try:
        made = verify_registration_response(
            credential=credential.model_dump(exclude_none=True),
            expected_challenge=bytes_of(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
    except Exception as error:  # the parsers of CBOR and ASN.1 raise whatever they stumble over
        raise _refused("add", error) from error
    used = Used(made.sign_count, synced=made.credential_backed_up)
    return bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key), used


def verify_used(party: RelyingParty, challenge: str, credential: UsedCredential, passkey: Passkey) -> Used:
    """The passkey's new state. Raises `PasskeyRefused`, also if a sign count above 0 did not grow (a copy)."""
    from webauthn import verify_authentication_response  # noqa: PLC0415 - see above

    try:
        found = verify_authentication_response(
            credential=credential.model_dump(exclude_none=True),
            expected_challenge=bytes_of(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=bytes_of(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except Exception as error:  # as above
        raise _refused("use", error) from error
    return Used(found.new_sign_count, synced=found.credential_backed_up)


def _described(held: Sequence[Passkey]) -> list[Any]:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor  # noqa: PLC0415 - see above

    return [PublicKeyCredentialDescriptor(id=bytes_of(passkey.credential_id)) for passkey in held]


def _refused(step: str, error: Exception) -> PasskeyRefused:
    logger.info("passkey_refused", step=step, kind=type(error).__name__, reason=str(error)[:200])
    return PasskeyRefused()


def bytes_of(text: str) -> bytes:
    """The bytes of a text in unpadded base64url. Raises `ValueError`."""
    return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
