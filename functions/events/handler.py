"""The feed of events (`GET /events`)."""

from __future__ import annotations

from typing import Annotated

from common.envelope import Envelope
from common.errors import InvalidRequest
from common.gate import Access
from common.http import CurrentCaller, Door, Query
from domain.events.feed import EventPage, feed_service
from domain.events.records import EventType
from domain.keys.event_scopes import readable_events
from domain.usage.service import counting

door = Door("events", after_request=counting("events"))
lambda_handler = door
MAX_SEQUENCE = 10**12 - 2


@door.route("GET", "/events", Access())
def list_events(
    caller: CurrentCaller,
    after: Annotated[int, Query(ge=0, le=MAX_SEQUENCE)] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    wait: Annotated[int, Query(ge=0, le=20)] = 0,
    types: Annotated[str | None, Query(max_length=2_000)] = None,
) -> Envelope[EventPage]:
    readable = readable_events(caller)
    wanted = readable if types is None else readable & _named(types)
    page = feed_service().read(caller.account_id, after=after, limit=limit, types=wanted, wait_seconds=wait)
    return Envelope(data=page)


def _named(types: str) -> frozenset[EventType]:
    names = [name.strip() for name in types.split(",")]
    known = {one.value for one in EventType}
    if unknown := [name for name in names if name not in known]:
        raise InvalidRequest.of("types", f"There is no event type {unknown[0][:50]!r}.")
    return frozenset(EventType(name) for name in names)
