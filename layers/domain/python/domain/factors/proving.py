"""Using factors: checks the codes and passkeys that a user shows, and limits how many codes may be tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Literal

from common.clock import utc_now
from common.dynamo import Write
from common.errors import Unauthenticated
from common.optimistic import settle
from common.services import frozen, service
from common.settings import settings
from domain.factors import passkeys, recovery, totp
from domain.factors.challenges import ChallengeService, challenge_service
from domain.factors.models import PasskeyOptions, UsedCredential
from domain.factors.records import Factors, Passkey, Purpose
from domain.factors.store import FactorStore, factor_store
from domain.limits.limiter import Limiter, limiter

TRIES = ((5, timedelta(minutes=15)), (20, timedelta(days=1)))
"""How many codes may be tried from one source, within which time; recovery codes count apart. Only a right code clears
the count. A right password does not, so whoever has stolen it gets no more guesses by signing in again."""
STRANGERS = (20, timedelta(days=1))
"""How many of the app's codes all places that never opened the account may try together, within which time: many places
must not get many guesses at six digits. A recovery code, which nobody guesses, needs no such limit."""

_UNKNOWN = "We do not know this passkey, or could not verify it."


class WrongProof(Unauthenticated):
    """The code or the passkey is wrong; the answer does not say why."""

    code = "INVALID_CREDENTIALS"
    default_message = "This code is wrong or already used."


@frozen
class Source:
    """Where a code comes from: a session, a browser or an address; `known` if the account was opened from it before."""

    name: str
    known: bool


@frozen
class Taken:
    """A code that was right: which kind it was, and how many recovery codes are left."""

    kind: Literal["code", "recovery code"]
    recovery_codes_left: int


@service
class ProvingService:
    """Checks codes and passkeys, but not passwords and sessions."""

    store: FactorStore
    challenges: ChallengeService
    limits: Limiter
    now: Callable[[], datetime]
    public_url: str | None

    def take_code(self, user_id: str, code: str, source: Source, also: Sequence[Write] = ()) -> Taken:
        """Use up a code of the user's app, or a recovery code, in one transaction with the writes `also`.

        Raises: `WrongProof`, `TooManyRequests` after five tries in 15 minutes or 20 a day from this source, or 20 a day
            from all unknown sources; a right code resets these counts.
        """
        windows = _windows(user_id, source, recovery_code=not totp.is_code(code))
        for key, most, within in windows:
            self.limits.take(key, most=most, within=within)
        taken = settle(lambda: self._take_code(user_id, code, also))
        for key, *_ in windows:
            self.limits.forget(key)
        return taken

    def options_to_use(
        self, purpose: Purpose, *, user_id: str | None = None, session_hash: str | None = None
    ) -> PasskeyOptions:
        """What the browser needs to use a passkey: the user's, or any if no user is given. Raises `PasskeysOff`."""
        party = passkeys.relying_party(self.public_url)
        factors = self.store.find_factors(user_id) if user_id else None
        challenge, end = self.challenges.issue(purpose, user_id=user_id, session_hash=session_hash)
        options = passkeys.options_to_use(party, challenge, factors.passkeys if factors else [])
        return PasskeyOptions(public_key=options, expires_at=end)

    def use_passkey(
        self,
        credential: UsedCredential,
        purpose: Purpose,
        *,
        user_id: str | None = None,
        session_hash: str | None = None,
    ) -> tuple[Factors, Passkey]:
        """Verify a passkey's answer; returns the user's factors and the passkey, as they were before.

        Raises: `PasskeysOff`, `ChallengeOver`, `WrongProof` (an unknown passkey, or a signature that does not hold).
        """
        party = passkeys.relying_party(self.public_url)
        try:
            challenge = passkeys.challenge_in(credential.response.clientDataJSON)
        except passkeys.PasskeyRefused as error:
            raise WrongProof(_UNKNOWN) from error
        self.challenges.redeem(challenge, purpose, user_id=user_id, session_hash=session_hash)
        owner = user_id or _owner(credential)
        return settle(lambda: self._use_passkey(party, challenge, credential, owner))

    def _use_passkey(
        self, party: passkeys.RelyingParty, challenge: str, credential: UsedCredential, owner: str
    ) -> tuple[Factors, Passkey]:
        factors = self.store.find_factors(owner)
        held = factors.passkeys if factors else []
        passkey = next((one for one in held if one.credential_id == credential.id), None)
        if factors is None or passkey is None:
            raise WrongProof(_UNKNOWN)
        try:
            used = passkeys.verify_used(party, challenge, credential, passkey)
        except passkeys.PasskeyRefused as error:
            raise WrongProof(_UNKNOWN) from error
        now_is = {"sign_count": used.sign_count, "synced": used.synced, "last_used_at": self.now()}
        changed = [one.model_copy(update=now_is) if one is passkey else one for one in held]
        self.store.change(factors, factors.model_copy(update={"passkeys": changed}))
        return factors, passkey

    def _take_code(self, user_id: str, code: str, also: Sequence[Write]) -> Taken:
        factors = self.store.find_factors(user_id)
        if factors is None or factors.totp is None:
            raise WrongProof
        app = factors.totp
        if totp.is_code(code):
            step = totp.step_of(totp.opened(app.sealed, factors.account_id, factors.user_id), code, self.now())
            if step is None or step <= app.last_step:
                raise WrongProof
            changed, taken = app.model_copy(update={"last_step": step}), Taken("code", len(app.recovery_hashes))
        else:
            left = [one for one in app.recovery_hashes if one != recovery.hash_of(code)]
            if len(left) == len(app.recovery_hashes):
                raise WrongProof
            changed, taken = app.model_copy(update={"recovery_hashes": left}), Taken("recovery code", len(left))
        self.store.change(factors, factors.model_copy(update={"totp": changed}), also)
        return taken


@cache
def proving_service() -> ProvingService:
    """The service, built once for each process."""
    return ProvingService(factor_store(), challenge_service(), limiter(), utc_now, settings.public_url)


def _owner(credential: UsedCredential) -> str:
    """The id of the user whom the browser's answer names. Raises `WrongProof`."""
    try:
        return passkeys.bytes_of(credential.response.userHandle or "").decode()
    except ValueError as error:
        raise WrongProof(_UNKNOWN) from error


def _windows(user_id: str, source: Source, *, recovery_code: bool) -> list[tuple[str, int, timedelta]]:
    kind = f"user#{user_id}#{'recovery_codes' if recovery_code else 'codes'}"
    windows = [(f"{kind}#{source.name}#{int(within.total_seconds())}", most, within) for most, within in TRIES]
    return windows if recovery_code or source.known else [*windows, (f"{kind}#strangers", *STRANGERS)]
