"""Makes deliveries of events: one row for each endpoint that wants the event, in the transaction that files it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from datetime import datetime

from common.clock import utc_now
from common.dynamo import Write
from common.services import frozen
from common.settings import settings
from domain.events.records import Event
from domain.webhooks.queue import delivery_queue, nudge
from domain.webhooks.records import Delivery, Endpoint, Reason
from domain.webhooks.store import WebhookStore, webhook_store
from domain.work.queue import LooseQueue


@frozen
class WebhookSubscriber:
    """Makes an account's deliveries of events, as a subscriber of `domain.events.filing`.

    An endpoint that is disabled gets a delivery that has failed already: people see it and can send it again later.
    """

    endpoints: Sequence[Endpoint]
    store: WebhookStore
    queue: LooseQueue
    public_url: str | None
    now: Callable[[], datetime]
    started: dict[str, list[Delivery]] = field(default_factory=dict)
    """The deliveries that follow from each event, by its id."""

    def following(self, event: Event) -> list[Write]:
        """The writes of the event's deliveries, one for each endpoint that wants it."""
        wanting = [endpoint for endpoint in self.endpoints if endpoint.wants(event.type, event.subject_id)]
        self.started[event.id] = [self._delivery(event, endpoint) for endpoint in wanting]
        return [self.store.starting(delivery) for delivery in self.started[event.id]]

    def nudge(self, events: Sequence[Event]) -> None:
        """Send a message to the queue for each delivery of these events, except to disabled endpoints."""
        now = self.now()
        for delivery in self._of(events):
            nudge(self.queue, delivery, now)

    def _of(self, events: Sequence[Event]) -> Iterable[Delivery]:
        return (delivery for event in events for delivery in self.started.get(event.id, ()))

    def _delivery(self, event: Event, endpoint: Endpoint) -> Delivery:
        now = self.now()
        fresh = Delivery(
            id=event.id,
            endpoint_id=endpoint.id,
            account_id=event.account_id,
            type=event.type,
            body=json.dumps(event.payload(self.public_url), ensure_ascii=False, separators=(",", ":")),
            created_at=now,
            next_attempt_at=now,
        )
        return fresh if endpoint.disabled is None else fresh.given_up(Reason.ENDPOINT_DISABLED)


def webhook_subscriber(account_id: str) -> WebhookSubscriber:
    """The subscriber of an account, made for a batch of its events."""
    store = webhook_store()
    return WebhookSubscriber(store.list_endpoints(account_id), store, delivery_queue(), settings.public_url, utc_now)
