"""Requests and views of factors."""

from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints

from common.envelope import RequestModel, View
from common.fields import Instant, Line
from domain.factors.records import Passkey

Encoded = Annotated[str, Field(max_length=4_096)]
"""Bytes in unpadded base64url, as browsers write them."""

Code = Annotated[str, StringConstraints(strip_whitespace=False, min_length=6, max_length=40)]
"""Six digits of an app, or a recovery code."""


class FromBrowser(RequestModel):
    """The fields that we read of what `toJSON()` of a credential gives. Browsers add others as the standard grows."""

    model_config = ConfigDict(extra="ignore")


class AddedResponse(FromBrowser):
    """The answer of `navigator.credentials.create`."""

    clientDataJSON: Encoded  # noqa: N815 - the standard's name, as the next ones
    attestationObject: Encoded  # noqa: N815


class UsedResponse(FromBrowser):
    """The answer of `navigator.credentials.get`."""

    clientDataJSON: Encoded  # noqa: N815
    authenticatorData: Encoded  # noqa: N815
    signature: Encoded
    userHandle: Encoded | None = None  # noqa: N815


class AddedCredential(FromBrowser):
    """A passkey just made."""

    id: Encoded
    rawId: Encoded  # noqa: N815
    type: Literal["public-key"]
    response: AddedResponse


class UsedCredential(FromBrowser):
    """A passkey just used."""

    id: Encoded
    rawId: Encoded  # noqa: N815
    type: Literal["public-key"]
    response: UsedResponse


class AddPasskey(RequestModel):
    """POST /api/account/passkeys; `name` is what its owner calls it."""

    name: Annotated[Line, Field(min_length=1, max_length=60)] = "Passkey"
    credential: AddedCredential


class PasskeyOptions(View):
    """What to hand to the browser, as JSON; `PublicKeyCredential.parse…FromJSON` reads it."""

    public_key: dict[str, Any]
    expires_at: Instant


class PasskeyView(View):
    """A passkey. `synced`: its maker keeps copies of it, so that it survives the loss of a device."""

    id: str
    name: str
    synced: bool
    created_at: Instant
    last_used_at: Instant | None

    @classmethod
    def of(cls, passkey: Passkey) -> Self:
        """The view of a stored passkey."""
        return cls.model_validate(passkey)


class PasskeyList(View):
    """Every passkey of a user, oldest first."""

    passkeys: list[PasskeyView]


class FactorRemoved(View):
    """The factor that was removed: a passkey's id, or `totp`."""

    removed: str


class TotpBegun(View):
    """A secret for an authenticator app, once as text, once as a URL, once as a QR code in SVG."""

    secret: str
    url: str
    qr: str


class ConfirmTotp(RequestModel):
    """POST /api/account/totp/confirm: the first code of the new app."""

    code: Code = Field(repr=False)


class TotpConfirmed(View):
    """The recovery codes, shown this once."""

    confirmed_at: Instant
    recovery_codes: list[str]


class TotpView(View):
    """Whether signing in asks for a code; `confirmed_at` is null when it does not."""

    confirmed_at: Instant | None
    recovery_codes_left: int
