"""Customers with factors: the services that they meet, with one clock, and a device and an app of their own."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pyotp

from accounts import Accounts
from authenticators import ORIGIN, SoftAuthenticator, encoded
from common.caller import Caller
from domain.factors.asking import AskingService
from domain.factors.challenges import ChallengeService
from domain.factors.models import AddPasskey, UsedCredential
from domain.factors.proving import ProvingService
from domain.factors.service import FactorService
from domain.factors.store import factor_store
from domain.identity import second_steps, sessions
from domain.identity.devices import Client
from domain.identity.models import LogIn, SecondStep, SignedIn, SignUp
from domain.identity.second_step_models import LogInByCode, StepUp
from domain.identity.sessions import Cookies
from domain.identity.store import identity_store
from domain.keys.scopes import SCOPES
from domain.limits.limiter import Limiter
from domain.limits.store import limit_store
from origins import HERE
from unit_fixtures import Clock

PASSWORD = "some walnut staple"
BROWSER = Client(HERE)


class House:
    """The services of factors and sign-in, all with one clock."""

    def __init__(self, clock: Clock) -> None:
        drawn = iter(range(1, 1_000_000))
        self.clock = clock
        self.challenges = ChallengeService(factor_store(), clock, lambda: encoded(f"{next(drawn):032d}".encode()))
        self.limits = Limiter(limit_store(), clock)
        self.factors = FactorService(factor_store(), self.challenges, clock, Random(7).choice, ORIGIN)  # noqa: S311 - the same codes each time
        self.proving = ProvingService(factor_store(), self.challenges, self.limits, clock, ORIGIN)
        self.identity = replace(
            Accounts(clock).identity,
            new_token=lambda: f"token-{next(drawn)}",
            asking=AskingService(factor_store(), self.challenges),
        )
        self.steps = second_steps.SecondStepService(self.identity, self.proving, self.limits)

    def person(self, email: str = "ada@example.org") -> Person:
        signed_in, cookies = self.identity.sign_up(SignUp(email=email, password=PASSWORD, name="Ada"), BROWSER)
        return Person(self, email, self.caller(signed_in, cookies), SoftAuthenticator(name=email.encode()))

    def caller(self, who: SignedIn, cookies: Cookies) -> Caller:
        """The caller of a session, as the authorizer would find it now."""
        session = identity_store().get_session(sessions.token_hash(cookies.session))
        return Caller(
            who.account.id, "session", who.user.id, frozenset(SCOPES), session.session_hash, session.proved_at
        )


@dataclass
class Person:
    """A customer who signed up, and their session, device, app secret and recovery codes."""

    house: House
    email: str
    caller: Caller
    device: SoftAuthenticator
    secret: str = ""
    recovery_codes: list[str] = field(default_factory=list)

    def add_passkey(self, device: SoftAuthenticator | None = None, name: str = "Laptop") -> str:
        device = device or self.device
        options = self.house.factors.begin_passkey(self.caller, self.email).public_key
        request = AddPasskey(name=name, credential=device.make(options))
        return self.house.factors.add_passkey(self.caller, HERE, request).id

    def add_app(self) -> None:
        self.secret = self.house.factors.begin_totp(self.caller, self.email).secret
        confirmed = self.house.factors.confirm_totp(self.caller, HERE, self.code())
        self.recovery_codes = confirmed.recovery_codes
        self.house.clock.advance(seconds=60)  # the code just used is over

    def code(self, steps: int = 0) -> str:
        """The app's code now, or some steps of 30 seconds later or earlier."""
        return pyotp.TOTP(self.secret).at(self.house.clock(), counter_offset=steps)

    def password_step(self) -> str:
        """Sign in by password; returns the challenge that asks for a code."""
        found = self.house.identity.log_in(LogIn(email=self.email, password=PASSWORD), BROWSER)
        assert isinstance(found, SecondStep)
        return found.challenge

    def log_in_by_password(self) -> Caller:
        found = self.house.identity.log_in(LogIn(email=self.email, password=PASSWORD), BROWSER)
        assert isinstance(found, tuple)
        return self.house.caller(*found)

    def log_in_by_code(self, code: str, challenge: str | None = None) -> Any:
        request = LogInByCode(challenge=challenge or self.password_step(), code=code)
        return self.house.steps.log_in_by_code(request, BROWSER)

    def log_in_by_passkey(self, answer: dict[str, Any] | None = None) -> Caller:
        answer = answer or self.device.use(self.house.steps.begin_passkey(BROWSER).public_key)
        return self.house.caller(*self.house.steps.log_in_by_passkey(UsedCredential.model_validate(answer), BROWSER))

    def step_up(self, caller: Caller | None = None, **shown: Any) -> Any:
        return self.house.steps.step_up(caller or self.caller, BROWSER, StepUp(**shown))

    def step_up_options(self, caller: Caller | None = None) -> dict[str, Any]:
        options = self.house.steps.step_up_options(caller or self.caller).public_key
        assert options is not None
        return options
