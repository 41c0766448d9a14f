"""Callers as the authorizer finds them: the service on a test's clock, with limits of its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from common.caller import Origin
from domain.authentication.admission import Admission
from domain.authentication.service import AuthenticationService, Use
from domain.authentication.store import credential_store
from domain.authentication.windows import Limits
from domain.limits.limiter import Limiter
from domain.limits.pool import AccountPool
from domain.limits.store import limit_store, pool_store
from domain.usage.rolling import RollService
from domain.usage.store import counter_store

HERE = Use("/agents", Origin("203.0.113.9", "", ""))
GENEROUS = Limits(per_second=60_000, per_minute=600_000, account_per_minute=3_000_000)
PRODUCTION = Limits(per_second=60, per_minute=600, account_per_minute=3_000)


def authentication(
    clock: Callable[[], datetime], limits: Limits = GENEROUS, *, refusals: int = 60
) -> AuthenticationService:
    """A service with these limits."""
    pool = AccountPool(pool_store(), limits.account_per_minute)
    admission = Admission(credential_store(), RollService(counter_store(), clock), pool, limits)
    return AuthenticationService(admission, Limiter(limit_store(), clock), refusals, clock)
