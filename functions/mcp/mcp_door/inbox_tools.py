"""Tools of the inbox and the feed: what needs the customer, and what happened."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.caller import Caller
from common.envelope import RequestModel
from domain.events.feed import EventPage, feed_service
from domain.events.records import EventType
from domain.keys.event_scopes import readable_events
from domain.keys.scopes import EVENT_SCOPES
from domain.pa.inbox import Inbox, InboxItem, ItemState, SnoozeItem, inbox_service
from mcp_door.arguments import Id, NoArguments, Paged
from mcp_door.tool import READS, SETS, Tool

PA = ("pa:access",)
ANY_EVENT = tuple(dict.fromkeys(EVENT_SCOPES.values()))


class ListInbox(Paged):
    """Which items."""

    state: Annotated[ItemState, Field(description="open: needs the customer now; done: ended within 30 days.")] = "open"


class FinishItem(NoArguments):
    """Which item."""

    item_id: Annotated[Id, Field(description="The item's id (att_…), from list_inbox.")]


class Snooze(FinishItem, SnoozeItem):
    """Which item, and until when: an instant, or words."""


class ListEvents(RequestModel):
    """Which part of the feed."""

    after: Annotated[int, Field(ge=0, lt=10**12, description="last_sequence from the previous call.")] = 0
    limit: Annotated[int, Field(ge=1, le=100, description="How many to look at.")] = 20
    wait: Annotated[int, Field(ge=0, le=20, description="Seconds to wait while there is nothing new.")] = 0
    types: Annotated[list[EventType] | None, Field(max_length=50, description="Only events of these types.")] = None


def _list_inbox(caller: Caller, arguments: ListInbox) -> Inbox:
    return inbox_service().list_page(
        caller.account_id,
        state=arguments.state,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )


def _snooze_inbox_item(caller: Caller, arguments: Snooze) -> InboxItem:
    until = SnoozeItem(until=arguments.until)
    return inbox_service().snooze(caller.account_id, arguments.item_id, until, within=caller.project_ids)


def _finish_inbox_item(caller: Caller, arguments: FinishItem) -> InboxItem:
    return inbox_service().mark_done(caller.account_id, arguments.item_id, within=caller.project_ids)


def _list_events(caller: Caller, arguments: ListEvents) -> EventPage:
    readable = readable_events(caller)
    wanted = readable if arguments.types is None else readable & frozenset(arguments.types)
    return feed_service().read(
        caller.account_id,
        after=arguments.after,
        limit=arguments.limit,
        types=wanted,
        wait_seconds=arguments.wait,
        within=caller.project_ids,
    )


TOOLS = (
    Tool(
        name="list_inbox",
        title="Inbox",
        description="List what needs the customer, one item for each thing to do, most urgent first: what it is, since "
        "when, and the action that ends it. An approval comes with the revision and content_hash that wait. Items that "
        "were put off or have ended are listed by state.",
        scopes=PA,
        hints=READS,
        arguments=ListInbox,
        result=Inbox,
        call=_list_inbox,
        narrows=True,
    ),
    Tool(
        name="snooze_inbox_item",
        title="Put off an item",
        description="Put an item of the inbox off until a moment, given as an ISO 8601 instant or in words such as "
        "'Thursday 5pm'. Until then nothing shows it as needing attention. If the words are unclear, the call is "
        "refused and says what to change.",
        scopes=PA,
        hints=SETS,
        arguments=Snooze,
        result=InboxItem,
        call=_snooze_inbox_item,
        narrows=True,
    ),
    Tool(
        name="finish_inbox_item",
        title="Mark an item as done",
        description="Mark an item of the inbox as done, so that nothing shows it as needing attention any more. "
        "Refused for an item with needs_decision: only deciding ends it.",
        scopes=PA,
        hints=SETS,
        arguments=FinishItem,
        result=InboxItem,
        call=_finish_inbox_item,
        narrows=True,
    ),
    Tool(
        name="list_events",
        title="What happened",
        description="Read the account's feed of events in order, each with one sentence and the ids of what it is "
        "about. Pass last_sequence as after to go on. Shows the types that the key's scopes may read; events are kept "
        "for 30 days.",
        scopes=ANY_EVENT,
        hints=READS,
        arguments=ListEvents,
        result=EventPage,
        call=_list_events,
        narrows=True,
    ),
)
