"""Work items as their owners use them: list, read, make by hand, change, cancel, close."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

from common.caller import Caller
from common.clock import utc_now
from common.dynamo import Write
from common.errors import Conflict, InvalidRequest, NotFound
from common.ids import is_id, new_id
from common.once import made_before
from common.paging import fitting
from common.services import service
from common.wording import HUNDREDTHS
from domain.events import notices
from domain.events.changes import work_changed
from domain.events.log import recording, settle_writes
from domain.events.records import EventType
from domain.projects import figures
from domain.projects.brief.costing import price
from domain.projects.changes import Change, EventKind
from domain.projects.rates import DAY_RATES
from domain.projects.reading import ProjectReader, project_reader
from domain.projects.records import Project
from domain.projects.states import Role
from domain.projects.wording import progress_fell
from domain.vault.records import CredentialRequest, RequestStatus
from domain.vault.team_requests import TeamRequests, team_requests
from domain.work.queue import WorkItem as Nudge
from domain.work.queue import WorkQueue, work_queue
from domain.work_items import announcing, rules, views
from domain.work_items.errors import MAX_ITEMS, TooMuchWork
from domain.work_items.models import (
    CancelWorkItem,
    CloseWorkItem,
    CreateWorkItem,
    UpdateWorkItem,
    WorkItemDetail,
    WorkItemList,
    WorkItemView,
)
from domain.work_items.records import Criterion, Effort, ItemState, WorkItem
from domain.work_items.rules import Surroundings
from domain.work_items.store import WorkStore, work_store

_CLAIMABLE = frozenset({ItemState.READY, ItemState.CHANGES_REQUESTED})
_UNTOUCHED = frozenset({ItemState.READY, ItemState.BLOCKED, ItemState.CHANGES_REQUESTED})


@service
class WorkService:
    """Use cases of those who own the work, and what the other services of this package share."""

    store: WorkStore
    projects: ProjectReader
    vault: TeamRequests
    queue: WorkQueue
    now: Callable[[], datetime]

    def list_page(
        self, account_id: str, project_id: str, *, state: ItemState | None, limit: int, cursor: str | None
    ) -> WorkItemList:
        """At most `limit` items of a project, in one state or in any, the plan's first; `ready` includes returned ones.

        Raises: `NotFound`, `InvalidRequest` for a malformed cursor.
        """
        if cursor is not None and not is_id("wrk", cursor):
            raise InvalidRequest.of("cursor", "Not a cursor of this list.")
        around, now = self.surroundings(self.projects.get(account_id, project_id)), self.now()
        shown = [views.item_view(item, around, now) for item in around.items.values() if item.id > (cursor or "")]
        wanted = _CLAIMABLE if state is ItemState.READY else {state}
        asked = [item for item in shown if state is None or item.state in wanted]
        page = fitting(asked, limit)
        has_more = len(page) < len(asked)
        return WorkItemList(items=page, has_more=has_more, next_cursor=page[-1].id if has_more else None)

    def describe(self, caller: Caller, item_id: str) -> WorkItemDetail:
        """An item with its brief, notes and submissions. Raises `NotFound`, also where the caller may not see it."""
        item, around = self.read(caller, item_id)
        notes, submissions = self.store.list_notes(item), self.store.list_submissions(item)
        return views.item_detail(item, around, notes, submissions, self.now())

    def create(self, caller: Caller, project_id: str, request: CreateWorkItem) -> WorkItemView:
        """Make an item by hand; returns it.

        Raises: `NotFound`, `Archived`, `NotRunning`, `TooMuchWork`, `InvalidRequest` for unknown things to wait for.
        """
        if made := made_before("wrk"):
            return views.item_view(*self.read(caller, made), self.now())
        item_id = new_id("wrk", self.now())

        def creating() -> tuple[list[Write], tuple[WorkItem, Surroundings]]:
            now = self.now()
            project = self.projects.get(caller.account_id, project_id)
            around = self._without_access(project)
            if len(around.items) >= MAX_ITEMS:
                raise TooMuchWork(f"A project has at most {MAX_ITEMS} work items.")
            item = WorkItem(
                id=item_id,
                account_id=project.account_id,
                project_id=project.id,
                project_name=project.name,
                origin="hand",
                title=request.title,
                what=request.what,
                criteria=_numbered(request.criteria),
                depends_on=tuple(dict.fromkeys(request.depends_on)),
                needs_access=tuple(dict.fromkeys(request.needs_access)),
                **_effort(project, request.effort_days, request.owner),
                owner=request.owner,
                created_at=now,
                updated_at=now,
            )
            rules.require_open(item, project)
            around = self._knowing(item, around)
            after = figures.with_progress(project.changed(now, **rules.counted(project, (None, item))))
            fell = progress_fell(project, after)
            words = f"was added. {fell}" if fell else "was added"
            created = recording([announcing.of_item(EventType.WORK_CREATED, item, words)])
            writes = [self.store.creating(item), *self.projects.writes_for(project, Change(after)), *created]
            return writes, (item, around)

        item, around = settle_writes(creating)
        return views.item_view(item, around, self.now())

    def update(self, caller: Caller, item_id: str, request: UpdateWorkItem) -> WorkItemView:
        """Change what an item asks for, while nobody works on it; returns the item, which is ready again.

        Raises: `NotFound`, `Archived`, `NotRunning`, `Conflict`, `InvalidRequest` for unknown things to wait for.
        """

        def updating() -> tuple[list[Write], tuple[WorkItem, Surroundings]]:
            now = self.now()
            item = self._find(caller, item_id)
            # Whether the item waits for access does not matter to who may change it.
            around = self._without_access(self.projects.get(caller.account_id, item.project_id))
            rules.require_open(item, around.project)
            if (state := rules.state_of(item, around, now)) not in _UNTOUCHED:
                raise Conflict(f"This item is {state.value.replace('_', ' ')}, so nobody can change it.")
            given = request.model_dump(exclude_unset=True)
            changes = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
            if request.criteria is not None:
                changes["criteria"] = _numbered(request.criteria)
            changes.pop("effort_days", None)
            owner = request.owner or item.owner
            if request.effort_days is not None:
                changes |= _effort(around.project, request.effort_days, owner)
            elif owner is not item.owner:
                changes["likely_cost"] = _cost(around.project, rules.days_of(item), owner)
            # What was missing in what it asked for has been said: the next worker begins anew.
            free = {"state": ItemState.READY, "claim": None, "returns": 0}
            after = item.changed(now, **changes, **free)
            around = self._knowing(after, around)
            # The project's version, so that two items cannot be made to wait for each other at the same moment.
            counted = around.project.changed(now, **rules.counted(around.project, (item, after)))
            moving = self.projects.writes_for(around.project, Change(figures.with_progress(counted)))
            told = work_changed(after.account_id, after.project_id, now, f"{after.id}-{after.version}")
            return [*self.moving(item, after), *moving, told], (after, around)

        item, around = settle_writes(updating)
        return views.item_view(item, around, self.now())

    def cancel(self, caller: Caller, item_id: str, request: CancelWorkItem | None) -> WorkItemView:
        """Cancel the item for good; returns it. Raises: `NotFound`, `Archived`, `NotRunning`, `Conflict` if ended."""
        note = request.reason if request else None
        return self._end(caller, item_id, ItemState.CANCELLED, note, EventType.WORK_CANCELLED)

    def close(self, caller: Caller, item_id: str, request: CloseWorkItem) -> WorkItemView:
        """End the item as done without a submission; returns it. Raises what `cancel` raises."""
        return self._end(caller, item_id, ItemState.DONE, request.note, EventType.WORK_DONE, cost=request.cost)

    def list_for_project(self, account_id: str, project_id: str) -> tuple[WorkItem, ...]:
        """Every item of one project as stored, the plan's first; `rules.state_of` gives the present state of each."""
        return self.store.list_for_project(account_id, project_id)

    def surroundings(self, project: Project) -> Surroundings:
        """What the states of a project's items depend on: all items, and the requests for access that they wait for."""
        around = self._without_access(project)
        return replace(around, pending_requests=_pending(self._asked_for(project, around.items.values())))

    def read(self, caller: Caller, item_id: str) -> tuple[WorkItem, Surroundings]:
        """The item, and what its state depends on.

        Raises `NotFound`, for an item of a deleted project, or of one that the caller may not see, too.
        """
        item = self._find(caller, item_id)
        project = self.projects.get(caller.account_id, item.project_id)
        if item.depends_on:
            return item, self.surroundings(project)
        return item, Surroundings(project, {item.id: item}, _pending(self._asked_for(project, [item])))

    def moving(self, before: WorkItem, after: WorkItem) -> list[Write]:
        """The writes that store a changed item, and open, change or end the notice that it waits for the customer."""
        noticed = notices.changing(announcing.notice_of(before), announcing.notice_of(after))
        return [self.store.changing(before, after), *noticed]

    def ending(self, project: Project, before: WorkItem, after: WorkItem) -> list[Write]:
        """The writes that end an item and change its project's counts. Without an open item left, they tell the CEO."""
        counted = figures.with_progress(project.changed(after.updated_at, **rules.counted(project, (before, after))))
        event = None if counted.open_work_items else EventKind.WORK_ENDED
        change = Change(counted, (), event, after.id)
        return [*self.moving(before, after), *self.projects.writes_for(project, change)]

    def asking_ceo(self, project: Project, returned: WorkItem) -> list[Write]:
        """The writes that tell the CEO that an item was returned too often."""
        change = Change(project.changed(returned.updated_at), (), EventKind.WORK_RETURNED, returned.id)
        return self.projects.writes_for(project, change)

    def call_ceo(self, item: WorkItem) -> None:
        """Nudge the CEO to look at the item's project. If the nudge gets lost, the sweep sends another."""
        nudge = Nudge(item.account_id, item.project_id, item.id)
        self.queue.nudge(nudge, deduplication_id=f"{item.id}-{item.version}")

    def _end(
        self,
        caller: Caller,
        item_id: str,
        state: ItemState,
        note: str | None,
        told: EventType,
        *,
        cost: int | None = None,
    ) -> WorkItemView:
        def ending() -> tuple[list[Write], tuple[WorkItem, Surroundings]]:
            item, around = self.read(caller, item_id)
            rules.require_open(item, around.project)
            after = rules.ended(item, state, note=note, by=caller.principal_id, now=self.now(), cost=cost)
            words = "was closed by hand" if state is ItemState.DONE else "was cancelled"
            events = recording([announcing.of_item(told, after, words)])
            return [*self.ending(around.project, item, after), *events], (after, around)

        item, around = settle_writes(ending)
        self.call_ceo(item)
        return views.item_view(item, around, self.now())

    def _knowing(self, item: WorkItem, around: Surroundings) -> Surroundings:
        """`around` with the open requests for access. Raises `InvalidRequest` where `item` waits for unknown things."""
        rules.require_order(item.id, item.depends_on, around.items)
        asked = self._asked_for(around.project, [item])
        known = {request.id for request in asked}
        for place, request_id in enumerate(item.needs_access):
            if request_id not in known:
                raise InvalidRequest.of(f"needs_access.{place}", "This project has no such request for access.")
        return replace(around, pending_requests=_pending(asked))

    def _find(self, caller: Caller, item_id: str) -> WorkItem:
        item = self.store.get_item(caller.account_id, item_id)
        if not caller.reaches(item.project_id):
            raise NotFound("No such work item.")
        return item

    def _without_access(self, project: Project) -> Surroundings:
        items = self.store.list_for_project(project.account_id, project.id)
        return Surroundings(project, {item.id: item for item in items})

    def _asked_for(self, project: Project, items: Iterable[WorkItem]) -> tuple[CredentialRequest, ...]:
        """The project's requests for access; empty if none of the items waits for one."""
        if not any(item.needs_access and not item.has_ended for item in items):
            return ()
        return self.vault.list_for_project(project.account_id, project.id).requests


@cache
def work_service() -> WorkService:
    """The service, built once for each process."""
    return WorkService(work_store(), project_reader(), team_requests(), work_queue(), utc_now)


def _pending(asked: Iterable[CredentialRequest]) -> frozenset[str]:
    return frozenset(one.id for one in asked if one.status is RequestStatus.PENDING)


def _numbered(texts: Sequence[str]) -> tuple[Criterion, ...]:
    return tuple(Criterion(id=str(number), text=text) for number, text in enumerate(texts, start=1))


def _effort(project: Project, days: int | None, owner: Role) -> dict[str, Any]:
    """The fields `effort` and `likely_cost` of an item made by hand, at the owner's day rate; None counts as a day."""
    hundredths = rules.WITHOUT_EFFORT if days is None else days * HUNDREDTHS
    effort = None if days is None else Effort(low=hundredths, likely=hundredths, high=hundredths)
    return {"effort": effort, "likely_cost": _cost(project, hundredths, owner)}


def _cost(project: Project, hundredths: int, owner: Role) -> int:
    return price(hundredths, (project.day_rates or DAY_RATES[project.currency])[owner])
