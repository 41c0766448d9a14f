"""Delivering: a worker claims a delivery's row, sends once, and notes the outcome. It may die at any point.

When the lease of a dead worker has ended, another one claims the row. The receiver then gets the event a second time,
and can tell by the `webhook-id`, which is the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache
from typing import Protocol

from common.clock import utc_now
from common.dynamo import Write
from common.errors import ChangedMeanwhile
from common.sealing import SealBroken
from common.services import service
from common.settings import settings
from common.telemetry import logger
from domain.events.log import recording, settle_writes
from domain.events.notices import changing
from domain.webhooks import health
from domain.webhooks.announcing import notice_of
from domain.webhooks.queue import DeliveryWork, delivery_queue, nudge
from domain.webhooks.records import Attempt, Delivery, Endpoint, Reason
from domain.webhooks.retries import Outcome, next_attempt_at
from domain.webhooks.safe import Safe, webhook_safe
from domain.webhooks.signing import signed_headers
from domain.webhooks.store import WebhookStore, webhook_store
from domain.webhooks.wire import Wire
from domain.work.queue import LooseQueue

LEASE = timedelta(seconds=45)  # longer than the worker's time-out in template.yaml
EARLY = timedelta(seconds=1)  # clocks of workers differ: what is due so soon is sent
USER_AGENT = "Atrium-Webhooks/1"


class Poster(Protocol):
    """A way to send to receivers."""

    def post(self, url: str, headers: dict[str, str], body: str) -> Outcome:
        """Send one POST; returns how it went."""


@service
class DeliveryService:
    """Makes attempts of deliveries. `jitter` draws a number from 0 up to 1, which lengthens pauses."""

    store: WebhookStore
    safe: Safe
    wire: Poster
    queue: LooseQueue
    now: Callable[[], datetime]
    jitter: Callable[[], float]

    def deliver(self, work: DeliveryWork) -> Outcome | None:
        """Make one attempt; None when there is none to make: done, not due, another worker's, endpoint off."""
        now = self.now()
        claimed = self.store.claim_delivery(work.endpoint_id, work.delivery_id, now + EARLY, now + LEASE)
        if claimed is None:
            return None
        endpoint = self.store.find_endpoint(work.account_id, work.endpoint_id)
        if endpoint is None or endpoint.disabled is not None:
            self.store.save_delivery(claimed.given_up(Reason.ENDPOINT_DISABLED), claimed)
            return None
        began = self.now()
        outcome = self._send(endpoint, claimed, began)
        self._note(endpoint, claimed, outcome, began)
        return outcome

    def _send(self, endpoint: Endpoint, delivery: Delivery, now: datetime) -> Outcome:
        try:
            secrets = self._secrets(endpoint, now)
        except SealBroken:
            logger.error("webhook_secret_unreadable", endpoint_id=endpoint.id)
            return Outcome(reason=Reason.SECRET_UNREADABLE)
        headers = signed_headers(secrets, delivery.id, delivery.body, now)
        headers |= {"Content-Type": "application/json", "User-Agent": USER_AGENT}
        return self.wire.post(endpoint.url, headers, delivery.body)

    def _secrets(self, endpoint: Endpoint, now: datetime) -> Sequence[str]:
        sealed = self.store.find_secrets(endpoint.id)
        if sealed is None:
            raise SealBroken(endpoint.id)
        return [self.safe.open(endpoint.account_id, endpoint.id, one) for one in sealed.valid_at(now)]

    def _note(self, endpoint: Endpoint, claimed: Delivery, outcome: Outcome, began: datetime) -> None:
        now = self.now()
        attempt = Attempt(
            at=began,
            status=outcome.status,
            milliseconds=outcome.milliseconds,
            reason=outcome.reason,
            next_attempt_at=next_attempt_at(claimed.tries + 1, outcome, now, self.jitter()),
        )
        noted = claimed.after(attempt)
        if not self.store.save_delivery(noted, claimed):
            logger.warning("delivery_lease_lost", endpoint_id=endpoint.id, delivery_id=claimed.id)
            return
        nudge(self.queue, noted, now)
        self._note_health(endpoint, outcome, now)

    def _note_health(self, endpoint: Endpoint, outcome: Outcome, now: datetime) -> None:
        """Store what the attempt tells about the endpoint, which is read anew: other workers may have changed it."""
        if health.after(endpoint, outcome, now) is None:
            return

        def noting() -> tuple[list[Write], Endpoint | None]:
            seen = self.store.find_endpoint(endpoint.account_id, endpoint.id)
            found = health.after(seen, outcome, now) if seen and seen.url == endpoint.url else None
            if seen is None or found is None:
                return [], None
            changed, events = found
            noticing = changing(notice_of(seen), notice_of(changed))
            return [self.store.noting_health(changed, seen), *noticing, *recording(events)], changed

        with suppress(ChangedMeanwhile):  # the next attempt will tell the same
            if changed := settle_writes(noting):
                logger.info("webhook_health", endpoint_id=changed.id, disabled=changed.disabled)


@cache
def delivery_service() -> DeliveryService:
    """The service, built once for each process."""
    wire = Wire(private=settings.private_webhook_targets)
    return DeliveryService(webhook_store(), webhook_safe(), wire, delivery_queue(), utc_now, random.random)
