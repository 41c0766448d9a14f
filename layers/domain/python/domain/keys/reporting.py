"""Reports of leaked keys: whoever holds a whole key, found where it should not be, may end it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from common.caller import Origin
from common.clock import utc_now
from common.errors import InvalidRequest
from common.optimistic import settle
from common.services import service
from common.settings import settings
from domain.audit.log import noting
from domain.audit.records import Actor, EntryType
from domain.keys import secret
from domain.keys.models import ApiKey, LeakReported
from domain.keys.store import KeyStore, key_store
from domain.limits.limiter import Limiter, limiter

WITHIN = timedelta(minutes=1)
NOBODY = Actor(kind="nobody")


@service
class LeakService:
    """Takes reports from anybody, at most `most` a minute from one IP address."""

    store: KeyStore
    limiter: Limiter
    most: int
    now: Callable[[], datetime]

    def report(self, key: str, origin: Origin) -> LeakReported:
        """Revoke the key if it exists and is active, or suspended with its account; the answer is the same in any case.

        Raises: `InvalidRequest` for a text that cannot be a key, which costs no read; `TooManyRequests`.
        """
        presented = secret.parse(key.strip())
        if presented is None:
            raise InvalidRequest.of("key", "This is not one of our API keys: its form or checksum is wrong.")
        self.limiter.take(f"address#{origin.address}#leak_reported", most=self.most, within=WITHIN)
        found = self.store.find_by_public_part(presented.public_part)
        if found is not None and presented.matches(found.secret_hash):
            self._revoke(found, origin)
        return LeakReported()

    def _revoke(self, api_key: ApiKey, origin: Origin) -> None:
        def revoking() -> None:
            now = self.now()
            subject = f"{api_key.spoken}, reported as leaked"
            noted = noting(EntryType.KEY_REVOKED, api_key.account_id, now, NOBODY, origin, subject=subject)
            self.store.revoke_key(api_key, now, [noted], leaked=True)

        if api_key.opens_at(self.now()):
            settle(revoking)


@cache
def leak_service() -> LeakService:
    """The service, built once for each process."""
    return LeakService(key_store(), limiter(), settings.leak_reports_per_minute, utc_now)
