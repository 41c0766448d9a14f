"""The inbox: what needs the customer, one item for each thing to do; putting an item off, and marking it as done.

The items that are open are computed from the live records, so an item is gone the moment it is decided. We
store what the customer was told about an item and said to it, and which items ended in the last 30 days.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from operator import itemgetter
from typing import Annotated, Literal

from pydantic import Field

from common.clock import from_iso, to_iso, utc_now
from common.envelope import RequestModel, View
from common.errors import Conflict, InvalidRequest, NotFound
from common.fields import Instant, Line
from common.optimistic import settle
from common.paging import decode_cursor, encode_cursor, fitting
from common.services import service
from domain.events.log import filing_queue
from domain.identity.zones import ZoneService, zone_service
from domain.pa.need_records import NeedKind, Priority, Standing
from domain.pa.need_store import NeedStore, need_store
from domain.pa.needs import DECISIONS, Need, all_needs
from domain.pa.portfolio import Portfolio, PortfolioReader, portfolio_reader
from domain.schedules import ScheduleUnclearError, read_when
from domain.work.queue import AccountWork, WorkQueue

ItemState = Literal["open", "snoozed", "done"]
Within = AbstractSet[str] | None
"""The ids of the only projects whose items count; None for all."""
MAX_SNOOZE = timedelta(days=366)
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\S+")
_UNTIL, _FOR = re.compile(r"(?:until|till?)\s+", re.IGNORECASE), re.compile(r"for\s+", re.IGNORECASE)
_EXAMPLE = "Thursday at 5pm"
_NOW = "now"


class SnoozeItem(RequestModel):
    """Until when to put an item off: an ISO 8601 instant with its offset, or words such as "Thursday 5pm".

    "now" brings it back, whether it was put off or marked as done.
    """

    until: Annotated[Line, Field(min_length=1, max_length=200)]


class InboxItem(View):
    """One thing to do. For an approval, `revision` and `content_hash` name the exact text that waits.

    `needs_decision`: only deciding ends it; it can be put off, and not be marked as done.
    """

    id: str
    state: ItemState
    kind: NeedKind
    title: str = Field(description="What to do, such as “Approve Roadmap”.")
    project_id: str | None = Field(description="Null for what belongs to no project: a webhook, a task, a call.")
    project_name: str | None
    sentence: str = Field(description="What needs you; of a done item, what became of it.")
    blocks: str | None = Field(None, description="What stands still until then. Null where nothing does.")
    since: Instant
    priority: Priority = Field(description="high: a limit has passed, or something has stood still for 24 hours.")
    action: str
    needs_decision: bool
    target_id: str = Field(description="The approval, credential request, work item, webhook or task; or the project.")
    path: str = Field(description="The page where it is done.")
    revision: int | None
    content_hash: str | None
    snoozed_until: Instant | None = None
    ended_at: Instant | None = None

    @classmethod
    def of(cls, standing: Standing, state: ItemState, blocks: str | None = None) -> InboxItem:
        """The view of a need in `state`; `blocks` says what stands still until the need is met."""
        said = standing.over if state == "done" and standing.done_at is None else standing.fact
        sentence = said[:1].upper() + said[1:]
        fields = standing.model_dump(include=set(cls.model_fields)) | {"title": standing.title or sentence}
        if state != "snoozed":
            fields["snoozed_until"] = None
        decides = standing.action in DECISIONS
        return cls(**fields, state=state, sentence=sentence, blocks=blocks, needs_decision=decides)


class Inbox(View):
    """A page of items, the most urgent first; of done ones, which are kept for 30 days, the latest first."""

    items: list[InboxItem]
    has_more: bool
    next_cursor: str | None


class DecisionNeeded(Conflict):
    """The item waits for a decision, so it cannot be marked as done."""

    code = "DECISION_NEEDED"
    default_message = "This needs your decision, so you can't mark it as done. Decide it, or snooze it."


class AlreadyDone(Conflict):
    """The item was marked as done, so it cannot be put off."""

    default_message = "This is done, so you can't snooze it."


@service
class InboxService:
    """Use cases of one account's inbox."""

    reader: PortfolioReader
    store: NeedStore
    queue: WorkQueue
    zones: ZoneService
    now: Callable[[], datetime]

    def list_page(
        self, account_id: str, *, state: ItemState, limit: int, cursor: str | None, within: Within = None
    ) -> Inbox:
        """A page of the items in one state; of all projects, or of those `within`.

        Raises: `InvalidRequest` for a malformed cursor.
        """
        if state == "done":
            return self._list_done(account_id, limit=limit, cursor=cursor, within=within)
        partition = {"account": account_id, "state": state}
        place = decode_cursor(cursor, partition=partition, begins={"as_of": "", "after": ""})
        portfolio = self._read(account_id)
        start, as_of = (place["after"], _instant(place["as_of"])) if place else ("", portfolio.now)
        # All pages use the priorities of when the first was read: so none skips an item that becomes urgent.
        found = sorted(
            ((replace(need, now=as_of).order, need) for need in _needs(portfolio, within)), key=itemgetter(0)
        )
        items = [(at, item) for at, need in found if at > start and (item := _item(need, portfolio)).state == state]
        shown = fitting(items, limit)
        more = len(shown) < len(items)
        following = encode_cursor({**partition, "as_of": to_iso(as_of), "after": shown[-1][0]}) if more else None
        return Inbox(items=[item for _, item in shown], has_more=more, next_cursor=following)

    def snooze(self, account_id: str, item_id: str, request: SnoozeItem, *, within: Within = None) -> InboxItem:
        """Put an item off: it needs no attention until the time that `request` names. "now" brings it back at once.

        Raises:
            NotFound: there is no such item, or it has ended, or its project is not `within`.
            InvalidRequest: the instant is past or more than a year away; SCHEDULE_UNCLEAR when the words are unclear.
            AlreadyDone: the item was marked as done; only "now" brings it back.
        """
        if request.until.casefold() == _NOW:
            return self._change(account_id, item_id, _brought_back, within)
        until = read_until(request.until, now=self.now(), timezone=self.zones.timezone_of(account_id))

        def snoozed(_: Need, before: Standing) -> Standing:
            if before.is_done:
                raise AlreadyDone
            return before.model_copy(update={"snoozed_until": until, "done_at": None})

        return self._change(account_id, item_id, snoozed, within)

    def mark_done(self, account_id: str, item_id: str, *, within: Within = None) -> InboxItem:
        """Mark an item as done; a repetition changes nothing.

        Raises: `NotFound`, `DecisionNeeded` when only a decision ends it.
        """

        def done(need: Need, before: Standing) -> Standing:
            if need.action in DECISIONS:
                raise DecisionNeeded
            if before.is_done:
                return before
            now = {"done_at": self.now(), "title": need.title, "fact": need.fact, "since": need.since}
            return before.model_copy(update={**now, "snoozed_until": None})

        return self._change(account_id, item_id, done, within)

    def _change(
        self, account_id: str, item_id: str, step: Callable[[Need, Standing], Standing], within: Within
    ) -> InboxItem:
        """Store what `step` makes of an item's record, then nudge the worker that tells of it. Raises `NotFound`."""

        def attempt() -> InboxItem:
            portfolio = self._read(account_id)
            need = next((need for need in _needs(portfolio, within) if need.id == item_id), None)
            if need is None:
                raise NotFound("No such item in the inbox.")
            before = portfolio.told.standings.get(item_id)
            after = step(need, before or need.standing())
            if after == before:
                return _view(need, after, portfolio.now)
            if before is not None:
                after = after.model_copy(update={"version": before.version + 1})
            writes = [
                self.store.saving(before, after),
                self.store.looking(account_id, portfolio.told.look_at, portfolio.now),
            ]
            if after.done_at is not None:
                writes.append(self.store.ending(after, after.done_at))
            elif before is not None and before.is_done:
                writes.append(self.store.reopening(before))
            self.store.save(writes)
            self.queue.nudge(AccountWork(account_id), deduplication_id=f"{item_id}-{to_iso(portfolio.now)}")
            return _view(need, after, portfolio.now)

        return settle(attempt)

    def _list_done(self, account_id: str, *, limit: int, cursor: str | None, within: Within) -> Inbox:
        ended, following = self.store.list_ended(account_id, limit=limit, cursor=cursor, within=within)
        items = [InboxItem.of(one, "done") for one in ended]
        return Inbox(items=items, has_more=following is not None, next_cursor=following)

    def _read(self, account_id: str) -> Portfolio:
        return self.reader.read(account_id, timezone="UTC")  # no sentence of a need names a time of day


@cache
def inbox_service() -> InboxService:
    """The service, built once for each process."""
    return InboxService(portfolio_reader(), need_store(), filing_queue(), zone_service(), utc_now)


def read_until(text: str, *, now: datetime, timezone: str) -> datetime:
    """The instant that `text` names, within a year after `now`. Raises `InvalidRequest`, `ScheduleUnclearError`."""
    try:
        until = datetime.fromisoformat(text) if _INSTANT.fullmatch(text) else _in_words(text, now, timezone)
    except ScheduleUnclearError as unclear:
        unclear.of_field("until")
        raise
    except ValueError as error:
        raise InvalidRequest.of("until", "Write the time as 2027-01-31T09:00:00Z.") from error
    if until.tzinfo is None:
        raise InvalidRequest.of("until", "Give the time with its offset, such as 2027-01-31T09:00:00Z.")
    if until <= now:
        raise InvalidRequest.of("until", "This is past. Name a later time.")
    if until - now > MAX_SNOOZE:
        raise InvalidRequest.of("until", "You can snooze an item for a year at most.")
    return until


def _in_words(text: str, now: datetime, timezone: str) -> datetime:
    """The one moment that words such as "until Friday" or "for 2 days" name. Raises `ScheduleUnclearError`."""
    said = text
    for leading, replacement in ((_UNTIL, ""), (_FOR, "in ")):
        if found := leading.match(said):
            said = replacement + said[found.end() :]
    try:
        reading = read_when(said, now=now, timezone=timezone)
    except ScheduleUnclearError as unclear:
        offered = unclear.suggestion
        if offered and not str(offered["schedule"]).startswith("once"):  # a recurrence would be refused next
            raise ScheduleUnclearError(text, "it names no single moment", _EXAMPLE) from unclear
        unclear.message = unclear.message.replace("every Monday at 9am", _EXAMPLE)
        raise
    if reading.at is None:
        raise ScheduleUnclearError(text, "it names no single moment", _EXAMPLE)
    return reading.at


def _brought_back(_need: Need, before: Standing) -> Standing:
    return before.model_copy(update={"snoozed_until": None, "done_at": None})


def _needs(portfolio: Portfolio, within: Within) -> list[Need]:
    needs = all_needs(portfolio)
    return needs if within is None else [need for need in needs if need.project and need.project.id in within]


def _instant(text: str) -> datetime:
    """The moment that a cursor names. Raises `InvalidRequest`."""
    try:
        return from_iso(text).replace(tzinfo=UTC)
    except ValueError:
        raise InvalidRequest.of("cursor", "Not a cursor of this list.") from None


def _item(need: Need, portfolio: Portfolio) -> InboxItem:
    return _view(need, portfolio.told.standings.get(need.id) or need.standing(), portfolio.now)


def _view(need: Need, said: Standing, now: datetime) -> InboxItem:
    """The item of a live need, in the state that `said` gives it: open, snoozed or done."""
    own = {name: getattr(said, name) for name in ("snoozed_until", "done_at")} | {"ended_at": said.done_at}
    state: ItemState = "done" if said.is_done else "snoozed" if said.is_set_aside(now) else "open"
    return InboxItem.of(need.standing().model_copy(update=own), state, None if said.is_done else need.blocks)
