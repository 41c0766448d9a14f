"""Signing in by a code or a passkey, and proving once more who one is (step-up)."""

from __future__ import annotations

from datetime import timedelta
from functools import cache

from common.caller import FRESH, Caller
from common.errors import NotFound, StrongerProofRequired
from common.one_time import hash_of
from common.services import service
from domain.factors.challenges import ChallengeOver
from domain.factors.models import PasskeyOptions, UsedCredential
from domain.factors.proving import ProvingService, Source, WrongProof, proving_service
from domain.factors.records import Purpose
from domain.identity import passwords
from domain.identity.devices import Client
from domain.identity.lockout import Attempt
from domain.identity.models import SignedIn, User
from domain.identity.second_step_models import LogInByCode, SignedInByCode, SteppedUp, StepUp, StepUpOptions
from domain.identity.service import IdentityService, InvalidCredentials, identity_service
from domain.identity.sessions import Cookies
from domain.limits.limiter import Limiter, limiter

OPTIONS_EACH = 1000
OPTIONS_WITHIN = timedelta(minutes=15)
"""How many challenges a network address may ask for without saying who it is: each is a row."""


@service
class SecondStepService:
    """Use cases of signing in with a code or a passkey, and of proving again who one is."""

    identity: IdentityService
    proving: ProvingService
    limits: Limiter

    def log_in_by_code(self, request: LogInByCode, client: Client) -> tuple[SignedInByCode, Cookies]:
        """Start the session whose first step was a right password; returns who signed in, and the browser's cookies.

        Raises: `ChallengeOver`, `WrongProof`, `TooManyRequests`, `SignInClosed`. A challenge survives wrong codes.
        """
        challenge, using = self.proving.challenges.read_second_step(request.challenge)
        user = self.identity.store.find_user(challenge.email or "")
        if user is None or user.id != challenge.user_id or hash_of(user.password_hash) != challenge.password_mark:
            raise ChallengeOver
        attempt = Attempt.to_sign_in(user.email, user, client, self.identity.now())
        self.identity.lockout.count(attempt)
        try:
            taken = self.proving.take_code(user.id, request.code, _source(attempt), [using])
        except WrongProof:
            self.identity.note_failure(user, attempt, client.origin, "code")
            raise
        self.identity.lockout.succeeded(attempt)
        cookies = self.identity.start_session(user, client, f"password and {taken.kind}")
        left = taken.recovery_codes_left if taken.kind == "recovery code" else None
        return SignedInByCode(**dict(self.identity.describe_user(user)), recovery_codes_left=left), cookies

    def begin_passkey(self, client: Client) -> PasskeyOptions:
        """What the browser needs to sign in with a passkey. Raises `PasskeysOff`, `TooManyRequests`."""
        self.limits.take(f"address#{client.network}#passkey_options", most=OPTIONS_EACH, within=OPTIONS_WITHIN)
        return self.proving.options_to_use(Purpose.SIGN_IN)

    def log_in_by_passkey(self, credential: UsedCredential, client: Client) -> tuple[SignedIn, Cookies]:
        """As `log_in_by_code`, for the passkey's owner. Raises `PasskeysOff`, `ChallengeOver`, `WrongProof`."""
        factors, passkey = self.proving.use_passkey(credential, Purpose.SIGN_IN)
        account = self.identity.store.get_account(factors.account_id)
        user = self.identity.store.find_user(account.email or "")
        if user is None or user.id != factors.user_id:
            raise WrongProof
        cookies = self.identity.start_session(user, client, f"passkey {passkey.name}")
        return self.identity.describe_user(user), cookies

    def step_up_options(self, caller: Caller) -> StepUpOptions:
        """The proofs that this user may show, and what the browser needs for a passkey. Raises `PasskeysOff`."""
        accepted = self.identity.asking.accepted_of(caller.principal_id)
        if "passkey" not in accepted:
            return StepUpOptions(accepted=accepted, public_key=None)
        options = self.proving.options_to_use(
            Purpose.STEP_UP, user_id=caller.principal_id, session_hash=caller.session_hash
        )
        return StepUpOptions(accepted=accepted, public_key=options.public_key)

    def step_up(self, caller: Caller, client: Client, request: StepUp) -> SteppedUp:
        """Check a proof of who the user is; the session then counts as freshly proved for ten minutes.

        Raises:
            StrongerProofRequired: the user has a passkey or an app, and showed less; it says what is accepted.
            InvalidCredentials, WrongProof, ChallengeOver: what was shown proves nothing.
            TooManyRequests, SignInClosed: as at sign-in. PasskeysOff: passkeys are not set up here.
        """
        user = self.identity.user_of(caller)
        accepted = self.identity.asking.accepted_of(user.id)
        if request.given not in accepted:
            raise StrongerProofRequired(accepted)
        if caller.session_hash is None:
            raise NotFound
        attempt = Attempt.in_session(user.email, caller.session_hash)
        try:
            self._prove(user, caller, request, attempt)
        except (InvalidCredentials, WrongProof):
            self.identity.note_failure(user, attempt, client.origin, f"step-up by {request.given}")
            raise
        now = self.identity.now()
        self.identity.store.prove(caller.session_hash, now)
        return SteppedUp(proved_until=now + FRESH)

    def _prove(self, user: User, caller: Caller, request: StepUp, attempt: Attempt) -> None:
        if request.passkey is not None:
            self.proving.use_passkey(
                request.passkey, Purpose.STEP_UP, user_id=user.id, session_hash=caller.session_hash
            )
            return
        self.identity.lockout.count(attempt)
        if request.code is not None:
            self.proving.take_code(user.id, request.code, _source(attempt))
        elif not passwords.verify_password(user.password_hash, request.password or ""):
            raise InvalidCredentials("The password is wrong.")
        self.identity.lockout.succeeded(attempt)


def _source(attempt: Attempt) -> Source:
    return Source(attempt.source, attempt.known)


@cache
def second_step_service() -> SecondStepService:
    """The service, built once for each process."""
    return SecondStepService(identity_service(), proving_service(), limiter())
