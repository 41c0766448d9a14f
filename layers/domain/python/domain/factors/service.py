"""Adding, listing and removing factors, for a user who is signed in."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.caller import Caller, Origin
from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict, NotFound
from common.ids import new_id
from common.optimistic import settle
from common.services import service
from common.settings import settings
from domain.audit.log import actor_of, noting
from domain.audit.records import EntryType
from domain.factors import passkeys, recovery, totp
from domain.factors.challenges import ChallengeService, challenge_service
from domain.factors.models import (
    AddPasskey,
    FactorRemoved,
    PasskeyList,
    PasskeyOptions,
    PasskeyView,
    TotpBegun,
    TotpConfirmed,
    TotpView,
)
from domain.factors.proving import WrongProof
from domain.factors.records import Factors, Passkey, PendingTotp, Purpose, Totp
from domain.factors.store import FactorStore, factor_store

MAX_PASSKEYS = 10
PENDING = timedelta(hours=1)
"""How long a shown secret waits for its first code."""


class TooManyPasskeys(Conflict):
    """The user has as many passkeys as they may."""

    code = "LIMIT_REACHED"
    default_message = f"You have {MAX_PASSKEYS} passkeys, which is the most. Remove one first."


class TotpOn(Conflict):
    """The user has an authenticator app already."""

    code = "TOTP_ON"
    default_message = "You already sign in with an app. Remove that app first."


class TotpNotBegun(Conflict):
    """The user has no secret, less than an hour old, that a code could confirm."""

    code = "TOTP_NOT_BEGUN"
    default_message = "Begin with POST /api/account/totp; its secret works for an hour."


@service
class FactorService:
    """Use cases of a user's factors. `choose` picks a random character of a text, for recovery codes."""

    store: FactorStore
    challenges: ChallengeService
    now: Callable[[], datetime]
    choose: Callable[[str], str]
    public_url: str | None

    def begin_passkey(self, caller: Caller, email: str) -> PasskeyOptions:
        """What the browser needs to make a passkey. Raises `PasskeysOff`, `TooManyPasskeys`."""
        party = passkeys.relying_party(self.public_url)
        held = self._factors_of(caller).passkeys
        if len(held) >= MAX_PASSKEYS:
            raise TooManyPasskeys
        challenge, end = self.challenges.issue(
            Purpose.ADD_PASSKEY, user_id=caller.principal_id, session_hash=caller.session_hash
        )
        options = passkeys.options_to_add(party, challenge, caller.principal_id, email, held)
        return PasskeyOptions(public_key=options, expires_at=end)

    def add_passkey(self, caller: Caller, origin: Origin, request: AddPasskey) -> PasskeyView:
        """Store a verified passkey. Raises `PasskeysOff`, `ChallengeOver`, `PasskeyRefused`, `TooManyPasskeys`."""
        party = passkeys.relying_party(self.public_url)
        challenge = passkeys.challenge_in(request.credential.response.clientDataJSON)
        self.challenges.redeem(
            challenge, Purpose.ADD_PASSKEY, user_id=caller.principal_id, session_hash=caller.session_hash
        )
        credential_id, public_key, used = passkeys.verify_added(party, challenge, request.credential)
        now = self.now()
        passkey = Passkey(
            id=new_id("psk", now),
            name=request.name,
            credential_id=credential_id,
            public_key=public_key,
            sign_count=used.sign_count,
            synced=used.synced,
            created_at=now,
        )
        noted = self._noted(EntryType.FACTOR_ADDED, caller, origin, f"passkey {passkey.name}")

        def adding() -> None:
            factors = self._factors_of(caller)
            if any(one.credential_id == credential_id for one in factors.passkeys):
                raise passkeys.PasskeyRefused("You already have this passkey.")
            if len(factors.passkeys) >= MAX_PASSKEYS:
                raise TooManyPasskeys
            changed = factors.model_copy(update={"passkeys": [*factors.passkeys, passkey]})
            self.store.change(factors, changed, [noted])

        settle(adding)
        return PasskeyView.of(passkey)

    def list_passkeys(self, caller: Caller) -> PasskeyList:
        """The user's passkeys, oldest first."""
        return PasskeyList(passkeys=[PasskeyView.of(one) for one in self._factors_of(caller).passkeys])

    def remove_passkey(self, caller: Caller, origin: Origin, passkey_id: str) -> FactorRemoved:
        """Delete a passkey, so that nobody can sign in with it any more. Raises `NotFound`."""

        def removing() -> None:
            factors = self._factors_of(caller)
            kept = [one for one in factors.passkeys if one.id != passkey_id]
            gone = next((one for one in factors.passkeys if one.id == passkey_id), None)
            if gone is None:
                raise NotFound("No such passkey.")
            noted = self._noted(EntryType.FACTOR_REMOVED, caller, origin, f"passkey {gone.name}")
            self.store.change(factors, factors.model_copy(update={"passkeys": kept}), [noted])

        settle(removing)
        return FactorRemoved(removed=passkey_id)

    def begin_totp(self, caller: Caller, email: str) -> TotpBegun:
        """Make a secret for an app; signing in asks for codes only after `confirm_totp`. Raises `TotpOn`."""
        secret = totp.new_secret()
        pending = PendingTotp(sealed=totp.sealed(secret, caller.account_id, caller.principal_id), begun_at=self.now())

        def beginning() -> None:
            factors = self._factors_of(caller)
            if factors.totp is not None:
                raise TotpOn
            self.store.change(factors, factors.model_copy(update={"pending_totp": pending}))

        settle(beginning)
        url = totp.url_of(secret, email)
        return TotpBegun(secret=secret, url=url, qr=totp.picture_of(url))

    def confirm_totp(self, caller: Caller, origin: Origin, code: str) -> TotpConfirmed:
        """Turn the app on by its first code; returns recovery codes. Raises `TotpOn`, `TotpNotBegun`, `WrongProof`."""
        codes = recovery.make(self.choose)
        hashes = [recovery.hash_of(one) for one in codes]
        now = self.now()
        noted = self._noted(EntryType.FACTOR_ADDED, caller, origin, "authenticator app")

        def confirming() -> None:
            factors = self._factors_of(caller)
            pending = factors.pending_totp
            if factors.totp is not None:
                raise TotpOn
            if pending is None or now >= pending.begun_at + PENDING:
                raise TotpNotBegun
            step = totp.step_of(totp.opened(pending.sealed, caller.account_id, caller.principal_id), code, now)
            if step is None:
                raise WrongProof
            app = Totp(sealed=pending.sealed, confirmed_at=now, last_step=step, recovery_hashes=hashes)
            self.store.change(factors, factors.model_copy(update={"totp": app, "pending_totp": None}), [noted])

        settle(confirming)
        return TotpConfirmed(confirmed_at=now, recovery_codes=codes)

    def describe_totp(self, caller: Caller) -> TotpView:
        """Whether signing in asks for a code, since when, and how many recovery codes are left."""
        app = self._factors_of(caller).totp
        return TotpView(
            confirmed_at=app.confirmed_at if app else None, recovery_codes_left=len(app.recovery_hashes) if app else 0
        )

    def remove_totp(self, caller: Caller, origin: Origin) -> FactorRemoved:
        """Delete the app and the recovery codes. Raises `NotFound`."""
        noted = self._noted(EntryType.FACTOR_REMOVED, caller, origin, "authenticator app")

        def removing() -> None:
            factors = self._factors_of(caller)
            if factors.totp is None:
                raise NotFound("You have no authenticator app.")
            self.store.change(factors, factors.model_copy(update={"totp": None, "pending_totp": None}), [noted])

        settle(removing)
        return FactorRemoved(removed="totp")

    def _factors_of(self, caller: Caller) -> Factors:
        found = self.store.find_factors(caller.principal_id)
        return found or Factors(user_id=caller.principal_id, account_id=caller.account_id)

    def _noted(self, kind: EntryType, caller: Caller, origin: Origin, subject: str) -> Write:
        return noting(kind, caller.account_id, self.now(), actor_of(caller), origin, subject=subject)


@cache
def factor_service() -> FactorService:
    """The service, built once for each process."""
    return FactorService(factor_store(), challenge_service(), utc_now, secrets.choice, settings.public_url)
