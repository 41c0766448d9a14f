"""Records of a user's factors, and of challenges."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from common.fields import Instant
from common.model import Model
from common.one_time import OneTime

Proof = Literal["password", "code", "passkey"]
"""What somebody can show to prove who they are; a code is an app's, or a recovery code."""


class Passkey(Model):
    """A key pair in somebody's device or password manager, of which we store the public half.

    Attributes:
        credential_id: names the pair to the browser; unpadded base64url, as is `public_key` (a COSE key).
        sign_count: how often it had signed when it was last used; devices that do not count say 0.
        synced: whether its maker keeps copies, so that it survives the loss of a device.
    """

    id: str
    name: str
    credential_id: str
    public_key: str
    sign_count: int
    synced: bool
    created_at: Instant
    last_used_at: Instant | None = None


class PendingTotp(Model):
    """A secret that we showed to the user, and that no code has confirmed yet."""

    sealed: str
    begun_at: Instant


class Totp(Model):
    """An authenticator app.

    Attributes:
        sealed: its secret, sealed with KMS.
        last_step: the 30-second step of the last code that was taken; no code of that step or before is taken again.
        recovery_hashes: the hashes of the recovery codes that are left.
    """

    sealed: str
    confirmed_at: Instant
    last_step: int
    recovery_hashes: list[str]


class Factors(Model):
    """All factors of a user, in one row, so that each change of them is one conditional write.

    `version` counts the changes; a write fails unless the row still has the version that was read.
    """

    user_id: str
    account_id: str
    version: int = 0
    passkeys: list[Passkey] = Field(default_factory=list)
    pending_totp: PendingTotp | None = None
    totp: Totp | None = None


class Purpose(StrEnum):
    """What a challenge was made for. An answer counts for nothing else."""

    ADD_PASSKEY = "add_passkey"
    SIGN_IN = "sign_in"
    STEP_UP = "step_up"
    SECOND_STEP = "second_step"


class Challenge(OneTime):
    """A question that is answered once, within five minutes.

    Attributes:
        user_id: whose answer counts; None while nobody has said who they are (`SIGN_IN`).
        session_hash: the session in which the answer counts; None where there is none yet.
        email: the address that signed in with its password (`SECOND_STEP`).
        password_mark: a hash of that password's hash: a new password ends the challenge.
    """

    purpose: Purpose
    user_id: str | None = None
    session_hash: str | None = None
    email: str | None = None
    password_mark: str | None = None
