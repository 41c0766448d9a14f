"""The feed: an account's events in order, for readers that say how far they have read."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
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
_PAGE, _MOST_PAGES = 100, 10
_FILED_WITHIN = timedelta(hours=1)  # events are filed about in the order in which they happen, not strictly


class EventView(View):
    """An event as the feed and webhooks show it."""

    id: str = Field(description="`evt_…`; a webhook's `webhook-id` is the same.")
    type: EventType
    timestamp: str = Field(description="When it happened, ISO 8601 in UTC.")
    sequence: int = Field(description="Its place in the account's feed; the feed has no gaps.")
    data: dict[str, Any] = Field(description="`summary`, one sentence, and ids of what it is about; never content.")


class EventPage(View):
    """A page of the feed. `last_sequence` is the last event looked at, shown or not: the `after` of the next page.

    Backwards the newest is first, and `next_before` is the `before` of the next page, null at the end.
    """

    events: tuple[EventView, ...]
    has_more: bool
    last_sequence: int
    next_before: int | None = None


@service
class FeedService:
    """Reads feeds. `sleep` waits for so many seconds."""

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
        """Events after number `after`, only those of `types`; waits for one if there is none yet.

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
            return _is_shown(event, types, within)

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

    def read_back(
        self,
        account_id: str,
        *,
        before: int | None,
        limit: int,
        types: AbstractSet[EventType],
        within: AbstractSet[str] | None = None,
        between: tuple[datetime | None, datetime | None] = (None, None),
    ) -> EventPage:
        """The newest events below number `before`, those of `types` only, the newest first.

        Args:
            account_id: whose feed.
            before: only events with a smaller number; None for the newest.
            limit: how many events to show at most, 1 to 100.
            types: what may be shown and is wanted.
            within: the only projects whose events may be shown, and no event of the account as a whole; None for all.
            between: the instants from which and before which they happened; None for no bound.

        At most 1,000 events are looked at; then `next_before` goes on where this page ended, even if it shows none.
        """
        first, end = between
        shown: list[EventView] = []
        newest, place, has_more = 0, before, True
        for _ in range(_MOST_PAGES):
            found = self.store.list_filed_before(account_id, before=place, limit=_PAGE)
            for event in found:
                newest, place = newest or event.sequence or 0, event.sequence
                if first is not None and event.at < first - _FILED_WITHIN:
                    return EventPage(events=tuple(shown), has_more=False, last_sequence=newest, next_before=None)
                if not _is_shown(event, types, within) or (first and event.at < first) or (end and event.at >= end):
                    continue
                if len(shown) == limit:
                    return EventPage(
                        events=tuple(shown), has_more=True, last_sequence=newest, next_before=(event.sequence or 0) + 1
                    )
                shown.append(EventView.model_validate(event.payload(self.public_url)))
            if len(found) < _PAGE:
                has_more = False
                break
        return EventPage(
            events=tuple(shown), has_more=has_more, last_sequence=newest, next_before=place if has_more else None
        )

    def _page(self, account_id: str, after: int, limit: int, is_shown: Callable[[Event], bool]) -> EventPage:
        found = self.store.list_filed(account_id, after=after, limit=limit + 1)
        seen: Sequence[Event] = found[:limit]
        shown = [EventView.model_validate(one.payload(self.public_url)) for one in seen if is_shown(one)]
        last = seen[-1].sequence if seen else None
        return EventPage(events=tuple(shown), has_more=len(found) > limit, last_sequence=last or after)


def _is_shown(event: Event, types: AbstractSet[EventType], within: AbstractSet[str] | None) -> bool:
    return event.type in types and (within is None or event.project_id in within)


@cache
def feed_service() -> FeedService:
    """The service, built once for each process."""
    return FeedService(event_store(), settings.public_url, time.sleep)
