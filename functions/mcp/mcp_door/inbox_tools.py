"""Tools of the inbox and the feed: what needs the customer, and what happened."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Annotated, Self
from zoneinfo import ZoneInfo

from pydantic import Field, model_validator

from common.caller import Caller
from common.envelope import View
from common.errors import InvalidRequest
from common.fields import Instant
from common.settings import settings
from domain.events.feed import EventPage, feed_service
from domain.events.records import EventType
from domain.identity.zones import zone_service
from domain.keys.event_scopes import readable_events
from domain.keys.scopes import EVENT_SCOPES
from domain.pa.inbox import InboxItem, ItemState, SnoozeItem, inbox_service
from domain.projects.service import project_service
from mcp_door.arguments import Days, Id, MaybeInProject, NoArguments, Paged, told
from mcp_door.asking_back import Person, asking_when
from mcp_door.tool import READS, SETS, Brief, tool

PA = ("pa:access",)
# The tools that end an inbox item, by its action. A person ends an item with any other action on its page.
_TOOLS_OF = {
    "answer_intake": "get_project_intake, answer_project_intake",
    "ask_ceo": "ask_ceo_agent",
    "change_ceiling": "update_project",
    "confirm_card": "list_cards, confirm_card or dismiss_card",
    "decide_approval": "get_deliverable, decide_approval",
    "fulfill_credential_request": "fulfill_credential_request or decline_credential_request",
    "resume_task": "get_pa_task, update_pa_task",
    "review_budget": "get_project, update_project or finish_inbox_item",
    "review_deadline": "get_status, finish_inbox_item",
}
# Events that repeat another event: what the inbox shows, and that a document was approved.
_TOLD_TWICE = frozenset(
    {
        *(EventType.ATTENTION_OPENED, EventType.ATTENTION_CHANGED, EventType.ATTENTION_CLEARED),
        EventType.DELIVERABLE_APPROVED,
    }
)
_OF_EVENT = ("summary", "project_id", "id", "cost", "currency")
_CHANGED = Brief(("id", "state", "title", "snoozed_until"))
ANY_EVENT = tuple(dict.fromkeys(EVENT_SCOPES.values()))


class ListInbox(Paged):
    """Arguments of `list_inbox`: which items to list."""

    state: Annotated[ItemState, Field(description="done: of 30 days.")] = "open"


class FinishItem(NoArguments):
    """Arguments that name an item of the inbox."""

    item_id: Annotated[Id, Field(description="Id att_…")]


@told(until="Such as 'Thursday 5pm', or ISO 8601.")
class Snooze(FinishItem, SnoozeItem):
    """Arguments of `snooze_inbox_item`: an item, and until when; an instant, or words."""


class ListEvents(Days, MaybeInProject):
    """Arguments of `list_events`: which part of the feed to show."""

    limit: Annotated[int, Field(ge=1, le=100, description="1 to 100.")] = 7
    before: Annotated[int | None, Field(gt=0, lt=10**12, description="Older ones: next_before.")] = None
    after: Annotated[int | None, Field(ge=0, lt=10**12, description="New ones, oldest first: last_sequence.")] = None
    wait: Annotated[int, Field(ge=0, le=20, description="Seconds, with after.")] = 0
    types: Annotated[list[Id] | None, Field(max_length=50, description="Such as approval.requested.")] = None

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        backwards = self.before is not None or self.first is not None or self.last is not None
        if self.after is not None and backwards:
            raise ValueError("Give after, or days and before, not both")
        if self.wait and self.after is None:
            raise ValueError("wait works only together with after")
        return self


class ListedItem(View):
    """An item of the inbox. `blocks`: what stands still until it is done. `do`: the tools that end it, or its page.

    `deliverable_id`: the document to decide about; null for what is no approval.
    """

    id: str
    kind: str
    project_id: str | None
    project_name: str | None
    title: str
    sentence: str
    blocks: str | None
    since: Instant
    priority: str
    do: str
    target_id: str
    deliverable_id: str | None
    snoozed_until: Instant | None


class Items(View):
    """A page of the inbox, most urgent item first."""

    items: list[ListedItem]
    has_more: bool
    next_cursor: str | None


class Happened(View):
    """An event. `id`: the thing it is about; `cost`: what the step added to `spent`, in whole units of `currency`."""

    type: EventType
    timestamp: str
    summary: str
    project_id: str | None = None
    id: str | None = None
    cost: int | None = None
    currency: str | None = None


class Events(View):
    """A part of the feed. `last_sequence`: of the newest event read; `next_before`: the `before` for older events."""

    events: list[Happened]
    has_more: bool
    last_sequence: int
    next_before: int | None = None


@tool("Inbox", PA, READS, narrows=True)
def list_inbox(caller: Caller, arguments: ListInbox) -> Items:
    """What needs the customer, most urgent first, each with the tools that end it."""
    page = inbox_service().list_page(
        caller.account_id,
        state=arguments.state,
        limit=arguments.limit,
        cursor=arguments.cursor,
        within=caller.project_ids,
    )
    items = [_listed(item) for item in page.items]
    return Items(items=items, has_more=page.has_more, next_cursor=page.next_cursor)


def _listed(item: InboxItem) -> ListedItem:
    fields = item.model_dump(include=set(ListedItem.model_fields))
    do = _TOOLS_OF.get(item.action) or f"no tool, only the page {settings.public_url or ''}{item.path}"
    deliverable_id = item.path.rpartition("/")[2] if item.action == "decide_approval" else None
    return ListedItem(**fields, do=do, deliverable_id=deliverable_id)


@tool("Snooze an item", PA, SETS, narrows=True, brief=_CHANGED)
def snooze_inbox_item(caller: Caller, arguments: Snooze, person: Person) -> InboxItem:
    """Snooze an inbox item: until then nothing shows it."""

    def snooze(asked: Snooze) -> InboxItem:
        until = SnoozeItem(until=asked.until)
        return inbox_service().snooze(caller.account_id, arguments.item_id, until, within=caller.project_ids)

    return asking_when(person, arguments, "until", snooze)


@tool("Finish an item", PA, SETS, narrows=True, brief=_CHANGED)
def finish_inbox_item(caller: Caller, arguments: FinishItem) -> InboxItem:
    """Mark an inbox item as done. Refused where a decision is needed."""
    return inbox_service().mark_done(caller.account_id, arguments.item_id, within=caller.project_ids)


@tool("What happened", ANY_EVENT, READS, narrows=True)
def list_events(caller: Caller, arguments: ListEvents) -> Events:
    """What happened in the last 30 days, newest first, each in a sentence."""
    readable = readable_events(caller)
    known = {one.value: one for one in EventType}
    if not set(arguments.types or ()) <= known.keys():
        raise InvalidRequest.of("types", f"There are these types: {', '.join(known)}.")
    wanted = readable if arguments.types is None else readable & {known[name] for name in arguments.types}
    within = caller.project_ids
    if arguments.types is None and arguments.after is None:
        wanted -= _TOLD_TWICE
    if arguments.project_id is not None:
        caller.require_project(arguments.project_id)
        within = frozenset({project_service().get(caller.account_id, arguments.project_id).id})
    if arguments.after is not None:
        page = feed_service().read(
            caller.account_id,
            after=arguments.after,
            limit=arguments.limit,
            types=wanted,
            wait_seconds=arguments.wait,
            within=within,
        )
        return _told(page)
    found = feed_service().read_back(
        caller.account_id,
        before=arguments.before,
        limit=arguments.limit,
        types=wanted,
        within=within,
        between=_between(caller.account_id, arguments.first, arguments.last),
    )
    return _told(found)


def _told(page: EventPage) -> Events:
    events = [
        Happened(type=one.type, timestamp=one.timestamp, **{name: one.data.get(name) for name in _OF_EVENT})
        for one in page.events
    ]
    return Events(events=events, has_more=page.has_more, last_sequence=page.last_sequence, next_before=page.next_before)


def _between(account_id: str, first: date | None, last: date | None) -> tuple[datetime | None, datetime | None]:
    """When `first` begins and `last` ends, in the account's time zone. Raises `InvalidRequest` if `last` is earlier."""
    if first is None and last is None:
        return None, None
    if first is not None and last is not None and first > last:
        raise InvalidRequest.of("from", "This is after to.")
    zone = ZoneInfo(zone_service().timezone_of(account_id))
    begin = datetime.combine(first, time(), zone) if first else None
    return begin, datetime.combine(last + timedelta(days=1), time(), zone) if last else None
