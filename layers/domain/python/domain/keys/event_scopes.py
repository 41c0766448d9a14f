"""Which types of events a caller may read."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from common.caller import Caller
from domain.events.records import EventType
from domain.keys.scopes import EVENT_SCOPES


def readable_events(caller: Caller) -> AbstractSet[EventType]:
    """The types of events that a caller may read in the feed: all in a session, else those that the scopes allow."""
    if caller.kind == "session":
        return frozenset(EventType)
    return frozenset(one for one in EventType if EVENT_SCOPES.get(one.value.partition(".")[0]) in caller.scopes)
