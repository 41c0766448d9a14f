"""What is sent and shown when somebody signs in, or proves who they are, by more than a password."""

from typing import Annotated, Any, Self

from pydantic import Field, StringConstraints, model_validator

from common.envelope import RequestModel, View
from common.fields import Instant
from domain.factors.models import Code, UsedCredential
from domain.factors.records import Proof
from domain.identity.models import SignedIn

_Password = Annotated[str, StringConstraints(strip_whitespace=False, min_length=1, max_length=1024)]


class LogInByCode(RequestModel):
    """POST /api/auth/login/totp: the challenge that the password brought, and a code or a recovery code."""

    challenge: Annotated[str, StringConstraints(strip_whitespace=False)] = Field(
        min_length=1, max_length=100, repr=False
    )
    code: Code = Field(repr=False)


class SignedInByCode(SignedIn):
    """Who signed in. `recovery_codes_left` is given if they used a recovery code."""

    recovery_codes_left: int | None


class LogInByPasskey(RequestModel):
    """POST /api/auth/passkey: what the browser made of the options."""

    credential: UsedCredential


class StepUp(RequestModel):
    """POST /api/auth/step-up: exactly one of the three."""

    password: _Password | None = Field(default=None, repr=False)
    code: Code | None = Field(default=None, repr=False)
    passkey: UsedCredential | None = None

    @model_validator(mode="after")
    def _gives_one(self) -> Self:
        if len(self.model_fields_set) != 1 or getattr(self, self.given) is None:
            raise ValueError("Give one of password, code, passkey")
        return self

    @property
    def given(self) -> Proof:
        """The name of the proof that is given."""
        return next(name for name in ("password", "code", "passkey") if name in self.model_fields_set)


class StepUpOptions(View):
    """What the user may show; `public_key` is for the browser, as JSON, if a passkey is accepted."""

    accepted: list[Proof]
    public_key: dict[str, Any] | None


class SteppedUp(View):
    """Until when the session counts as freshly proved."""

    proved_until: Instant
