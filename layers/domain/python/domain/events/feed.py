"""The feed: an account's events in their order, for a reader that says how far it has read."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

from pydantic import Field

from common.envelope import View
from common.services import service
from common.settings import settings
from domain.events.records import Event, EventType
from domain.events.store import EventStore, event_store
from domain.limits.places import open_poll

_POLL_SECONDS = 1.0


class EventView(View):
    """An event as the feed and webhooks show it."""

    id: str = Field(description="`evt_…`; a webhook's `webhook-id` is the same.")
    type: EventType
    timestamp: str = Field(description="When it happened, ISO 8601 in UTC.")
    sequence: int = Field(description="Its place in the account's feed; the feed has no gaps.")
    data: dict[str, Any] = Field(description="`summary`, one sentence, and ids of what it is about; never content.")


class EventPage(View):
    """A page of the feed. `last_sequence` is the last event looked at, shown or not: the `after` of the next page."""

    events: tuple[EventView, ...]
    has_more: bool
    last_sequence: int


@service
class FeedService:
    """Reads feeds. `sleep` takes seconds."""

    store: EventStore
    public_url: str | None
    sleep: Callable[[float], None]

    def read(
        self,
        account_id: str,
        *,
        after: int,
        limit: int,
        types: AbstractSet[EventType],
        wait_seconds: int = 0,
        within: AbstractSet[str] | None = None,
    ) -> EventPage:
        """Events after number `after`, those of `types` only; waits for the first one if there is none yet.

        Args:
            account_id: whose feed.
            after: the last number that the reader has seen, 0 or more.
            limit: how many events to look at, 1 to 100.
            types: what may be shown and is wanted.
            wait_seconds: how long to wait at most, 0 to 20.
            within: the only projects whose events may be shown, and no event of the account as a whole; None for all.

        Raises `TooManyRequests` when too many of the account's readers wait already.
        """

        def shown(event: Event) -> bool:
            return event.type in types and (within is None or event.project_id in within)

        page = self._page(account_id, after, limit, shown)
        if page.events or page.has_more or not wait_seconds:
            return page
        with open_poll(account_id):
            for _ in range(int(wait_seconds / _POLL_SECONDS)):
                self.sleep(_POLL_SECONDS)
                page = self._page(account_id, page.last_sequence, limit, shown)
                if page.events or page.has_more:
                    break
        return page

    def _page(self, account_id: str, after: int, limit: int, is_shown: Callable[[Event], bool]) -> EventPage:
        found = self.store.list_filed(account_id, after=after, limit=limit + 1)
        seen: Sequence[Event] = found[:limit]
        shown = [EventView.model_validate(one.payload(self.public_url)) for one in seen if is_shown(one)]
        last = seen[-1].sequence if seen else None
        return EventPage(events=tuple(shown), has_more=len(found) > limit, last_sequence=last or after)


@cache
def feed_service() -> FeedService:
    """The one service of this process."""
    return FeedService(event_store(), settings.public_url, time.sleep)
