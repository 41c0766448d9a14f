"""Tools of the inbox and the feed: what needs the customer, and what happened."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from common.caller import Caller
from common.envelope import RequestModel
from common.errors import InvalidRequest
from common.fields import Line
from domain.events.feed import EventPage, feed_service
from domain.events.records import EventType
from domain.keys.event_scopes import readable_events
from domain.keys.scopes import EVENT_SCOPES
from domain.pa.inbox import Inbox, InboxItem, ItemState, SnoozeItem, inbox_service
from mcp_door.arguments import Id, NoArguments, Paged
from mcp_door.tool import READS, SETS, Brief, Tool

PA = ("pa:access",)
_ITEM = (
    "id",
    "kind",
    "project_id",
    "project_name",
    "sentence",
    "priority",
    "action",
    "target_id",
    "state",
    "snoozed_until",
)
ANY_EVENT = tuple(dict.fromkeys(EVENT_SCOPES.values()))


class ListInbox(Paged):
    """Which items."""

    state: Annotated[ItemState, Field(description="done: of 30 days.")] = "open"


class FinishItem(NoArguments):
    """Which item."""

    item_id: Annotated[Id, Field(description="att_…, from list_inbox.")]


class Snooze(FinishItem, SnoozeItem):
    """Which item, and until when: an instant, or words."""

    until: Annotated[Line, Field(min_length=1, max_length=200, description="Such as 'Thursday 5pm', or ISO 8601.")]


class ListEvents(RequestModel):
    """Which part of the feed."""

    after: Annotated[int, Field(ge=0, lt=10**12, description="last_sequence of the call before.")] = 0
    limit: Annotated[int, Field(ge=1, le=100, description="1 to 100.")] = 5
    wait: Annotated[int, Field(ge=0, le=20, description="Seconds to wait for something new.")] = 0
    types: Annotated[list[Id] | None, Field(max_length=50, description="Such as approval.requested.")] = None


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
    known = {one.value: one for one in EventType}
    if unknown := [name for name in arguments.types or () if name not in known]:
        raise InvalidRequest.of("types", f"There is no {', '.join(unknown)}. There are: {', '.join(known)}.")
    wanted = readable if arguments.types is None else readable & {known[name] for name in arguments.types}
    return feed_service().read(
        caller.account_id,
        after=arguments.after,
        limit=arguments.limit,
        types=wanted,
        wait_seconds=arguments.wait,
        within=caller.project_ids,
    )


_CHANGED = Brief(("id", "state", "sentence", "snoozed_until"))
TOOLS = (
    Tool(
        name="list_inbox",
        title="Inbox",
        description="What needs the customer, most urgent first: what it is, and the action that ends it on target_id.",
        scopes=PA,
        hints=READS,
        arguments=ListInbox,
        result=Inbox,
        call=_list_inbox,
        narrows=True,
        brief=Brief(_ITEM, of="items"),
    ),
    Tool(
        name="snooze_inbox_item",
        title="Put off an item",
        description="Put an item of the inbox off until a moment; until then nothing shows it as needing attention.",
        scopes=PA,
        hints=SETS,
        arguments=Snooze,
        result=InboxItem,
        call=_snooze_inbox_item,
        brief=_CHANGED,
        narrows=True,
    ),
    Tool(
        name="finish_inbox_item",
        title="Mark an item as done",
        description="Mark an item of the inbox as done. Refused where a decision is needed.",
        scopes=PA,
        hints=SETS,
        arguments=FinishItem,
        result=InboxItem,
        call=_finish_inbox_item,
        brief=_CHANGED,
        narrows=True,
    ),
    Tool(
        name="list_events",
        title="What happened",
        description="What happened, in order, each in a sentence; go on with last_sequence as after. Events of 30 "
        "days.",
        scopes=ANY_EVENT,
        hints=READS,
        arguments=ListEvents,
        result=EventPage,
        call=_list_events,
        narrows=True,
        brief=Brief(("type", "timestamp", "data"), of="events"),
    ),
)
