"""Signing in by a code or a passkey, and proving once more who one is (step-up)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import cache

from common.caller import FRESH, Caller, Origin
from common.errors import NotFound, StrongerProofRequired
from domain.audit.log import noting
from domain.audit.records import Actor, EntryType
from domain.events.log import commit
from domain.factors.challenges import ChallengeOver, mark_of
from domain.factors.models import PasskeyOptions, UsedCredential
from domain.factors.proving import ProvingService, WrongProof, proving_service
from domain.factors.records import Purpose
from domain.identity import passwords
from domain.identity.models import SignedIn, User
from domain.identity.second_step_models import LogInByCode, SignedInByCode, SteppedUp, StepUp, StepUpOptions
from domain.identity.service import IdentityService, InvalidCredentials, identity_service
from domain.limits.limiter import Limiter, limiter

OPTIONS_EACH = 1000
OPTIONS_WITHIN = timedelta(minutes=15)
"""How many challenges a network address may ask for without saying who it is: each is a row."""


@dataclass(frozen=True, slots=True)
class SecondStepService:
    """Use cases of signing in and proving that need a factor."""

    identity: IdentityService
    proving: ProvingService
    limits: Limiter

    def log_in_by_code(self, request: LogInByCode, origin: Origin) -> tuple[SignedInByCode, str]:
        """The session that a right password was the first step to; returns who signed in, and its token.

        Raises: `ChallengeOver`, `WrongProof`, `TooManyRequests`. A wrong code leaves the challenge good.
        """
        challenge, using = self.proving.challenges.read_second_step(request.challenge)
        user = self.identity.store.find_user(challenge.email or "")
        if user is None or user.id != challenge.user_id or mark_of(user.password_hash) != challenge.password_mark:
            raise ChallengeOver
        self.identity.lockout.count_attempt(user.email)
        try:
            taken = self.proving.take_code(user.id, request.code, [using])
        except WrongProof:
            self._note_failure(user, origin, "code")
            raise
        self.identity.lockout.forget(user.email)
        token = self.identity.start_session(user, origin, f"password and {taken.kind}")
        left = taken.recovery_codes_left if taken.kind == "recovery code" else None
        return SignedInByCode(**dict(self.identity.describe_user(user)), recovery_codes_left=left), token

    def begin_passkey(self, origin: Origin) -> PasskeyOptions:
        """What the browser needs to sign in with a passkey. Raises `PasskeysOff`, `TooManyRequests`."""
        self.limits.take(f"address#{origin.address}#passkey_options", most=OPTIONS_EACH, within=OPTIONS_WITHIN)
        return self.proving.options_to_use(Purpose.SIGN_IN)

    def log_in_by_passkey(self, credential: UsedCredential, origin: Origin) -> tuple[SignedIn, str]:
        """The session of whoever made this signature. Raises `ChallengeOver`, `WrongProof`."""
        factors, passkey = self.proving.use_passkey(credential, Purpose.SIGN_IN)
        account = self.identity.store.get_account(factors.account_id)
        user = self.identity.store.find_user(account.email or "")
        if user is None or user.id != factors.user_id:
            raise WrongProof
        token = self.identity.start_session(user, origin, f"passkey {passkey.name}")
        return self.identity.describe_user(user), token

    def step_up_options(self, caller: Caller) -> StepUpOptions:
        """What this user may show, and what the browser needs for it."""
        accepted = self.identity.asking.accepted_of(caller.principal_id)
        if "passkey" not in accepted:
            return StepUpOptions(accepted=accepted, public_key=None)
        options = self.proving.options_to_use(
            Purpose.STEP_UP, user_id=caller.principal_id, session_hash=caller.session_hash
        )
        return StepUpOptions(accepted=accepted, public_key=options.public_key)

    def step_up(self, caller: Caller, origin: Origin, request: StepUp) -> SteppedUp:
        """The session counts as freshly proved for ten minutes.

        Raises:
            StrongerProofRequired: the user has a passkey or an app, and showed less; it says what is accepted.
            InvalidCredentials, WrongProof, ChallengeOver: what was shown proves nothing.
            TooManyRequests: as at sign-in.
        """
        user = self.identity.user_of(caller)
        accepted = self.identity.asking.accepted_of(user.id)
        if request.given not in accepted:
            raise StrongerProofRequired(accepted)
        try:
            self._prove(user, caller, request)
        except (InvalidCredentials, WrongProof):
            self._note_failure(user, origin, f"step-up by {request.given}")
            raise
        now = self.identity.now()
        if caller.session_hash is None:
            raise NotFound
        self.identity.store.prove(caller.session_hash, now)
        return SteppedUp(proved_until=now + FRESH)

    def _prove(self, user: User, caller: Caller, request: StepUp) -> None:
        if request.passkey is not None:
            self.proving.use_passkey(
                request.passkey, Purpose.STEP_UP, user_id=user.id, session_hash=caller.session_hash
            )
            return
        self.identity.lockout.count_attempt(user.email)
        if request.code is not None:
            self.proving.take_code(user.id, request.code)
        elif not passwords.verify_password(user.password_hash, request.password or ""):
            raise InvalidCredentials("The password is wrong.")
        self.identity.lockout.forget(user.email)

    def _note_failure(self, user: User, origin: Origin, subject: str) -> None:
        actor = Actor(kind="nobody", name=user.email)
        now = self.identity.now()
        noted = noting(
            EntryType.SIGN_IN_FAILED, user.account_id, now, actor, origin, subject=subject, outcome="refused"
        )
        commit([noted])


@cache
def second_step_service() -> SecondStepService:
    """The one service of this process."""
    return SecondStepService(identity_service(), proving_service(), limiter())
